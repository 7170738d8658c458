import { part } from '../ui/part.ts'
import styles from './RoomDate.module.css'

/** The day and the time frame of a room, large. */
export const RoomDate = part('p', styles.date)
