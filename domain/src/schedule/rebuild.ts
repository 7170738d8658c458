import type { Day } from '../calendar/day.ts'
import {
  type ConstructionOrder,
  fillFrames,
  type Filling,
  firstFrame,
  type FrameSupply,
  keepsFrame,
  orderRooms,
  type OrderedRoom,
} from './construction-order.ts'
import type { FramePlace } from './place.ts'

/** What a household said about dates; `pinned` (固) is the office's word that the date must stay. */
interface WishedDates {
  unavailable_dates: readonly Day[]
  preferred_dates: readonly Day[]
  pinned: boolean
}

export interface RebuiltRoom extends OrderedRoom {
  id: number
  status: string
  closed_at: unknown
  construction_schedule_confirmed_at: unknown
  wish: WishedDates | null
}

export interface RebuildFacts {
  today: Day
  /** The schedule was completed: every household was told its date. */
  promised: boolean
  timeFrames: readonly { id: number; frame_number: number }[]
}

/** Whether a day suits what the household said: not one on which it cannot, and one of those it prefers, where it named any. */
export const suitsWish = (wish: WishedDates | null, date: Day): boolean =>
  wish === null || (!wish.unavailable_dates.includes(date) && (wish.preferred_dates.length === 0 || wish.preferred_dates.includes(date)))

/**
 * Whether making a schedule anew leaves a room where it stands: confirmed, completed, closed and pinned rooms always (G-SCH-19). Once
 * households were told their dates also what was visited or is visited today, what was put into a spare frame on purpose, and who has a
 * day that suits what they said (decision 091).
 */
export const staysAtRebuild = (room: RebuiltRoom, place: FramePlace | null, { today, promised, timeFrames }: RebuildFacts): boolean => {
  if (place === null) return false
  if (keepsFrame(room)) return true
  if (!promised) return false
  if (place.date <= today) return place.date === today || room.status !== 'reschedule'
  const regular = timeFrames.find(({ id }) => id === place.construction_time_frame_id)?.frame_number ?? 0
  return place.frame_number > regular || (hasWish(room) && suitsWish(room.wish, place.date))
}

/** The rooms that are laid anew: not those that stay, and none that is done. */
export const roomsToLay = <Room extends RebuiltRoom>(
  rooms: readonly Room[],
  placeOf: (room: Room) => FramePlace | null,
  facts: RebuildFacts,
): Room[] => rooms.filter(room => room.status !== 'completed' && room.closed_at === null && !staysAtRebuild(room, placeOf(room), facts))

/** Days on which rooms may be laid: that have not passed, and not today where households were told already. */
export const daysToLay = (workingDays: readonly Day[], { today, promised }: RebuildFacts): Day[] =>
  workingDays.filter(day => (promised ? day > today : day >= today))

/**
 * Lays rooms anew by a construction order (G-SCH-17), each on a day that suits its wish while there is one. Who asked for certain days
 * comes first; once households were told, so does everybody who said something, and who finds nothing better keeps what they have.
 * `supply.taken` are the places of all others.
 */
export const layRooms = <Room extends RebuiltRoom>(
  rooms: readonly Room[],
  placeOf: (room: Room) => FramePlace | null,
  order: ConstructionOrder,
  supply: FrameSupply,
  { promised }: RebuildFacts,
): Filling<Room> => {
  const sequence = orderRooms(rooms, order)
  const asking = sequence.filter(room => (promised ? hasWish(room) : (room.wish?.preferred_dates.length ?? 0) > 0))
  // Nobody takes the place of a household that may have to keep it.
  const kept = promised ? asking.flatMap(room => placeOf(room) ?? []) : []
  const laid: (FramePlace & { room: Room })[] = []
  for (const room of asking) {
    const taken = [...supply.taken, ...kept, ...laid]
    const place =
      firstFrame({ ...supply, taken }, ({ date }) => suitsWish(room.wish, date)) ?? (promised ? placeToKeep(placeOf(room), supply) : null)
    if (place !== null) laid.push({ ...place, room })
  }
  const settled = new Set(laid.map(({ room }) => room))
  const others = sequence.filter(room => !settled.has(room))
  const filling = fillFrames(others, { ...supply, taken: [...supply.taken, ...laid] }, (room, { date }) => suitsWish(room.wish, date))
  return filling.assigns === null ? filling : { ...filling, assigns: [...laid, ...filling.assigns] }
}

/** A place on a day that is a working day no more holds nobody. */
const placeToKeep = (place: FramePlace | null, { workingDays }: FrameSupply): FramePlace | null =>
  place !== null && workingDays.includes(place.date) ? place : null

const hasWish = ({ wish }: RebuiltRoom): boolean => wish !== null && wish.unavailable_dates.length + wish.preferred_dates.length > 0
