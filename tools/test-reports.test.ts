import { describe, expect, it } from 'vitest'
import { failuresOf, type RanTest, slowestFiles } from './test-reports.ts'

const ran = (file: string, duration: number): RanTest => ({ file, titles: ['works'], outcome: 'passed', duration })

it('the slowest files are those whose tests took longest together', () => {
  const tests = [ran('a.test.ts', 900), ran('b.test.ts', 700), ran('b.test.ts', 500), ran('c.test.ts', 100)]
  expect(slowestFiles(tests, 2)).toEqual([
    { file: 'b.test.ts', seconds: 1.2 },
    { file: 'a.test.ts', seconds: 0.9 },
  ])
})

describe('a stage', () => {
  const [all, chosen] = [{ isChosen: false }, { isChosen: true }]
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(outcome => ({ ...ran('a.test.ts', 1), outcome }))

  it('has failed by its tests, and by an error outside of them', () => {
    expect([failuresOf(1, [passed!, failed!, failed!], all), failuresOf(1, [passed!], chosen), failuresOf(0, [passed!], all)]).toEqual([
      2, 1, 0,
    ])
  })

  it('has failed without a test, unless the tests were chosen and another stage may have them', () => {
    expect([failuresOf(0, [], all), failuresOf(0, [], chosen), failuresOf(1, [], chosen)]).toEqual([1, 0, 1])
    expect(failuresOf(0, [skipped!], chosen)).toBe(1)
  })
})
