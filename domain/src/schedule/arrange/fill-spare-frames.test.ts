import { expect, it } from 'vitest'
import { weekday } from '../../calendar/day.ts'
import { fillSpareFrames } from './spare-frames.ts'

const frame = (id: number, start_at: string) => ({ id, start_at, frame_number: 2, crew_frames: [] })
/** Two weeks from a Monday on, Sundays off. */
const days = ['07', '08', '09', '10', '11', '12', '14', '15', '16', '17', '18', '19'].map(day => `2026-12-${day}`)
const input = { days, time_frames: [frame(8, '13:00'), frame(7, '09:00')], crews: [], spare_frames: [] }

it('takes the weeks in turn, and their Saturdays first', () => {
  expect(fillSpareFrames(input, 4)).toEqual([
    { date: '2026-12-12', construction_time_frame_id: 7, frame_number: 3 },
    { date: '2026-12-19', construction_time_frame_id: 7, frame_number: 3 },
    { date: '2026-12-07', construction_time_frame_id: 7, frame_number: 3 },
    { date: '2026-12-14', construction_time_frame_id: 7, frame_number: 3 },
  ])
})

it('counts the ones there are: a Saturday with one needs no second before the other days have theirs', () => {
  const spare_frames = [{ date: '2026-12-12', construction_time_frame_id: 8, frame_number: 3 }]
  const added = fillSpareFrames({ ...input, spare_frames }, 2)
  expect(added.map(({ date }) => [date, weekday(date)])).toEqual([
    ['2026-12-07', 1],
    ['2026-12-19', 6],
  ])
})

it('ends where every time frame is full, and puts none on a day without a crew', () => {
  const oneDay = { ...input, days: ['2026-12-07'] }
  expect(fillSpareFrames(oneDay, 100)).toHaveLength(40)
  expect(fillSpareFrames({ ...oneDay, crews: [{ assigned_contractor_id: 1, absent_dates: ['2026-12-07'] }] }, 3)).toEqual([])
  expect(fillSpareFrames({ ...input, days: [] }, 3)).toEqual([])
})
