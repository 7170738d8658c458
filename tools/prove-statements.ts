import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Plants one statement for each fault that tools/check-statements.ts must find, beside one that has none: each must be accused of exactly
// its fault, so that the check cannot be green because it is blind.

const planted: [statement: string, faults: string[]][] = [
  ['rowsOf<{ id: number; name: string }>(db, `select ${columns} from buildings where client_id = $1`)', []],
  ['sql<{ id: number }>`select id from rooms where client_id = ${clientId}`.execute(db)', []],
  ['rowsOf<{ id: string }>(db, `select id from buildings where client_id = $1`)', ['id is number, not string']],
  [
    'sql<{ title: string }>`select name from buildings where client_id = ${clientId}`.execute(db)',
    ['title is not answered', 'name is answered, but not of the type'],
  ],
  ['rowsOf<{ manager: string }>(db, `select manager from buildings where client_id = $1`)', ['manager may be null, not only string']],
  [
    "rowsOf<{ status: 'waiting' }>(db, `select status from rooms where client_id = $1`)",
    ["status may be 'completed', 'reschedule', not only \"waiting\""],
  ],
  [
    'rowsOf<{ id: number }>(db, `select a.id from rooms r left join assigns a on a.client_id = r.client_id and a.room_id = r.id where r.client_id = $1`)',
    ['id may be null, not only number'],
  ],
  [
    'rowsOf<{ id: ClientId }>(db, `select id from buildings where client_id = $1`)',
    ["id is no client's id, though the type says ClientId"],
  ],
  ['rowsOf<{ client_id: ClientId }>(db, `select client_id from buildings where client_id = $1`)', []],
  ['rowsOf<{ id: number }>(db, `select id from castles`)', ['relation "castles" does not exist']],
  ['rowsOf<{ id: number }>(db, `select id from ${brought} where client_id = $1`)', ['cannot be told: brought by the caller: brought']],
  ['rowsOf<{ id: number }>(db, `select id from rooms where id = $1`)', ['does not say whose rows of rooms are meant']],
  [
    'rowsOf<{ id: number }>(db, `select r.id from rooms r where r.client_id = $1 and exists (select from orders o where o.client_id = r.client_id)`)',
    ['does not say whose rows of orders o are meant'],
  ],
  [
    "sql`insert into departments (client_id, name) select ${clientId}, name from unnest(${['a']}::text[]) as given (name)`.execute(db)",
    ['inserts what it selects into departments without RETURNING'],
  ],
  [
    "sql<{ id: number }>`insert into departments (client_id, name) select ${clientId}, name from unnest(${['a']}::text[]) as given (name) returning id`.execute(db)",
    [],
  ],
  ['sql<number>`(select count(*)::int from orders o where o.client_id = ${clientId} and o.room_id = r.id)`', []],
  [
    'sql<boolean>`(select count(*)::int from orders o where o.client_id = ${clientId} and o.room_id = r.id)`',
    ['value is number, not boolean'],
  ],
  ['sql<number>`(select count(*)::int from orders o where o.client_id = r.client_id)`', ['does not say whose rows of orders o are meant']],
  ['sql<string>`r.room_remarks`', ['value may be null, not only string']],
]

const before = `
declare const db: unknown
declare const clientId: number
declare const brought: string
type ClientId = number & { readonly reached: true }
interface RawBuilder<R> { execute(db: unknown): Promise<{ rows: R[] }> }
declare const sql: <R>(text: TemplateStringsArray, ...values: unknown[]) => RawBuilder<R>
declare const rowsOf: <R>(db: unknown, text: string) => Promise<R[]>
const columns = 'id, name'
`
const root = mkdtempSync(join(tmpdir(), 'toguchi-statements-'))
mkdirSync(join(root, 'server/src/canary'), { recursive: true })
writeFileSync(
  join(root, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { target: 'es2023', lib: ['es2023'], strict: true, types: [] } }),
)
const file = 'server/src/canary/queries.ts'
const lines = `${before.trim()}\n`
writeFileSync(join(root, file), `${lines}${planted.map(([statement]) => `void ${statement}`).join('\n')}\n`)
const { stderr } = spawnSync(process.execPath, ['tools/check-statements.ts', root], { encoding: 'utf8' })
rmSync(root, { recursive: true })

const first = lines.split('\n').length
const wanted = planted.flatMap(([, faults], at) => faults.map(fault => `${file}:${first + at}: ${fault}`))
const said = stderr.split('\n').filter(line => line !== '')
const missed = wanted.filter(line => !said.includes(line)).map(line => `not said: ${line}`)
const extra = said.filter(line => !wanted.includes(line)).map(line => `said, though nothing is wrong: ${line}`)
for (const line of [...missed, ...extra]) console.error(line)
if (missed.length + extra.length > 0) process.exitCode = 1
else console.log(`canaries: ${wanted.length} faults of statements found`)
