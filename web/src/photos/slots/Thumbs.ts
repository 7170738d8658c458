import { part } from '../../ui/part.ts'
import styles from './Thumbs.module.css'

/** Small pictures beside each other. */
export const Thumbs = part('div', styles.thumbs)
