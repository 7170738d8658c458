import { describe, expect, it } from 'vitest'
import { isSameTime, softReasonsOf, type SoftFacts } from './placement.ts'

const place = { date: '2026-12-04', construction_time_frame_id: 1, frame_number: 1 }

describe('isSameTime', () => {
  it('is about the date and the time frame, whichever frame of it', () => {
    expect(isSameTime(place, { ...place, frame_number: 3 })).toBe(true)
    expect(isSameTime(place, { ...place, construction_time_frame_id: 2 })).toBe(false)
    expect(isSameTime(place, { ...place, date: '2026-12-05' })).toBe(false)
  })

  it('takes the tray for a time that is not decided', () => {
    expect(isSameTime(null, null)).toBe(true)
    expect(isSameTime(place, null)).toBe(false)
    expect(isSameTime(null, place)).toBe(false)
  })
})

describe('softReasonsOf', () => {
  const facts: SoftFacts = {
    today: '2026-11-21',
    schedule_change_end_on: '2026-11-20',
    schedule_unit: 'room',
    crews: [],
    construction_time_frames: [{ id: 1, crew_frames: [] }],
  }
  const room = { id: 1, block_position: 1, row: 1, col: 1, construction_schedule_confirmed_at: '2026-11-19T00:00:00Z' }

  it('finds a time that was agreed to, wherever the room goes', () => {
    expect(softReasonsOf(room, { from: place, to: { ...place, date: '2026-12-05' } }, [], facts)).toEqual(['confirmed'])
    expect(softReasonsOf(room, { from: place, to: null }, [], facts)).toEqual(['confirmed'])
  })

  it('finds nothing in another frame of the agreed time', () => {
    expect(softReasonsOf(room, { from: place, to: { ...place, frame_number: 2 } }, [], facts)).toEqual([])
  })
})
