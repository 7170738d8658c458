import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../platform/refusal.ts'

/** One numbered file of db/migrations. */
export interface Migration {
  name: string
  sql: string
  checksum: string
}

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** The names of the folder's migrations in their order. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted()

/** The folder's migrations in their order; a malformed name or a number used twice is a Refusal. */
export const readMigrations = (folder: string): Migration[] => {
  const names = migrationNames(folder)
  for (const [at, name] of names.entries()) {
    if (!/^\d{4}_[a-z][a-z_-]*\.sql$/.test(name))
      throw new Refusal(`マイグレーションの名前が正しくありません: ${name} (Name it 0001_slice.sql.)`)
    if (names[at - 1]?.slice(0, 4) === name.slice(0, 4))
      throw new Refusal(`マイグレーションの番号が重複しています: ${names[at - 1]}, ${name} (Two migrations have the same number.)`)
  }
  return names.map(name => {
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** One checksum for all of them: what a migrated database is known by. */
export const checksumOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')
