import { part } from '../../ui/part.ts'
import styles from './CurrentAnswer.module.css'

/** What holds until something else is chosen. */
export const CurrentAnswer = part('p', styles.now, 'current-answer')
