import { purgeAttempts } from '../platform/attempts/attempts.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteEndedJoinRequests } from './joins/join-queries.ts'
import { deleteSpentTokens } from './links/link-queries.ts'
import { deleteEndedSessions } from './sessions/session-queries.ts'
import { deleteEndedEnrolments } from './second-factor/second-factor-queries.ts'

/** The daily work of cleaning up: links that were used or ended, sessions that ended, second factors that were begun and never confirmed, counts that count no more. */
export const purgeAccounts = async (platform: Platform): Promise<void> => {
  const now = platform.now()
  await platform.pool.write(null, async db => {
    await deleteSpentTokens(db, now)
    await deleteEndedJoinRequests(db, now)
    await deleteEndedSessions(db, now)
    await deleteEndedEnrolments(db, now)
    await purgeAttempts(db, now)
  })
}
