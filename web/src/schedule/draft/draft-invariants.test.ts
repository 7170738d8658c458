import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { addDays } from '@toguchi/domain/calendar/day'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { hardReasonOf } from '@toguchi/domain/schedule/placement'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOffOf } from './day-off.ts'
import {
  changesOf,
  type Draft,
  moveRooms,
  rebase,
  redo,
  releaseSpareFrames,
  requestOf,
  startDraft,
  toggleHoliday,
  toggleSpareFrame,
  undo,
} from './draft.ts'
import { dayToNextWorkingDay, judge, shiftFrom, unitOf } from './moves.ts'
import { type Plan, placementFactsOf, stackOf } from './plan.ts'
import { roomCard } from '../../../test/room-card.ts'

const floors = 5
const stacks = 4
const days = 8
const timeFrames = [
  { id: 7, start_at: '09:00', end_at: '12:00', frame_number: 3 },
  { id: 8, start_at: '13:00', end_at: '17:00', frame_number: 2 },
]
const date = (at: number) => addDays('2026-12-01', at % days)
const room = (id: number, over: Partial<RoomCard> = {}) => {
  const [row, col] = [Math.ceil(id / stacks), ((id - 1) % stacks) + 1]
  const status = id % 7 === 0 ? 'completed' : 'waiting'
  return roomCard(id, { name: `${row}0${col}`, row, col, status, contact_channel: 'paper', reachable: [], ...over })
}

/** Twenty rooms of a small tower on eight days of five frames, the last room without a place; 12/1 is past, 12/4 for preparation. */
const schedule = (over: Partial<DetailSchedule> = {}): DetailSchedule => {
  const rooms = Array.from({ length: floors * stacks }, (_, at) => room(at + 1))
  const places = [1, 2, 4, 5].flatMap(at =>
    timeFrames.flatMap(frame =>
      Array.from({ length: frame.frame_number }, (_, index) => ({
        date: date(at),
        construction_time_frame_id: frame.id,
        frame_number: index + 1,
      })),
    ),
  )
  return {
    state: 'after-1',
    blocks: [{ position: 1, name: '', floor_start: 1 }],
    construction_time_frames: timeFrames.map(frame => ({ ...frame, maximum_frame_number: frame.frame_number, crew_frames: [] })),
    dates: Array.from({ length: days }, (_, at) => ({
      date: date(at),
      holiday: at === 6,
      preparation: at === 3,
      past: at === 0,
      name: null,
    })),
    assigns: rooms.slice(0, -1).flatMap((each, at) => {
      const place = places[at]
      return place === undefined ? [] : [{ id: 100 + each.id, ...place, is_spare_frame: false, room: each }]
    }),
    spare_frames: [],
    maximum_frame: { frame_numbers: {}, file_info: null },
    unassigned_rooms: rooms.slice(-1),
    detail_schedule_completed_at: null,
    lock_version: 1,
    today: date(1),
    time_per_unit: 60,
    schedule_change_end_on: null,
    crews: [],
    schedule_unit: 'stack',
    spare_percent: 10,
    undoable_batch: null,
    can_edit: true,
    can_override: true,
    option_preparation_days: 1,
    ...over,
  }
}

type Operation = (draft: Draft) => Draft
const small = (most: number) => fc.nat({ max: most })
const place = fc
  .tuple(small(days), fc.constantFrom(7, 8), small(5))
  .map(([at, construction_time_frame_id, frame]): FramePlace => ({ date: date(at), construction_time_frame_id, frame_number: frame + 1 }))
const roomId = small(floors * stacks - 1).map(at => at + 1)
const carried = (draft: Draft, verdict: ReturnType<typeof judge>) => (verdict.refusal === null ? moveRooms(draft, verdict, '理由') : draft)

/** Everything a person can do with a draft, one step each. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(roomId, fc.option(place)).map(
    ([id, to]): Operation =>
      draft =>
        carried(draft, judge(draft, [id], to)),
  ),
  fc.tuple(fc.uniqueArray(roomId, { minLength: 2, maxLength: 6 }), fc.option(place)).map(
    ([ids, to]): Operation =>
      draft =>
        carried(draft, judge(draft, ids, to)),
  ),
  fc.tuple(roomId, place, fc.constantFrom('stack' as const, 'floor' as const)).map(
    ([id, to, unit]): Operation =>
      draft =>
        carried(draft, judge(draft, unitOf(draft, id, unit), to, { together: true })),
  ),
  place.map(
    (to): Operation =>
      draft =>
        toggleSpareFrame(draft, to),
  ),
  small(days).map(
    (at): Operation =>
      draft =>
        releaseSpareFrames(draft, date(at), at % 2 === 0),
  ),
  small(days).map(
    (at): Operation =>
      draft =>
        carried(draft, dayToNextWorkingDay(draft, date(at))),
  ),
  small(days).map(
    (at): Operation =>
      draft =>
        carried(draft, shiftFrom(draft, date(at))),
  ),
  small(days).map(
    (at): Operation =>
      draft =>
        toggleHoliday(draft, date(at), draft.plan.holidays.has(date(at)) ? [] : dayOffOf(draft, date(at)).moves),
  ),
  fc.constant<Operation>(undo),
  fc.constant<Operation>(redo),
)

/** What holds of every plan, whatever was done. */
const holds = ({ base, rooms, plan }: Draft) => {
  expect(plan.places.size).toBe(rooms.size)
  const placed = [...plan.places].flatMap(([id, at]) => (at === null ? [] : [[framePlaceKey(at), id] as const]))
  // Nobody shares a frame, and both ways of looking agree.
  expect(new Map(placed).size).toBe(placed.length)
  expect(Object.fromEntries(plan.occupants)).toEqual(Object.fromEntries(placed))
  for (const [id, at] of plan.places) {
    const status = rooms.get(id)?.status
    // Whoever is done stays; whoever was moved stands where one may stand.
    const home = base.assigns.find(assign => assign.room.id === id)
    if (status === 'completed') expect(at).toEqual(home === undefined ? null : bareOf(home))
    else if (at !== null && framePlaceKey(at) !== (home === undefined ? '' : framePlaceKey(home)))
      expect([null, 'holiday', 'past']).toContain(hardReasonOf(at, placementFactsOf(base, plan)))
  }
  for (const spare of plan.spareFrames.values()) {
    const regular = timeFrames.find(({ id }) => id === spare.construction_time_frame_id)?.frame_number ?? 0
    const numbers = stackOf(plan, spare).map(({ frame_number }) => frame_number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => regular + at + 1))
  }
}
const bareOf = (assign: FramePlace): FramePlace => ({
  date: assign.date,
  construction_time_frame_id: assign.construction_time_frame_id,
  frame_number: assign.frame_number,
})
const after = (operations: readonly Operation[], from = startDraft(schedule())) =>
  operations.reduce((draft, operate) => operate(draft), from)

