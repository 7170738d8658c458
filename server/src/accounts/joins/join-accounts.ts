import { randomInt, randomUUID } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type JoinContact, joinMinutes, mostJoinTries } from '@toguchi/domain/accounts/joined-accounts'
import type { JoinedAccount } from '@toguchi/domain/accounts/joined-accounts-contract'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { digitsOnly } from '@toguchi/domain/text/digits'
import { spendAttempt } from '../../platform/attempts/attempts.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { demandSession, type Session } from '../../platform/http/identity.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import { enqueueMail, enqueueSms } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, sha256 } from '../../platform/secrets.ts'
import { offersSms } from '../../platform/settings.ts'
import type { Account } from '../account.ts'
import { accountOf } from '../change-profile.ts'
import { issueOneTimeToken, linkLifetimes } from '../links/one-time-links.ts'
import {
  type ContactRow,
  countWrongTry,
  endJoinRequests,
  endJoins,
  findContact,
  findJoinRequest,
  findPerson,
  insertJoin,
  insertJoinRequest,
  type JoinedRow,
  listJoined,
  lockJoinRequest,
  mergePersons,
  type UserOfClient,
  useJoinRequest,
} from './join-queries.ts'

type ClientAccount = Account & { clientId: ClientId }

/** The craftsman who asks, as an account of a client. */
export const callingAccount = (session: Session | null): ClientAccount => {
  const account = accountOf(demandSession(session))
  if (account.clientId === null) throw notFound()
  return { ...account, clientId: account.clientId }
}

const pairOf = ({ clientId, accountId }: ClientAccount): UserOfClient => ({ client_id: clientId, user_id: accountId })

const contactOf = async (platform: Platform, { client_id, user_id }: UserOfClient): Promise<ContactRow> => {
  const row = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
  if (!row) throw notFound()
  return row
}

/** A contact as two accounts have it in common: digits alone, an address in lower case; null where there is none that a code reaches. */
const reachedBy = ({ email, phone }: ContactRow, contact: JoinContact): string | null => {
  if (contact === 'email') return email === null || email === '' ? null : email.toLowerCase()
  const digits = digitsOnly(phone ?? '')
  return isMobile(digits) ? digits : null
}

const noContactTexts: Readonly<Record<JoinContact, string>> = {
  phone: 'このアカウントには、SMSを受け取れる携帯電話番号が登録されていません。',
  email: 'このアカウントには、メールアドレスが登録されていません。',
}

/** Salted by its own token, so that equal codes do not look equal. */
const codeHash = (token: string, code: string) => sha256(`${token}:${code}`)

/** Sends six digits to the contact of an account (D-40): whoever answers them from another account holds both. */
export const sendJoinCode = async (platform: Platform, account: ClientAccount, contact: JoinContact) => {
  const pair = pairOf(account)
  const row = await contactOf(platform, pair)
  const to = contact === 'phone' && !offersSms(platform.settings) ? null : reachedBy(row, contact)
  if (to === null) throw refused(noContactTexts[contact], 'no_contact')
  await spendAttempt(platform, { scope: 'join_code:account', subject: `${pair.client_id}:${pair.user_id}` })
  const now = platform.now()
  const token = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expires_at = new Date(now.getTime() + joinMinutes * 60_000)
  await platform.pool.write(account.clientId, async db => {
    await endJoinRequests(db, pair, now)
    await insertJoinRequest(db, { ...pair, contact, token_hash: sha256(token), code_hash: codeHash(token, code), expires_at })
    await writeCode(platform, db, account.clientId, { contact, to, code })
  })
  const message = contact === 'phone' ? '確認コードをSMSで送信しました。' : '確認コードをメールで送信しました。'
  return { message, join_token: token, expires_at: toInstant(expires_at) }
}

const writeCode = (
  { settings: { appName } }: Platform,
  db: Db,
  clientId: ClientId,
  { contact, to, code }: { contact: JoinContact; to: string; code: string },
) => {
  const kind = 'confirmation_code' as const
  if (contact === 'phone')
    return enqueueSms(db, clientId, {
      kind,
      phone: to,
      body: `【${appName}】確認コードは ${code} です。${joinMinutes}分以内に入力してください。`,
    })
  return enqueueMail(db, clientId, {
    kind,
    to: [to],
    subject: `【${appName}】確認コードのお知らせ`,
    body: `アカウントをまとめるための確認コード: ${code}\n\n${joinMinutes}分以内に、画面に入力してください。\nお心当たりのない場合は、このメールを破棄してください。\n`,
  })
}

