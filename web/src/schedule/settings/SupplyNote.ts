import { part } from '../../ui/part.ts'
import styles from './SupplyNote.module.css'

/** How many frames there are for how many rooms; `data-short` when too few. */
export const SupplyNote = part('p', styles.supplyLine)
