import { addDays, eachDay, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperRoom, ScheduleOnPaper } from '../../schedule/schedule.ts'
import { type DrawnCell, framePages, badgesOf, roomPages, unassignedRooms } from './detail-schedule-pages.ts'

const start = '2026-12-01'

/** `count` rooms on floors of eight, one after the other into the working days; every tenth stays without a date. */
const schedule = (
  over: { days?: number; frames?: number[]; rooms?: number; spares?: number; off?: (day: string) => boolean } = {},
): ScheduleOnPaper => {
  const { days = 31, frames = [3, 2], rooms: count = 60, spares = 1, off = day => weekday(day) === 0 } = over
  const dates = eachDay(start, addDays(start, days - 1))
  const places = dates
    .filter(date => !off(date))
    .flatMap(date =>
      frames.flatMap((last, at) =>
        Array.from({ length: last }, (_, n) => ({ date, construction_time_frame_id: at + 1, frame_number: n + 1 })),
      ),
    )
  const rooms = Array.from({ length: count }, (_, at): PaperRoom => ({
    id: at + 1,
    name: `${100 * (Math.floor(at / 8) + 1) + (at % 8) + 1}`,
    floor: `${Math.floor(at / 8) + 1}階`,
    status: 'waiting',
    closed: false,
    confirmed: false,
    high_priority: false,
    visits: 0,
    resident_name: null,
    place: at % 10 === 9 ? null : (places[at] ?? null),
  }))
  return {
    edition: null,
    days: dates.map(date => ({ date, kind: off(date) ? 'holiday' : 'working', name: holidayName(date) })),
    time_frames: frames.map((frame_number, at) => ({
      id: at + 1,
      start_at: `${9 + at}:00`,
      end_at: `${10 + at}:00`,
      frame_number,
      crew_frames: [],
    })),
    crews: [],
    spare_frames: Array.from({ length: spares }, (_, at) => ({
      date: dates[0] ?? start,
      construction_time_frame_id: 1,
      frame_number: (frames[0] ?? 0) + at + 1,
    })),
    rooms,
  }
}
const drawnRooms = (cells: readonly DrawnCell[]) => cells.flatMap(cell => (cell.kind === 'room' ? [cell.name] : []))
const ofFrames = (plan: ScheduleOnPaper, paper: 'a3' | 'a4', names: boolean) =>
  framePages(plan, paper, names, start).flatMap(page => page.rows.flatMap(row => drawnRooms(row.cells)))

describe('framePages', () => {
  it('draws every room with a date exactly once, whatever the schedule', () => {
    fc.assert(
      fc.property(
        fc.record({
          days: fc.integer({ min: 1, max: 120 }),
          frames: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
          rooms: fc.integer({ min: 0, max: 300 }),
          spares: fc.integer({ min: 0, max: 20 }),
        }),
        fc.constantFrom('a3', 'a4'),
        fc.boolean(),
        (over, paper, names) => {
          const plan = schedule(over)
          const dated = plan.rooms.filter(room => room.place !== null).map(room => room.name)
          expect(ofFrames(plan, paper, names).toSorted()).toEqual(dated.toSorted())
          expect(
            roomPages(plan, paper, start)
              .flatMap(page => page.rows.map(row => row.name))
              .toSorted(),
          ).toEqual(dated.toSorted())
          expect(dated.length + unassignedRooms(plan).length).toBe(plan.rooms.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('keeps whole weeks on a page and every page within the height of its paper', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
        (days, frames) => {
          for (const [paper, body] of [
            ['a3', 222],
            ['a4', 148],
          ] as const)
            for (const page of framePages(schedule({ days, frames }), paper, false, start)) {
              expect(page.rows.length * page.row_height).toBeLessThanOrEqual(body)
              expect(page.days[0]?.weekday === '月' || page.days[0]?.text === '1').toBe(true)
              // One question for all rows: there are thousands of them.
              expect(page.rows.filter(row => row.cells.length !== page.days.length)).toEqual([])
            }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('breaks between time frames, repeats their heads and counts the day under its last row', () => {
    const pages = framePages(schedule({ days: 5, frames: [12, 12, 12], rooms: 20 }), 'a4', false, start)
    expect(pages.map(page => page.rows.map(row => row.time?.text ?? '').filter(text => text !== ''))).toEqual([
      ['9:00–10:00'],
      ['10:00–11:00'],
      ['11:00–12:00'],
    ])
    expect(pages.map(page => page.totals)).toEqual([null, null, ['18戸', '0戸', '0戸', '0戸', '0戸']])
  })

  it('draws a day off from top to bottom, unless a room was left there', () => {
    const plan = schedule({ days: 7, frames: [2], rooms: 3, off: day => day === '2026-12-02' })
    const column = (given: ScheduleOnPaper) => framePages(given, 'a3', false, start)[0]?.rows.map(row => row.cells[1])
    expect(column(plan)?.map(cell => cell?.kind)).toEqual(['off', 'covered', 'covered'])
    const left = {
      ...plan,
      rooms: plan.rooms.map((room, at) =>
        at === 2 ? { ...room, place: { date: '2026-12-02', construction_time_frame_id: 1, frame_number: 2 } } : room,
      ),
    }
    expect(column(left)?.map(cell => cell?.kind)).toEqual(['none', 'room', 'none'])
  })

  it('says whose frames they are, that a crew is away, and which frames are spare', () => {
    const plan = schedule({ days: 2, frames: [2], rooms: 0, spares: 1 })
    const crews = [
      { assigned_contractor_id: 7, name: '一班', absent_dates: [] },
      { assigned_contractor_id: 8, name: '二班', absent_dates: ['2026-12-02'] },
    ]
    const time_frames = plan.time_frames.map(frame => ({
      ...frame,
      crew_frames: [7, 8].map(assigned_contractor_id => ({ assigned_contractor_id, frame_count: 1 })),
    }))
    const [page] = framePages({ ...plan, crews, time_frames }, 'a3', false, start)
    expect(page?.rows.map(row => [row.crew?.text, row.number, ...row.cells.map(cell => cell.kind)])).toEqual([
      ['一班', '1', 'free', 'free'],
      ['二班', '2', 'free', 'absent'],
      ['予備枠', '3', 'spare', 'none'],
    ])
  })
})

describe('badgesOf', () => {
  const room = schedule({ rooms: 1 }).rooms[0]
  it.each([
    [{ confirmed: true }, ['confirmed']],
    [{ confirmed: true, status: 'completed' as const }, ['completed']],
    [{ confirmed: true, closed: true }, ['closed']],
    [{ confirmed: true, high_priority: true, status: 'reschedule' as const }, ['priority', 'reschedule']],
    [{ confirmed: true, visits: 1 }, ['revisit', 'confirmed']],
    [{ visits: 1, status: 'reschedule' as const }, ['reschedule']],
    [{}, []],
  ])('%j', (over, marks) => {
    if (!room) throw new Error('no room')
    expect(badgesOf({ ...room, ...over })).toEqual(marks)
  })
})
