import { part } from '../../ui/part.ts'
import styles from './AnswerLine.module.css'

/** A short answer, large, after what it answers. */
export const AnswerLine = part('p', styles.answer)
