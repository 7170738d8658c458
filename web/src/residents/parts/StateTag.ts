import { part } from '../../ui/part.ts'
import styles from './StateTag.module.css'

/** How far something is, as a coloured word; `data-state` is confirmed, done or open. */
export const StateTag = part('p', styles.state)
