import { existsSync, globSync, writeFileSync } from 'node:fs'
import { isLong, readVitest, type RanTest } from '../test-reports.ts'
import { excepted } from './excepted.ts'

// Writes what the server tests on a cluster came to: write-result.ts REPORT … RESULT (tools/citus-tests). A file that ran in several reports
// counts as it ran last; one that is in none is named as not run.
const reports = process.argv.slice(2, -1).filter(path => existsSync(path))
const result = process.argv.at(-1) ?? ''
const files = new Map<string, RanTest[]>()
for (const report of reports) for (const [file, tests] of Map.groupBy(readVitest(report), test => test.file)) files.set(file, tests)
const notRun = globSync('server/src/**/*.test.ts')
  .filter(file => !isLong(file) && !files.has(file))
  .toSorted()
const tests = [...files.values()].flat()
const passed = tests.filter(({ outcome }) => outcome === 'passed').length
const reasonOf = ({ file, titles }: RanTest) => excepted.find(one => one.file === file && one.title === titles.at(-1))?.reason
const failed = tests.filter(({ outcome }) => outcome === 'failed')
const real = failed.filter(test => reasonOf(test) === undefined)
const skipped = tests.length - passed - failed.length
const nameOf = ({ file, titles }: RanTest) => `- ${file}: ${titles.join(' › ')}`
const needless = excepted.filter(one =>
  tests.some(test => test.outcome === 'passed' && test.file === one.file && test.titles.at(-1) === one.title),
)
const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', `${title}:`, '', ...lines.toSorted()])
writeFileSync(
  result,
  [
    '# The server tests on Citus, last run',
    '',
    `Written by \`tools/citus-tests\`: ${passed} of ${passed + real.length} passed${skipped > 0 ? `, ${skipped} skipped` : ''}, in ${files.size} files${failed.length === real.length ? '' : `; ${failed.length - real.length} more are of no cluster (\`excepted.ts\`)`}.`,
    ...(reports.length === 1 ? [] : [`In ${reports.length} runs: a file that was in more than one counts as it ran last.`]),
    ...list('Failed', real.map(nameOf)),
    ...list(
      'Not of a cluster',
      failed.flatMap(test => (reasonOf(test) === undefined ? [] : [`${nameOf(test)} (${reasonOf(test)})`])),
    ),
    ...list(
      'Passed, though `excepted.ts` says that it cannot',
      needless.map(({ file, title }) => `- ${file}: ${title}`),
    ),
    ...list(
      'Not run',
      notRun.map(file => `- ${file}`),
    ),
    '',
  ].join('\n'),
)
console.log(
  `${passed} passed, ${real.length} failed, ${failed.length - real.length} of no cluster, ${skipped} skipped, ${notRun.length} files not run`,
)
