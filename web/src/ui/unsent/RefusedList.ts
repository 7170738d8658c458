import { part } from '../part.ts'
import styles from './Unsent.module.css'

/** What the server did not take, each with its reason. */
export const RefusedList = part('ul', styles.refused)
