import { judgeSoftReasons, unitPeersOf } from '@toguchi/domain/schedule/judge-moves'
import { type FramePlace, framePlaceKey, isSamePlace } from '@toguchi/domain/schedule/place'
import { compareDays, type Day } from '@toguchi/domain/calendar/day'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { isCrewAbsent } from '@toguchi/domain/schedule/crews'
import {
  hardReasonOf,
  type HardReason,
  hardReasonTexts,
  moveReasonLabels,
  type ScheduleUnit,
  type SoftReason,
} from '@toguchi/domain/schedule/placement'
import type { Draft } from './draft.ts'
import { framesOf, openDaysOf, placed, placementFactsOf, type Plan, timeFramesOf } from './plan.ts'

export interface RoomMove {
  roomId: number
  to: FramePlace | null
}

/** What a drop would do, or why it is refused. */
export interface Verdict {
  moves: readonly RoomMove[]
  /** The hard reason, and the sentence that says it. */
  refusal: { reason: HardReason; text: string } | null
  /** Rooms that would go against a soft reason. */
  soft: readonly { room: RoomCard; reasons: readonly SoftReason[] }[]
}

const refused = (reason: HardReason, detail?: string): Verdict => ({ moves: [], refusal: refusalOf(reason, detail), soft: [] })

/** Every refusal names its reason in the word of the trade; the plain sentences hold it already. */
export const refusalOf = (reason: HardReason, detail?: string) => ({
  reason,
  text: detail === undefined ? hardReasonTexts[reason] : `${moveReasonLabels[reason]}：${detail}`,
})

/** A frame that somebody else has. */
export const refusedBy = (occupant: RoomCard | undefined) => refusalOf('capacity', `${occupant?.name ?? ''}が割り当てられています。`)

/** Why a room cannot be taken at all; null when it can. */
export const whyNotPickUp = (room: RoomCard | undefined): Verdict['refusal'] => {
  if (room === undefined) return refusalOf('completed', '部屋がありません。')
  if (isDraggable(room)) return null
  return room.closed_at === null ? refusalOf('completed') : refusalOf('completed', closedRoomText)
}

/** The rooms that move when this one does: all of its stack or floor that can still be moved, itself first. */
export const unitOf = (draft: Draft, roomId: number, unit: ScheduleUnit): number[] => {
  const room = draft.rooms.get(roomId)
  if (room === undefined) return []
  return [roomId, ...unitPeersOf(room, [...draft.rooms.values()], unit).map(({ id }) => id)]
}

interface Judged {
  /** Rooms of a stack or floor stay on one date; others may run over into the days after. */
  together?: boolean
}

/**
 * What becomes of rooms that are let go at a place: the first one goes exactly there, the others into the free frames that follow on
 * that date, then those before, then (unless they stay together) on the working days after. Null is the tray.
 */
export const judge = (draft: Draft, roomIds: readonly number[], to: FramePlace | null, { together = false }: Judged = {}): Verdict => {
  const movable = roomIds.filter(id => whyNotPickUp(draft.rooms.get(id)) === null)
  const [lead, ...others] = movable
  if (lead === undefined) return refused('completed')
  if (to === null)
    return verdictOf(
      draft,
      movable.map(roomId => ({ roomId, to: null })),
    )
  const hard = hardReasonOf(to, placementFactsOf(draft.base, draft.plan))
  if (hard !== null) return refused(hard)
  const moving = new Set(movable)
  const isFree = (place: FramePlace) => isFreeFor(draft, moving, place)
  if (!isFree(to)) return { moves: [], refusal: refusedBy(occupantOf(draft, to)), soft: [] }
  const places = placesFrom(draft, to, together, others.length, isFree)
  if (places.length < others.length) {
    const room = places.length + 1
    return refused('capacity', `${movable.length}戸に対して空きは${room}枠です。（不足 ${movable.length - room} 枠）`)
  }
  return verdictOf(draft, [
    { roomId: lead, to },
    ...inReadingOrder(draft, others).map((roomId, at) => ({ roomId, to: places[at] ?? null })),
  ])
}

