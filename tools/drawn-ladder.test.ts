import { expect, it } from 'vitest'
import { ladderFaults, readLadder } from './drawn-ladder.ts'

const ladder = readLadder(`# Plan

## The ladder

From the bottom:

\`\`\`
domain   money text · rooms ·
         schedule
server   rooms · orders
\`\`\`
`)
const file = (slice: string, name = 'a.ts') => `${slice.replace('/', '/src/')}/${name}`
const step = (from: string, to: string) => ({ from: file(from), to: file(to) })
const allDown = [step('domain/rooms', 'domain/money'), step('domain/schedule', 'domain/text'), step('server/orders', 'server/rooms')]

it('reads the rows of each package, over line ends', () => {
  expect([...ladder]).toEqual([
    ['domain/money', 0],
    ['domain/text', 0],
    ['domain/rooms', 1],
    ['domain/schedule', 2],
    ['server/rooms', 0],
    ['server/orders', 1],
  ])
})

it('lets imports lead down, inside a slice, into another package and out of tests', () => {
  const more = [
    step('server/rooms', 'domain/schedule'),
    step('domain/money', 'domain/money'),
    { from: file('domain/money', 'a.test.ts'), to: file('domain/schedule') },
  ]
  expect(ladderFaults([...allDown, ...more], ladder)).toEqual([])
})

it.each([
  ['up', step('domain/money', 'domain/rooms'), 'domain/src/money/a.ts → domain/src/rooms/a.ts does not lead down'],
  ['beside', step('domain/money', 'domain/text'), 'domain/src/money/a.ts → domain/src/text/a.ts does not lead down'],
])('names an import that leads %s', (_where, wrong, fault) => expect(ladderFaults([...allDown, wrong], ladder)).toEqual([fault]))

it('names a slice that is not drawn, and one that is gone', () => {
  expect(ladderFaults([...allDown.slice(1), step('server/orders', 'server/keys')], ladder)).toEqual([
    'server/keys is not drawn',
    'domain/money is drawn, but there is none',
    'domain/rooms is drawn, but there is none',
  ])
})
