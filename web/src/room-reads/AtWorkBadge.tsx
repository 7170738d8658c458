import { timeInTokyo } from '@toguchi/domain/calendar/day'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import { Badge } from '../ui/Badge.tsx'

interface Props {
  room: { status: RoomStatus; closed_at: string | null; arrived_at: string | null; started_at: string | null }
}

/** The three statuses are fixed (G-CST-08) and know no work that is going on: that somebody is there is said beside them (feature 15). */
export const AtWorkBadge = ({ room: { status, closed_at, arrived_at, started_at } }: Props) => {
  if (status !== 'waiting' || closed_at !== null) return null
  if (started_at !== null) return <Badge tone="blue">作業中（{timeInTokyo(new Date(started_at))}開始）</Badge>
  return arrived_at === null ? null : <Badge tone="blue">訪問中（{timeInTokyo(new Date(arrived_at))}到着）</Badge>
}
