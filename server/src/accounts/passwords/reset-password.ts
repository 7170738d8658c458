import { spendAttempt } from '../../platform/attempts/attempts.ts'
import { networkOf } from '../../platform/http/network.ts'
import { enqueueMail, enqueuePlatformMail } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { refused } from '../../platform/http/problem.ts'
import { hashPassword, sha256 } from '../../platform/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import { endAccess } from '../sessions/end-access.ts'
import { guessableNames } from './guessable-names.ts'
import { checkNewPassword, refuseSamePassword } from './new-password.ts'
import { loginPageFor, passwordLink } from '../links/one-time-links.ts'
import type { SignInStrategy } from '../sessions/sign-in.ts'
import type { Account } from '../account.ts'
import {
  findAccountRow,
  lockAccountRow,
  findPlatformAccount,
  findPlatformAccountsByEmail,
  findUser,
  findUsersByEmail,
  listClientIds,
  saveAccount,
  saveProvenAddress,
} from '../account-queries.ts'
import { findEndedToken, findOneTimeToken, redeemOneTimeToken } from '../links/link-queries.ts'
import { unlockSignIn } from '../lock-outs/lock-out.ts'
import { findLogin } from '../users/login-queries.ts'
import { notifyOfChange } from '../notify-account.ts'

/** Reminders are limited by network (G-ACC-09), and by the mail address or login id that is asked for. */
export const limitReminders = async (platform: Platform, kind: string, ip: string, subject: string): Promise<void> => {
  await spendAttempt(platform, { scope: 'reminder:network', subject: `${kind}:${networkOf(ip)}` })
  await spendAttempt(platform, { scope: 'reminder:subject', subject: `${kind}:${subject.toLowerCase()}` })
}

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Mails the link that sets a new password; the answer is the same whether the account exists or not (G-ACC-12). */
export const sendPasswordLink = async (platform: Platform, form: { login_id: string; email: string }): Promise<void> => {
  const login = await platform.pool.read(null, db => findLogin(db, form.login_id))
  if (login)
    await platform.pool.write(login.client_id, async db => {
      const user = await findUser(db, login.client_id, login.user_id)
      if (!user || user.email === null || !sameAddress(user.email, form.email) || !mayBeMailed(user)) return
      const url = await passwordLink(platform, db, { strategy: 'user', clientId: login.client_id, accountId: user.id })
      await enqueueMail(db, login.client_id, { to: [user.email], ...passwordMail(platform, user.name, url) })
    })
  for (const table of ['admins', 'operators'] as const)
    await platform.pool.write(null, async db => {
      const account = await findPlatformAccount(db, table, form.login_id)
      if (!account || !sameAddress(account.email, form.email)) return
      const strategy = table === 'admins' ? 'admin' : 'operator'
      const url = await passwordLink(platform, db, { strategy, clientId: null, accountId: account.id })
      await enqueuePlatformMail(db, { to: account.email, ...passwordMail(platform, account.name, url) })
    })
}

/** Nobody gets into the opened account of a craftsman by an address that the office wrote beside the proven number (decision 084). */
const mayBeMailed = ({ type, email, proven_email, last_sign_in_at, ...row }: UserRow): boolean => {
  const isInvitation = last_sign_in_at === null && (row.password_digest === null || row.password_change_required)
  return type !== 'Craftsman' || isInvitation || proven_email === email?.toLowerCase()
}

const passwordMail = (platform: Platform, name: string, url: string) => ({
  kind: 'password_link' as const,
  subject: `【${platform.settings.appName}】パスワード再設定のご案内`,
  body: `${name} 様\n\nパスワードを再設定するには、6時間以内に次のURLを開いてください。\n${url}\n\nお心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。\n`,
})

/** Mails the login ids behind an address; the ids themselves are only in the mail (G-ACC-11). */
export const sendLoginIds = async (platform: Platform, email: string): Promise<void> => {
  for (const table of ['admins', 'operators'] as const)
    await platform.pool.write(null, async db => {
      const accounts = await findPlatformAccountsByEmail(db, table, email)
      if (accounts.length === 0) return
      const strategy = table === 'admins' ? 'admin' : 'operator'
      const page = await loginPageFor(platform, db, { strategy, clientId: null })
      await enqueuePlatformMail(db, { to: email, ...loginIdMail(platform, accounts, page) })
    })
  const clientIds = await platform.pool.read(null, listClientIds)
  for (const clientId of clientIds)
    await platform.pool.write(clientId, async db => {
      const users = await findUsersByEmail(db, clientId, email)
      if (users.length === 0) return
      const page = await loginPageFor(platform, db, { strategy: 'user', clientId })
      await enqueueMail(db, clientId, { to: [email], ...loginIdMail(platform, users, page) })
    })
}

