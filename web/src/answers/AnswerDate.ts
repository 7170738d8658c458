import { part } from '../ui/part.ts'
import styles from './AnswerDate.module.css'

/** The day of the work, while one talks about it. */
export const AnswerDate = part('p', styles.date)
