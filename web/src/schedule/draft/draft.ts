import { type FramePlace, framePlaceKey, isSamePlace, pickPlace } from '@toguchi/domain/schedule/place'
import type { Day } from '@toguchi/domain/calendar/day'
import type { AssignForm, DetailSchedule, HolidayForm, MoveChannel, RoomCard, SpareFrameForm } from '@toguchi/domain/schedule/contract'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import { hardReasonOf } from '@toguchi/domain/schedule/placement'
import { judge, refusalOf, refusedBy, type RoomMove, softOf, type Verdict, whyNotPickUp } from './moves.ts'
import { placed, placementFactsOf, type Plan, planOf, type PlannedSpareFrame, stackOf } from './plan.ts'

/** A state that plans are made on. */
export interface Origin {
  rooms: ReadonlyMap<number, RoomCard>
  /** The plan as it is saved. */
  saved: Plan
}

/** A plan that can be gone back to, and the state it was made on: that may be an older one by then. */
export interface Step {
  plan: Plan
  origin: Origin
}

/** What a person has changed and not saved (G-SCH-21): the state it began from, and every step since. */
export interface Draft extends Origin {
  base: DetailSchedule
  past: readonly Step[]
  plan: Plan
  future: readonly Step[]
}

export const startDraft = (base: DetailSchedule): Draft => {
  const saved = planOf(base)
  return { base, rooms: roomsById(base), saved, past: [], plan: saved, future: [] }
}

const roomsById = ({ assigns, unassigned_rooms }: DetailSchedule): Map<number, RoomCard> => {
  const rooms = new Map<number, RoomCard>()
  for (const { room } of assigns) rooms.set(room.id, room)
  for (const room of unassigned_rooms) rooms.set(room.id, room)
  return rooms
}

/** Puts rooms into their new places as one step; the reason is kept for those that needed one. */
export const moveRooms = (draft: Draft, { moves, soft }: Pick<Verdict, 'moves' | 'soft'>, reason?: string): Draft => {
  if (moves.every(({ roomId, to }) => isSamePlace(draft.plan.places.get(roomId) ?? null, to))) return draft
  const reasons = new Map(draft.plan.reasons)
  for (const { roomId } of moves) reasons.delete(roomId)
  if (reason !== undefined) for (const { room } of soft) reasons.set(room.id, reason)
  return step(draft, { ...placed(draft.plan, moves), reasons })
}

/** One room to a free frame or to the tray; a move that is not allowed leaves the draft as it is. */
export const moveRoom = (draft: Draft, roomId: number, to: FramePlace | null): Draft => moveRooms(draft, judge(draft, [roomId], to))

/** Why the last spare frame there cannot go, or none can be added (G-SCH-22); null when it can be toggled. */
export const whyNotToggle = ({ base, plan }: Draft, place: FramePlace): string | null => {
  const stack = stackOf(plan, place)
  const regular = regularOf(base, place)
  if (plan.spareFrames.has(framePlaceKey(place))) {
    const last = { ...place, frame_number: regular + stack.length }
    return plan.occupants.has(framePlaceKey(last)) ? '部屋が割り当てられているため削除できません。' : null
  }
  return stack.length >= maximumSpareFrames ? `予備枠は1つの時間枠に${maximumSpareFrames}枠までです。` : null
}

/**
 * Frame mode (G-SCH-22): on a spare frame removes the last one of its date and time frame, so that no gap is left;
 * beyond the frames adds the next one.
 */
export const toggleSpareFrame = (draft: Draft, place: FramePlace): Draft => {
  if (whyNotToggle(draft, place) !== null) return draft
  const { base, plan } = draft
  const removes = plan.spareFrames.has(framePlaceKey(place))
  const target = { ...pickPlace(place), frame_number: regularOf(base, place) + stackOf(plan, place).length + (removes ? 0 : 1) }
  if (!removes) return addSpareFrames(draft, [target])
  const spareFrames = new Map(plan.spareFrames)
  spareFrames.delete(framePlaceKey(target))
  return step(draft, { ...plan, spareFrames })
}

/** Several spare frames as one step; those that exist already stay as they are. */
const addSpareFrames = (draft: Draft, places: readonly FramePlace[]): Draft => {
  const spareFrames = new Map(draft.plan.spareFrames)
  for (const place of places) {
    const key = framePlaceKey(place)
    if (!spareFrames.has(key)) spareFrames.set(key, draft.saved.spareFrames.get(key) ?? { ...pickPlace(place), id: null, released: false })
  }
  return spareFrames.size === draft.plan.spareFrames.size ? draft : step(draft, { ...draft.plan, spareFrames })
}

