import { describe, expect, test } from 'vitest'
import { askedDay, forOffice, nearestFrames, offeredDays, offeredFrames, type OfferFacts } from './offered-frames.ts'

const facts: OfferFacts = {
  today: '2026-12-02',
  privately_area_start_on: '2026-12-01',
  privately_area_end_on: '2026-12-07',
  privately_area_holidays: ['2026-12-06'],
  preparation_days: ['2026-12-04'],
  schedule_change_end_on: '2026-12-02',
  construction_time_frames: [
    { id: 2, start_at: '13:00', end_at: '17:00', frame_number: 1, crew_frames: [] },
    { id: 1, start_at: '09:00', end_at: '12:00', frame_number: 2, crew_frames: [] },
  ],
  crews: [],
  spare_frames: [],
  taken: [],
}
const place = (date: string, construction_time_frame_id: number, frame_number: number) => ({
  date,
  construction_time_frame_id,
  frame_number,
})
const kinds = (changed: Partial<OfferFacts>) => offeredDays({ ...facts, ...changed }).map(({ date, kind }) => `${date.slice(8)} ${kind}`)

describe('offeredDays', () => {
  test('working days from tomorrow within the private-area period, not preparation days', () => {
    expect(kinds({})).toEqual(['01 closed', '02 closed', '03 available', '04 closed', '05 available', '06 closed', '07 available'])
  })

  test('the deadline lasts to the end of its day', () => {
    expect(kinds({ schedule_change_end_on: '2026-12-01' }).every(line => line.endsWith('closed'))).toBe(true)
    expect(kinds({ schedule_change_end_on: null })).toContain('03 available')
  })

  test('a day without a free frame is full, and offers none', () => {
    const taken = [place('2026-12-03', 1, 1), place('2026-12-03', 1, 2), place('2026-12-03', 2, 1)]
    expect(kinds({ taken })).toContain('03 full')
    expect(offeredFrames({ ...facts, taken }).map(frame => frame.date)).not.toContain('2026-12-03')
  })

  test('a spare frame is offered only after its release, on its own date', () => {
    const spare = (released_at: string | null) => [{ ...place('2026-12-05', 1, 3), released_at }]
    const numbers = (released_at: string | null) =>
      offeredFrames({ ...facts, spare_frames: spare(released_at) })
        .filter(frame => frame.construction_time_frame_id === 1)
        .map(frame => `${frame.date.slice(8)}: ${frame.frame_numbers.join()}`)
    expect(numbers(null)).toEqual(['03: 1,2', '05: 1,2', '07: 1,2'])
    expect(numbers('2026-12-01T00:00:00Z')).toEqual(['03: 1,2', '05: 1,2,3', '07: 1,2'])
  })

  test('frames of a crew that is away that day are not offered, and a day of nothing else is full (D-25)', () => {
    const crews = [
      { assigned_contractor_id: 8, absent_dates: ['2026-12-03', '2026-12-05'] },
      { assigned_contractor_id: 9, absent_dates: ['2026-12-05'] },
    ]
    const construction_time_frames = facts.construction_time_frames.map(frame => ({
      ...frame,
      crew_frames: [
        { assigned_contractor_id: 8, frame_count: 1 },
        { assigned_contractor_id: 9, frame_count: frame.frame_number - 1 },
      ],
    }))
    const changed = { ...facts, crews, construction_time_frames }
    const offered = offeredFrames(changed).map(frame => `${frame.date.slice(8)} ${frame.start_at}: ${frame.frame_numbers.join()}`)
    expect(offered).toEqual(['03 09:00: 2', '07 09:00: 1,2', '07 13:00: 1'])
    expect(kinds(changed)).toContain('05 full')
  })

  test('never offers a taken frame nor a day that is not open', () => {
    for (let n = 0; n < 200; n++) {
      const taken = [1, 2, 3].flatMap(frame => (((n >> frame) & 1) === 1 ? [place(`2026-12-0${(n % 7) + 1}`, (frame % 2) + 1, frame)] : []))
      const bad = offeredFrames({ ...facts, taken }).filter(
        offered =>
          offered.date <= facts.today ||
          taken.some(
            each =>
              each.date === offered.date &&
              each.construction_time_frame_id === offered.construction_time_frame_id &&
              offered.frame_numbers.includes(each.frame_number),
          ),
      )
      expect(bad).toEqual([])
    }
  })

  test('without a period there is nothing', () => expect(offeredDays({ ...facts, privately_area_start_on: null })).toEqual([]))
})

test('the nearest free frames: same day first, then by hours, the earlier of two', () => {
  const free = offeredFrames(facts).filter(frame => frame.date !== '2026-12-05' || frame.start_at === '13:00')
  const nearest = nearestFrames({ date: '2026-12-05', start_at: '09:00' }, free, 3)
  expect(nearest.map(frame => `${frame.date} ${frame.start_at}`)).toEqual(['2026-12-05 13:00', '2026-12-03 13:00', '2026-12-03 09:00'])
  expect(nearestFrames({ date: '2026-12-05', start_at: '09:00' }, [], 3)).toEqual([])
})

describe('askedDay', () => {
  const spare_frames = [{ ...place('2026-12-05', 1, 3), released_at: null }]
  const taken = [place('2026-12-05', 1, 1), place('2026-12-05', 1, 2), place('2026-12-05', 2, 1)]

  test('says of every time frame what is left, full ones and unreleased spares too, whatever the deadline', () => {
    const day = askedDay('2026-12-05', { ...facts, schedule_change_end_on: '2026-11-01', spare_frames, taken })
    expect(day.kind).toBe('open')
    expect(day.time_frames.map(({ start_at, free, spare }) => [start_at, free, spare])).toEqual([
      ['09:00', 1, 1],
      ['13:00', 0, 0],
    ])
  })

  test('says why nobody comes on another day', () => {
    const kindOf = (date: string) => askedDay(date, facts).kind
    expect(['2026-12-01', '2026-12-02', '2026-12-04', '2026-12-06', '2026-12-08'].map(kindOf)).toEqual([
      'past',
      'open',
      'preparation',
      'holiday',
      'outside',
    ])
    expect(askedDay('2026-12-06', facts).time_frames).toEqual([])
  })

  test('offers what the save of the office accepts, day by day', () => {
    const free = offeredFrames(forOffice({ ...facts, spare_frames, taken })).map(frame => [frame.date, frame.frame_numbers.length])
    const asked = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08']
      .flatMap(date => askedDay(date, { ...facts, spare_frames, taken }).time_frames.map(frame => [date, frame.free]))
      .filter(([, left]) => left !== 0)
    expect(asked).toEqual(free)
  })
})
