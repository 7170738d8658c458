import { part } from '../../ui/part.ts'
import styles from './Tools.module.css'

/** A line of tools over the sheet. */
export const Tools = part('div', styles.tools, 'tools')
