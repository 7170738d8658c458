import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { framePlaceKey, type FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { AssignForm, DetailSchedule, RoomCard, SpareFrameForm } from '@toguchi/domain/schedule/contract'
import { whyNoRoomHere } from '@toguchi/domain/schedule/placement'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'

/** A spare frame of the plan; without an id it is not saved yet. */
export interface PlannedSpareFrame extends FramePlace {
  id: number | null
}

/** Where every room stands and which spare frames there are: a value, never changed in place. */
export interface Plan {
  /** By room id; null is the tray. */
  places: ReadonlyMap<number, FramePlace | null>
  /** Room ids by place. */
  occupants: ReadonlyMap<string, number>
  spareFrames: ReadonlyMap<string, PlannedSpareFrame>
}

/** What a person has changed and not saved (G-SCH-21): the state it began from, and every step since. */
export interface Draft {
  base: DetailSchedule
  rooms: ReadonlyMap<number, RoomCard>
  past: readonly Plan[]
  plan: Plan
  future: readonly Plan[]
}

export const startDraft = (base: DetailSchedule): Draft => ({
  base,
  rooms: new Map([...base.assigns.map(({ room }) => room), ...base.unassigned_rooms].map(room => [room.id, room])),
  past: [],
  plan: planOf(base),
  future: [],
})

/** Why this room cannot go there now; null when it can. The tray (null) takes every room that may move. */
export const whyNotMove = ({ base, rooms, plan }: Draft, roomId: number, to: FramePlace | null): string | null => {
  const room = rooms.get(roomId)
  if (room === undefined) return '部屋がありません。'
  if (!isDraggable(room)) return room.closed_at === null ? '完了済みのため移動できません。' : closedRoomText
  if (to === null) return null
  const hard = whyNoRoomHere(to, { ...placementFactsOf(base), today: base.today, spare_frames: [...plan.spareFrames.values()] })
  if (hard !== null) return hard
  const occupant = plan.occupants.get(framePlaceKey(to))
  return occupant === undefined || occupant === roomId ? null : `${rooms.get(occupant)?.name ?? ''}が割り当てられています。`
}

/** One room to a free frame or to the tray; a move that is not allowed leaves the draft as it is. */
export const moveRoom = (draft: Draft, roomId: number, to: FramePlace | null): Draft => {
  if (whyNotMove(draft, roomId, to) !== null || samePlace(draft.plan.places.get(roomId) ?? null, to)) return draft
  return step(draft, placed(draft.plan, roomId, to))
}

/** Why the last spare frame there cannot go, or none can be added (G-SCH-22); null when it can be toggled. */
export const whyNotToggle = ({ base, plan }: Draft, place: FramePlace): string | null => {
  const stack = stackOf(plan, place)
  const regular = base.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id)?.frame_number ?? 0
  if (plan.spareFrames.has(framePlaceKey(place))) {
    const last = { ...place, frame_number: regular + stack.length }
    if (plan.occupants.has(framePlaceKey(last))) return '部屋が割り当てられているため削除できません。'
    // The server judges removals before moves.
    return base.assigns.some(assign => samePlace(assign, last)) ? '部屋の移動を保存してから削除してください。' : null
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
  const regular = base.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id)?.frame_number ?? 0
  const count = stackOf(plan, place).length
  const removes = plan.spareFrames.has(framePlaceKey(place))
  const target = { ...bare(place), frame_number: regular + count + (removes ? 0 : 1) }
  const spareFrames = new Map(plan.spareFrames)
  if (removes) spareFrames.delete(framePlaceKey(target))
  else {
    const known = base.spare_frames.find(spare => samePlace(spare, target))
    spareFrames.set(framePlaceKey(target), { ...target, id: known?.id ?? null })
  }
  return step(draft, { ...plan, spareFrames })
}

export const undo = (draft: Draft): Draft => {
  const last = draft.past.at(-1)
  return last === undefined ? draft : { ...draft, past: draft.past.slice(0, -1), plan: last, future: [draft.plan, ...draft.future] }
}

export const redo = (draft: Draft): Draft => {
  const [next, ...future] = draft.future
  return next === undefined ? draft : { ...draft, past: [...draft.past, draft.plan], plan: next, future }
}

export interface Move {
  room: RoomCard
  from: FramePlace | null
  to: FramePlace | null
}

export interface Changes {
  moves: Move[]
  added: FramePlace[]
  removed: PlannedSpareFrame[]
  /** Rooms and frames together. */
  count: number
}

/** What saving would change: first state against last, whatever happened between. */
export const changesOf = ({ base, rooms, plan }: Draft): Changes => {
  const before = planOf(base)
  const moves = [...rooms.values()].flatMap(room => {
    const [from, to] = [before.places.get(room.id) ?? null, plan.places.get(room.id) ?? null]
    return samePlace(from, to) ? [] : [{ room, from, to }]
  })
  const added = [...plan.spareFrames.values()].filter(spare => spare.id === null)
  const removed = [...before.spareFrames].flatMap(([key, spare]) => (plan.spareFrames.has(key) ? [] : [spare]))
  return { moves, added, removed, count: moves.length + added.length + removed.length }
}

