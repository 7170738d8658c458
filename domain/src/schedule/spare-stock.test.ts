import { describe, expect, test } from 'vitest'
import { freeSpareFrames, isWeekend, spareStock, type SpareStockFacts } from './spare-stock.ts'

const spare = (date: string, frame_number = 5) => ({ date, construction_time_frame_id: 1, frame_number })
const facts: SpareStockFacts = {
  days: ['2026-12-04', '2026-12-05', '2026-12-07'],
  spare_frames: [spare('2026-12-04'), spare('2026-12-04', 6), spare('2026-12-05'), spare('2026-12-01'), spare('2026-12-06')],
  places: [spare('2026-12-04'), spare('2026-12-07', 1)],
  rooms: 20,
  visits: 0,
  reschedules: 0,
}

describe('spareStock', () => {
  test('counts the free ones on days that are left', () => {
    expect(freeSpareFrames(facts.spare_frames, facts.days, facts.places)).toEqual([spare('2026-12-04', 6), spare('2026-12-05')])
    expect(spareStock(facts)).toEqual({ stock: 2, needed: 2, absence_rate: 0.1, observed: false, level: 'green', has_weekend: true })
  })

  test.each<[string, Partial<SpareStockFacts>, Partial<ReturnType<typeof spareStock>>]>([
    ['one in ten while there is little to go by', { rooms: 21, visits: 19, reschedules: 10 }, { needed: 3, observed: false }],
    [
      'what was observed from twenty visits on',
      { rooms: 21, visits: 20, reschedules: 3 },
      { needed: 4, absence_rate: 0.15, observed: true },
    ],
    ['nobody was ever away', { visits: 30, reschedules: 0 }, { needed: 0, level: 'green' }],
    ['a whole number stays one', { rooms: 30, visits: 30, reschedules: 7 }, { needed: 7 }],
    ['fewer than needed', { rooms: 40 }, { stock: 2, needed: 4, level: 'amber' }],
    ['not half of them', { rooms: 41 }, { stock: 2, needed: 5, level: 'red' }],
    ['no Saturday and no Sunday', { days: ['2026-12-04'] }, { stock: 1, has_weekend: false }],
    ['all done', { rooms: 0, spare_frames: [] }, { stock: 0, needed: 0, level: 'green' }],
  ])('%s', (_name, change, expected) => {
    expect(spareStock({ ...facts, ...change })).toMatchObject(expected)
  })

  test.each([
    ['2026-12-04', false],
    ['2026-12-05', true],
    ['2026-12-06', true],
    ['2026-12-07', false],
  ])('%s', (day, weekend) => expect(isWeekend(day)).toBe(weekend))
})
