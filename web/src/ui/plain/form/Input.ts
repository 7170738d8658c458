import { part } from '../../part.ts'
import styles from './Input.module.css'

/** Where something is typed or chosen. */
export const Input = part('input', styles.input)
