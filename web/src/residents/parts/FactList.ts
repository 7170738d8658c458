import { part } from '../../ui/part.ts'
import styles from './FactList.module.css'

/** Names and values, to be read back. */
export const FactList = part('dl', styles.facts, 'facts')
