import { existsSync, writeFileSync } from 'node:fs'
import { readVitest } from '../test-reports.ts'

// Writes what the server tests on a cluster came to: write-result.ts REPORT … RESULT (tools/citus-tests). The first report is of a whole run;
// files that ran again afterwards, after something was mended, count as they ran last, and the result says how many those are.
const [whole = '', ...later] = process.argv.slice(2, -1)
const result = process.argv.at(-1) ?? ''
const files = Map.groupBy(readVitest(whole), ({ file }) => file)
const again = new Set<string>()
for (const report of later.filter(path => existsSync(path)))
  for (const [file, tests] of Map.groupBy(readVitest(report), test => test.file)) {
    files.set(file, tests)
    again.add(file)
  }
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
    ...(again.size === 0
      ? []
      : [`Of these ${again.size} files ran again by themselves after the whole run, when something had been mended.`]),
    ...(failed.length === 0 ? [] : ['', 'Failed:', '', ...lines]),
    '',
  ].join('\n'),
)
console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
