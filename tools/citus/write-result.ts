import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isLong, readVitest, type RanTest } from '../test-reports.ts'
import { excepted } from './excepted.ts'

/*
 * Writes what the server tests on a cluster came to: write-result.ts REPORT … RESULT (tools/citus-tests). A file that ran in several reports
 * counts as it ran last; one that is in none is named as not run. With --rest it says those instead, the ones that take longest last. The
 * commit of a report stands in its name: 12-53b9587a.json, or 53b9587a+ where the tree had changes.
 */
const wantsRest = process.argv[2] === '--rest'
const given = process.argv.slice(wantsRest ? 3 : 2)
const reports = (wantsRest ? given : given.slice(0, -1)).filter(path => existsSync(path))
const commitOf = (report: string): string => /^\d+-([0-9a-f]+\+?)\.json$/.exec(basename(report))?.[1] ?? 'unknown'
const files = new Map<string, { commit: string; tests: RanTest[] }>()
for (const report of reports)
  for (const [file, tests] of Map.groupBy(readVitest(report), test => test.file)) files.set(file, { commit: commitOf(report), tests })
const lengthOf = (file: string): number => (file.includes('same-rows') ? Infinity : readFileSync(file, 'utf8').length)
const notRun = globSync('server/src/**/*.test.ts')
  .filter(file => !isLong(file) && !files.has(file))
  .toSorted()
if (wantsRest) for (const file of notRun.toSorted((one, other) => lengthOf(one) - lengthOf(other) || 0)) console.log(file)
else writeResult(given.at(-1) ?? '')

function writeResult(result: string): void {
  const tests = [...files.values()].flatMap(ran => ran.tests)
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length
  const reasonOf = ({ file, titles }: RanTest) => excepted.find(one => one.file === file && one.title === titles.at(-1))?.reason
  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const real = failed.filter(test => reasonOf(test) === undefined)
  const skipped = tests.length - passed - failed.length
  const nameOf = ({ file, titles }: RanTest) => `- ${file}: ${titles.join(' › ')}`
  const needless = excepted.filter(one =>
    tests.some(test => test.outcome === 'passed' && test.file === one.file && test.titles.at(-1) === one.title),
  )
  const commits = [...Map.groupBy(files.values(), ({ commit }) => commit)].map(([commit, own]) => `${own.length} files at ${commit}`)
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', `${title}:`, '', ...lines.toSorted()])
  writeFileSync(
    result,
    [
      '# The server tests on Citus, last run',
      '',
      `Written by \`tools/citus-tests\`: ${passed} of ${passed + real.length} passed${skipped > 0 ? `, ${skipped} skipped` : ''}, in ${files.size} of ${files.size + notRun.length} files${failed.length === real.length ? '' : `; ${failed.length - real.length} more are of no cluster (\`excepted.ts\`)`}.`,
      '',
      `In ${reports.length} runs: ${commits.join(', ')}. A file that was in more than one counts as it ran last.`,
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
}
