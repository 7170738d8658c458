import { describe, expect, it } from 'vitest'
import { findCoverageFaults, findUntestedEndpoints } from './coverage-faults.ts'
import { readCsv } from './csv.ts'
import type { RanTest } from './test-reports.ts'

const requirements = [
  { id: 'R1', area: 'buildings' },
  { id: 'R2', area: 'orders' },
]
const passed: RanTest = { file: 'e2e/buildings.spec.ts', titles: ['buildings', 'registers a building'], outcome: 'passed', duration: 10 }
const answer = { id: 'R1', test_file: passed.file, test_title: 'registers a building', area: '' }
const secondOfItsTitle: RanTest = { ...passed, titles: ['wings', 'registers a building'] }
const later = { id: 'R2', test_file: '', test_title: 'later', area: 'orders' }

describe('coverage.csv', () => {
  it('answers every requirement by a test that passed, or later', () => {
    expect(findCoverageFaults(requirements, [answer, later], [passed])).toEqual([])
    expect(findCoverageFaults(requirements, [{ ...answer, test_title: 'buildings > registers a building' }, later], [passed])).toEqual([])
  })

  it.each([
    ['a requirement that is missing', [answer], [passed], 'R2: not in coverage.csv'],
    ['an id that does not exist', [answer, later, { ...answer, id: 'R3' }], [passed], 'R3: no such requirement'],
    ['a test that does not exist', [{ ...answer, test_title: 'flies' }, later], [passed], 'R1: no test "flies" in e2e/buildings.spec.ts'],
    [
      'a test of another file',
      [{ ...answer, test_file: 'e2e/orders.spec.ts' }, later],
      [passed],
      'R1: no test "registers a building" in e2e/orders.spec.ts',
    ],
    [
      'a title that two describes share',
      [answer, later],
      [passed, secondOfItsTitle],
      'R1: several describes of e2e/buildings.spec.ts have a test "registers a building"; name one as "describe > title"',
    ],
    [
      'a test that failed',
      [answer, later],
      [passed, { ...passed, outcome: 'failed' }],
      'R1: "registers a building" in e2e/buildings.spec.ts failed',
    ],
    [
      'a test that was skipped',
      [answer, later],
      [{ ...passed, outcome: 'skipped' }],
      'R1: "registers a building" in e2e/buildings.spec.ts skipped',
    ],
    ['an area that does not exist', [answer, { ...later, area: 'moon' }], [passed], 'R2: later, but "moon" is no area'],
  ] as const)('names %s', (_what, coverage, tests, fault) => {
    expect(findCoverageFaults(requirements, coverage, tests)).toEqual([fault])
  })

  it('may hold commas, quotes and line breaks', () => {
    expect(readCsv('id,title\r\nR1,"a ""b"", c\nd"\nR2,\n')).toEqual([
      { id: 'R1', title: 'a "b", c\nd' },
      { id: 'R2', title: '' },
    ])
  })
})

describe('the endpoints', () => {
  it('each need a describe of their name with a test that passed', () => {
    const tests: RanTest[] = [
      { file: 'a.test.ts', titles: ['GET /api/rooms', 'lists'], outcome: 'passed', duration: 10 },
      { file: 'a.test.ts', titles: ['POST /api/rooms', 'saves'], outcome: 'skipped', duration: 10 },
    ]
    expect(findUntestedEndpoints(['GET /api/rooms', 'POST /api/rooms'], tests)).toEqual([
      "POST /api/rooms: no test begins with describe('POST /api/rooms'",
    ])
  })
})
