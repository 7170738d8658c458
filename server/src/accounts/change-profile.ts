import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { accounts } from '@toguchi/domain/accounts/contract'
import { enqueueMail, enqueuePlatformMail } from '../platform/outbox.ts'
import type { Session } from '../platform/identity.ts'
import type { Platform } from '../platform/platform.ts'
import { forbidden, invalid, onConstraint, refused } from '../platform/problem.ts'
import { hashPassword, passwordMatches, sha256 } from '../platform/secrets.ts'
import { recordAccountEvent } from './account-events.ts'
import { checkNewPassword } from './new-password.ts'
import { issueOneTimeToken, linkLifetimes, originFor } from './one-time-links.ts'
import {
  type Account,
  deleteSessionsOf,
  findPlatformAccountById,
  findUser,
  renameLogin,
  revokeOneTimeTokens,
  takeOneTimeToken,
  updatePlatformAccount,
  updateUser,
  type UserChange,
} from './queries.ts'

type ProfileForm = BodyOf<(typeof accounts)['PATCH /api/users/me']>['user']

export const accountOf = (session: Session): Account => ({
  strategy: session.strategy,
  clientId: session.actor.clientId,
  accountId: session.actor.id,
})

const tableOf = (account: Account) => (account.strategy === 'admin' ? 'admins' : 'operators')

/**
 * Changes one's own data. A new address waits until its mail is answered (G-ACC-13); a new password needs the current one
 * and ends the other sessions (G-ACC-14).
 */
export const changeProfile = async (platform: Platform, session: Session, form: ProfileForm): Promise<void> => {
  const account = accountOf(session)
  const password_digest = await newDigest(platform, account, form)
  const { current_password: _current, password: _new, password_confirmation: _again, email, ...plain } = form
  await platform.pool.write(account.clientId, async db => {
    const before =
      account.clientId === null
        ? await findPlatformAccountById(db, tableOf(account), account.accountId)
        : await findUser(db, account.clientId, account.accountId)
    const newEmail = email !== undefined && email !== before?.email ? email : undefined
    const change: UserChange = {
      ...plain,
      updated_at: platform.now(),
      ...(newEmail === undefined ? {} : { unconfirmed_email: newEmail }),
      ...(password_digest === undefined ? {} : { password_digest }),
    }
    const taken = () => invalid({ login_id: ['はすでに存在します'] })
    await onConstraint(write(), { logins_pkey: taken, admins_login_id_key: taken, operators_login_id_key: taken })
    if (newEmail !== undefined) {
      // Only the newest address may be proved: an older link would confirm it unseen.
      await revokeOneTimeTokens(db, account, ['email'], platform.now())
      const { token } = await issueOneTimeToken(platform, db, account, 'email', linkLifetimes.email)
      const mail = emailMail(
        platform,
        form.name ?? before?.name ?? '',
        `${await originFor(platform, db, account.clientId)}/mypage/email_confirmed?confirmation_token=${token}`,
      )
      if (account.clientId === null) await enqueuePlatformMail(db, { to: newEmail, ...mail })
      else await enqueueMail(db, account.clientId, { to: [newEmail], ...mail })
    }
    if (password_digest !== undefined) {
      await deleteSessionsOf(db, account, session.id)
      await revokeOneTimeTokens(db, account, ['password', 'auto_login'], platform.now())
    }
    await recordAccountEvent(db, account, 'accounts.profile_changed', Object.keys(form))

    async function write() {
      if (account.clientId === null) return updatePlatformAccount(db, tableOf(account), account.accountId, change)
      await updateUser(db, account.clientId, account.accountId, change)
      if (plain.login_id !== undefined) await renameLogin(db, account.clientId, account.accountId, plain.login_id)
    }
  })
}

const newDigest = async (platform: Platform, account: Account, form: ProfileForm): Promise<string | undefined> => {
  if (!form.password && !form.password_confirmation && !form.current_password) return undefined
  const digest = await platform.pool.read(account.clientId, async db => {
    const row =
      account.clientId === null
        ? await findPlatformAccountById(db, tableOf(account), account.accountId)
        : await findUser(db, account.clientId, account.accountId)
    return row?.password_digest ?? null
  })
  if (!(await passwordMatches(form.current_password ?? '', digest))) throw invalid({ current_password: ['が正しくありません'] })
  checkNewPassword({ password: form.password ?? '', password_confirmation: form.password_confirmation ?? '' })
  return hashPassword(form.password ?? '')
}

const emailMail = (platform: Platform, name: string, url: string) => ({
  kind: 'email_confirmation' as const,
  subject: `【${platform.settings.appName}】メールアドレス変更の確認`,
  body: `${name} 様\n\nメールアドレスの変更を完了するには、24時間以内に次のURLを開いてください。\n${url}\n`,
})

/** The first password of a craftsman, or a plain change by the signed-in user (G-CRA-09); the other sessions end. */
export const setOwnPassword = async (
  platform: Platform,
  session: Session,
  form: { password: string; password_confirmation: string },
): Promise<void> => {
  // Whoever has a password proves it first, on the own page (G-ACC-14); this is only the way out of a mailed first one (G-CRA-09).
  if (!session.passwordChangeRequired) throw forbidden()
  checkNewPassword(form)
  const account = accountOf(session)
  const password_digest = await hashPassword(form.password)
  await platform.pool.write(account.clientId, async db => {
    if (account.clientId === null) return
    await updateUser(db, account.clientId, account.accountId, {
      password_digest,
      password_change_required: false,
      updated_at: platform.now(),
    })
    await deleteSessionsOf(db, account, session.id)
    await revokeOneTimeTokens(db, account, ['password', 'auto_login'], platform.now())
    await recordAccountEvent(db, account, 'accounts.password_changed')
  })
}

/** Makes the waiting address the real one (G-ACC-13). */
export const confirmEmail = async (platform: Platform, token: string): Promise<void> => {
  const now = platform.now()
  const taken = await platform.pool.write(null, db => takeOneTimeToken(db, 'email', sha256(token), now))
  if (!taken) throw refused('URLの有効期限が切れています。', 'link_expired')
  const { client_id, account_id } = taken
  await platform.pool.write(client_id, async db => {
    const table = taken.strategy === 'admin' ? 'admins' : 'operators'
    const row = client_id === null ? await findPlatformAccountById(db, table, account_id) : await findUser(db, client_id, account_id)
    if (!row?.unconfirmed_email) throw refused('URLの有効期限が切れています。', 'link_expired')
    const change = { email: row.unconfirmed_email, unconfirmed_email: null, updated_at: now }
    if (client_id === null) await updatePlatformAccount(db, table, account_id, change)
    else await updateUser(db, client_id, account_id, change)
    await recordAccountEvent(db, { strategy: 'user', clientId: client_id, accountId: account_id }, 'accounts.email_confirmed')
  })
}
