import { loginTakenText } from '@toguchi/domain/accounts/labels'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { accounts } from '@toguchi/domain/accounts/contract'
import type { Db } from '../platform/database/database.ts'
import type { Session } from '../platform/http/identity.ts'
import { networkOf } from '../platform/http/network.ts'
import type { Platform } from '../platform/platform.ts'
import { forbidden, invalid, onConstraint, signInFirst, stale } from '../platform/http/problem.ts'
import { hashPassword } from '../platform/secrets.ts'
import { recordAccountEvent } from './account-events.ts'
import { endAccess } from './sessions/end-access.ts'
import { guessableNames } from './passwords/guessable-names.ts'
import { checkNewPassword, refuseSamePassword } from './passwords/new-password.ts'
import { proveCurrentPassword } from './passwords/prove-password.ts'
import type { Account } from './account.ts'
import { findAccountRow, lockAccountRow, saveAccount } from './account-queries.ts'
import { renameLogin } from './users/login-queries.ts'
import { isOpenSession } from './sessions/session-queries.ts'
import { notifyOfChange, notifyOfRename } from './notify-account.ts'
import { awaitAddresses } from './addresses/waiting-address.ts'

type ProfileForm = BodyOf<(typeof accounts)['PATCH /api/users/me']>['user']

/** The account behind a session: everybody reaches the own one, and what is asked of an account is of that one alone. */
export const accountOf = ({ strategy, actor }: Session): Account => ({
  strategy,
  clientId: 'partOf' in actor ? (actor.partOf as ClientId) : actor.clientId,
  accountId: actor.id,
})

/**
 * Holds the own account for a change that was proven before: a password set meanwhile, or a session ended meanwhile, is how its owner
 * shuts somebody out, whose change must not come after it.
 */
export const lockOwn = async (db: Db, session: Session, password_digest: string | null) => {
  const lockedAccount = await lockAccountRow(db, accountOf(session))
  if (!lockedAccount || !(await isOpenSession(db, session.id))) throw signInFirst()
  if (lockedAccount.password_digest !== password_digest) throw stale()
  return lockedAccount
}

/**
 * Changes one's own data. A new address, login id or password needs the current one. The address waits until its mail is answered (G-ACC-13); the
 * password, as a new login id, ends the other sessions and every link there is (G-ACC-14). The address that was there is told.
 */
export const changeProfile = async (platform: Platform, session: Session, form: ProfileForm, ip: string): Promise<void> => {
  const account = accountOf(session)
  const { clientId, accountId } = account
  const { current_password: _current, password: _new, password_confirmation: _again, email, ...plain } = form
  const row = await platform.pool.read(clientId, db => findAccountRow(db, account))
  if (!row) throw signInFirst()
  const password_digest = await proveAndHash(platform, account, row, form, networkOf(ip))
  await platform.pool.write(clientId, async db => {
    const now = platform.now()
    const before = await lockOwn(db, session, row.password_digest)
    const taken = () => invalid({ login_id: [loginTakenText] })
    await onConstraint(write(), { logins_pkey: taken, admins_login_id_key: taken, operators_login_id_key: taken })
    const renamed = plain.login_id === before.login_id ? undefined : plain.login_id
    if (password_digest !== undefined || renamed !== undefined)
      await endAccess(db, { ...account, accountIds: [accountId] }, now, session.id)
    if (password_digest !== undefined) await notifyOfChange(platform, db, clientId, before, 'password')
    if (renamed !== undefined) await notifyOfRename(platform, db, clientId, before, { before: before.login_id, after: renamed })
    if (email !== undefined && email !== before.email)
      await awaitAddresses(platform, db, account, [{ ...before, accountId, name: plain.name ?? before.name, newEmail: email }], {
        needsConsent: false,
      })
    await recordAccountEvent(db, account, 'accounts.profile_changed', Object.keys(form))

    async function write() {
      await saveAccount(db, account, { ...plain, ...(password_digest === undefined ? {} : { password_digest }), updated_at: now })
      if (clientId !== null && plain.login_id !== undefined) await renameLogin(db, clientId, accountId, plain.login_id)
    }
  })
}

/** Proves the current password where an address, the login id or the password changes; the digest of the new password, when there is one. */
const proveAndHash = async (
  platform: Platform,
  account: Account,
  before: { login_id: string; name: string; email: string | null; password_digest: string | null },
  { current_password, password, password_confirmation, email, login_id }: ProfileForm,
  network: string,
): Promise<string | undefined> => {
  const changesDoor = (email !== undefined && email !== before.email) || (login_id !== undefined && login_id !== before.login_id)
  const namesPassword = password !== undefined || password_confirmation !== undefined
  const changesPassword = namesPassword && [current_password, password, password_confirmation].some(Boolean)
  if (!changesDoor && !changesPassword) return undefined
  await proveCurrentPassword(platform, account, { current_password, digest: before.password_digest, network })
  if (!changesPassword) return undefined
  const names = await platform.pool.read(account.clientId, db => guessableNames(db, account.clientId, before))
  checkNewPassword({ password: password ?? '', password_confirmation: password_confirmation ?? '' }, names)
  await refuseSamePassword(password ?? '', before.password_digest, network)
  return hashPassword(password ?? '', network)
}

/** The first password of a craftsman that they choose (G-CRA-09); the other sessions end. */
export const setOwnPassword = async (
  platform: Platform,
  session: Session,
  form: { password: string; password_confirmation: string },
  ip: string,
): Promise<void> => {
  const account = accountOf(session)
  const accountRow = await platform.pool.read(account.clientId, db => findAccountRow(db, account))
  if (!accountRow) throw signInFirst()
  // Whoever has a password proves it first, on the own page (G-ACC-14); this is only the way out of a mailed first one (G-CRA-09), and for
  // who came by a link and has none (decision 084).
  if (!session.passwordChangeRequired && accountRow.password_digest !== null) throw forbidden()
  const network = networkOf(ip)
  checkNewPassword(form, await platform.pool.read(account.clientId, db => guessableNames(db, account.clientId, accountRow)))
  await refuseSamePassword(form.password, accountRow.password_digest, network)
  const password_digest = await hashPassword(form.password, network)
  const now = platform.now()
  await platform.pool.write(account.clientId, async db => {
    const row = await lockOwn(db, session, accountRow.password_digest)
    await saveAccount(db, account, { password_digest, updated_at: now })
    await endAccess(db, { ...account, accountIds: [account.accountId] }, now, session.id)
    await notifyOfChange(platform, db, account.clientId, row, 'password')
    await recordAccountEvent(db, account, 'accounts.password_changed')
  })
}
