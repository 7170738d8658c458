import { part } from '../../ui/part.ts'
import styles from './Gap.module.css'

/** Stands apart from what is above it, such as the way back at the end of a page. */
export const Gap = part('p', styles.gap)
