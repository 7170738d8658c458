import { compareDays, daysBetween, type Day, type TimeOfDay } from '../calendar/day.ts'
import { type Crew, type CrewFrames, isCrewAbsent } from './crews.ts'
import { type FramePlace, framePlaceKey, isSamePlace, pickPlace } from './place.ts'
import { hardReasonOf, type PlacementFacts } from './placement.ts'
import { workingDays } from './working-days.ts'

/** A room of those that move together, and where it stands; null is the tray. */
export interface GroupedRoom {
  id: number
  place: FramePlace | null
}

export interface GroupFacts extends PlacementFacts {
  construction_time_frames: readonly { id: number; start_at: TimeOfDay; frame_number: number; crew_frames: readonly CrewFrames[] }[]
  crews: readonly Crew[]
  /** Frames with a room, those of the group among them or not. */
  taken: readonly FramePlace[]
}

export interface GroupProposal {
  /** All on one day; else they are split over several. */
  whole: boolean
  /** Every room of the group, in the group's order. */
  moves: { roomId: number; to: FramePlace }[]
}

/**
 * Where rooms that move together could go when the place they were let go at does not take them: days that take all of them, nearest to
 * that place first, at most `most`; without one, the split over the fewest days, of those the nearest. The rooms keep their order.
 * Only frames that a single card could be let go at with nobody asking for a reason: free ones, of a crew that comes (D-25).
 */
export const proposeForGroup = (rooms: readonly GroupedRoom[], wanted: FramePlace, facts: GroupFacts, most = 3): GroupProposal[] => {
  const inOrder = rooms.toSorted((a, b) => comparePlaces(a.place, b.place, facts))
  const days = freeDays(inOrder, facts)
  const far = (day: FreeDay) => Math.abs(daysBetween(wanted.date, day.date))
  const proposalOf = (parts: readonly FreeDay[]): GroupProposal => {
    const places = fill(parts, rooms.length, wanted, facts)
    return { whole: parts.length === 1, moves: inOrder.flatMap(({ id }, at) => places.slice(at, at + 1).map(to => ({ roomId: id, to }))) }
  }
  const moves = ({ moves: each }: GroupProposal) =>
    each.some(({ to }, at) => !isSamePlace(to, inOrder[at]?.place ?? null)) &&
    (!standsOn(inOrder, each) || each[0]?.to.date === wanted.date)
  const wholes = days
    .filter(({ free }) => free.length >= rooms.length)
    .toSorted((a, b) => far(a) - far(b) || compareDays(a.date, b.date))
    .map(day => proposalOf([day]))
    .filter(moves)
  if (wholes.length > 0 || rooms.length < 2) return wholes.slice(0, most)
  const nearness = (parts: readonly FreeDay[]) => parts.reduce((sum, day) => sum + far(day), 0)
  return splits(days, rooms.length)
    .toSorted((a, b) => a.length - b.length || nearness(a) - nearness(b))
    .map(proposalOf)
    .filter(moves)
    .slice(0, 1)
}

interface FreeDay {
  date: Day
  /** In their reading order. */
  free: FramePlace[]
}

/** Days from today on with a frame that the group can take; its own frames count, as it leaves them. */
const freeDays = (rooms: readonly GroupedRoom[], facts: GroupFacts): FreeDay[] => {
  const own = new Set(rooms.flatMap(({ place }) => (place === null ? [] : [framePlaceKey(place)])))
  const taken = new Set(facts.taken.map(framePlaceKey).filter(key => !own.has(key)))
  const canTake = (place: FramePlace) =>
    !taken.has(framePlaceKey(place)) && hardReasonOf(place, facts) === null && !isCrewAbsent(place, timeFrameOf(place, facts), facts.crews)
  const spares = Map.groupBy(facts.spare_frames, ({ date }) => date)
  return workingDays(facts)
    .filter(date => date >= facts.today)
    .map(date => {
      const regular = facts.construction_time_frames.flatMap(({ id, frame_number }) =>
        Array.from({ length: frame_number }, (_, at) => ({ date, construction_time_frame_id: id, frame_number: at + 1 })),
      )
      const frames = [...regular, ...(spares.get(date) ?? []).map(pickPlace)]
      return { date, free: frames.filter(canTake).toSorted((a, b) => comparePlaces(a, b, facts)) }
    })
    .filter(({ free }) => free.length > 0)
}

/** From each day on, as many of the following ones with a free frame as it takes to hold all rooms; only what does hold them. */
const splits = (days: readonly FreeDay[], count: number): FreeDay[][] =>
  days.flatMap((_, first) => {
    const parts: FreeDay[] = []
    let left = count
    for (const day of days.slice(first)) {
      if (left <= 0) break
      parts.push(day)
      left -= day.free.length
    }
    return left <= 0 ? [parts] : []
  })

/** The frames of the parts that are taken: of one day from the wanted time on, else as many as needed before it; of several the first ones. */
const fill = (parts: readonly FreeDay[], count: number, wanted: FramePlace, facts: GroupFacts): FramePlace[] => {
  const free = parts.flatMap(day => day.free)
  const [only, ...others] = parts
  if (only === undefined || others.length > 0) return free.slice(0, count)
  const onWanted = { ...wanted, date: only.date }
  const from = free.findIndex(place => comparePlaces(place, onWanted, facts) >= 0)
  const start = Math.min(from < 0 ? free.length : from, free.length - count)
  return free.slice(start, start + count)
}

/** Whether all of them are on those days already: a proposal of other hours there is nothing one looks for. */
const standsOn = (rooms: readonly GroupedRoom[], moves: GroupProposal['moves']) =>
  rooms.every(({ place }, at) => place !== null && place.date === moves[at]?.to.date)

const timeFrameOf = ({ construction_time_frame_id }: FramePlace, facts: GroupFacts) =>
  facts.construction_time_frames.find(({ id }) => id === construction_time_frame_id)

/** In the reading order of the sheet: dates, time frames by their start, frames; rooms of the tray last. */
const comparePlaces = (a: FramePlace | null, b: FramePlace | null, facts: GroupFacts): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const startOf = (place: FramePlace) => timeFrameOf(place, facts)?.start_at ?? ''
  const [one, other] = [startOf(a), startOf(b)]
  return compareDays(a.date, b.date) || (one < other ? -1 : one > other ? 1 : 0) || a.frame_number - b.frame_number
}
