import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Platform } from './platform.ts'

/**
 * Counts one try of `subject` in `scope` and returns how many there are in the running window. Committed at once, outside the
 * caller's transaction: a refused try must be counted although everything else is rolled back.
 */
export const countAttempt = (platform: Platform, scope: string, subject: string, windowSeconds: number): Promise<number> =>
  platform.pool.write(null, async db => {
    const now = platform.now()
    const { count } = await db
      .insertInto('attempt_counters')
      .values({ scope, subject, count: 1, window_ends_at: new Date(now.getTime() + windowSeconds * 1000) })
      .onConflict(target =>
        target.columns(['scope', 'subject']).doUpdateSet({
          count: sql<number>`case when attempt_counters.window_ends_at <= ${now} then 1 else attempt_counters.count + 1 end`,
          window_ends_at: sql<Date>`case when attempt_counters.window_ends_at <= ${now} then excluded.window_ends_at else attempt_counters.window_ends_at end`,
        }),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    return count
  })

/** How many tries are on record in the running window. */
export const attemptsSoFar = (platform: Platform, scope: string, subject: string): Promise<number> =>
  platform.pool.read(null, async db => {
    const row = await db
      .selectFrom('attempt_counters')
      .where('scope', '=', scope)
      .where('subject', '=', subject)
      .where('window_ends_at', '>', platform.now())
      .select('count')
      .executeTakeFirst()
    return row?.count ?? 0
  })

/** Forgets the tries after a success. */
export const clearAttempts = (platform: Platform, scope: string, subject: string): Promise<void> =>
  platform.pool.write(null, async db => {
    await db.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).execute()
  })

/** Deletes the counters whose window has ended: they count from one again. */
export const deleteEndedAttempts = (db: Db, now: Date) => db.deleteFrom('attempt_counters').where('window_ends_at', '<=', now).execute()
