import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../server/src/platform/refusal.ts'
import { buildWeb } from '../server/src/start/web-build.ts'
import { findBrowser } from './find-browser.ts'
import { freePort } from '../server/test/free-port.ts'
import { failuresOf, readPlaywright, readVitest, reportFiles, slowestFiles, type RanTest } from './test-reports.ts'

// What bin/test runs: `check`, `unit`, `e2e`, or all three and the coverage of the requirements; `long`: the rounds that take minutes
// (*.long.test.ts, *.long.spec.ts); `ci`: everything. Words after the part choose among its tests. Cheap things first; stops at the first
// stage that fails. The last line is the sum.

interface Sum {
  passed: number
  failed: number
  /** What ran, for the slowest files at the end. */
  tests?: readonly RanTest[]
}

interface Stage {
  name: string
  /** `say` takes what a stage beside others says; absent, it says it at once. */
  run: (say?: (text: string) => void) => Promise<Sum>
}

/** A stage that a program decides by its exit code: it counts as one test. What it says comes in one piece, so that checks run side by side. */
const check = (name: string, command: string, ...args: string[]): Stage => ({
  name,
  run: async say => ((await runProgram(command, args, {}, say)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** A stage of many tests, counted from its report. */
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
    const skipped = tests.filter(({ outcome }) => outcome === 'skipped').length
    if (skipped > 0) console.log(`${skipped} skipped`)
    return { passed, failed: failuresOf(code, tests, { isChosen: filter.length > 0 }), tests }
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
  // Each thread of the compiler looks at what all share for itself: with two checks side by side that is twice the work.
  check('types', 'tsc', '-p', '.', '--singleThreaded'),
  check('types of the web', 'tsc', '-p', 'web', '--singleThreaded'),
  check('unused code', 'knip', '--no-progress'),
  check('schema', node, 'tools/schema.ts', '--check'),
  check('types of the database', node, 'tools/database-types.ts', '--check'),
  check('aliases', node, 'tools/check-aliases.ts'),
  check('statements', node, 'tools/check-statements.ts'),
  check('canaries of the statements', node, 'tools/prove-statements.ts'),
  check('migrations', node, 'tools/check-migrations.ts'),
  check('canaries of the migrations', node, 'tools/prove-migrations.ts'),
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

const townFolder = join(process.cwd(), '.cache', `town-${process.pid}`)

/** Most of the minute that it takes it waits for the disk and for the reader of its photos, so it stands beside the unit tests. */
const town = check('demo town', node, 'tools/build-town.ts', townFolder)

const browser = async () => ({
  CHROMIUM_PATH: findBrowser(),
  E2E_PORT: String(await freePort()),
  ...(existsSync(townFolder) ? { E2E_TOWN: townFolder } : {}),
})

const e2e = suite('browser tests', 'playwright', ['test', ...filter], reportFiles.e2e, readPlaywright, browser)

const e2eLong = suite(
  'long browser tests',
  'playwright',
  ['test', '--pass-with-no-tests', ...filter],
  reportFiles.e2eLong,
  readPlaywright,
  async () => ({
    ...(await browser()),
    ...longRounds,
  }),
)

/** In their order; what stands in a list of its own runs side by side. */
const parts: Record<string, (Stage | Stage[])[]> = {
  check: [checks],
  unit: [unit],
  e2e: [build, e2e],
  long: [unitLong, build, e2eLong],
  ci: [
    checks,
    build,
    [unit, town],
    check('first load', node, 'tools/bundle-budget.ts'),
    e2e,
    unitLong,
    e2eLong,
    check('coverage', node, 'tools/check-coverage.ts', '--with-long'),
  ],
  all: [
    checks,
    build,
    [unit, town],
    check('first load', node, 'tools/bundle-budget.ts'),
    e2e,
    check('coverage', node, 'tools/check-coverage.ts'),
  ],
}

const running = new Set<ReturnType<typeof spawn>>()

const runProgram = (command: string, args: string[], env: Record<string, string> = {}, say?: (text: string) => void): Promise<number> =>
  new Promise((done, fail) => {
    const stdio = say === undefined ? 'inherit' : 'pipe'
    const program = spawn(command, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } })
    running.add(program)
    for (const stream of [program.stdout, program.stderr]) stream?.on('data', (chunk: Buffer) => say?.(chunk.toString()))
    program.once('error', fail)
    program.once('close', code => {
      running.delete(program)
      done(code ?? 1)
    })
  })

/** As many checks as the cores that this is measured on. */
const sideBySide = 2
/** The seconds of every stage, for the end. */
const times: { name: string; seconds: number }[] = []

const runStages = async (stages: readonly (Stage | Stage[])[]): Promise<Required<Sum>> => {
  const sum: Required<Sum> = { passed: 0, failed: 0, tests: [] }
  for (const stage of stages) {
    const sums = Array.isArray(stage) ? await runTogether(stage) : [await runStage(stage)]
    for (const { passed, failed, tests = [] } of sums) {
      sum.passed += passed
      sum.failed += failed
      sum.tests = [...sum.tests, ...tests]
    }
    if (sum.failed > 0) break
  }
  return sum
}

const runStage = async ({ name, run }: Stage): Promise<Sum> => {
  const from = performance.now()
  console.log(`── ${name}`)
  return tellEnd(name, from, await run().catch(sayWhy))
}

/** All of them run, also when one has failed: each fault is its own to mend. */
const runTogether = async (stages: readonly Stage[]): Promise<Sum[]> => {
  const waiting = [...stages]
  const sums: Sum[] = []
  const work = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
      const from = performance.now()
      let text = ''
      const sum = await stage.run(said => void (text += said)).catch(sayWhy)
      console.log(`── ${stage.name}\n${text.trimEnd()}`)
      sums.push(tellEnd(stage.name, from, sum))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  return sums
}

const tellEnd = (name: string, from: number, sum: Sum): Sum => {
  const seconds = (performance.now() - from) / 1000
  times.push({ name, seconds })
  console.log(`${sum.failed === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  return sum
}

/** Where the time went: every stage, and the files whose tests took longest (beside one another, so their sum is more). */
const tellTimes = (tests: readonly RanTest[]): void => {
  console.log('── times')
  for (const { name, seconds } of times) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  for (const { file, seconds } of slowestFiles(tests, 10)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

const sayWhy = (error: unknown): Sum => {
  console.error(error instanceof Refusal ? error.message : error)
  return { passed: 0, failed: 1 }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // What vitest and Playwright take as: tear down, then end.
    for (const program of running) program.kill('SIGINT')
    process.exitCode = 1
  })

const part = parts[process.argv[2] ?? 'all']
if (part === undefined) {
  console.error('usage: bin/test [check | unit | e2e | long | ci] [filter …]')
  process.exit(1)
}
mkdirSync('.cache/reports', { recursive: true })
process.once('exit', () => rmSync(townFolder, { recursive: true, force: true }))
// A browser that is missing is said before minutes of other tests.
const ready = part.includes(e2e) || part.includes(e2eLong) ? await Promise.resolve().then(findBrowser).catch(sayWhy) : ''
const { passed, failed, tests = [] } = typeof ready === 'string' ? await runStages(part) : ready
if (times.length > 1) tellTimes(tests)
// Each stage may have left them to the others.
const isNowhere = part.includes(e2eLong) && failed === 0 && filter.length > 0 && tests.length === 0
if (isNowhere) console.error(`no test is called ${filter.join(' ')}`)
if (failed > 0 || isNowhere) process.exitCode = 1
console.log(`${passed} passed, ${isNowhere ? 1 : failed} failed`)
