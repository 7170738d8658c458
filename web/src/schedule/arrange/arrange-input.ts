import { type FramePlace, isSamePlace, pickPlace } from '@toguchi/domain/schedule/place'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { ArrangeInput, ArrangeRoom } from '@toguchi/domain/schedule/arrange/arrange-input'
import { timeFrameSlots } from '@toguchi/domain/schedule/arrange/slots'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { hardReasonOf, type ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { fillSpareFrames } from '@toguchi/domain/schedule/arrange/spare-frames'
import { isWeekend, spareStock, type SpareStockFacts } from '@toguchi/domain/schedule/spare-stock'
import type { Draft } from '../draft/draft.ts'
import type { RoomMove } from '../draft/moves.ts'
import { openDaysOf, placementFactsOf } from '../draft/plan.ts'

/** Why a room stays where it is: it has to, or because its date was agreed to. */
export type Stay = 'always' | 'confirmed'

/** What automatic arrangement needs to know of the draft that is seen, unsaved steps included. */
export interface ArrangeFacts extends Pick<ArrangeInput, 'days' | 'time_frames' | 'crews' | 'taken' | 'spare_frames'> {
  rooms: readonly (Omit<ArrangeRoom, 'fixed'> & { name: string; stay: Stay | null })[]
  /** The construction's own, to begin with. */
  unit: ScheduleUnit
  spare_percent: number
}

/** What a person chooses for one arrangement. */
export interface ArrangeChoices extends Pick<ArrangeInput, 'unit' | 'spare_percent' | 'weights' | 'order'> {
  /** Rooms whose date was agreed to stay. */
  keepConfirmed: boolean
}

/**
 * Rooms may go to the working days after today: nobody is sent to another day on the day itself. What is done is only in the way;
 * what was visited, or is visited today, is fixed by whom residents and crews have in mind, and a room in a spare frame was put there on
 * purpose. A place that no longer is one, because its day became a day off, holds nobody.
 */
export const arrangeFactsOf = ({ base, rooms, plan }: Draft): ArrangeFacts => {
  const facts = placementFactsOf(base, plan)
  const regular = new Map(base.construction_time_frames.map(({ id, frame_number }) => [id, frame_number]))
  const stayOf = (room: RoomCard, place: FramePlace | null): Stay | null => {
    if (place === null) return null
    const hard = hardReasonOf(place, facts)
    if (hard === 'past') return room.status === 'reschedule' ? null : 'always'
    if (hard !== null) return null
    const spare = place.frame_number > (regular.get(place.construction_time_frame_id) ?? 0)
    if (spare || place.date === base.today || room.wish?.pinned === true) return 'always'
    return room.construction_schedule_confirmed_at === null ? null : 'confirmed'
  }
  const cards = [...rooms.values()]
  return {
    rooms: cards.filter(isDraggable).map(room => {
      const previous = plan.places.get(room.id) ?? null
      const { id, name, block_position, row, col, high_priority, wish } = room
      return {
        id,
        name,
        block_position,
        row,
        col,
        high_priority,
        previous,
        stay: stayOf(room, previous),
        unavailable_dates: wish?.unavailable_dates ?? [],
        preferred_dates: wish?.preferred_dates ?? [],
      }
    }),
    days: openDaysOf(base, plan, base.today),
    time_frames: base.construction_time_frames.map(({ id, start_at, frame_number, crew_frames }) => ({
      id,
      start_at: start_at.slice(0, 5),
      frame_number,
      crew_frames,
    })),
    crews: base.crews.map(({ assigned_contractor_id, absent_dates }) => ({ assigned_contractor_id, absent_dates })),
    taken: cards.filter(room => !isDraggable(room)).flatMap(room => plan.places.get(room.id) ?? []),
    spare_frames: [...plan.spareFrames.values()].map(pickPlace),
    unit: base.schedule_unit,
    spare_percent: base.spare_percent,
  }
}

/** Facts and choices together: what the worker is given. */
export const arrangeInputOf = (facts: ArrangeFacts, { keepConfirmed, ...choices }: ArrangeChoices): ArrangeInput => ({
  ...facts,
  ...choices,
  rooms: facts.rooms.map(({ stay, name: _name, ...room }) => ({
    ...room,
    fixed: stay === 'always' || (stay === 'confirmed' && keepConfirmed),
  })),
})

/** How many rooms are to be laid into how many frames, before anything is computed. */
export const supplyOf = (input: ArrangeInput): { rooms: number; stay: number; frames: number; missing: number } => {
  const stay = input.rooms.filter(room => room.fixed).length
  const rooms = input.rooms.length - stay
  const frames = timeFrameSlots(input).reduce((sum, { capacity }) => sum + capacity, 0)
  return { rooms, stay, frames, missing: Math.max(0, rooms - frames) }
}

/** Only what the proposal changes: the moves of one step of the draft. */
export const movesOf = (facts: ArrangeFacts, places: readonly (FramePlace & { room_id: number })[]): RoomMove[] => {
  const before = new Map(facts.rooms.map(room => [room.id, room.previous]))
  return places.flatMap(({ room_id, ...place }) =>
    isSamePlace(before.get(room_id) ?? null, place) ? [] : [{ roomId: room_id, to: place }],
  )
}

/** What the meter of spare frames goes by: visits are rooms that are done and rooms that have to be visited again. */
export const spareStockFactsOf = ({ base, rooms, plan }: Draft): SpareStockFacts => {
  const cards = [...rooms.values()]
  const left = cards.filter(isDraggable)
  const reschedules = left.filter(({ status }) => status === 'reschedule').length
  return {
    days: openDaysOf(base, plan),
    spare_frames: [...plan.spareFrames.values()],
    places: [...plan.places.values()].filter(place => place !== null),
    rooms: left.length,
    visits: cards.length - left.length + reschedules,
    reschedules,
  }
}

/** How many spare frames fewer there are than absences to be expected; 0 when there are enough. */
export const spareFramesShort = (draft: Draft): number => {
  const { stock, needed } = spareStock(spareStockFactsOf(draft))
  return Math.max(0, needed - stock)
}

/** The spare frames that the meter misses, on the days after today: as many as are short, or the one on a weekend. */
export const missingSpareFrames = (draft: Draft): FramePlace[] => {
  const { stock, has_weekend } = spareStock(spareStockFactsOf(draft))
  const short = spareFramesShort(draft)
  if (short > 0) return fillSpareFrames(arrangeFactsOf(draft), short)
  if (stock === 0 || has_weekend) return []
  const facts = arrangeFactsOf(draft)
  return fillSpareFrames({ ...facts, days: facts.days.filter(isWeekend) }, 1)
}
