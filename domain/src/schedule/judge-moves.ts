import { isDraggable } from './cell-kind.ts'
import type { FramePlace } from './place.ts'
import { type PlannedRoom, type ScheduleUnit, type SoftFacts, type SoftReason, softReasonsOf, unitKeyOf } from './placement.ts'

interface MovableRoom extends PlannedRoom {
  status: string
  closed_at: unknown
}

/** The other rooms of a room's unit (its stack or floor) that can still be moved, in the order they are given. */
export const unitPeersOf = <Room extends MovableRoom>(room: Room, rooms: readonly Room[], unit: ScheduleUnit): Room[] => {
  const key = unitKeyOf(room, unit)
  return rooms.filter(each => each.id !== room.id && isDraggable(each) && unitKeyOf(each, unit) === key)
}

/**
 * For each move the soft reasons against it, as the schedule stands once all of them are done: what the page says while one drags is
 * what the server says at the save. `after` has no entry, or null, for a room in the tray.
 */
export const judgeSoftReasons = <Room extends MovableRoom>(
  moves: readonly { room: Room; from: FramePlace | null; to: FramePlace | null }[],
  rooms: readonly Room[],
  after: ReadonlyMap<number, FramePlace | null>,
  facts: SoftFacts,
): { room: Room; reasons: SoftReason[] }[] => {
  const units = Map.groupBy(
    rooms.filter(room => isDraggable(room) && (after.get(room.id) ?? null) !== null),
    room => unitKeyOf(room, facts.schedule_unit),
  )
  return moves.map(({ room, from, to }) => {
    const peers = (units.get(unitKeyOf(room, facts.schedule_unit)) ?? []).filter(({ id }) => id !== room.id)
    return {
      room,
      reasons: softReasonsOf(
        room,
        { from, to },
        peers.flatMap(({ id }) => after.get(id) ?? []),
        facts,
      ),
    }
  })
}
