import { part } from '../../ui/part.ts'
import styles from './FieldRows.module.css'

/** Fields of a form, one below the other; hidden while what was typed is read back. */
export const FieldRows = part('div', styles.fields)
