import { arrange } from '@toguchi/domain/schedule/arrange/arrange'
import type { DetailSchedule, RoomCard, Wish } from '@toguchi/domain/schedule/contract'
import { hardReasonOf } from '@toguchi/domain/schedule/placement'
import { describe, expect, it } from 'vitest'
import { changesOf, moveRooms, propose, startDraft, toggleHoliday, undo } from '../draft/draft.ts'
import { judge } from '../draft/moves.ts'
import { placementFactsOf } from '../draft/plan.ts'
import { arrangeFactsOf, arrangeInputOf, movesOf, spareStockFactsOf, supplyOf } from './arrange-input.ts'
import { roomCard as room } from '../../../test/room-card.ts'

const wish = (over: Partial<Wish> = {}): Wish => ({ unavailable_dates: [], preferred_dates: [], pinned: false, note: null, ...over })
const at = (date: string, frame_number: number) => ({ date: `2026-12-${date}`, construction_time_frame_id: 7, frame_number })
const day = (date: string, over: Partial<DetailSchedule['dates'][number]> = {}) => ({
  date: `2026-12-${date}`,
  holiday: false,
  preparation: false,
  past: false,
  name: null,
  ...over,
})
const assign = (card: RoomCard, place: ReturnType<typeof at>) => ({
  id: 10 + card.id,
  ...place,
  is_spare_frame: place.frame_number > 2,
  room: card,
})

/** Today is Thursday 12/3, the day off Sunday 12/6; two frames a day and a spare one on Friday. */
const schedule = (assigns: DetailSchedule['assigns'], over: Partial<DetailSchedule> = {}): DetailSchedule => ({
  state: 'after-1',
  blocks: [{ position: 1, name: '', floor_start: 1 }],
  construction_time_frames: [
    { id: 7, start_at: '09:00:00', end_at: '12:00:00', frame_number: 2, maximum_frame_number: 3, crew_frames: [] },
  ],
  dates: [day('02', { past: true }), day('03'), day('04'), day('05'), day('06', { holiday: true }), day('07')],
  assigns,
  spare_frames: [{ id: 1, ...at('04', 3), released_at: null }],
  maximum_frame: { frame_numbers: {}, file_info: null },
  unassigned_rooms: [],
  detail_schedule_completed_at: null,
  lock_version: 5,
  today: '2026-12-03',
  time_per_unit: 60,
  schedule_change_end_on: null,
  crews: [{ assigned_contractor_id: 3, contractor_id: 30, name: '第一設備', absent_dates: ['2026-12-05'] }],
  schedule_unit: 'room',
  spare_percent: 10,
  undoable_batch: null,
  can_edit: true,
  can_override: true,
  option_preparation_days: 1,
  ...over,
})
const choices = {
  unit: 'room',
  spare_percent: 10,
  keepConfirmed: true,
  weights: { wishes: 'strong', previous: 'medium', walking: 'medium' },
  order: { top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 },
} as const
const solveMip = () => Promise.reject(new Error('rooms need no solver'))

describe('arrangeFactsOf', () => {
  const confirmed = { construction_schedule_confirmed_at: '2026-12-01T00:00:00.000Z' }
  it.each<[string, RoomCard, ReturnType<typeof at> | null, unknown]>([
    ['a room may move', room(1), at('04', 1), null],
    ['one whose date was agreed to, if it is to', room(1, confirmed), at('04', 1), 'confirmed'],
    ['one that is fixed', room(1, { wish: wish({ pinned: true }) }), at('04', 1), 'always'],
    ['one in a spare frame', room(1), at('04', 3), 'always'],
    ['one that is visited today', room(1), at('03', 1), 'always'],
    ['one that was visited', room(1), at('02', 1), 'always'],
    ['one that was visited in vain', room(1, { status: 'reschedule', ...confirmed }), at('02', 1), null],
    ['one on a day off', room(1, { wish: wish({ pinned: true }), ...confirmed }), at('06', 1), null],
    ['one in a frame that is gone', room(1, confirmed), at('05', 3), null],
    ['one without a place', room(1, { wish: wish({ pinned: true }) }), null, null],
  ])('%s', (_name, card, place, stay) => {
    const base = place === null ? schedule([], { unassigned_rooms: [card] }) : schedule([assign(card, place)])
    expect(arrangeFactsOf(startDraft(base)).rooms).toEqual([expect.objectContaining({ id: 1, name: '101', previous: place, stay })])
  })

  it('what is done is only in the way', () => {
    const done = schedule([
      assign(room(1, { status: 'completed' }), at('04', 1)),
      assign(room(2, { closed_at: '2026-12-03T00:00:00Z' }), at('02', 1)),
    ])
    expect(arrangeFactsOf(startDraft(done))).toMatchObject({ rooms: [], taken: [at('04', 1), at('02', 1)] })
  })

  it('goes by the draft: moves and days off that are not saved', () => {
    const base = schedule([assign(room(1), at('04', 1)), assign(room(2), at('05', 1))])
    const draft = toggleHoliday(moveRooms(startDraft(base), { moves: [{ roomId: 1, to: at('07', 2) }], soft: [] }), '2026-12-05')
    const facts = arrangeFactsOf(draft)
    expect(facts.rooms.map(({ previous, stay }) => [previous, stay])).toEqual([
      [at('07', 2), null],
      [at('05', 1), null],
    ])
    expect(facts.days).toEqual(['2026-12-04', '2026-12-07'])
  })

  it('takes the rest as the schedule has it', () => {
    const card = room(1, { wish: wish({ unavailable_dates: ['2026-12-04'], preferred_dates: ['2026-12-07'] }) })
    expect(arrangeFactsOf(startDraft(schedule([assign(card, at('04', 1))])))).toMatchObject({
      rooms: [{ unavailable_dates: ['2026-12-04'], preferred_dates: ['2026-12-07'] }],
      days: ['2026-12-04', '2026-12-05', '2026-12-07'],
      time_frames: [{ id: 7, start_at: '09:00', frame_number: 2, crew_frames: [] }],
      crews: [{ assigned_contractor_id: 3, absent_dates: ['2026-12-05'] }],
      spare_frames: [at('04', 3)],
      unit: 'room',
      spare_percent: 10,
    })
  })
})

