import { part } from '../ui/part.ts'
import styles from './OrderRows.module.css'

/** Orders below one another, each with what can be done with it at its end. */
export const OrderRows = part('ul', styles.rows)
