import { expect, it } from 'vitest'
import { cameraOrder, nextEmpty, slotKey } from './camera-order.ts'
import type { PhotoTiming } from './labels.ts'

const slot = (position: string, timing: PhotoTiming) => ({ position, timing })
const [doorBefore, doorAfter] = [slot('place-1', 'before_construction'), slot('place-1', 'after_construction')]
const [hallBefore, hallDuring, hallAfter] = (['before_construction', 'under_construction', 'after_construction'] as const).map(timing =>
  slot('place-2', timing),
) as [ReturnType<typeof slot>, ReturnType<typeof slot>, ReturnType<typeof slot>]
const slots = [doorBefore, doorAfter, hallBefore, hallDuring, hallAfter]
const keys = (...some: readonly (typeof doorBefore)[]) => new Set(some.map(slotKey))

it('walks through the places once for each stage of the work', () => {
  expect(cameraOrder(slots)).toEqual([doorBefore, hallBefore, hallDuring, doorAfter, hallAfter])
})

it.each([
  { says: 'begins with the first empty place', from: null, filled: keys(doorBefore), skipped: keys(), next: hallBefore },
  {
    says: 'goes on to the next stage when one is done',
    from: hallBefore,
    filled: keys(doorBefore, hallBefore),
    skipped: keys(),
    next: hallDuring,
  },
  {
    says: 'goes on from where it stands, not back to what is empty before',
    from: hallDuring,
    filled: keys(hallDuring),
    skipped: keys(),
    next: doorAfter,
  },
  {
    says: 'comes round to what is empty before it',
    from: hallAfter,
    filled: keys(doorAfter, hallAfter),
    skipped: keys(),
    next: doorBefore,
  },
  { says: 'passes over what was skipped', from: doorBefore, filled: keys(), skipped: keys(doorBefore, hallBefore), next: hallDuring },
  {
    says: 'comes back to what was skipped in the end',
    from: hallAfter,
    filled: keys(doorBefore, hallDuring, doorAfter, hallAfter),
    skipped: keys(hallBefore),
    next: hallBefore,
  },
  {
    says: 'stays where the only empty place was skipped',
    from: hallBefore,
    filled: keys(doorBefore, hallDuring, doorAfter, hallAfter),
    skipped: keys(hallBefore),
    next: hallBefore,
  },
  { says: 'ends when nothing is empty', from: hallAfter, filled: keys(...slots), skipped: keys(), next: null },
])('$says', ({ next, ...walk }) => {
  expect(nextEmpty(slots, walk)).toEqual(next)
})
