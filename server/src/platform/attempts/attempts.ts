import { sql } from 'kysely'
import { writeInLine } from './attempt-lines.ts'
import { type AttemptScope, limitOf } from './attempt-limits.ts'
import type { Db } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { tooMany } from '../http/problem.ts'
import { rowsOf } from '../database/rows.ts'

/** An attempt at what has a limit (`attempt-limits.ts`), counted by a subject: a network, an account, a target. */
export interface Attempt {
  scope: AttemptScope
  subject: string
}

/** Attempts so far, and when they begin to count anew. */
export interface Attempts {
  count: number
  until: Date
}

const minute = 60_000

/** Counts an attempt in the caller's transaction. `minutes`: how long it counts, where that is not always the same. */
export const countAttempt = async (
  db: Db,
  { scope, subject }: Attempt,
  now: Date,
  minutes: number = limitOf(scope).minutes,
): Promise<Attempts> => {
  const { count, window_ends_at } = await db
    .insertInto('attempt_counters')
    .values({ scope, subject, count: 1, window_ends_at: new Date(now.getTime() + minutes * minute) })
    .onConflict(target =>
      target.columns(['scope', 'subject']).doUpdateSet({
        count: sql<number>`case when attempt_counters.window_ends_at <= ${now} then 1 else attempt_counters.count + 1 end`,
        window_ends_at: sql<Date>`case when attempt_counters.window_ends_at <= ${now} then excluded.window_ends_at else attempt_counters.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { count, until: window_ends_at }
}

/** The attempts that count at this moment; null when there are none. */
export const findAttempts = async (db: Db, { scope, subject }: Attempt, now: Date): Promise<Attempts | null> => {
  const row = await db
    .selectFrom('attempt_counters')
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where('window_ends_at', '>', now)
    .select(['count', 'window_ends_at'])
    .executeTakeFirst()
  return row ? { count: row.count, until: row.window_ends_at } : null
}

/**
 * Holds the row of the attempts, where there is one: what another transaction has counted with it is to be read from then on. A lock on a
 * client's row alone says nothing of these rows on a cluster, where the client's node commits before the coordinator does.
 */
export const holdAttempts = (db: Db, { scope, subject }: Attempt) =>
  db.selectFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).select('count').forUpdate().executeTakeFirst()

export const forgetAttempts = (db: Db, { scope, subject }: Attempt) =>
  db.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).execute()

/** How long a refused caller has to wait, in whole seconds. */
export const secondsUntil = (until: Date, now: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

/**
 * Counts an attempt, and refuses it when there were too many: a 429 that says when it is worth trying again. Committed at once, because a
 * refused one counts although everything else is rolled back, and before anything is hashed or looked up: many at once must not all pass
 * the same reading of the count. Answers which one it was, and in how many seconds they begin to count anew.
 */
export const spendAttempt = async (
  platform: Platform,
  attempt: Attempt,
  refusal: (seconds: number) => Error = seconds => tooMany(limitOf(attempt.scope).sentence, seconds),
): Promise<{ count: number; seconds: number }> => {
  const now = platform.now()
  const { count, until } = await writeInLine(platform, attempt, db => countAttempt(db, attempt, now))
  const seconds = secondsUntil(until, now)
  if (count > limitOf(attempt.scope).most) throw refusal(seconds)
  return { count, seconds }
}

/** Counts an attempt in the caller's transaction, which a refused one rolls back. For what is committed or not at all. */
export const spendWithin = async (platform: Platform, db: Db, attempt: Attempt): Promise<void> => {
  const now = platform.now()
  const { count, until } = await countAttempt(db, attempt, now)
  if (count > limitOf(attempt.scope).most) throw tooMany(limitOf(attempt.scope).sentence, secondsUntil(until, now))
}

/** Takes back an attempt that was no failure. */
export const giveBackAttempt = (platform: Platform, { scope, subject }: Attempt): Promise<void> =>
  writeInLine(platform, { scope, subject }, async db => {
    await db
      .updateTable('attempt_counters')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('scope', '=', scope)
      .where('subject', '=', subject)
      .where('count', '>', 0)
      .execute()
  })

/**
 * Runs a check under the limit of its subject and, where one is given, of the network, both spent before it. Null is a failure and stays
 * counted; anything else clears the subject's count and gives the network's attempt back. What throws could not be checked at all and was
 * no failure either (decision 020). Answers the result, which attempt of the subject it was, and for how many seconds they count.
 */
export const checkUnderLimit = async <T>(
  platform: Platform,
  attempt: Attempt,
  check: () => Promise<T | null>,
  { ofNetwork, refusal }: { ofNetwork?: Attempt; refusal?: (seconds: number) => Error } = {},
): Promise<{ result: T | null; count: number; seconds: number }> => {
  if (ofNetwork) await spendAttempt(platform, ofNetwork)
  const { count, seconds } = await spendAttempt(platform, attempt, refusal)
  const result = await check().catch(async (error: unknown) => {
    if (ofNetwork) await giveBackAttempt(platform, ofNetwork)
    await giveBackAttempt(platform, attempt)
    throw error
  })
  if (result === null) return { result, count, seconds }
  await platform.pool.write(null, db => forgetAttempts(db, attempt))
  if (ofNetwork) await giveBackAttempt(platform, ofNetwork)
  return { result, count, seconds }
}

/** Removes what counts no more; the daily work. */
export const purgeAttempts = (db: Db, now: Date) => db.deleteFrom('attempt_counters').where('window_ends_at', '<=', now).execute()

/** What counts at this moment of many, in one query. */
export const findEachAttempts = async (db: Db, attempts: readonly Attempt[], now: Date): Promise<(Attempt & Attempts)[]> => {
  if (attempts.length === 0) return []
  return rowsOf<Attempt & Attempts>(
    db,
    `select atc.scope, atc.subject, atc.count, atc.window_ends_at as until
      from unnest($1::text[], $2::text[]) as given (scope, subject)
      join attempt_counters atc on atc.scope = given.scope and atc.subject = given.subject where atc.window_ends_at > $3`,
    [attempts.map(({ scope }) => scope), attempts.map(({ subject }) => subject), now],
  )
}

/** The least text after every text that begins so, in the order of the C collation. */
const after = (beginning: string): string => beginning.slice(0, -1) + String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1)

/** What counts at this moment of every subject that begins so, in plain ASCII. */
export const findAttemptsWithin = (
  db: Db,
  scopes: readonly AttemptScope[],
  beginning: string,
  now: Date,
): Promise<(Attempt & Attempts)[]> =>
  rowsOf(
    db,
    `select scope, subject, count, window_ends_at as until from attempt_counters
      where scope = any($1::text[]) and subject >= $2 and subject < $3 and window_ends_at > $4`,
    [scopes, beginning, after(beginning), now],
  )
