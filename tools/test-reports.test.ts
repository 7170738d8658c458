import { expect, it } from 'vitest'
import { type RanTest, slowestFiles } from './test-reports.ts'

const ran = (file: string, duration: number): RanTest => ({ file, titles: ['works'], outcome: 'passed', duration })

it('the slowest files are those whose tests took longest together', () => {
  const tests = [ran('a.test.ts', 900), ran('b.test.ts', 700), ran('b.test.ts', 500), ran('c.test.ts', 100)]
  expect(slowestFiles(tests, 2)).toEqual([
    { file: 'b.test.ts', seconds: 1.2 },
    { file: 'a.test.ts', seconds: 0.9 },
  ])
})
