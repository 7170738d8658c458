import { existsSync, globSync, readFileSync } from 'node:fs'
import { contracts } from '../domain/src/routes.ts'
import { findCoverageFaults, findUntestedEndpoints } from './coverage-faults.ts'
import { readCsv } from './csv.ts'
import { isLong, readReports } from './test-reports.ts'

// What the run that just ended has proved: every requirement by the test that coverage.csv names, every endpoint by a
// describe of its name. Reads the reports of vitest and Playwright, so it comes after both. Without `--with-long`, what a long round
// proves is taken on trust, as long as its file is there.
const withLong = process.argv.includes('--with-long')
const tests = readReports({ withLong })
const keys = Object.values(contracts).flatMap(slice => Object.keys(slice))
const written = globSync('domain/src/**/*contract.ts').flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}'((?:GET|POST|PATCH|PUT|DELETE) \/[^']*)':/gm)].map(([, key = '']) => key),
)
const faults = [
  ...written.filter(key => !keys.includes(key)).map(key => `${key}: its contract is not in domain/src/routes.ts`),
  ...findUntestedEndpoints(keys, tests),
  ...findCoverageFaults(
    readCsv(readFileSync('docs/spec/requirements.csv', 'utf8')),
    readCsv(readFileSync('docs/spec/coverage.csv', 'utf8')),
    tests,
    file => !withLong && isLong(file) && existsSync(file),
  ),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`coverage: ${keys.length} endpoints and every requirement answered by ${tests.length} tests`)
