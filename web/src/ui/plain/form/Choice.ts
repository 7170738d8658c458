import { part } from '../../part.ts'
import styles from './Choice.module.css'

/** One of a few, with its box; large enough for a thumb. */
export const Choice = part('label', styles.choice)