/** Where a card would land, and whether it can. */
export interface Landing {
  roomId: number
  to: FramePlace
  fits: boolean
}

/**
 * Where each of the rooms would land that are let go at a place: as `judge` has it, and where that refuses, in the frames in question of
 * that date, of which a card can take the free ones.
 */
export const landingsOf = (draft: Draft, roomIds: readonly number[], to: FramePlace, judged: Judged = {}): Landing[] => {
  const { moves, refusal } = judge(draft, roomIds, to, judged)
  if (refusal === null) return moves.flatMap(({ roomId, to: place }) => (place === null ? [] : [{ roomId, to: place, fits: true }]))
  const [lead, ...others] = roomIds.filter(id => whyNotPickUp(draft.rooms.get(id)) === null)
  if (lead === undefined) return []
  const moving = new Set([lead, ...others])
  const isFree = (place: FramePlace) => isFreeFor(draft, moving, place)
  const open = hardReasonOf(to, placementFactsOf(draft.base, draft.plan)) === null
  const places = [
    ...placesFrom(draft, to, true, others.length, isFree),
    ...placesFrom(draft, to, true, others.length, place => !isFree(place)),
  ]
  const inOrder = inReadingOrder(draft, others)
  return [{ roomId: lead, to }, ...inOrder.flatMap((roomId, at) => places.slice(at, at + 1).map(place => ({ roomId, to: place })))].map(
    landing => ({ ...landing, fits: open && isFree(landing.to) }),
  )
}

/** What becomes of rooms for which places were proposed: refused when one of them has been taken since, or is no place any more. */
export const judgeMoves = (draft: Draft, moves: readonly RoomMove[]): Verdict => {
  const moving = new Set(moves.map(({ roomId }) => roomId))
  const facts = placementFactsOf(draft.base, draft.plan)
  for (const { roomId, to } of moves) {
    const why = whyNotPickUp(draft.rooms.get(roomId))
    if (why !== null) return { moves: [], refusal: why, soft: [] }
    const hard = to === null ? null : hardReasonOf(to, facts)
    if (hard !== null) return refused(hard)
    if (to !== null && !isFreeFor(draft, moving, to)) return { moves: [], refusal: refusedBy(occupantOf(draft, to)), soft: [] }
  }
  return verdictOf(draft, moves)
}

/** A swap: what stood in the way goes where the moved rooms stood. */
export interface Swap {
  /** The rooms that are moved, and those that they change places with. */
  roomIds: readonly number[]
  withIds: readonly number[]
}

/**
 * The swap that a drop on a taken frame offers (D-42): of one room with the room that is there, of a stack or floor with the stack or
 * floor of that room. Null where nobody stands in the way or what is moved comes from the tray.
 */
export const swapAt = (draft: Draft, roomIds: readonly number[], to: FramePlace | null, unit: ScheduleUnit | null): Swap | null => {
  const occupant = to === null ? undefined : draft.plan.occupants.get(framePlaceKey(to))
  const movable = roomIds.filter(id => whyNotPickUp(draft.rooms.get(id)) === null)
  if (occupant === undefined || movable.length === 0 || movable.includes(occupant)) return null
  if (unit === null && movable.length > 1) return null
  if (movable.some(id => (draft.plan.places.get(id) ?? null) === null)) return null
  return { roomIds: movable, withIds: unit === null ? [occupant] : unitOf(draft, occupant, unit) }
}

/**
 * What becomes of both sides when they change places, each in its own reading order: as many rooms on either side, all of which can be
 * moved, and none to where it may not go.
 */