const loginIdMail = (platform: Platform, accounts: readonly { login_id: string; name: string }[], page: string) => ({
  kind: 'login_id' as const,
  subject: `【${platform.settings.appName}】ログインIDのお知らせ`,
  body: `${accounts[0]?.name ?? ''} 様\n\nお問い合わせのログインIDは次のとおりです。\n${accounts.map(account => `・${account.login_id}`).join('\n')}\n\nログイン画面\n${page}\n`,
})

const expired = () => refused('有効期限が切れています。再度お手続きください。', 'link_expired')

const superseded = () => refused('新しい招待メールが届いています。新しいメールのURLを開いてください。', 'link_superseded')
const withdrawn = (strategy: SignInStrategy) =>
  refused(
    `この招待は取り消されました。お心当たりのある場合は、${strategy === 'user' ? '会社の管理者' : '管理者'}へお問い合わせください。`,
    'link_withdrawn',
  )

/** What is said to whoever opens a link that opens nothing: only who holds one learns it. */
const whyClosed = async (platform: Platform, token: string): Promise<Error> => {
  const link = await platform.pool.read(null, db => findEndedToken(db, 'password', sha256(token)))
  if (!link || link.strategy === 'resident') return expired()
  const account = { strategy: link.strategy, clientId: link.client_id, accountId: link.account_id }
  const row = await platform.pool.read(link.client_id, db => findAccountRow(db, account))
  if (link.ended_as === 'withdrawn') return withdrawn(link.strategy)
  // Who has come since, by whichever invitation, needs none; nor has who is deleted a newer one.
  return link.ended_as === 'superseded' && row?.password_digest === null ? superseded() : expired()
}

interface PasswordLink {
  /** Of a person who never had a password, for whom the link is an invitation; else null. */
  loginId: string | null
  /** Where the account signs in. */
  strategy: SignInStrategy
}

/** What a link is for; refused when it is over. */
export const checkPasswordLink = async (platform: Platform, token: string): Promise<PasswordLink> => {
  const link = await platform.pool.read(null, db => findOneTimeToken(db, 'password', sha256(token), platform.now()))
  if (!link || link.strategy === 'resident') throw await whyClosed(platform, token)
  const account = { strategy: link.strategy, clientId: link.client_id, accountId: link.account_id }
  const row = await platform.pool.read(link.client_id, db => findAccountRow(db, account))
  return { loginId: row === undefined || row.password_digest !== null ? null : row.login_id, strategy: link.strategy }
}

/** Sets the password behind a link, once; everything else that was handed out for the account ends, and its owner is told (B2). */
export const resetPassword = async (
  platform: Platform,
  form: { reset_password_token: string; password: string; password_confirmation: string },
  ip: string,
) => {
  checkNewPassword(form)
  const hash = sha256(form.reset_password_token)
  const now = platform.now()
  const link = await platform.pool.read(null, db => findOneTimeToken(db, 'password', hash, now))
  if (!link || link.strategy === 'resident') throw await whyClosed(platform, form.reset_password_token)
  const account: Account = { strategy: link.strategy, clientId: link.client_id, accountId: link.account_id }
  const before = await platform.pool.read(account.clientId, db => findAccountRow(db, account))
  if (!before) throw expired()
  checkNewPassword(form, await platform.pool.read(account.clientId, db => guessableNames(db, account.clientId, before)))
  const network = networkOf(ip)
  await refuseSamePassword(form.password, before.password_digest, network)
  const password_digest = await hashPassword(form.password, network)
  await platform.pool.write(account.clientId, async db => {
    // The account first, as whoever ends its links does: two links at once would wait for one another.
    const row = await lockAccountRow(db, account)
    if (!row || !(await redeemOneTimeToken(db, 'password', hash, now))) throw expired()
    await saveAccount(db, account, { password_digest, updated_at: now })
    // A link to a password lies in the mailbox of the account, and nowhere else.
    if (row.email !== null) await saveProvenAddress(db, account, row.email)
    await endAccess(db, { ...account, accountIds: [account.accountId] }, now)
    await unlockSignIn(db, account, { door: account.strategy, loginId: row.login_id })
    // Who was invited set the first one just now, and knows.
    if (row.password_digest !== null) await notifyOfChange(platform, db, account.clientId, row, 'password')
    await recordAccountEvent(db, account, 'accounts.password_reset')
  })
}
