import { loginTakenText } from '@toguchi/domain/accounts/labels'
import { lastAdminText } from '@toguchi/domain/accounts/platform-accounts-policy'
import { ownAccountText } from '@toguchi/domain/accounts/staffs-policy'
import type { Db } from '../../platform/database/database.ts'
import { invalid, onConstraint, refused } from '../../platform/http/problem.ts'
import { enqueuePlatformMail } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { platformSubject, recordPlatformEvent } from '../account-events.ts'
import { awaitAddresses } from '../addresses/waiting-address.ts'
import { type InvitationEnd, markInvitationsEnded } from '../links/link-queries.ts'
import { linkLifetimes, loginPageFor, passwordLink } from '../links/one-time-links.ts'
import { changeNotice, notifyOfRename } from '../notify-account.ts'
import { deleteSecondFactors } from '../second-factor/second-factor-queries.ts'
import { endAccess } from '../sessions/end-access.ts'
import {
  insertPlatformAccount,
  lockOpenedAdmins,
  type lockPlatformAccount,
  type NewPlatformAccount,
  type PlatformKind,
  updatePlatformAccount,
} from './platform-account-queries.ts'

/** Who does it: an admin, by their id; or a command on the server. */
export type Keeper = { kind: 'admin'; id: number } | 'system'

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockPlatformAccount>>>

const taken = () => invalid({ login_id: [loginTakenText] })
const loginTaken = { admins_login_id_key: taken, operators_login_id_key: taken }

const record = (db: Db, actor: Keeper, kind: PlatformKind, id: number, event: string, fields: readonly string[] = []) =>
  recordPlatformEvent(db, {
    kind: `${kind}s.${event}`,
    actor,
    subject: platformSubject(kind, id),
    change: fields.length === 0 ? {} : { fields },
  })

/** Registers an admin or operator; without a password they are invited to set one. Answers the id. */
export const createPlatformAccount = async (
  platform: Platform,
  db: Db,
  actor: Keeper,
  kind: PlatformKind,
  account: NewPlatformAccount,
): Promise<number> => {
  const id = await addPlatformAccount(db, actor, kind, account)
  await invite(platform, db, kind, { ...account, id })
  return id
}

/** The row alone, with its event. */
export const addPlatformAccount = async (db: Db, actor: Keeper, kind: PlatformKind, account: NewPlatformAccount): Promise<number> => {
  const id = await onConstraint(insertPlatformAccount(db, kind, account), loginTaken)
  await record(db, actor, kind, id, 'created')
  return id
}

const platformNouns: Readonly<Record<PlatformKind, string>> = { admin: '管理者', operator: 'オペレーター' }

/** Mails the login id with a link, good for seven days, where the password is set, and the page where they sign in then (G-ACC-26). */
const invite = async (
  platform: Platform,
  db: Db,
  kind: PlatformKind,
  { id, name, email, login_id }: { id: number; name: string; email: string; login_id: string },
) => {
  const account = { strategy: kind, clientId: null, accountId: id }
  const url = await passwordLink(platform, db, account, linkLifetimes.invitation)
  const page = await loginPageFor(platform, db, account)
  await enqueuePlatformMail(db, {
    to: email,
    kind: 'invitation',
    subject: `【${platform.settings.appName}】アカウントが登録されました`,
    body: `${name} 様\n\n${platform.settings.operator.name ?? platform.settings.appName}の${platformNouns[kind]}のアカウントが登録されました。\nログインID: ${login_id}\n\n7日以内に次のURLを開き、パスワードを設定してください。\n${url}\n\n設定のあとは、次の画面からログインできます。\n${page}\n`,
  })
}

const endInvitation = async (db: Db, kind: PlatformKind, id: number, now: Date, endedAs: InvitationEnd) => {
  await markInvitationsEnded(db, accountsOf(kind, id), endedAs)
  await endAccess(db, accountsOf(kind, id), now)
}

/** Invites somebody who never came, and whose row is held, once more: with a new link, while the one before opens nothing. */
export const invitePlatformAccountAgain = async (
  platform: Platform,
  db: Db,
  actor: Keeper,
  kind: PlatformKind,
  account: LockedAccount,
): Promise<void> => {
  await endInvitation(db, kind, account.id, platform.now(), 'superseded')
  await record(db, actor, kind, account.id, 'invited')
  await invite(platform, db, kind, account)
}

/**
 * Changes the fields that were sent of an account that is held, by the rules that colleagues' accounts have (`changeUser`, decision 025):
 * whose account is opened keeps the address until its owner had a say, and hears of another login id, which ends what the old one opened;
 * who never came is invited anew.
 */
