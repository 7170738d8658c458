import { part } from '../../ui/part.ts'
import styles from './ErrorFrame.module.css'

/** In the middle of an otherwise empty page. */
export const ErrorFrame = part('div', styles.frame)
