import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failuresOf, type RanTest, readVitest, slowestFiles } from './test-reports.ts'

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

it('a file that failed by none of its tests has failed all the same', () => {
  const report = join(mkdtempSync(join(tmpdir(), 'toguchi-report-')), 'vitest.json')
  const test = (status: string) => ({ ancestorTitles: ['it'], title: 'works', status, duration: 1 })
  const file = (name: string, status: string, ...tests: string[]) => ({ name: resolve(name), status, assertionResults: tests.map(test) })
  writeFileSync(
    report,
    JSON.stringify({ testResults: [file('a.ts', 'failed', 'passed'), file('b.ts', 'failed', 'failed'), file('c.ts', 'passed', 'passed')] }),
  )
  expect(readVitest(report).map(({ file: of, titles, outcome }) => [of, titles.join(' '), outcome])).toEqual([
    ['a.ts', 'it works', 'passed'],
    ['a.ts', 'outside of its tests', 'failed'],
    ['b.ts', 'it works', 'failed'],
    ['c.ts', 'it works', 'passed'],
  ])
})
