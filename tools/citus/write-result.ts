import { existsSync, writeFileSync } from 'node:fs'
import { readVitest } from '../test-reports.ts'

// Writes what the server tests on a cluster came to: write-result.ts REPORT … RESULT (tools/citus-tests). The first report is of a whole run;
// files that ran again afterwards count as they ran last, and the result says of how many runs it is.
const [whole = '', ...later] = process.argv.slice(2, -1)
const result = process.argv.at(-1) ?? ''
const files = Map.groupBy(readVitest(whole), ({ file }) => file)
for (const report of later.filter(path => existsSync(path)))
  for (const [file, tests] of Map.groupBy(readVitest(report), test => test.file)) files.set(file, tests)
const tests = [...files.values()].flat()
const passed = tests.filter(({ outcome }) => outcome === 'passed').length
const failed = tests.filter(({ outcome }) => outcome === 'failed')
const skipped = tests.length - passed - failed.length
const lines = failed.map(({ file, titles }) => `- ${file}: ${titles.join(' › ')}`).toSorted()
writeFileSync(
  result,
  [
    '# The server tests on Citus, last run',
    '',
    `Written by \`tools/citus-tests\`: ${passed} of ${passed + failed.length} passed${skipped > 0 ? `, ${skipped} skipped` : ''}, in ${files.size} files.`,
    ...(later.length === 0 ? [] : [`From ${later.length + 1} runs: a file that ran more than once counts as it ran last.`]),
    ...(failed.length === 0 ? [] : ['', 'Failed:', '', ...lines]),
    '',
  ].join('\n'),
)
console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
