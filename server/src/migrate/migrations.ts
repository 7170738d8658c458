import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaNeeds } from '../platform/database/applied-migrations.ts'
import { Refusal } from '../platform/refusal.ts'

/** One numbered file of db/migrations. What its head says of it stands in its first lines, those that begin with `--` (decision 098). */
export interface Migration {
  name: string
  sql: string
  checksum: string
  /** Of one that takes something away: the oldest version of the program that lives with that. Null: it only adds. */
  oldestVersion: string | null
  /** Its statements stay done one by one, and are done again from the first when one failed: indexes are built while others write. */
  isOutsideTransaction: boolean
}

/** `1.2.3`: this program's, of a checkout and of a built folder. */
export const programVersion = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
  .version

/** A newer program has taken away from the database what this one uses (decision 098); `name` is a migration that did. */
export const newerDatabase = (name: string): Refusal =>
  new Refusal(
    `データベースがこのプログラムより新しいです: ${name} がありません。新しいバージョンのプログラムを使ってください。(The database is newer than this program; update it.)`,
  )

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** The names of the folder's migrations in their order. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted()

/** What this program needs of a database. */
export const ownNeeds = (): SchemaNeeds => ({ version: programVersion, migrations: migrationNames(migrationsFolder) })

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
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), ...readHead(name, sql) }
  })
}

/** A mark that is nearly one would be none, and nobody would see it. */
const readHead = (name: string, sql: string): Pick<Migration, 'oldestVersion' | 'isOutsideTransaction'> => {
  const head = /^(?:--.*\n)*/.exec(sql)?.[0] ?? ''
  const contracts = /^-- contracts: .+, unused since v(\d+\.\d+\.\d+)$/m.exec(head)
  const isOutsideTransaction = /^-- outside a transaction$/m.test(head)
  if (
    (!contracts && /^\s*--\s*contracts?\s*:/im.test(sql)) ||
    (!isOutsideTransaction && /^\s*--\s*outside (?:a )?transaction\b/im.test(sql))
  )
    throw new Refusal(
      `マイグレーション ${name} の先頭の行が正しくありません。(Its first lines say «-- contracts: <what>, unused since v1.2.3» or «-- outside a transaction».)`,
    )
  return { oldestVersion: contracts?.[1] ?? null, isOutsideTransaction }
}

/** One statement of a migration, without the semicolon and what is said before it. */
export interface Statement {
  text: string
  /** The line of its file on which it begins, from 1. */
  line: number
}

/** Comments, texts, quoted names, bodies of functions and what ends a statement: no semicolon inside the others does. */
const sqlPart = /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|\s+|\w+|[\s\S]/g

/** The statements of a migration, in their order. A wall compares them with what PostgreSQL's own parser finds. */
export const statementsOf = (sql: string): Statement[] => {
  const statements: Statement[] = []
  let begin: number | null = null
  const end = (at: number) => {
    if (begin !== null) statements.push({ text: sql.slice(begin, at).trimEnd(), line: sql.slice(0, begin).split('\n').length })
    begin = null
  }
  for (const { 0: part, index } of sql.matchAll(sqlPart))
    if (part === ';') end(index)
    else if (begin === null && !/^(?:\s|--|\/\*)/.test(part)) begin = index
  end(sql.length)
  return statements
}

/** One checksum for all of them: what a migrated database is known by. */
export const checksumOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')
