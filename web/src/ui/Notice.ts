import { part } from './part.ts'
import styles from './Notice.module.css'

/** What is worth knowing before one goes on, in an amber frame: nothing is wrong. */
export const Notice = part('div', styles.notice, 'notice')