/** Offers the spare frames of a date to residents, or takes them back (D-24). */
export const releaseSpareFrames = (draft: Draft, date: Day, released: boolean): Draft => {
  const spareFrames = new Map(
    [...draft.plan.spareFrames].map(([key, spare]) => [key, spare.date === date ? { ...spare, released } : spare] as const),
  )
  return step(draft, { ...draft.plan, spareFrames })
}

/** Makes a day a day off, or a working day again; rooms on it go where the moves say, all in one step. */
export const toggleHoliday = (draft: Draft, date: Day, moves: readonly RoomMove[] = []): Draft => {
  const holidays = new Set(draft.plan.holidays)
  if (!holidays.delete(date)) holidays.add(date)
  return step(draft, { ...placed(draft.plan, moves), holidays })
}

/**
 * Lays a whole proposal in as one step: rooms, and spare frames that it adds. Null when the schedule has changed since it was computed
 * so that it no longer fits: two rooms in a frame would be the end of one card.
 */
export const propose = (
  draft: Draft,
  moves: readonly RoomMove[],
  spareFrames: readonly FramePlace[],
  /** Why its rooms go there, where a soft reason is against it. */
  reason?: string,
): Draft | null => {
  const { plan } = addSpareFrames(draft, spareFrames)
  const moving = new Set(moves.map(({ roomId }) => roomId))
  const facts = placementFactsOf(draft.base, plan)
  const fits = moves.every(({ roomId, to }) => {
    if (isSamePlace(to, plan.places.get(roomId) ?? null)) return true
    const occupant = to === null ? undefined : plan.occupants.get(framePlaceKey(to))
    return (
      whyNotPickUp(draft.rooms.get(roomId)) === null &&
      (to === null || hardReasonOf(to, facts) === null) &&
      (occupant === undefined || moving.has(occupant))
    )
  })
  const reasons = reason === undefined ? plan.reasons : new Map([...plan.reasons, ...moves.map(({ roomId }) => [roomId, reason] as const)])
  return fits ? step(draft, { ...placed(plan, moves), reasons }) : null
}

/** The step before; those that came to nothing, because somebody else saved meanwhile, are passed over. */
export const undo = (draft: Draft): Draft => passOver(draft, stepBack)

export const redo = (draft: Draft): Draft => passOver(draft, stepForth)

/** Whether two states of a draft show the same. */
export const isSamePlan = (one: Plan, other: Plan): boolean =>
  one === other ||
  (hasSame(one.places, other.places, (from, to) => isSamePlace(from ?? null, to ?? null)) &&
    hasSame(one.spareFrames, other.spareFrames, (before, now) => before?.released === now?.released) &&
    one.holidays.size === other.holidays.size &&
    [...one.holidays].every(day => other.holidays.has(day)))

const hasSame = <Key, Value>(
  one: ReadonlyMap<Key, Value>,
  other: ReadonlyMap<Key, Value>,
  isSame: (one: Value, other: Value | undefined) => boolean,
): boolean => one.size === other.size && [...one].every(([key, value]) => other.has(key) && isSame(value, other.get(key)))

const passOver = (draft: Draft, walk: (draft: Draft) => Draft | null): Draft => {
  let at = draft
  for (let next = walk(at); next !== null; next = walk(at)) {
    at = next
    if (!isSamePlan(at.plan, draft.plan)) break
  }
  return at
}

const stepBack = (draft: Draft): Draft | null => {
  const last = draft.past.at(-1)
  return last === undefined
    ? null
    : { ...draft, past: draft.past.slice(0, -1), plan: planNow(draft, last), future: [stepOf(draft), ...draft.future] }
}

const stepForth = (draft: Draft): Draft | null => {
  const [next, ...future] = draft.future
  return next === undefined ? null : { ...draft, past: [...draft.past, stepOf(draft)], plan: planNow(draft, next), future }
}

const stepOf = ({ plan, rooms, saved }: Draft): Step => ({ plan, origin: { rooms, saved } })

/** The plan of a step; one that was made on an older state is laid over the present one, and only when it is asked for. */
const planNow = (draft: Draft, { plan, origin }: Step): Plan =>
  origin.saved === draft.saved ? plan : replayOnto(origin, plan, { ...draft, past: [], plan: draft.saved, future: [] }).plan

export interface Move {
  room: RoomCard
  from: FramePlace | null
  to: FramePlace | null
}

export interface Changes {
  moves: Move[]
  added: PlannedSpareFrame[]
  removed: PlannedSpareFrame[]
  /** Spare frames that exist and are released, or no longer. */
  released: PlannedSpareFrame[]
  /** Days that become days off, and those that are working days again. */
  daysOff: Day[]
  daysOn: Day[]
  /** Rooms, frames and days together. */
  count: number
}

