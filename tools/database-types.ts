import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '../server/test/database.ts'
import { compareGenerated } from './compare-generated.ts'

// server/src/platform/database.gen.ts: the tables as types, as the pool's parsers deliver them. `--write` or `--check`.
const mapping = { int8: 'number', date: 'string', time: 'string', timestamptz: 'Date' }

const database = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'toguchi-types-'))
const generated = join(folder, 'database.gen.ts')
const source = ['--dialect', 'postgres', '--url', database.url, '--exclude-pattern', 'schema_migrations']
const { status, stdout, stderr } = spawnSync(
  'node_modules/.bin/kysely-codegen',
  [...source, '--out-file', generated, '--type-mapping', JSON.stringify(mapping)],
  { encoding: 'utf8' },
)
await database.drop()
if (status === 0) compareGenerated('server/src/platform/database.gen.ts', readFileSync(generated, 'utf8'), 'tools/database-types.ts')
else {
  console.error(stdout, stderr)
  process.exitCode = 1
}
rmSync(folder, { recursive: true })
