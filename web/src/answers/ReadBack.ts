import { part } from '../ui/part.ts'
import styles from './ReadBack.module.css'

/** The sentence that is read to the caller. */
export const ReadBack = part('p', styles.readBack)