/** What saving would change: saved state against the last, whatever happened between. */
export const changesOf = ({ rooms, saved, plan }: Pick<Draft, 'rooms' | 'saved' | 'plan'>): Changes => {
  const moves =
    saved.places === plan.places
      ? []
      : [...rooms.values()].flatMap(room => {
          const [from, to] = [saved.places.get(room.id) ?? null, plan.places.get(room.id) ?? null]
          return isSamePlace(from, to) ? [] : [{ room, from, to }]
        })
  const added = [...plan.spareFrames.values()].filter(spare => spare.id === null)
  const removed = [...saved.spareFrames].flatMap(([key, spare]) => (plan.spareFrames.has(key) ? [] : [spare]))
  const released = [...plan.spareFrames].flatMap(([key, spare]) =>
    spare.id !== null && saved.spareFrames.get(key)?.released !== spare.released ? [spare] : [],
  )
  const daysOff = [...plan.holidays].filter(day => !saved.holidays.has(day)).toSorted()
  const daysOn = [...saved.holidays].filter(day => !plan.holidays.has(day)).toSorted()
  const count = moves.length + added.length + removed.length + released.length + daysOff.length + daysOn.length
  return { moves, added, removed, released, daysOff, daysOn, count }
}

/** Moves that saving will ask a reason for, with the one that was given. */
export const softMovesOf = (draft: Draft): { room: RoomCard; reasons: Verdict['soft'][number]['reasons']; reason: string }[] => {
  const moves = changesOf(draft).moves.map(({ room, to }) => ({ roomId: room.id, to }))
  return softOf(draft, moves, draft.plan).map(({ room, reasons }) => ({ room, reasons, reason: draft.plan.reasons.get(room.id) ?? '' }))
}

/** What a person decides only when saving: how each room is told, and what is still missing of reasons. */
export interface Decisions {
  channels: ReadonlyMap<number, MoveChannel>
  reasons: ReadonlyMap<number, string>
  /** What becomes of the orders of rooms that ask for it. */
  orders: ReadonlyMap<number, OrderDecision>
}
const undecided: Decisions = { channels: new Map(), reasons: new Map(), orders: new Map() }

/** The body of the one PATCH that saves the draft. */
export const requestOf = (
  draft: Draft,
  decisions: Decisions = undecided,
): {
  lock_version: number
  assigns_attributes: AssignForm[]
  spare_frames_attributes: SpareFrameForm[]
  holidays_attributes: HolidayForm[]
} => {
  const { moves, added, removed, released, daysOff, daysOn } = changesOf(draft)
  const assignIds = new Map(draft.base.assigns.map(assign => [assign.room.id, assign.id]))
  const present = <T>(key: string, value: T | undefined) => (value === undefined || value === '' ? {} : { [key]: value })
  return {
    lock_version: draft.base.lock_version,
    assigns_attributes: moves.flatMap(({ room, from, to }) => {
      const place = to ?? from
      if (place === null) return []
      const reason = decisions.reasons.get(room.id) ?? draft.plan.reasons.get(room.id)
      return [
        {
          ...present('id', assignIds.get(room.id)),
          room_id: room.id,
          ...pickPlace(place),
          ...present('reason', reason),
          ...present('channel', decisions.channels.get(room.id)),
          ...present('order_decision', decisions.orders.get(room.id)),
          _destroy: to === null,
        },
      ]
    }),
    spare_frames_attributes: [
      ...added.map(spare => ({
        ...pickPlace(spare),
        ...(spare.released ? { released: true } : {}),
        _destroy: false,
      })),
      ...released.map(({ id, released: isReleased, ...place }) => ({
        ...(id === null ? {} : { id }),
        ...pickPlace(place),
        released: isReleased,
        _destroy: false,
      })),
      ...removed.map(spare => ({ ...(spare.id === null ? {} : { id: spare.id }), ...pickPlace(spare), _destroy: true })),
    ],
    holidays_attributes: [...daysOff.map(date => ({ date, _destroy: false })), ...daysOn.map(date => ({ date, _destroy: true }))],
  }
}

export interface LostMove extends Move {
  why: string
}

export interface Lost {
  moves: LostMove[]
  /** Spare frames that could be neither added nor removed any more. */
  spareFrames: FramePlace[]
}

/**
 * Lays the unsaved changes onto a newer state, after somebody else saved or a resident chose. Every step stays one that undoing goes
 * back to. What no longer fits is not dropped in silence: it comes back with its reason. A room that both have moved stays where the
 * newer state has it.
 */