export const judgeSwap = (draft: Draft, { roomIds, withIds }: Swap): Verdict => {
  const fixed = withIds.find(id => whyNotPickUp(draft.rooms.get(id)) !== null)
  if (fixed !== undefined) {
    const room = draft.rooms.get(fixed)
    return noSwap(`${room?.name ?? ''}は移動できないため、入れ替えできません。`)
  }
  const inOrder = (ids: readonly number[]) =>
    ids
      .flatMap(roomId => {
        const place = draft.plan.places.get(roomId)
        return place ? [{ roomId, place }] : []
      })
      .toSorted((a, b) => comparePlaces(draft, a.place, b.place))
  const [these, those] = [inOrder(roomIds), inOrder(withIds)]
  if (these.length !== roomIds.length || these.length !== those.length)
    return noSwap(`戸数が違うため、入れ替えできません。（${these.length}戸と${those.length}戸）`)
  const moves = these.flatMap(({ roomId, place }, at) => {
    const other = those[at]
    return other === undefined
      ? []
      : [
          { roomId, to: other.place },
          { roomId: other.roomId, to: place },
        ]
  })
  const facts = placementFactsOf(draft.base, draft.plan)
  const hard = moves.map(({ to }) => hardReasonOf(to, facts)).find(reason => reason !== null)
  return hard === undefined ? verdictOf(draft, moves) : refused(hard)
}

const noSwap = (text: string): Verdict => ({ moves: [], refusal: { reason: 'capacity', text }, soft: [] })

const inReadingOrder = (draft: Draft, roomIds: readonly number[]) =>
  roomIds.toSorted((a, b) => comparePlaces(draft, draft.plan.places.get(a), draft.plan.places.get(b)))

const occupantOf = ({ plan, rooms }: Draft, place: FramePlace) => rooms.get(plan.occupants.get(framePlaceKey(place)) ?? 0)

/** Nobody is there, or somebody who leaves with the others. */
const isFreeFor = ({ plan }: Draft, moving: ReadonlySet<number>, place: FramePlace) => {
  const occupant = plan.occupants.get(framePlaceKey(place))
  return occupant === undefined || moving.has(occupant)
}

/** Free frames for the others, nearest in reading order first. */
const placesFrom = (
  draft: Draft,
  to: FramePlace,
  together: boolean,
  count: number,
  isFree: (place: FramePlace) => boolean,
): FramePlace[] => {
  if (count === 0) return []
  const { base, plan } = draft
  const frames = framesOf(base, plan, to.date)
  const start = frames.findIndex(place => framePlaceKey(place) === framePlaceKey(to))
  const places = [...frames.slice(start + 1), ...frames.slice(0, Math.max(0, start))].filter(isFree)
  for (const date of together ? [] : openDaysOf(base, plan, to.date)) {
    if (places.length >= count) break
    places.push(...framesOf(base, plan, date).filter(isFree))
  }
  return places.slice(0, count)
}

/** Those of them whose date is not fixed: a whole day goes without them. */
const unfixedOn = (draft: Draft, date: Day) => roomsOn(draft, date).filter(({ id }) => draft.rooms.get(id)?.wish?.pinned !== true)

/**
 * All rooms of a day that can be moved, and are not fixed, onto the next working days: each into the frame it has when that is free, else
 * into the first free one of the nearest day. Frames of a crew that cannot come are taken only when there are no others.
 */
export const dayToNextWorkingDay = (draft: Draft, date: Day): Verdict => {
  const { base, plan } = draft
  const rooms = unfixedOn(draft, date)
  if (rooms.length === 0) return { moves: [], refusal: null, soft: [] }
  const days = openDaysOf(base, plan, date)
  const places = days.map(day => framesOf(base, plan, day).filter(place => !plan.occupants.has(framePlaceKey(place))))
  const isWorked = (place: FramePlace) =>
    !isCrewAbsent(
      place,
      base.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id),
      base.crews,
    )
  // The days with a crew first; behind them, should they not do, the frames of those who cannot come.
  const free = [...places.map(day => day.filter(isWorked)), ...places.map(day => day.filter(place => !isWorked(place)))]
  const moves = rooms.flatMap(({ id, place }) => {
    const day = free.find(left => left.length > 0)
    if (day === undefined) return []
    const same = day.findIndex(
      each => each.construction_time_frame_id === place.construction_time_frame_id && each.frame_number === place.frame_number,
    )
    const sameFrame = day.findIndex(each => each.construction_time_frame_id === place.construction_time_frame_id)
    const [to] = day.splice(Math.max(0, same >= 0 ? same : sameFrame), 1)
    return to === undefined ? [] : [{ roomId: id, to }]
  })
  if (moves.length < rooms.length) return refused('capacity', `この日より後の空きが${rooms.length - moves.length}枠足りません。`)
  return verdictOf(draft, moves)
}

