import { limitOf } from '../../platform/attempts/attempt-limits.ts'
import { type Attempt, checkUnderLimit, forgetAttempts } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountLocked, badCredentials } from '../../platform/http/problem.ts'
import { type Account, subjectOf } from '../account.ts'
import { findAccountRow } from '../account-queries.ts'
import { type Pause, pauseNotice, tellOwner } from '../notify-account.ts'

/** A failure of signing in, as it counts for the caller's network. */
export const failureFrom = (ip: string): Attempt => ({ scope: 'sign_in:network', subject: networkOf(ip) })

/** A failure with a login id, whether somebody has it or not. `door`: the strategy, for residents with their client. */
export const failureOf = (door: string, loginId: string): Attempt => ({
  scope: 'sign_in',
  subject: `${door}:${loginId.toLowerCase().slice(0, 254)}`,
})

interface SignInAttempt {
  door: string
  loginId: string
  ip: string
  /** Tells the owner, where there is one: once a lock, by the failure that made it. */
  onLocked: (seconds: number) => Promise<void>
}

/** Runs a check of credentials under the limits of the caller's network and of the login id. Null counts as a failure (G-ACC-09). */
export const withLockOut = async <T>(
  platform: Platform,
  { door, loginId, ip, onLocked }: SignInAttempt,
  check: () => Promise<T | null>,
): Promise<T> => {
  const locked = (left: number) => accountLocked('locked', left)
  const attempt = failureOf(door, loginId)
  const { result, count, seconds } = await checkUnderLimit(platform, attempt, check, { ofNetwork: failureFrom(ip), refusal: locked })
  if (result !== null) return result
  if (count < limitOf(attempt.scope).most) throw badCredentials()
  await onLocked(seconds)
  throw locked(seconds)
}

/**
 * Lets somebody in again who proved to be the owner and has a new password: what was guessed at is not the password any more (decision
 * 020). In the transaction that sets it.
 */
export const unlockSignIn = async (db: Db, account: Account, { door, loginId }: { door: string; loginId: string }): Promise<void> => {
  await forgetAttempts(db, failureOf(door, loginId))
  await forgetAttempts(db, { scope: 'current_password', subject: subjectOf(account) })
}

/** Tells somebody who works here that the sign-in is paused. */
export const notifyOfPause = (platform: Platform, account: Account, pause: Pause, seconds: number): Promise<void> =>
  platform.pool.write(account.clientId, async db => {
    const row = await findAccountRow(db, account)
    if (row) await tellOwner(db, account.clientId, row, pauseNotice(platform, row, pause, seconds))
  })
