import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, messageOf } from '../platform/http/error-code.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Migration, type Statement, statementsOf } from './migrations.ts'

/**
 * Applies one migration as a whole and writes down that it was, while servers go on. Where its head says so, without a transaction: then each
 * statement stays done, it is written down at the end, and begins again from its first statement when it was interrupted.
 */
export const applyMigration = (client: pg.Client, migration: Migration): Promise<void> =>
  migration.isOutsideTransaction ? applyOutside(client, migration) : applyInside(client, migration)

/**
 * A lock that a statement waits for is one that everybody after it waits for too. So it waits for less than a request may take
 * (`app-login.ts`), lets everybody pass, and tries again.
 */
const lockPatience = { wait: '2s', pause: 1_000, tries: 120 }
/** Nobody gave way in time; two waited for each other. */
const heldUp = ['55P03', '40P01']

const applyInside = async (client: pg.Client, migration: Migration): Promise<void> => {
  let running: Statement | undefined
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${lockPatience.wait}'`)
      for (const statement of statementsOf(migration.sql)) {
        running = statement
        // By itself: a coordinator sends the text of a trip on to its nodes, as one statement.
        await client.query(statement.text)
      }
      running = undefined
      await writeDown(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!heldUp.includes(codeOf(error) ?? '') || tries === lockPatience.tries)
        throw failed(migration, placeOf(error, running), error, 'nothing of it was kept')
    }
    await sleep(lockPatience.pause)
  }
}

const applyOutside = async (client: pg.Client, migration: Migration): Promise<void> => {
  for (const [at, { text }] of statementsOf(migration.sql).entries())
    try {
      await dropInvalidIndex(client, text)
      await client.query(text)
    } catch (error) {
      throw failed(migration, ` の${at + 1}番目の文`, error, 'the statements before it were kept; run it again')
    }
  await writeDown(client, migration)
}

/** An index whose building was interrupted stays, is kept up to date and serves nobody: `if not exists` would take it for the whole one. */
const dropInvalidIndex = async (client: pg.Client, statement: string): Promise<void> => {
  const name = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rowCount === 1) await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`)
}

const writeDown = (client: pg.Client, { name, checksum, oldestVersion }: Migration) =>
  client.query('insert into schema_migrations (name, checksum, oldest_version) values ($1, $2, $3)', [name, checksum, oldestVersion])

const failed = ({ name }: Migration, place: string, error: unknown, kept: string): Refusal =>
  new Refusal(
    `マイグレーション ${name}${place}で失敗しました: ${messageOf(error) || codeOf(error) || String(error)} (The migration failed; ${kept}.)`,
  )

const placeOf = (error: unknown, statement: Statement | undefined): string => {
  const position = Number(error instanceof pg.DatabaseError ? error.position : undefined)
  return statement && position > 0 ? ` の${statement.line + statement.text.slice(0, position).split('\n').length - 1}行目` : ' '
}
