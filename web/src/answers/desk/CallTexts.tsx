import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ReactNode } from 'react'
import type { Call } from './CallBacks.tsx'
import styles from './CallTexts.module.css'

/** A building's name may break, the number of the room may not: 「901号／室」 is read twice. */
export const DwellingText = ({ call: { building_name, room_name } }: { call: Pick<Call, 'building_name' | 'room_name'> }) => (
  <>
    {building_name} <span className={styles.whole}>{addressedRoom(room_name)}</span>
  </>
)

/** A name in one line, so that no 「佐藤 花／子」 comes of it; only a very long one breaks. */
export const NameText = ({ children }: { children: ReactNode }) => <span className={styles.name}>{children}</span>
