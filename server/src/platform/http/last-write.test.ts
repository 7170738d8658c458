import { expect, it } from 'vitest'
import { positionToReach } from './last-write.ts'

const wrote = (secondsAgo: number) => ({ secondsAgo, position: '0/3000148', askedAt: performance.now() })

it('holds a session to the primary’s log for as long as a mark and the lag of a replica last together', () => {
  // A write that found a mark of nearly five seconds is not marked itself, and a replica may be ten behind it.
  expect([0, 5, 10, 14.9].map(seconds => positionToReach(wrote(seconds), 10))).toEqual(Array.from({ length: 4 }, () => '0/3000148'))
  expect([15.1, 3_600].map(seconds => positionToReach(wrote(seconds), 10))).toEqual([null, null])
})
