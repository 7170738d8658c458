import { part } from '../../ui/part.ts'
import styles from './Where.module.css'

/** The building or the dwelling that a page is about, below its title. */
export const Where = part('p', styles.where)
