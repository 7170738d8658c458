import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

/** One test of this run. */
export interface RanTest {
  /** From the root of the repository. */
  file: string
  /** The describes around it, then its own title. */
  titles: string[]
  outcome: 'passed' | 'failed' | 'skipped'
  /** What it took, in milliseconds; of several tries the sum. */
  duration: number
}

export const reportFiles = {
  unit: '.cache/reports/vitest.json',
  e2e: '.cache/reports/playwright.json',
  unitLong: '.cache/reports/vitest-long.json',
  e2eLong: '.cache/reports/playwright-long.json',
} as const

/** Files of long rounds, which `bin/test` leaves to `bin/test long`. */
export const isLong = (file: string): boolean => /\.long\.(test|spec)\.tsx?$/.test(file)

/**
 * How many of a stage's tests failed. One that failed otherwise (an error outside a test, no tests) failed once more; with words that choose
 * among the tests it may be that another stage has them.
 */
export const failuresOf = (code: number, tests: readonly RanTest[], { isChosen }: { isChosen: boolean }): number => {
  const failed = tests.filter(({ outcome }) => outcome === 'failed').length
  if (failed > 0) return failed
  const hasPassed = tests.some(({ outcome }) => outcome === 'passed')
  return code !== 0 || !(hasPassed || (isChosen && tests.length === 0)) ? 1 : 0
}

/** The files whose tests took longest, with their seconds, slowest first. */
export const slowestFiles = (tests: readonly RanTest[], count: number): { file: string; seconds: number }[] =>
  [...Map.groupBy(tests, ({ file }) => file)]
    .map(([file, own]) => ({ file, seconds: own.reduce((sum, { duration }) => sum + duration, 0) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)

/** The tests of the run that wrote these reports, with or without the long rounds; a missing report is an error. */
export const readReports = ({ withLong }: { withLong: boolean }): RanTest[] => [
  ...readVitest(reportFiles.unit),
  ...readPlaywright(reportFiles.e2e),
  ...(withLong ? [...readVitest(reportFiles.unitLong), ...readPlaywright(reportFiles.e2eLong)] : []),
]

/** A file that failed by none of its tests (what is done before or after them) has one more that failed. */
export const readVitest = (path: string): RanTest[] => {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, status: outcomeOfFile, assertionResults }) => {
    const file = relative(resolve('.'), name)
    const tests: RanTest[] = assertionResults.map(({ ancestorTitles, title, status, duration }) => ({
      file,
      titles: [...ancestorTitles.filter(text => text !== ''), title],
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      duration: duration ?? 0,
    }))
    if (outcomeOfFile !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    return [...tests, { file, titles: ['outside of its tests'], outcome: 'failed' as const, duration: 0 }]
  })
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; duration?: number | null }[]
  }[]
}

export const readPlaywright = (path: string): RanTest[] => {
  const { suites, config } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport
  const file = (name: string): string => relative(resolve('.'), resolve(config.rootDir, name))
  const walk = (suite: PlaywrightSuite, titles: string[]): RanTest[] => [
    ...(suite.specs ?? []).map(spec => ({
      file: file(spec.file),
      titles: [...titles, spec.title],
      outcome: outcomeOf(spec),
      duration: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...(suite.suites ?? []).flatMap(inner => walk(inner, [...titles, inner.title])),
  ]
  // The outermost suite is the file.
  return suites.flatMap(suite => walk(suite, []))
}

const outcomeOf = ({ ok, tests }: PlaywrightSpec): RanTest['outcome'] => {
  if (!ok) return 'failed'
  return tests.every(({ status }) => status === 'skipped') ? 'skipped' : 'passed'
}

interface PlaywrightReport {
  config: { rootDir: string }
  suites: PlaywrightSuite[]
}
interface PlaywrightSuite {
  title: string
  specs?: PlaywrightSpec[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightSpec {
  title: string
  file: string
  ok: boolean
  tests: { status: string; results: { duration: number }[] }[]
}
