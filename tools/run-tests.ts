import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { Refusal } from '../server/src/platform/refusal.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { findBrowser } from './find-browser.ts'
import { readPlaywright, readVitest, reportFiles, type RanTest } from './test-reports.ts'

// What bin/test runs: `check`, `unit`, `e2e`, or all three and the coverage of the requirements; `long`: the rounds that take minutes
// (*.long.test.ts, *.long.spec.ts); `ci`: everything. Words after the part choose among its tests. Cheap things first; stops at the first
// stage that fails. The last line is the sum.

interface Sum {
  passed: number
  failed: number
}

interface Stage {
  name: string
  run: () => Promise<Sum>
}

/** A stage that a program decides by its exit code: it counts as one test. */
const check = (name: string, command: string, ...args: string[]): Stage => ({
  name,
  run: async () => ((await runProgram(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** A stage of many tests, counted from its report. A run that failed otherwise (an error outside a test, no tests) fails once more. */
const suite = (
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (path: string) => RanTest[],
  env: () => Promise<Record<string, string>> = async () => ({}),
): Stage => ({
  name,
  run: async () => {
    rmSync(report, { force: true })
    const code = await runProgram(command, args, await env())
    const tests = readOrNothing(report, read)
    const passed = tests.filter(({ outcome }) => outcome === 'passed').length
    const failed = tests.filter(({ outcome }) => outcome === 'failed').length
    const skipped = tests.length - passed - failed
    if (skipped > 0) console.log(`${skipped} skipped`)
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
  },
})

const readOrNothing = (report: string, read: (path: string) => RanTest[]): RanTest[] => {
  try {
    return read(report)
  } catch (error) {
    console.error(error)
    return []
  }
}

const node = process.execPath
const filter = process.argv.slice(3)

const checks: Stage[] = [
  check('format', 'oxfmt', '--check', '.'),
  check('lint', 'oxlint', '--type-aware', '.'),
  check('slices', node, 'tools/check-slices.ts'),
  check('walls', node, 'tools/check-walls.ts'),
  check('canaries of the walls', node, 'tools/prove-walls.ts'),
  check('types', 'tsc', '-p', '.'),
  check('types of the web', 'tsc', '-p', 'web'),
  check('unused code', 'knip', '--no-progress'),
  check('schema', node, 'tools/schema.ts', '--check'),
  check('types of the database', node, 'tools/database-types.ts', '--check'),
  check('statements', node, 'tools/check-statements.ts'),
  check('canaries of the statements', node, 'tools/prove-statements.ts'),
]

const unit = suite(
  'unit and API tests',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFiles.unit}`, ...filter],
  reportFiles.unit,
  readVitest,
)

/** What tells vitest's and Playwright's settings to run the long rounds, and nothing else. */
const longRounds = { LONG_ROUNDS: '1' }

const unitLong = suite(
  'long rounds',
  'vitest',
  [
    'run',
    '--project=server',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFiles.unitLong}`,
    ...filter,
  ],
  reportFiles.unitLong,
  readVitest,
  async () => longRounds,
)

const build: Stage = {
  name: 'build of the web',
  run: async () => {
    await buildWeb(process.cwd(), line => console.log(line))
    return { passed: 1, failed: 0 }
  },
}

const browser = async () => ({ CHROMIUM_PATH: findBrowser(), E2E_PORT: String(await freePort()) })

const e2e = suite('browser tests', 'playwright', ['test', ...filter], reportFiles.e2e, readPlaywright, browser)

const e2eLong = suite('long browser tests', 'playwright', ['test', ...filter], reportFiles.e2eLong, readPlaywright, async () => ({
  ...(await browser()),
  ...longRounds,
}))

const parts: Record<string, Stage[]> = {
  check: checks,
  unit: [unit],
  e2e: [build, e2e],
  long: [unitLong, build, e2eLong],
  ci: [
    ...checks,
    unit,
    build,
    check('first load', node, 'tools/bundle-budget.ts'),
    e2e,
    unitLong,
    e2eLong,
    check('coverage', node, 'tools/check-coverage.ts', '--with-long'),
  ],
  all: [
    ...checks,
    unit,
    build,
    check('first load', node, 'tools/bundle-budget.ts'),
    e2e,
    check('coverage', node, 'tools/check-coverage.ts'),
  ],
}

let running: ReturnType<typeof spawn> | undefined

const runProgram = (command: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((done, fail) => {
    running = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    running.once('error', fail)
    running.once('exit', code => done(code ?? 1))
  })

const freePort = (): Promise<number> =>
  new Promise(done => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

const runStages = async (stages: readonly Stage[]): Promise<Sum> => {
  const sum = { passed: 0, failed: 0 }
  for (const { name, run } of stages) {
    const from = performance.now()
    console.log(`── ${name}`)
    const { passed, failed } = await run().catch(sayWhy)
    sum.passed += passed
    sum.failed += failed
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(`${failed === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (failed > 0) break
  }
  return sum
}

const sayWhy = (error: unknown): Sum => {
  console.error(error instanceof Refusal ? error.message : error)
  return { passed: 0, failed: 1 }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // What vitest and Playwright take as: tear down, then end.
    running?.kill('SIGINT')
    process.exitCode = 1
  })

const part = parts[process.argv[2] ?? 'all']
if (part === undefined) {
  console.error('usage: bin/test [check | unit | e2e | long | ci] [filter …]')
  process.exit(1)
}
mkdirSync('.cache/reports', { recursive: true })
// A browser that is missing is said before minutes of other tests.
const ready = part.includes(e2e) || part.includes(e2eLong) ? await Promise.resolve().then(findBrowser).catch(sayWhy) : ''
const { passed, failed } = typeof ready === 'string' ? await runStages(part) : ready
if (failed > 0) process.exitCode = 1
console.log(`${passed} passed, ${failed} failed`)
