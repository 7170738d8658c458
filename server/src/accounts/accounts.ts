import { randomBytes } from 'node:crypto'
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { enqueueMail } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, onConstraint } from '../platform/problem.ts'
import { hashPassword } from '../platform/secrets.ts'
import { linkLifetimes, originFor, passwordLink } from './one-time-links.ts'
import {
  deleteLogin,
  deleteSessionsOf,
  insertLogin,
  insertUser,
  lockUser,
  type NewUserRow,
  renameLogin,
  updateUserColumns,
  type UserColumns,
} from './queries.ts'

/** What this slice does for others: users are its rows, whoever keeps them. */
export { lockUser }

/* Sessions, lock-out, links and passwords of residents work as everybody's do; only where they sign in differs. */
export { checkNewPassword } from './new-password.ts'
export { issueOneTimeToken, linkLifetimes, originFor } from './one-time-links.ts'
export { deleteSession, deleteSessionsOf, findOneTimeToken, takeOneTimeToken } from './queries.ts'
export { limitReminders } from './reset-password.ts'
export { openSession, refuseTerminated, withLockOut } from './sign-in.ts'

const loginTaken = { logins_pkey: () => invalid({ login_id: ['はすでに存在します'] }) }

const nounOf = (type: string) => (type === 'Craftsman' ? 'craftsmans' : 'staffs')

const insertWithLogin = async (db: Db, clientId: number, user: NewUserRow): Promise<number> => {
  const { id } = await insertUser(db, clientId, user)
  await onConstraint(insertLogin(db, clientId, id, user.login_id), loginTaken)
  return id
}

const recordCreated = (db: Db, actor: ClientActor, id: number, { type, name, email, phone, login_id, ...rest }: NewUserRow) =>
  recordEvent(db, {
    kind: `${nounOf(type)}.created`,
    actor,
    clientId: actor.clientId,
    subject: { type: nounOf(type), id },
    change: { after: { type, department_id: rest.department_id, contractor_id: rest.contractor_id } },
    personal: { after: { name, email, phone, login_id } },
  })

/**
 * Registers a member of staff and mails the login id with a link, good for seven days, where the password is set (G-ACC-26).
 * A login id that anybody of any client has is an error of the field (G-ACC-18).
 */
export const registerStaff = async (platform: Platform, db: Db, actor: ClientActor, user: NewUserRow): Promise<number> => {
  const { clientId } = actor
  const id = await insertWithLogin(db, clientId, user)
  const eventId = await recordCreated(db, actor, id, user)
  const url = await passwordLink(platform, db, { strategy: 'user', clientId, accountId: id }, linkLifetimes.invitation)
  await enqueueMail(db, clientId, {
    to: [user.email],
    subject: `【${platform.settings.appName}】アカウントが登録されました`,
    body: `${user.name} 様\n\nアカウントが登録されました。\nログインID: ${user.login_id}\n\n7日以内に次のURLを開き、パスワードを設定してください。\n${url}\n`,
    eventId,
  })
  return id
}

/** Registers a craftsman and mails a first password, which the first sign-in must replace (G-CRA-09, G-CRA-11). */
export const registerCraftsman = async (
  platform: Platform,
  db: Db,
  actor: ClientActor,
  user: Omit<NewUserRow, 'type'>,
): Promise<number> => {
  const password = firstPassword()
  const craftsman = { ...user, type: 'Craftsman', password_digest: await hashPassword(password), password_change_required: true } as const
  const id = await insertWithLogin(db, actor.clientId, craftsman)
  const eventId = await recordCreated(db, actor, id, craftsman)
  const origin = await originFor(platform, db, actor.clientId)
  await enqueueMail(db, actor.clientId, {
    to: [user.email],
    subject: `【${platform.settings.appName}】アカウントが登録されました`,
    body: `${user.name} 様\n\nアカウントが登録されました。\nログインID: ${user.login_id}\n初期パスワード: ${password}\n\n次のURLからログインし、新しいパスワードを設定してください。\n${origin}/\n`,
    eventId,
  })
  return id
}

/** Letters and digits that cannot be mistaken for one another, both kinds present (G-ACC-08). */
const firstPassword = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const digits = '23456789'
  return [...randomBytes(12)].map((byte, at) => (at % 3 === 2 ? digits[byte % 8] : letters[byte % 23])).join('')
}

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

const personalFields: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'login_id'])

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
