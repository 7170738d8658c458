import { part } from '../../part.ts'
import styles from './Rows.module.css'

/** One below the other, with room between. */
export const Rows = part('div', styles.form)