/** Every room from a day on, one working day later, each in the frame it has; what is fixed or done stays and is gone around. */
export const shiftFrom = (draft: Draft, date: Day): Verdict => {
  const { base, plan } = draft
  const days = openDaysOf(base, plan)
  const moving = days.filter(day => day >= date).flatMap(day => unfixedOn(draft, day))
  if (date < base.today || moving.length === 0) return { moves: [], refusal: null, soft: [] }
  const ids = new Set(moving.map(({ id }) => id))
  const occupied = new Set([...plan.occupants].filter(([, id]) => !ids.has(id)).map(([key]) => key))
  const moves: RoomMove[] = []
  const facts = placementFactsOf(base, plan)
  const isOpen = (place: FramePlace) => !occupied.has(framePlaceKey(place)) && hardReasonOf(place, facts) === null
  const frames = new Map(days.map(day => [day, framesOf(base, plan, day)]))
  for (const { id, place } of moving) {
    let to: FramePlace | undefined
    for (let at = days.indexOf(place.date) + 1; to === undefined && at < days.length; at += 1) {
      const day = days[at] ?? ''
      to = [{ ...place, date: day }].find(isOpen) ?? frames.get(day)?.find(isOpen)
    }
    if (to === undefined) return refused('capacity', '工期の終わりに空きが足りません。工期を延ばすか、予備枠を足してください。')
    occupied.add(framePlaceKey(to))
    moves.push({ roomId: id, to })
  }
  return verdictOf(draft, moves)
}

/** Rooms of a date that can be moved, in the order of their frames. */
export const roomsOn = (draft: Draft, date: Day): { id: number; place: FramePlace }[] =>
  [...draft.plan.places]
    .flatMap(([id, place]) => (place?.date === date && whyNotPickUp(draft.rooms.get(id)) === null ? [{ id, place }] : []))
    .toSorted((a, b) => comparePlaces(draft, a.place, b.place))

/** The soft reasons of rooms that stand elsewhere than in the saved schedule, as saving judges them: on the state after everything. */
export const softOf = (draft: Draft, moves: readonly RoomMove[], after: Plan): Verdict['soft'] => {
  const { base, rooms } = draft
  const judged = moves.flatMap(({ roomId, to }) => {
    const room = rooms.get(roomId)
    const from = savedPlaceOf(draft, roomId)
    return room === undefined || isSamePlace(from, to) ? [] : [{ room, from, to }]
  })
  return judgeSoftReasons(judged, [...rooms.values()], after.places, base).filter(({ reasons }) => reasons.length > 0)
}

/** Where the saved schedule has the room. */
const savedPlaceOf = ({ saved }: Draft, roomId: number): FramePlace | null => saved.places.get(roomId) ?? null

const verdictOf = (draft: Draft, moves: readonly RoomMove[]): Verdict => ({
  moves,
  refusal: null,
  soft: softOf(draft, moves, placed(draft.plan, moves)),
})

/** In the reading order of the sheet: dates, time frames by their start, frames; rooms of the tray last. */
const comparePlaces = ({ base }: Draft, a: FramePlace | null | undefined, b: FramePlace | null | undefined): number => {
  if (!a || !b) return Number(!a) - Number(!b)
  const order = timeFramesOf(base).map(({ id }) => id)
  return (
    compareDays(a.date, b.date) ||
    order.indexOf(a.construction_time_frame_id) - order.indexOf(b.construction_time_frame_id) ||
    a.frame_number - b.frame_number
  )
}
