import { expect, test } from 'vitest'
import { readTime } from './read-time.ts'

test.each([
  ['9:00', '09:00'],
  ['09:30', '09:30'],
  ['9時', '09:00'],
  ['9時半', '09:30'],
  ['9時5分', '09:05'],
  ['午後1時', '13:00'],
  ['午後12時', '12:00'],
  ['１３：４５', '13:45'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['17', '17:00'],
  ['24:00', null],
  ['9:60', null],
  ['あさ', null],
  ['', null],
] as const)('%s is %s', (typed, time) => expect(readTime(typed)).toBe(time))
