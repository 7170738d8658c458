import type { ClientActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { onConstraint } from '../platform/problem.ts'
import { loginTaken, nounOf, personalFields } from './change-users.ts'
import { deleteLogin, deleteSessionsOf, lockUser, renameLogin, updateUserColumns, type UserColumns } from './queries.ts'

/** What this slice does for others: users are its rows, whoever keeps them. */
export { lockUser }

/* Sessions, lock-out, links and passwords of residents work as everybody's do; only where they sign in differs. */
export { checkNewPassword } from './new-password.ts'
export { issueOneTimeToken, linkLifetimes, originFor } from './one-time-links.ts'
export {
  deleteSession,
  deleteSessionsOf,
  findOneTimeToken,
  listEveryStaff,
  listTakenLogins,
  lockUsers,
  takeOneTimeToken,
} from './queries.ts'
export { changeUsers } from './change-users.ts'
export { eraseDiscardedUsers } from './erase-queries.ts'
export { type FirstPassword, firstPasswords, inviteStaffAgain, registerCraftsmen, registerStaffs } from './register-users.ts'
export { checkStaffs, saveStaffs } from './save-staffs.ts'
export { limitReminders } from './reset-password.ts'
export { openSession, refuseTerminated, withLockOut } from './sign-in.ts'

/** Changes the fields that were sent of a user that is locked; `before` is the row as the lock found it. */
export const changeUser = async (
  db: Db,
  actor: ClientActor,
  before: NonNullable<Awaited<ReturnType<typeof lockUser>>>,
  change: UserColumns,
  now: Date,
): Promise<void> => {
  const { id } = before
  await updateUserColumns(db, actor.clientId, id, { ...change, updated_at: now })
  if (change.login_id !== undefined) await onConstraint(renameLogin(db, actor.clientId, id, change.login_id), loginTaken)
  const names = (Object.keys(change) as (keyof typeof change & keyof typeof before)[]).filter(name => before[name] !== change[name])
  const pick = (row: UserColumns, personal: boolean) =>
    Object.fromEntries(names.filter(name => personalFields.has(name) === personal).map(name => [name, row[name]]))
  const old = before as UserColumns
  await recordEvent(db, {
    kind: `${nounOf(before.type)}.updated`,
    actor,
    clientId: actor.clientId,
    subject: { type: nounOf(before.type), id },
    change: { before: pick(old, false), after: pick(change, false) },
    ...(names.some(name => personalFields.has(name)) ? { personal: { before: pick(old, true), after: pick(change, true) } } : {}),
  })
}

/** Hides a user, frees the login id and ends every session at once (G-API-15). */
export const discardUser = async (db: Db, actor: ClientActor, user: { id: number; type: string }, now: Date): Promise<void> => {
  await updateUserColumns(db, actor.clientId, user.id, { updated_at: now, discarded_at: now })
  await deleteLogin(db, actor.clientId, user.id)
  await deleteSessionsOf(db, { strategy: 'user', clientId: actor.clientId, accountId: user.id })
  await recordEvent(db, {
    kind: `${nounOf(user.type)}.deleted`,
    actor,
    clientId: actor.clientId,
    subject: { type: nounOf(user.type), id: user.id },
  })
}
