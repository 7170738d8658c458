import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lossOf } from './coverage-losses.ts'
import { behaviours } from './coverage-behaviours.ts'
import { readCsv } from './csv.ts'

// Whether the test that coverage.csv names really proves its row: the answer loses that one field, or a line of the program says
// something else, and the named test must go red. `node tools/prove-coverage.ts [filter …]`: rows whose id begins so; without one, all, and
// the outcome is written to docs/spec/proofs.csv. It takes half an hour and is no part of bin/test.

interface Change {
  id: string
  file: string
  title: string
  /** What the run is told, and what it says of it in the outcome. */
  env: Record<string, string>
  what: string
}

/** `browser`: a journey in a browser proves the row, and none is walked for this. */
type Outcome = 'red' | 'green' | 'nothing lost' | 'browser' | 'not tried'

const filter = process.argv.slice(2)
const rows = readCsv(readFileSync('docs/spec/coverage.csv', 'utf8')).map(({ id = '', test_file = '', test_title = '' }) => ({
  id,
  file: test_file,
  title: test_title,
}))
const note = (id: string) => join(tmpdir(), `toguchi-lost-${process.pid}-${id}`)

const changeOf = (row: (typeof rows)[number]): Change[] => {
  const behaviour = behaviours[row.id]
  if (behaviour !== undefined) {
    const { file, find, replace } = behaviour
    if (readFileSync(file, 'utf8').split(find).length !== 2) throw new Error(`${row.id}: "${find}" does not stand once in ${file}`)
    return [{ ...row, env: { CHANGED_FILE: file, CHANGED_FROM: find, CHANGED_TO: replace }, what: `${file}: ${find} → ${replace}` }]
  }
  const loss = lossOf(row.id)
  if (loss === undefined || !row.file.startsWith('server/')) return []
  return [{ ...row, env: { LOST_FIELD: loss, LOST_FIELD_NOTE: note(row.id) }, what: `answers without ${loss}` }]
}

/** Describes and title as the row joins them; vitest takes a pattern. */
const patternOf = (title: string) => `${title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`

const runNamedTest = ({ file, title, env }: Change): Promise<number> =>
  new Promise((done, fail) => {
    const run = spawn(
      'vitest',
      ['run', '--config=tools/prove-coverage.config.ts', '--reporter=dot', file, '--testNamePattern', patternOf(title)],
      {
        stdio: 'ignore',
        env: { ...process.env, ...env, ...(file.includes('.long.') ? { LONG_ROUNDS: '1' } : {}) },
      },
    )
    run.once('error', fail)
    run.once('close', code => done(code ?? 1))
  })

const prove = async (change: Change): Promise<Outcome> => {
  const code = await runNamedTest(change)
  const { LOST_FIELD_NOTE } = change.env
  const isLost = LOST_FIELD_NOTE === undefined || existsSync(LOST_FIELD_NOTE)
  if (LOST_FIELD_NOTE !== undefined) rmSync(LOST_FIELD_NOTE, { force: true })
  if (!isLost) return 'nothing lost'
  return code === 0 ? 'green' : 'red'
}

const chosen = rows.filter(({ id }) => filter.length === 0 || filter.some(start => id.startsWith(start))).flatMap(changeOf)
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
if (filter.length === 0) {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const tried = new Map(chosen.map(({ id, what }) => [id, what]))
  const lines = rows.map(({ id, file }) => {
    const otherwise: Outcome = file.startsWith('e2e/') ? 'browser' : 'not tried'
    return [id, outcomes.get(id) ?? otherwise, cell(tried.get(id) ?? '')].join()
  })
  writeFileSync('docs/spec/proofs.csv', `${['id,outcome,change', ...lines].join('\n')}\n`)
}
console.log(`${chosen.length - unproven.length} of ${chosen.length} rows go red when what they ask for breaks`)
if (unproven.length > 0) process.exitCode = 1
