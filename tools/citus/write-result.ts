import { writeFileSync } from 'node:fs'
import { readVitest } from '../test-reports.ts'

// Writes what a whole run of the server tests on a cluster came to: write-result.ts REPORT RESULT (tools/citus-tests).
const [report = '', result = ''] = process.argv.slice(2)
const tests = readVitest(report)
const passed = tests.filter(({ outcome }) => outcome === 'passed').length
const failed = tests.filter(({ outcome }) => outcome === 'failed')
const skipped = tests.length - passed - failed.length
const lines = failed.map(({ file, titles }) => `- ${file}: ${titles.join(' › ')}`).toSorted()
writeFileSync(
  result,
  [
    '# The server tests on Citus, last run',
    '',
    `Written by \`tools/citus-tests\`: ${passed} of ${passed + failed.length} passed${skipped > 0 ? `, ${skipped} skipped` : ''}.`,
    ...(failed.length === 0 ? [] : ['', 'Failed:', '', ...lines]),
    '',
  ].join('\n'),
)
console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