export const rebase = (draft: Draft, fresh: DetailSchedule): { draft: Draft; lost: Lost } => {
  const start = startDraft(fresh)
  // Cards change far more often than places: an answer, a note. Then nothing has to be laid anywhere.
  const stands = fresh.lock_version === draft.base.lock_version && changesOf(draft).moves.every(({ room }) => mayMove(start, room.id))
  if (stands) return { draft: { ...draft, base: fresh, rooms: start.rooms }, lost: { moves: [], spareFrames: [] } }
  const { plan, lost } = replayOnto(draft, draft.plan, start)
  return { draft: { ...start, past: draft.past, plan, future: draft.future }, lost }
}

const mayMove = ({ rooms }: Draft, roomId: number): boolean => whyNotPickUp(rooms.get(roomId)) === null

/** A plan that was made on one state, laid over another. */
const replayOnto = (origin: Origin, plan: Plan, start: Draft): { plan: Plan; lost: Lost } => {
  const changes = changesOf({ ...origin, plan })
  const lost: Lost = { moves: [], spareFrames: [] }
  const baseline = layFrames(changes, { ...start, plan: { ...start.plan, reasons: plan.reasons } }, lost)
  const facts = placementFactsOf(start.base, baseline)
  const replayable = changes.moves.filter(move => {
    const theirs = start.saved.places.get(move.room.id)
    const refusal = whyNotPickUp(start.rooms.get(move.room.id))
    const both = theirs !== undefined && !isSamePlace(theirs, move.from) && !isSamePlace(theirs, move.to)
    const why = theirs === undefined ? '部屋がなくなりました。' : both ? 'ほかの人も動かしました。' : (refusal?.text ?? null)
    if (why !== null) lost.moves.push({ ...move, why })
    return why === null
  })
  // Rooms that move leave their frames first, so that two that changed places in turn do not stand in each other's way.
  const occupants = new Map(baseline.occupants)
  const leave = (place: FramePlace | null | undefined) => place && occupants.delete(framePlaceKey(place))
  for (const { room } of replayable) leave(baseline.places.get(room.id))
  const moves: RoomMove[] = []
  const put = (roomId: number, to: FramePlace | null) => {
    if (to !== null) occupants.set(framePlaceKey(to), roomId)
    moves.push({ roomId, to })
  }
  const unplaced: number[] = []
  for (const move of replayable) {
    const { room, to } = move
    const hard = to === null ? null : hardReasonOf(to, facts)
    const occupant = to === null ? undefined : occupants.get(framePlaceKey(to))
    if (hard === null && occupant === undefined) put(room.id, to)
    else {
      unplaced.push(room.id)
      lost.moves.push({ ...move, why: (hard === null ? refusedBy(start.rooms.get(occupant ?? 0)) : refusalOf(hard)).text })
    }
  }
  // What could not be moved goes back to where the newer state has it, or to the tray where that has been taken meanwhile.
  for (const roomId of unplaced) {
    const home = baseline.places.get(roomId) ?? null
    put(roomId, home !== null && !occupants.has(framePlaceKey(home)) ? home : null)
  }
  return { plan: placed(baseline, moves), lost }
}

/** The days off and spare frames of a plan, laid over another state; what cannot be is named. */
const layFrames = ({ added, removed, released, daysOff, daysOn }: Changes, start: Draft, lost: Lost): Plan => {
  let next = start
  for (const date of [...daysOff, ...daysOn]) if (next.plan.holidays.has(date) === daysOn.includes(date)) next = toggleHoliday(next, date)
  const gone = new Set(removed.map(framePlaceKey))
  for (const spare of [...added, ...removed.toSorted((a, b) => b.frame_number - a.frame_number)]) {
    const key = framePlaceKey(spare)
    const isDone = () => next.plan.spareFrames.has(key) !== gone.has(key)
    if (!isDone()) next = toggleSpareFrame(next, spare)
    if (!isDone()) lost.spareFrames.push(pickPlace(spare))
  }
  const spareFrames = new Map(next.plan.spareFrames)
  for (const spare of [...released, ...added]) {
    const before = spareFrames.get(framePlaceKey(spare))
    if (before !== undefined) spareFrames.set(framePlaceKey(spare), { ...before, released: spare.released })
  }
  return { ...next.plan, spareFrames }
}

const regularOf = (base: DetailSchedule, place: FramePlace): number =>
  base.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id)?.frame_number ?? 0

/** What shows nothing new is no step. */
const step = (draft: Draft, plan: Plan): Draft =>
  isSamePlan(draft.plan, plan) ? draft : { ...draft, past: [...draft.past.slice(-199), stepOf(draft)], plan, future: [] }
