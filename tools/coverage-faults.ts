import type { RanTest } from './test-reports.ts'

type Row = Readonly<Record<string, string>>

/**
 * What is wrong with docs/spec/coverage.csv (id, test_file, test_title, area): every requirement is answered by a test
 * that ran and passed, or says `later` as its test_title and names the area whose issue builds its page. Files that `isLeftOut` names were
 * no part of the run.
 */
export const findCoverageFaults = (
  requirements: readonly Row[],
  coverage: readonly Row[],
  tests: readonly RanTest[],
  isLeftOut: (file: string) => boolean = () => false,
): string[] => {
  const areas = new Set(requirements.map(({ area }) => area))
  const known = new Set(requirements.map(({ id }) => id))
  const answered = new Set(coverage.map(({ id }) => id))
  return [
    ...[...known].filter(id => !answered.has(id)).map(id => `${id}: not in coverage.csv`),
    ...coverage.flatMap(row => {
      if (!known.has(row.id)) return [`${row.id}: no such requirement`]
      if (row.test_title === 'later') return areas.has(row.area) ? [] : [`${row.id}: later, but "${row.area}" is no area`]
      return isLeftOut(row.test_file ?? '') ? [] : testFault(row, tests)
    }),
  ]
}

const testFault = ({ id, test_file, test_title }: Row, tests: readonly RanTest[]): string[] => {
  const named = tests.filter(
    ({ file, titles }) => file === test_file && (titles.at(-1) === test_title || titles.join(' > ') === test_title),
  )
  if (new Set(named.map(({ titles }) => titles.join(' > '))).size > 1)
    return [`${id}: several describes of ${test_file} have a test "${test_title}"; name one as "describe > title"`]
  const [outcome] = named.map(test => test.outcome).toSorted((a, b) => severity[b] - severity[a])
  if (outcome === undefined) return [`${id}: no test "${test_title}" in ${test_file}`]
  return outcome === 'passed' ? [] : [`${id}: "${test_title}" in ${test_file} ${outcome}`]
}

const severity = { passed: 0, skipped: 1, failed: 2 }

/** Endpoints without a test: each key of the contracts is the title of a describe in which something passed. */
export const findUntestedEndpoints = (keys: readonly string[], tests: readonly RanTest[]): string[] => {
  const tested = new Set(tests.filter(({ outcome }) => outcome === 'passed').flatMap(({ titles }) => titles.slice(0, -1)))
  return keys.filter(key => !tested.has(key)).map(key => `${key}: no test begins with describe('${key}'`)
}