describe('whatever is done with a draft', () => {
  const many = fc.array(operation, { maxLength: 40 })

  it('no two rooms stand in a frame, nobody is lost, spare frames have no gap', () => {
    fc.assert(
      fc.property(many, operations => {
        let draft = startDraft(schedule())
        for (const operate of operations) {
          draft = operate(draft)
          holds(draft)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('undoing goes back through exactly the plans that were, and doing again forth', () => {
    fc.assert(
      fc.property(many, operations => {
        const plans: Plan[] = []
        let draft = after(operations)
        const last = draft.plan
        while (draft.past.length > 0) {
          plans.push(draft.plan)
          draft = undo(draft)
        }
        expect(changesOf(draft).count).toBe(0)
        expect(draft.plan).toEqual(startDraft(schedule()).plan)
        for (const plan of plans.toReversed()) {
          draft = redo(draft)
          expect(draft.plan).toBe(plan)
        }
        expect(draft.plan).toBe(last)
      }),
      { numRuns: 300 },
    )
  })

  it('the request names every room that stands elsewhere, once, and nothing else', () => {
    fc.assert(
      fc.property(many, operations => {
        const draft = after(operations)
        const { assigns_attributes, spare_frames_attributes, holidays_attributes } = requestOf(draft)
        expect(new Set(assigns_attributes.map(form => form.room_id)).size).toBe(assigns_attributes.length)
        expect(assigns_attributes.length + spare_frames_attributes.length + holidays_attributes.length).toBe(changesOf(draft).count)
      }),
      { numRuns: 300 },
    )
  })

  it('laid over what others saved, both are kept, and what cannot be is named', () => {
    fc.assert(
      fc.property(many, many, (mine, theirs) => {
        const saved = after(theirs)
        const fresh = savedAs(saved)
        const { draft, lost } = rebase(after(mine), fresh)
        holds(draft)
        const wanted = new Map(changesOf(after(mine)).moves.map(({ room: { id }, to }) => [id, to]))
        const named = new Set(lost.moves.map(({ room: { id } }) => id))
        for (const [id, to] of wanted) if (!named.has(id)) expect(draft.plan.places.get(id) ?? null).toEqual(to)
        // Spare frames and days off of mine are there too, released as I said, or named.
        const gone = new Set(lost.spareFrames.map(framePlaceKey))
        const { added, removed, released, daysOff, daysOn } = changesOf(after(mine))
        for (const spare of [...added, ...released])
          if (!gone.has(framePlaceKey(spare)) && draft.plan.spareFrames.has(framePlaceKey(spare)))
            expect(draft.plan.spareFrames.get(framePlaceKey(spare))?.released).toBe(spare.released)
        for (const spare of added) expect(draft.plan.spareFrames.has(framePlaceKey(spare)) || gone.has(framePlaceKey(spare))).toBe(true)
        for (const spare of removed) expect(draft.plan.spareFrames.has(framePlaceKey(spare)) && !gone.has(framePlaceKey(spare))).toBe(false)
        for (const day of daysOff) expect(draft.plan.holidays.has(day)).toBe(true)
        for (const day of daysOn) expect(draft.plan.holidays.has(day)).toBe(false)
        // Every step can still be gone back to, down to what they saved.
        let back = draft
        while (back.past.length > 0) {
          back = undo(back)
          holds(back)
        }
        expect(back.plan).toEqual(draft.saved)
        // Whom I did not touch stands where they put it.
        for (const [id, at] of saved.plan.places) if (!wanted.has(id)) expect(draft.plan.places.get(id)).toEqual(at)
      }),
      { numRuns: 300 },
    )
  })
})

/** The schedule as the server answers after a draft was saved. */
const savedAs = ({ base, rooms, plan }: Draft): DetailSchedule => ({
  ...base,
  lock_version: base.lock_version + 1,
  dates: base.dates.map(day => ({ ...day, holiday: plan.holidays.has(day.date) })),
  assigns: [...plan.places].flatMap(([id, at]) => {
    const card = rooms.get(id)
    return at === null || card === undefined ? [] : [{ id: 100 + id, ...at, is_spare_frame: false, room: card }]
  }),
  unassigned_rooms: [...plan.places].flatMap(([id, at]) => (at === null ? (rooms.get(id) ?? []) : [])),
  spare_frames: [...plan.spareFrames.values()].map((spare, at) => ({
    ...bareOf(spare),
    id: spare.id ?? 500 + at,
    released_at: spare.released ? '2026-11-01T00:00:00Z' : null,
  })),
})
