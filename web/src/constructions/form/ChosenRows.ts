import { part } from '../../ui/part.ts'
import styles from './ChosenRows.module.css'

/** What was chosen for a construction, one framed row each. */
export const ChosenRows = part('ul', styles.rows)
