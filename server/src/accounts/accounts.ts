import type { ReachedActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { onConstraint, refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { changeContacts } from './addresses/change-addresses.ts'
import { endAccess } from './sessions/end-access.ts'
import { deleteLogin, renameLogin } from './users/login-queries.ts'
import { lockUser, updateUserColumns, type UserColumns } from './users/user-queries.ts'
import { markInvitationsEnded } from './links/link-queries.ts'
import { deleteSecondFactors } from './second-factor/second-factor-queries.ts'
import { notifyOfRename } from './notify-account.ts'
import { loginTaken, nounOf, personalFields } from './users/user-facts.ts'

/** What this slice does for others: users are its rows, whoever keeps them. */
export { lockUser }

/* Sessions, lock-out, links and passwords of residents work as everybody's do; only where they sign in differs. */
export { checkNewPassword, refuseSamePassword } from './passwords/new-password.ts'
export { namesOf } from './passwords/own-names.ts'
export { issueOneTimeToken, linkLifetimes, originFor } from './links/one-time-links.ts'
export { endAccess } from './sessions/end-access.ts'
export { proveCurrentPassword } from './passwords/prove-password.ts'
export { findOneTimeToken, revokeOneTimeTokens, redeemOneTimeToken } from './links/link-queries.ts'
export { listTakenLogins } from './users/login-queries.ts'
export { deleteSession, isOpenSession, sendAway } from './sessions/session-queries.ts'
export { listEveryStaff } from './staffs/staff-queries.ts'
export { isNewlyMade, lockUsers, openedOf } from './users/user-queries.ts'
export { changeUsers } from './users/change-users.ts'
export { platformSubject, recordPlatformEvent } from './account-events.ts'
export { eraseDiscardedUsers } from './users/erase-queries.ts'
export { inviteAgain, registerCraftsmen, registerStaffs } from './users/register-users.ts'
export { checkStaffs, saveStaffs } from './staffs/save-staffs.ts'
export { limitReminders } from './passwords/reset-password.ts'
export { openSession, refuseTerminated } from './sessions/sign-in.ts'
export { unlockSignIn, withLockOut } from './lock-outs/lock-out.ts'
export { guardedUser, isSpent, liftLock, listLocks, type Lock, notLocked, passwordGuesses, presentLock } from './lock-outs/locks.ts'
export { settleAddresses } from './addresses/confirm-address.ts'
export { confirmAgain, withdrawAddress } from './addresses/waiting-address.ts'
export { endWithoutSecondFactor } from './second-factor/second-factor.ts'
export { purgeAccounts } from './purge.ts'

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/**
 * Changes the fields that were sent of a user that is locked; `before` is the row as the lock found it. Another address waits until it
 * is confirmed (`changeContacts`); another login id ends what the old one opened, and its owner is told.
 */
export const changeUser = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  before: LockedUser,
  { email = before.email, ...change }: UserColumns & { email?: string | null },
  now: Date,
): Promise<void> => {
  const { id } = before
  const { clientId } = actor
  refuseOwnDoors(actor, before, { login_id: change.login_id ?? before.login_id, email })
  await updateUserColumns(db, clientId, id, { ...change, updated_at: now })
  const isRenamed = change.login_id !== undefined && change.login_id !== before.login_id
  const isPhoneMoved = change.phone !== undefined && change.phone !== before.phone
  if (isRenamed) await moveLogin(platform, db, actor, { ...before, name: change.name ?? before.name }, change.login_id ?? '')
  if (isRenamed || isPhoneMoved || email !== before.email)
    await changeContacts(platform, db, clientId, [{ id, email, isPhoneMoved, isRenamed }])
  await recordChange(db, actor, before, { ...change, email })
}

/** What was changed; names and contacts in the part that may be erased. */
const recordChange = async (db: Db, actor: ReachedActor, before: LockedUser, after: UserColumns & { email: string | null }) => {
  const { id } = before
  const { clientId } = actor
  const names = (Object.keys(after) as (keyof typeof after & keyof typeof before)[]).filter(name => before[name] !== after[name])
  const pick = (row: UserColumns & { email?: string | null }, personal: boolean) =>
    Object.fromEntries(names.filter(name => personalFields.has(name) === personal).map(name => [name, row[name]]))
  const old = before as UserColumns & { email: string | null }
  await recordEvent(db, {
    kind: `${nounOf(before.type)}.updated`,
    actor,
    clientId,
    subject: { type: nounOf(before.type), id },
    change: { before: pick(old, false), after: pick(after, false) },
    ...(names.some(name => personalFields.has(name)) ? { personal: { before: pick(old, true), after: pick(after, true) } } : {}),
  })
}

/** One's own address and login id take the current password, on the own page: no list of colleagues is a way around it. */
const refuseOwnDoors = (actor: ReachedActor, before: LockedUser, after: { login_id: string; email: string | null }) => {
  const isUser = actor.kind === 'staffAdmin' || actor.kind === 'staff' || actor.kind === 'craftsman'
  if (!isUser || actor.id !== before.id) return
  if (after.login_id === before.login_id && after.email === before.email) return
  throw refused('自分自身のログインIDとメールアドレスは、マイページで変更してください。', 'own_account')
}

/** Who was invited is told the new login id by a new invitation (`changeContacts`); everybody else by a notice. */
const moveLogin = async (platform: Platform, db: Db, { clientId }: ReachedActor, before: LockedUser, loginId: string) => {
  await onConstraint(renameLogin(db, clientId, before.id, loginId), loginTaken)
  if (!before.is_opened) return
  await endAccess(db, { strategy: 'user', clientId, accountIds: [before.id] }, platform.now())
  await notifyOfRename(platform, db, clientId, before, { before: before.login_id, after: loginId })
}

/** Hides a user, frees the login id and ends everything that was handed out at once (G-API-15). */
export const discardUser = async (
  db: Db,
  actor: ReachedActor,
  user: { id: number; type: string; is_opened: boolean },
  now: Date,
): Promise<void> => {
  await updateUserColumns(db, actor.clientId, user.id, { updated_at: now, discarded_at: now })
  await deleteLogin(db, actor.clientId, user.id)
  const accounts = { strategy: 'user' as const, clientId: actor.clientId, accountIds: [user.id] }
  // What was sent to who never came are invitations.
  if (!user.is_opened) await markInvitationsEnded(db, accounts, 'withdrawn')
  await endAccess(db, accounts, now)
  await deleteSecondFactors(db, accounts)
  await recordEvent(db, {
    kind: `${nounOf(user.type)}.deleted`,
    actor,
    clientId: actor.clientId,
    subject: { type: nounOf(user.type), id: user.id },
  })
}
