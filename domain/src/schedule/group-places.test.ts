import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '../calendar/day.ts'
import { type GroupedRoom, type GroupFacts, type GroupProposal, proposeForGroup } from './group-places.ts'
import { type FramePlace, framePlaceKey } from './place.ts'
import { hardReasonOf } from './placement.ts'

const at = (day: number, frame_number: number, construction_time_frame_id = 1): FramePlace => ({
  date: addDays('2026-12-01', day - 1),
  construction_time_frame_id,
  frame_number,
})

/** Two frames in the morning (id 1) and one in the afternoon (id 2, named first) on 12/1–12/10; today is the 2nd, the 6th is off. */
const facts = (over: Partial<GroupFacts> = {}): GroupFacts => ({
  today: '2026-12-02',
  privately_area_start_on: '2026-12-01',
  privately_area_end_on: '2026-12-10',
  privately_area_holidays: ['2026-12-06'],
  preparation_days: ['2026-12-08'],
  construction_time_frames: [
    { id: 2, start_at: '13:00', frame_number: 1, crew_frames: [] },
    { id: 1, start_at: '09:00', frame_number: 2, crew_frames: [] },
  ],
  crews: [],
  spare_frames: [],
  taken: [],
  ...over,
})
const frames = [
  [1, 1],
  [2, 1],
  [1, 2],
] as const
const fullDays = (...days: readonly number[]) => days.flatMap(day => frames.map(([frame, timeFrame]) => at(day, frame, timeFrame)))
/** A stack of three on the morning and afternoon of the 3rd, the second and third named before the first. */
const stack: readonly GroupedRoom[] = [
  { id: 302, place: at(3, 2) },
  { id: 102, place: at(3, 1, 2) },
  { id: 402, place: at(3, 1) },
]
const told = ({ moves }: GroupProposal) =>
  moves.map(({ roomId, to }) => `${roomId}→${Number(to.date.slice(8))}/${to.construction_time_frame_id}-${to.frame_number}`).join(' ')
const proposals = (wanted: FramePlace, over: Partial<GroupFacts> = {}, rooms = stack, most?: number) =>
  proposeForGroup(rooms, wanted, facts(over), most).map(told)

describe('where a stack could go instead', () => {
  it('names the nearest days that take all of it, the earlier of two, in its order, and not the day it stands on', () => {
    expect(proposals(at(6, 1))).toEqual(['402→5/1-1 302→5/1-2 102→5/2-1', '402→7/1-1 302→7/1-2 102→7/2-1', '402→4/1-1 302→4/1-2 102→4/2-1'])
    expect(proposals(at(4, 1), { taken: [at(4, 1)] }, stack, 1)).toEqual(['402→5/1-1 302→5/1-2 102→5/2-1'])
  })

  test.each([
    ['a day off', at(6, 1)],
    ['a day of preparation', at(8, 1)],
    ['before the works', at(-3, 1)],
    ['after the works', at(20, 1)],
    ['a day that has passed', at(1, 1)],
  ])('looks from %s, and offers only days from today on with work', (_what, wanted) => {
    const days = new Set(proposeForGroup(stack, wanted, facts(), 99).map(({ moves }) => moves[0]?.to.date))
    expect(days).toEqual(new Set(['02', '04', '05', '07', '09', '10'].map(day => `2026-12-${day}`)))
  })

  it('takes the day one meant itself where only the frame was taken, from the wanted time on as far as it reaches', () => {
    const spare_frames = [at(5, 3), at(5, 4)]
    const pair = stack.slice(0, 2)
    expect(proposals(at(5, 2), { spare_frames, taken: [at(5, 2)] }, pair, 1)).toEqual(['302→5/1-3 102→5/1-4'])
    expect(proposals(at(5, 1, 2), { spare_frames, taken: [at(5, 1, 2)] }, pair, 1)).toEqual(['302→5/1-3 102→5/1-4'])
    // On the day where it stands only because that day was meant.
    expect(proposals(at(3, 1), {}, pair, 1)).toEqual(['302→3/1-1 102→3/1-2'])
  })

  it('without such a day splits it over the fewest days, of those the nearest, and keeps its order over them', () => {
    const taken = [...fullDays(2, 5, 7), at(4, 1), at(9, 2), at(10, 1), at(10, 2)]
    // Its own day would take it, and is where it stands: not offered.
    expect(proposals(at(7, 1), { taken })).toEqual(['402→4/1-2 302→4/2-1 102→9/1-1'])
  })

  it('leaves out frames of a crew that cannot come, and with nothing free offers nothing', () => {
    const crews = [{ assigned_contractor_id: 5, name: '一班', absent_dates: ['2026-12-05'] }]
    expect(proposals(at(6, 1), { crews }, stack, 1)).toEqual(['402→7/1-1 302→7/1-2 102→7/2-1'])
    expect(
      proposals(at(6, 1), { taken: fullDays(2, 3, 4, 5, 7, 9, 10) }, [
        { id: 1, place: null },
        { id: 2, place: null },
      ]),
    ).toEqual([])
  })

  it('puts rooms of the tray behind those with a place', () => {
    const rooms = [{ id: 102, place: null }, ...stack.slice(2)]
    expect(proposals(at(9, 1), { taken: [at(9, 1)] }, rooms, 1)).toEqual(['402→9/1-2 102→9/2-1'])
  })
})