const endedText = '確認コードの有効期限が切れています。もう一度お送りください。'
const otherContactTexts: Readonly<Record<JoinContact, string>> = {
  phone: 'このアカウントの電話番号は、コードをお送りした番号と違います。同じ番号のアカウントだけをまとめられます。',
  email: 'このアカウントのメールアドレスは、コードをお送りした宛先と違います。同じ宛先のアカウントだけをまとめられます。',
}

/** Joins the account that asks to the one whose code it brings. See the contract for its refusals. */
export const joinAccounts = async (platform: Platform, account: ClientAccount, { token, code }: { token: string; code: string }) => {
  const own = await contactOf(platform, pairOf(account))
  const asked = await platform.pool.read(null, db => findJoinRequest(db, sha256(token)))
  // Read before the request is held: a transaction of no client sees no people.
  const other = asked && (await platform.pool.read(asked.client_id, db => findContact(db, asked.client_id, asked.user_id)))
  if (!other) throw refused(endedText, 'join_ended')
  const contact = reachedBy(other, asked.contact)
  const isSame = contact !== null && contact === reachedBy(own, asked.contact)
  const result = await platform.pool.write(null, async db => {
    const request = await lockJoinRequest(db, sha256(token))
    const now = platform.now()
    if (!request || request.used_at !== null || request.expires_at <= now || request.wrong_tries >= mostJoinTries) return 'ended'
    if (!codeHash(token, digitsOnly(code)).equals(request.code_hash)) {
      await countWrongTry(db, request.id)
      return 'wrong'
    }
    if (request.client_id === account.clientId && request.user_id === account.accountId) return 'same'
    if (!isSame) return 'other'
    await useJoinRequest(db, request.id, now)
    await joinPair(db, request, pairOf(account), now)
    return 'joined'
  })
  if (result === 'ended') throw refused(endedText, 'join_ended')
  if (result === 'wrong') throw invalid({ code: ['が正しくありません'] }, 'code')
  if (result === 'same')
    throw refused('コードをお送りしたアカウントと同じです。もう一方のアカウントでログインしてください。', 'same_account')
  if (result === 'other') throw refused(otherContactTexts[asked.contact], 'other_contact')
}

const joinPair = async (db: Db, first: UserOfClient, second: UserOfClient, now: Date) => {
  const [person, other] = [await findPerson(db, first), await findPerson(db, second)]
  const one = person ?? other ?? randomUUID()
  if (other !== null && other !== one) await mergePersons(db, other, one)
  await insertJoin(db, first, one, now)
  await insertJoin(db, second, one, now)
}

const listAccountsOfPerson = (platform: Platform, account: ClientAccount): Promise<JoinedRow[]> =>
  platform.pool.read(null, async db => {
    const person = await findPerson(db, pairOf(account))
    return person === null ? [] : listJoined(db, person)
  })

/** Every account of the person who asks, the asking one among them; none while it is joined to nothing. */
export const showJoinedAccounts = async (platform: Platform, account: ClientAccount): Promise<JoinedAccount[]> => {
  const rows = await listAccountsOfPerson(platform, account)
  if (rows.length < 2) return []
  const accounts: JoinedAccount[] = []
  for (const { client_id, user_id, cd, client_name, joined_at } of rows) {
    const row = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
    if (!row) continue
    const current = client_id === account.clientId && user_id === account.accountId
    accounts.push({ client: { cd, name: client_name }, login_id: row.login_id, joined_at: toInstant(joined_at), current })
  }
  return accounts
}

export const leaveJoinedAccounts = async (platform: Platform, { clientId, accountId }: ClientAccount): Promise<void> => {
  if ((await platform.pool.write(clientId, db => endJoins(db, clientId, [accountId], platform.now()))) === 0) throw notFound()
}

/** A way into each of the other accounts, good once and for minutes (D-40). */
export const openJoinedAccounts = async (platform: Platform, account: ClientAccount) => {
  const rows = await listAccountsOfPerson(platform, account)
  const sessions: { client: { cd: string; name: string }; one_time_token: string }[] = []
  for (const { client_id, user_id, cd, client_name } of rows) {
    if (client_id === account.clientId && user_id === account.accountId) continue
    const living = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
    if (!living) continue
    const target = { strategy: 'user' as const, clientId: client_id, accountId: user_id }
    const { token } = await platform.pool.write(client_id, db =>
      issueOneTimeToken(platform, db, target, 'auto_login', linkLifetimes.auto_login),
    )
    sessions.push({ client: { cd, name: client_name }, one_time_token: token })
  }
  return sessions
}
