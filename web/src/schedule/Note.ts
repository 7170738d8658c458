import { part } from '../ui/part.ts'
import styles from './Note.module.css'

/** News about the schedule; `data-tone` is info or amber. */
export const Note = part('p', styles.note)
