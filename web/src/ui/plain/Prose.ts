import { part } from '../part.ts'
import styles from './Prose.module.css'

/** Text to be read from top to bottom, such as the terms of use. */
export const Prose = part('article', styles.prose)