const place = fc
  .tuple(fc.integer({ min: -2, max: 13 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom(1, 2))
  .map(([day, frame, timeFrame]) => at(day, frame, timeFrame))
const within = fc
  .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 2 }), fc.constantFrom(1, 2))
  .map(([day, frame, timeFrame]) => at(day, frame, timeFrame))
const day = fc.integer({ min: 1, max: 10 }).map(number => at(number, 1).date)
const unique = { selector: framePlaceKey }

describe('whatever stands in the way', () => {
  it('nobody shares a frame or stands where a single card could not; all are moved, once and in their order; whole days come nearest first', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(within, { ...unique, maxLength: 12 }),
        fc.uniqueArray(within, { ...unique, minLength: 1, maxLength: 5 }),
        fc.nat({ max: 2 }),
        place,
        fc.array(day, { maxLength: 3 }),
        fc.array(day, { maxLength: 3 }),
        (around, own, unplaced, wanted, privately_area_holidays, absent_dates) => {
          const ownKeys = new Set(own.map(framePlaceKey))
          const others = around.filter(each => !ownKeys.has(framePlaceKey(each)))
          const rooms: GroupedRoom[] = [
            ...own.map((each, index) => ({ id: index + 1, place: each })),
            ...Array.from({ length: unplaced }, (_, index) => ({ id: 100 + index, place: null })),
          ]
          const crews = [{ assigned_contractor_id: 5, name: '一班', absent_dates }]
          const all = facts({ taken: [...others, ...own], privately_area_holidays, crews })
          const offered = proposeForGroup(rooms, wanted, all)
          const far = (proposal: GroupProposal) => Math.abs(Date.parse(proposal.moves[0]?.to.date ?? '') - Date.parse(wanted.date))
          expect(offered.every(({ whole }) => whole) || offered.length === 1).toBe(true)
          expect(offered.map(far)).toEqual(offered.map(far).toSorted((a, b) => a - b))
          for (const { whole, moves } of offered) {
            expect(new Set(moves.map(({ roomId }) => roomId))).toEqual(new Set(rooms.map(({ id }) => id)))
            expect(moves).toHaveLength(rooms.length)
            expect(new Set(moves.map(({ to }) => framePlaceKey(to))).size).toBe(rooms.length)
            for (const { to } of moves) {
              expect(hardReasonOf(to, all)).toBeNull()
              expect(others.map(framePlaceKey)).not.toContain(framePlaceKey(to))
              expect(absent_dates).not.toContain(to.date)
            }
            const keys = moves.map(({ to }) => `${to.date}${to.construction_time_frame_id}${to.frame_number}`)
            expect(keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key)).toBe(true)
            expect(new Set(moves.map(({ to }) => to.date)).size === 1).toBe(whole)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