describe('arrangeInputOf', () => {
  const confirmed = room(1, { construction_schedule_confirmed_at: '2026-12-01T00:00:00Z' })
  const facts = arrangeFactsOf(
    startDraft(schedule([assign(confirmed, at('04', 1)), assign(room(2), at('03', 1)), assign(room(3), at('04', 2))])),
  )

  it('fixes agreed dates when they are to be kept', () => {
    const fixed = (keepConfirmed: boolean) => arrangeInputOf(facts, { ...choices, keepConfirmed }).rooms.map(each => each.fixed)
    expect(fixed(true)).toEqual([true, true, false])
    expect(fixed(false)).toEqual([false, true, false])
  })

  it('counts frames as the arrangement does', () => {
    // Friday has one frame left, Monday two; on Saturday the only crew is away.
    expect(supplyOf(arrangeInputOf(facts, choices))).toEqual({ rooms: 1, stay: 2, frames: 3, missing: 0 })
    const short = { ...facts, days: ['2026-12-05'] }
    expect(supplyOf(arrangeInputOf(short, choices))).toEqual({ rooms: 1, stay: 2, frames: 0, missing: 1 })
  })
})

describe('a proposal', () => {
  const cards = [
    room(1, { wish: wish({ unavailable_dates: ['2026-12-04'] }) }),
    room(2, { construction_schedule_confirmed_at: '2026-12-01T00:00:00Z' }),
    room(3, { status: 'completed' }),
  ]
  const base = schedule([assign(cards[0]!, at('04', 1)), assign(cards[1]!, at('04', 2)), assign(cards[2]!, at('03', 1))], {
    unassigned_rooms: [room(4)],
  })

  it('is one step of the draft that holds every hard rule, and can be undone', async () => {
    const draft = startDraft(base)
    const facts = arrangeFactsOf(draft)
    const proposal = await arrange(arrangeInputOf(facts, { ...choices, spare_percent: 50 }), { solveMip })
    if (proposal.places === null) throw new Error('frames are missing')
    const moves = movesOf(facts, proposal.places)
    expect(moves).toEqual([
      { roomId: 1, to: at('07', 1) },
      { roomId: 4, to: at('04', 1) },
    ])
    const taken = propose(draft, moves, proposal.spare_frames)
    if (taken === null) throw new Error('the proposal does not fit')
    expect(changesOf(taken)).toMatchObject({ added: [at('07', 3)] })
    for (const { to } of changesOf(taken).moves) expect(to && hardReasonOf(to, placementFactsOf(base, taken.plan))).toBe(null)
    expect(changesOf(undo(taken)).count).toBe(0)
  })

  it('is refused when somebody took a frame of it while it was computed', async () => {
    const draft = startDraft(base)
    const moves = [{ roomId: 4, to: at('07', 1) }]
    expect(propose(draft, moves, [])).not.toBe(null)
    expect(propose(moveRooms(draft, judge(draft, [2], at('07', 1))), moves, [])).toBe(null)
  })
})

describe('spareStockFactsOf', () => {
  it('counts what is left, what is done and what has to be visited again', () => {
    const cards = [room(1), room(2, { status: 'completed' }), room(3, { status: 'reschedule' })]
    const draft = startDraft(schedule(cards.map((card, index) => assign(card, at('04', index + 1)))))
    expect(spareStockFactsOf(draft)).toMatchObject({
      days: ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-07'],
      spare_frames: [at('04', 3)],
      places: [at('04', 1), at('04', 2), at('04', 3)],
      rooms: 2,
      visits: 2,
      reschedules: 1,
    })
  })
})
