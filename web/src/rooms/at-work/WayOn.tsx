import { useSignedIn } from '../../platform/session/use-user.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { NeighbourLinks, NeighbourPlace } from '../RoomNeighbours.tsx'
import { neighboursOf } from '../visits/day/own-walk.ts'
import { openRoomOf } from '../visits/cards/RoomLink.tsx'
import { type OwnVisit, useOwnDays } from '../visits/own-days.ts'

/** The doors before and after this one on the way through its day (C2). */
export const WayOn = ({ room }: { room: Pick<RoomDetail, 'id' | 'assign'> }) => {
  const { client } = useSignedIn()
  const { days } = useOwnDays(room.assign?.date ?? null)
  const { before, after } = neighboursOf(days, client?.cd ?? '', room.id)
  const linked = (visit: OwnVisit | null) => (visit === null ? undefined : { to: openRoomOf(visit), name: visit.name })
  const links = <NeighbourLinks before={linked(before)} after={linked(after)} />
  // A room that is visited keeps the place, whoever comes and goes on the way: below it somebody presses.
  return room.assign === null ? links : <NeighbourPlace>{links}</NeighbourPlace>
}