/** The body of the one PATCH that saves the draft. */
export const requestOf = (
  draft: Draft,
): { lock_version: number; assigns_attributes: AssignForm[]; spare_frames_attributes: SpareFrameForm[] } => {
  const { moves, added, removed } = changesOf(draft)
  const assignIds = new Map(draft.base.assigns.map(assign => [assign.room.id, assign.id]))
  return {
    lock_version: draft.base.lock_version,
    assigns_attributes: moves.flatMap(({ room, from, to }) => {
      const place = to ?? from
      if (place === null) return []
      const id = assignIds.get(room.id)
      return [{ ...(id === undefined ? {} : { id }), room_id: room.id, ...bare(place), _destroy: to === null }]
    }),
    spare_frames_attributes: [
      ...added.map(spare => ({ ...bare(spare), _destroy: false })),
      ...removed.map(spare => ({ ...(spare.id === null ? {} : { id: spare.id }), ...bare(spare), _destroy: true })),
    ],
  }
}

export interface LostMove extends Move {
  why: string
}

/**
 * Lays the unsaved changes onto a newer state, after somebody else saved first. What no longer fits is not dropped in
 * silence: it comes back with its reason. All of it is one step.
 */
export const rebase = (draft: Draft, fresh: DetailSchedule): { draft: Draft; lost: LostMove[] } => {
  const { moves, added, removed } = changesOf(draft)
  let next = startDraft(fresh)
  const toggled = [...added, ...removed.toSorted((a, b) => b.frame_number - a.frame_number)]
  for (const spare of toggled) {
    const exists = next.plan.spareFrames.has(framePlaceKey(spare))
    if (exists === removed.some(each => samePlace(each, spare))) next = toggleSpareFrame(next, spare)
  }
  // Rooms that move leave their frames first, so that two that changed places in turn do not stand in each other's way.
  const wanted = moves.filter(({ room }) => next.rooms.has(room.id))
  const movable = wanted.filter(({ room }) => whyNotMove(next, room.id, null) === null)
  const cleared = movable.reduce((plan, { room }) => placed(plan, room.id, null), next.plan)
  const original = next.plan
  next = { ...next, plan: cleared }
  const lost: LostMove[] = moves.flatMap(move => {
    const why = whyNotMove(next, move.room.id, move.to)
    if (why !== null) return [{ ...move, why }]
    next = { ...next, plan: placed(next.plan, move.room.id, move.to) }
    return []
  })
  // What could not be moved goes back to where the newer state has it, or to the tray where that has been taken meanwhile.
  for (const { room } of lost) {
    const home = original.places.get(room.id) ?? null
    if (home !== null && !next.plan.occupants.has(framePlaceKey(home))) next = { ...next, plan: placed(next.plan, room.id, home) }
  }
  return { draft: { ...next, past: [planOf(fresh)], future: [] }, lost }
}

const samePlace = (a: FramePlace | null, b: FramePlace | null): boolean =>
  a === b || (a !== null && b !== null && framePlaceKey(a) === framePlaceKey(b))

const planOf = (base: DetailSchedule): Plan => ({
  places: new Map<number, FramePlace | null>([
    ...base.assigns.map(assign => [assign.room.id, bare(assign)] as const),
    ...base.unassigned_rooms.map(room => [room.id, null] as const),
  ]),
  occupants: new Map(base.assigns.map(assign => [framePlaceKey(assign), assign.room.id])),
  spareFrames: new Map(base.spare_frames.map(spare => [framePlaceKey(spare), { ...bare(spare), id: spare.id }])),
})

const step = (draft: Draft, plan: Plan): Draft => ({ ...draft, past: [...draft.past, draft.plan], plan, future: [] })

const placed = (plan: Plan, roomId: number, to: FramePlace | null): Plan => {
  const from = plan.places.get(roomId) ?? null
  const occupants = new Map(plan.occupants)
  if (from !== null && occupants.get(framePlaceKey(from)) === roomId) occupants.delete(framePlaceKey(from))
  if (to !== null) occupants.set(framePlaceKey(to), roomId)
  return { ...plan, occupants, places: new Map(plan.places).set(roomId, to === null ? null : bare(to)) }
}

const stackOf = (plan: Plan, place: FramePlace): PlannedSpareFrame[] =>
  [...plan.spareFrames.values()].filter(
    spare => spare.date === place.date && spare.construction_time_frame_id === place.construction_time_frame_id,
  )

const bare = ({ date, construction_time_frame_id, frame_number }: FramePlace): FramePlace => ({
  date,
  construction_time_frame_id,
  frame_number,
})

const placementFactsOf = ({ dates, construction_time_frames }: DetailSchedule) => ({
  privately_area_start_on: dates[0]?.date ?? null,
  privately_area_end_on: dates.at(-1)?.date ?? null,
  privately_area_holidays: dates.filter(({ holiday }) => holiday).map(({ date }) => date),
  preparation_days: dates.filter(({ preparation }) => preparation).map(({ date }) => date),
  construction_time_frames,
})
