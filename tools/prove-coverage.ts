import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lossOf } from './coverage-losses.ts'
import { behaviours } from './coverage-behaviours.ts'
import { readCsv } from './csv.ts'
import { isLong, readVitest } from './test-reports.ts'

// Whether the test that coverage.csv names really proves its row: the answer loses that one field, or a line of the program says
// something else, and the named test must go red. `node tools/prove-coverage.ts [filter …]`: rows whose id begins so, or all; the outcome
// of each is kept in docs/spec/proofs.csv. All take half an hour and are no part of bin/test.

interface Change {
  id: string
  file: string
  title: string
  /** What the run is told, and what it says of it in the outcome. */
  env: Record<string, string>
  what: string
}

/** `browser`: a journey in a browser proves the row, and none is walked for this. */
type Outcome = 'red' | 'green' | 'nothing lost' | 'no such test' | 'browser' | 'not tried'

const proofs = 'docs/spec/proofs.csv'
const filter = process.argv.slice(2)
const rows = readCsv(readFileSync('docs/spec/coverage.csv', 'utf8')).map(({ id = '', test_file = '', test_title = '' }) => ({
  id,
  file: test_file,
  title: test_title,
}))
const folder = mkdtempSync(join(tmpdir(), 'toguchi-proofs-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const changeOf = (row: (typeof rows)[number]): Change[] => {
  const behaviour = behaviours[row.id]
  if (behaviour !== undefined) {
    const { file, find, replace } = behaviour
    if (readFileSync(file, 'utf8').split(find).length !== 2) throw new Error(`${row.id}: "${find}" does not stand once in ${file}`)
    return [{ ...row, env: { CHANGED_FILE: file, CHANGED_FROM: find, CHANGED_TO: replace }, what: `${file}: ${find} → ${replace}` }]
  }
  const loss = lossOf(row.id)
  if (loss === undefined || !row.file.startsWith('server/')) return []
  return [{ ...row, env: { LOST_FIELD: loss, LOST_FIELD_NOTE: join(folder, `${row.id}.lost`) }, what: `answers without ${loss}` }]
}

/** Describes and title as the row joins them; vitest takes a pattern. */
const patternOf = (title: string) => `${title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`

/** How many tests of that name passed and failed. */
const runNamedTest = ({ id, file, title, env }: Change): Promise<{ passed: number; failed: number }> =>
  new Promise((done, fail) => {
    const report = join(folder, `${id}.json`)
    const run = spawn(
      'vitest',
      [
        'run',
        '--config=tools/prove-coverage.config.ts',
        // What was transformed before knows nothing of the changed line.
        '--fsModuleCache=false',
        '--reporter=json',
        `--outputFile.json=${report}`,
        file,
        '--testNamePattern',
        patternOf(title),
      ],
      { stdio: 'ignore', env: { ...process.env, ...env, ...(isLong(file) ? { LONG_ROUNDS: '1' } : {}) } },
    )
    run.once('error', fail)
    run.once('close', () => {
      const tests = existsSync(report) ? readVitest(report) : []
      const count = (outcome: 'passed' | 'failed') => tests.filter(test => test.outcome === outcome).length
      done({ passed: count('passed'), failed: count('failed') })
    })
  })

const prove = async (change: Change): Promise<Outcome> => {
  const { passed, failed } = await runNamedTest(change)
  const { LOST_FIELD_NOTE } = change.env
  if (passed + failed === 0) return 'no such test'
  if (LOST_FIELD_NOTE !== undefined && !existsSync(LOST_FIELD_NOTE)) return 'nothing lost'
  return failed > 0 ? 'red' : 'green'
}

const changes = new Map(rows.flatMap(changeOf).map(change => [change.id, change]))
const chosen = [...changes.values()].filter(({ id }) => filter.length === 0 || filter.some(start => id.startsWith(start)))
const waiting = [...chosen]
const outcomes = new Map<string, Outcome>()
const work = async () => {
  for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
    const outcome = await prove(change)
    outcomes.set(change.id, outcome)
    if (outcome !== 'red') console.log(`${outcome}: ${change.id} (${change.what}) in ${change.file}: ${change.title}`)
  }
}
await Promise.all([work(), work()])
const unproven = chosen.filter(({ id }) => outcomes.get(id) !== 'red')
const told = new Map(
  (existsSync(proofs) ? readCsv(readFileSync(proofs, 'utf8')) : []).map(({ id = '', outcome = '', change = '' }) => [
    id,
    { outcome, change },
  ]),
)
for (const { id, what } of chosen) told.set(id, { outcome: outcomes.get(id) ?? '', change: what })
const cell = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\n', ' ')}"`
const lines = rows.map(({ id, file }) => {
  const otherwise: Outcome = file.startsWith('e2e/') ? 'browser' : 'not tried'
  const { outcome, change } = changes.has(id) ? (told.get(id) ?? { outcome: otherwise, change: '' }) : { outcome: otherwise, change: '' }
  return [id, outcome, cell(change)].join()
})
writeFileSync(proofs, `${['id,outcome,change', ...lines].join('\n')}\n`)
console.log(`${chosen.length - unproven.length} of ${chosen.length} rows go red when what they ask for breaks`)
if (unproven.length > 0) process.exitCode = 1
