import type { ClientId } from '@toguchi/domain/access/actor'
import { limitOf } from '../../platform/attempts/attempt-limits.ts'
import { type Attempt, type Attempts, findEachAttempts, forgetAttempts, spendWithin } from '../../platform/attempts/attempts.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import { type Account, subjectOf } from '../account.ts'
import { findAccountRow } from '../account-queries.ts'
import { failureOf } from './lock-out.ts'
import { notifyOfChange } from '../notify-account.ts'

/** An account with what its sign-in is counted by. */
export interface GuardedAccount extends Account {
  door: string
  /** Null where there is no login yet. */
  loginId: string | null
}

/** A user of a client, as the lists of colleagues and craftsmen have them. */
export const guardedUser = (clientId: ClientId, { id, login_id }: { id: number; login_id: string }): GuardedAccount => ({
  strategy: 'user',
  clientId,
  accountId: id,
  door: 'user',
  loginId: login_id,
})

/** What a lock of the sign-in that others may lift is counted by: wrong passwords there. */
export const passwordGuesses = ({ door, loginId }: GuardedAccount): Attempt[] => (loginId === null ? [] : [failureOf(door, loginId)])

/** Wrong codes of an account's second factor. */
export const codeGuesses = (account: Account): Attempt => ({ scope: 'sign_in:second_factor', subject: subjectOf(account) })

/** Everything that locks an account's sign-in. What is guessed in a session that was left open locks none. */
const guessesAt = (account: GuardedAccount): Attempt[] => [...passwordGuesses(account), codeGuesses(account)]

/** Whether what is counted is refused from now on. */
export const isSpent = ({ scope, count }: Pick<Attempt & Attempts, 'scope' | 'count'>): boolean => count >= limitOf(scope).most

/** What keeps somebody out. */
export interface Lock {
  until: Date
  /** Wrong passwords are among it, which others may forgive; wrong second factors end with time alone. */
  isLiftable: boolean
}

/** A lock, as the page of an account says it. */
export const presentLock = (lock: Lock | undefined) => ({
  locked_until: toInstant(lock?.until ?? null),
  lock_liftable: lock?.isLiftable ?? false,
})

/** What guesses lock, by account; who is not locked is not among them. One query, however many. */
export const listLocks = async (db: Db, accounts: readonly GuardedAccount[], now: Date): Promise<ReadonlyMap<number, Lock>> => {
  const keyOf = ({ scope, subject }: Attempt) => `${scope} ${subject}`
  const owners = new Map(accounts.flatMap(account => guessesAt(account).map(guess => [keyOf(guess), account.accountId] as const)))
  const counted = await findEachAttempts(db, accounts.flatMap(guessesAt), now)
  const locks = new Map<number, Lock>()
  for (const guesses of counted.filter(isSpent)) {
    const id = owners.get(keyOf(guesses)) ?? 0
    const lock = locks.get(id)
    locks.set(id, {
      until: lock !== undefined && lock.until > guesses.until ? lock.until : guesses.until,
      isLiftable: lock?.isLiftable === true || guesses.scope === 'sign_in',
    })
  }
  return locks
}

export const notLocked = () => refused('ロックされていません。画面を開き直してください。', 'not_locked')

const codesGuessed = () => refused('二段階認証コードの誤りによるロックは解除できません。時間をおいてお試しください。', 'otp_locked')

/**
 * Lets somebody who works here try again at once, and tells them: it was not they who did it. Wrong second factors stay counted: their
 * guesser knows the password. 422 `not_locked`, `otp_locked` where these alone lock; 429 for a fourth time a day.
 */
export const liftLock = async (platform: Platform, db: Db, account: GuardedAccount): Promise<void> => {
  const row = await findAccountRow(db, account)
  if (!row) throw notFound()
  if ((await listLocks(db, [account], platform.now())).size === 0) throw notLocked()
  if (!(await findEachAttempts(db, passwordGuesses(account), platform.now())).some(isSpent)) throw codesGuessed()
  await spendWithin(platform, db, { scope: 'lock_lifted', subject: subjectOf(account) })
  for (const guesses of passwordGuesses(account)) await forgetAttempts(db, guesses)
  await notifyOfChange(platform, db, account.clientId, row, 'lock_lifted')
}

export const ownLockText = '自分自身のロックは解除できません。ほかの方に依頼するか、時間をおいてください。'