export const changePlatformAccount = async (
  platform: Platform,
  db: Db,
  actor: Keeper,
  kind: PlatformKind,
  before: LockedAccount,
  change: { name?: string | undefined; email?: string | undefined; phone?: string | null | undefined; login_id?: string | undefined },
): Promise<void> => {
  const after = {
    ...before,
    name: change.name ?? before.name,
    email: change.email ?? before.email,
    phone: change.phone === undefined ? before.phone : change.phone,
    login_id: change.login_id ?? before.login_id,
  }
  const fields = (['name', 'email', 'phone', 'login_id'] as const).filter(name => before[name] !== after[name])
  if (fields.length === 0) return
  refuseOwnDoors(actor, kind, before, fields)
  const [isMoved, isRenamed] = [fields.includes('email'), fields.includes('login_id')]
  const { id, name, phone, login_id } = after
  const email = before.is_opened ? before.email : after.email
  const update = updatePlatformAccount(db, kind, id, { name, phone, login_id, email, updated_at: platform.now() })
  await onConstraint(update, loginTaken)
  if (isMoved || isRenamed) await (before.is_opened ? tellOwner : inviteElsewhere)(platform, db, kind, before, after)
  await record(db, actor, kind, id, 'updated', fields)
}

/** One's own address and login id take the current password, on the own page. */
const refuseOwnDoors = (actor: Keeper, kind: PlatformKind, { id }: LockedAccount, fields: readonly string[]) => {
  if (isOwn(actor, kind, id) && (fields.includes('email') || fields.includes('login_id')))
    throw refused('自分自身のログインIDとメールアドレスは、マイページで変更してください。', 'own_account')
}

export const isOwn = (actor: Keeper, kind: PlatformKind, id: number): boolean =>
  actor !== 'system' && kind === actor.kind && actor.id === id

const tellOwner = async (platform: Platform, db: Db, kind: PlatformKind, before: LockedAccount, after: LockedAccount) => {
  const { id, name } = after
  if (before.login_id !== after.login_id) {
    await endAccess(db, accountsOf(kind, id), platform.now())
    await notifyOfRename(platform, db, null, { name, email: before.email }, { before: before.login_id, after: after.login_id })
  }
  if (before.email === after.email) return
  const wanted = { accountId: id, name, email: before.email, newEmail: after.email }
  await awaitAddresses(platform, db, { strategy: kind, clientId: null }, [wanted], { needsConsent: true })
}

/** What was sent before may lie with a stranger: it ends, and that address is told where another one is invited. */
const inviteElsewhere = async (platform: Platform, db: Db, kind: PlatformKind, before: LockedAccount, after: LockedAccount) => {
  const isMoved = before.email !== after.email
  await endInvitation(db, kind, after.id, platform.now(), isMoved ? 'withdrawn' : 'superseded')
  if (isMoved) await enqueuePlatformMail(db, { to: before.email, ...changeNotice(platform, before, 'invitation_moved') })
  await invite(platform, db, kind, after)
}

/** Hides an account that is held and ends everything that was handed out at once (G-API-15). Nobody deletes themselves. */
export const discardPlatformAccount = async (
  platform: Platform,
  db: Db,
  actor: Keeper,
  kind: PlatformKind,
  { id, is_opened }: LockedAccount,
): Promise<void> => {
  if (isOwn(actor, kind, id)) throw refused(ownAccountText, 'own_account')
  const now = platform.now()
  await updatePlatformAccount(db, kind, id, { updated_at: now, discarded_at: now })
  if (!is_opened) await markInvitationsEnded(db, accountsOf(kind, id), 'withdrawn')
  await endAccess(db, accountsOf(kind, id), now)
  await deleteSecondFactors(db, accountsOf(kind, id))
  await record(db, actor, kind, id, 'deleted')
}

/** The last admin who can sign in stays, whoever is invited besides: of two who delete one another at once the second waits here, and finds that only one is left (G-ADM-09). */
export const refuseLastAdmin = async (db: Db, id: number): Promise<void> => {
  const ids = await lockOpenedAdmins(db)
  if (ids.length < 2 && ids.includes(id)) throw refused(lastAdminText, 'last_admin')
}

export const recordLiftedLock = (db: Db, actor: Keeper, kind: PlatformKind, id: number) => record(db, actor, kind, id, 'lock_lifted')

const accountsOf = (kind: PlatformKind, id: number) => ({ strategy: kind, clientId: null, accountIds: [id] })
