import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freshDatabase } from '../server/test/database.ts'
import { type CheckedColumn, withClientIds, withUnions, wordsOf } from './checked-columns.ts'
import { compareGenerated } from './compare-generated.ts'

// server/src/platform/database/database.gen.ts: the tables as types, as the pool's parsers deliver them, and a text that a check holds to a list
// of words as the union of these (decision 031); the client's id is a `ClientId` (decision 033). `--write` or `--check`.
const mapping = { int8: 'number', date: 'string', time: 'string', timestamptz: 'Date' }

const readCheckedColumns = async (url: string): Promise<CheckedColumn[]> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ table: string; definition: string }>(
    `select t.relname as table, pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_namespace s on s.oid = t.relnamespace
      where c.contype = 'c' and s.nspname = 'public' order by t.relname, c.conname`,
  )
  await client.end()
  return rows.flatMap(({ table, definition }) => {
    const checked = wordsOf(definition)
    return checked ? [{ table, ...checked }] : []
  })
}

const database = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'toguchi-types-'))
const generated = join(folder, 'database.gen.ts')
const source = ['--dialect', 'postgres', '--url', database.url, '--exclude-pattern', 'schema_migrations']
const { status, stdout, stderr } = spawnSync(
  'node_modules/.bin/kysely-codegen',
  [...source, '--out-file', generated, '--type-mapping', JSON.stringify(mapping)],
  { encoding: 'utf8' },
)
const checked = await readCheckedColumns(database.url)
await database.drop()
if (status === 0)
  compareGenerated(
    'server/src/platform/database/database.gen.ts',
    withClientIds(withUnions(readFileSync(generated, 'utf8'), checked)),
    'tools/database-types.ts',
  )
else {
  console.error(stdout, stderr)
  process.exitCode = 1
}
rmSync(folder, { recursive: true })
