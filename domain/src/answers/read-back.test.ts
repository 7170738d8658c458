import { expect, it } from 'vitest'
import { readBack, spokenTime } from './read-back.ts'

it('reads a place out as one speaks', () => {
  expect(readBack('1203', { date: '2026-12-10', start_at: '09:00', end_at: '12:00' })).toBe(
    '1203号室、12月10日、木曜日、午前9時から12時のあいだでお取りしました。',
  )
})

it.each([
  ['13:00', '15:30', '午後1時から午後3時30分のあいだ'],
  ['11:00', '13:00', '午前11時から午後1時のあいだ'],
  ['09:30', '11:00', '午前9時30分から11時のあいだ'],
  ['12:00', '13:00', '正午から午後1時のあいだ'],
])('reads %s to %s', (start, end, spoken) => expect(spokenTime(start, end)).toBe(spoken))
