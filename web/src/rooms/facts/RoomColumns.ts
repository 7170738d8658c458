import { part } from '../../ui/part.ts'
import styles from './RoomColumns.module.css'

/** A room's page: what is done there, and beside it, on a phone below it, what is known. */
export const RoomColumns = part('div', styles.columns)
/** Where the cards of a day lead to. */
export const RoomPlace = part('div', styles.place)
