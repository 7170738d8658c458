import { part } from '../part.ts'
import styles from './Months.module.css'

/** Months beside each other. */
export const Months = part('div', styles.range)
