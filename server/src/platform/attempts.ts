import { sql } from 'kysely'
import { writeInLine } from './attempt-lines.ts'
import type { Db } from './database.ts'
import { networkOf } from './network.ts'
import type { Platform } from './platform.ts'
import { tooMany } from './problem.ts'

/** What is counted: tries of a subject (a network, an account, a target) within some minutes from the first one. */
export interface Counter {
  scope: string
  subject: string
  minutes: number
}
/** With how many of them are let through, and what is said to the next. */
export interface Limit extends Counter {
  most: number
  sentence?: string
}

const minute = 60_000

/** Counts one try and returns how many there are in the running window, and when that ends. */
export const countTry = async (db: Db, { scope, subject, minutes }: Counter, now: Date): Promise<{ count: number; until: Date }> => {
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

/** The tries on record in the running window; null when there is none. */
export const findTries = async (
  db: Db,
  { scope, subject }: Omit<Counter, 'minutes'>,
  now: Date,
): Promise<{ count: number; until: Date } | null> => {
  const row = await db
    .selectFrom('attempt_counters')
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where('window_ends_at', '>', now)
    .select(['count', 'window_ends_at'])
    .executeTakeFirst()
  return row ? { count: row.count, until: row.window_ends_at } : null
}

export const forgetTries = (db: Db, { scope, subject }: Omit<Counter, 'minutes'>) =>
  db.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).execute()

/**
 * Counts one try of `subject` in `scope` and returns how many there are in the running window. Committed at once, outside the
 * caller's transaction: a refused try must be counted although everything else is rolled back.
 */
export const countAttempt = async (platform: Platform, scope: string, subject: string, windowSeconds: number): Promise<number> =>
  (await writeInLine(platform, { scope, subject }, db => countTry(db, { scope, subject, minutes: windowSeconds / 60 }, platform.now())))
    .count

/** How long a refused caller has to wait, in whole seconds. */
export const secondsUntil = (until: Date, now: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

/** Counts one try, and refuses it when there were too many: a 429 that says when it is worth trying again. Counted before anything is
 * hashed or looked up: many at once must not all pass the same reading of the count. */
export const spendAttempt = async (platform: Platform, limit: Limit): Promise<void> => {
  const now = platform.now()
  const { count, until } = await writeInLine(platform, limit, db => countTry(db, limit, now))
  if (count > limit.most) throw tooMany(limit.sentence, secondsUntil(until, now))
}

/** Takes back a try that was no failure. */
export const giveBackAttempt = (platform: Platform, { scope, subject }: Omit<Counter, 'minutes'>): Promise<void> =>
  writeInLine(platform, { scope, subject }, async db => {
    await db
      .updateTable('attempt_counters')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('scope', '=', scope)
      .where('subject', '=', subject)
      .where('count', '>', 0)
      .execute()
  })

/** Forgets the tries after a success. */
const clearAttempts = (platform: Platform, scope: string, subject: string): Promise<void> =>
  writeInLine(platform, { scope, subject }, async db => {
    await forgetTries(db, { scope, subject })
  })

/** A limit whose failures alone count; `refusal` is what is thrown beyond it, given the whole seconds that are left. */
export interface FailureLimit extends Counter {
  most: number
  refusal: (seconds: number) => Error
}

/**
 * Runs a check under the limit of its subject and, where one is given, of the network, both counted before anything is hashed: many
 * guesses at once must not all pass the same reading of the count. Null is a failure and stays counted; anything else clears the
 * subject's count and gives the network's try back. What throws could not be checked at all and was no failure either (decision 020).
 * Answers the result and which try of the window it was.
 */
export const checkUnderLimit = async <T>(
  platform: Platform,
  { most, refusal, ...counter }: FailureLimit,
  check: () => Promise<T | null>,
  ofNetwork?: Limit,
): Promise<{ result: T | null; count: number }> => {
  const now = platform.now()
  if (ofNetwork) await spendAttempt(platform, ofNetwork)
  const { count, until } = await writeInLine(platform, counter, db => countTry(db, counter, now))
  if (count > most) throw refusal(secondsUntil(until, now))
  const result = await check().catch(async (error: unknown) => {
    if (ofNetwork) await giveBackAttempt(platform, ofNetwork)
    await giveBackAttempt(platform, counter)
    throw error
  })
  if (result === null) return { result, count }
  await clearAttempts(platform, counter.scope, counter.subject)
  if (ofNetwork) await giveBackAttempt(platform, ofNetwork)
  return { result, count }
}

/**
 * Failures of signing in from one network: a whole building or the customers of a mobile carrier may share one IPv4 address, so as many
 * as D-03 gives to codes.
 */
export const failuresOfNetwork = (address: string): Limit => ({
  scope: 'sign_in:network',
  subject: networkOf(address),
  most: 100,
  minutes: 15,
  sentence: 'ログインの失敗が続いたため、しばらく受け付けられません。時間をおいて再度お試しください。',
})

/** Removes what counts no more; the daily work. */
export const purgeAttempts = (db: Db, now: Date) => db.deleteFrom('attempt_counters').where('window_ends_at', '<=', now).execute()
