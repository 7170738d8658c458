import { part } from '../../ui/part.ts'
import styles from './PeriodRow.module.css'

/** Two dates beside each other, or below each other on a phone. */
export const PeriodRow = part('div', styles.period)
