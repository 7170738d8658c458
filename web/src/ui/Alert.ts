import { part } from './part.ts'
import styles from './Alert.module.css'

/** What went wrong or must be known first, in a red frame. Give it `role="alert"` where it appears after something was done. */
export const Alert = part('div', styles.summary, 'alert')

/** What is worth knowing before one goes on, in an amber frame: nothing is wrong. */
export const Notice = part('div', styles.notice, 'notice')
