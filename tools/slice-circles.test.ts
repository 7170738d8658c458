import { expect, it } from 'vitest'
import { findSliceCircles } from './slice-circles.ts'

const rooms = { from: 'server/src/rooms/rooms.ts', to: 'server/src/schedule/schedule.ts' }
const schedule = { from: 'server/src/schedule/schedule.ts', to: 'server/src/residents/residents.ts' }
const residents = { from: 'server/src/residents/residents.ts', to: 'server/src/rooms/rooms.ts' }

it('finds nothing in a ladder', () => {
  expect(findSliceCircles([rooms, schedule, { from: rooms.from, to: 'domain/src/rooms/labels.ts' }])).toEqual([])
})

it('names every import of a circle, and none that only leads into it', () => {
  const leadingIn = { from: 'server/src/answers/answers.ts', to: rooms.from }
  expect(findSliceCircles([rooms, schedule, residents, leadingIn])).toEqual([rooms, schedule, residents])
})

it('counts neither tests nor what stays inside a slice', () => {
  const test = { from: 'server/src/schedule/schedule.test.ts', to: rooms.from }
  const inside = { from: 'server/src/schedule/live/live.ts', to: schedule.from }
  expect(findSliceCircles([rooms, test, inside, { from: 'server/src/app.ts', to: rooms.from }])).toEqual([])
})
