import { part } from '../../ui/part.ts'
import styles from './Question.module.css'

/** What one is asked to agree to, with its most important words large. */
export const Question = part('p', styles.question, 'question')
