import type { ClientId } from '@toguchi/domain/access/actor'
import { type JoinContact, joinMinutes, mostJoinTries } from '@toguchi/domain/accounts/joined-accounts'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { digitsOnly } from '@toguchi/domain/text/digits'
import { type Attempt, spendAttempt } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { demandSession, type Session } from '../../platform/http/identity.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import { enqueueMail, enqueueSms } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { codeHash, newSixDigits, newToken, sha256 } from '../../platform/secrets.ts'
import { offersSms } from '../../platform/settings.ts'
import type { Account } from '../account.ts'
import { accountOf } from '../change-profile.ts'
import {
  type ContactRow,
  countWrongTry,
  endJoinRequests,
  findContact,
  insertJoinRequest,
  lockJoinRequest,
  type UserOfClient,
  useJoinRequest,
} from './join-queries.ts'

export type ClientAccount = Account & { clientId: ClientId }

/** The craftsman who asks, as an account of a client. */
export const callingAccount = (session: Session | null): ClientAccount => {
  const account = accountOf(demandSession(session))
  if (account.clientId === null) throw notFound()
  return { ...account, clientId: account.clientId }
}

export const pairOf = ({ clientId, accountId }: ClientAccount): UserOfClient => ({ client_id: clientId, user_id: accountId })

export const contactOf = async (platform: Platform, { client_id, user_id }: UserOfClient): Promise<ContactRow> => {
  const row = await platform.pool.read(client_id, db => findContact(db, client_id, user_id))
  if (!row) throw notFound()
  return row
}

/** A contact as two accounts have it in common: digits alone, an address in lower case; null where there is none that a code reaches. */
export const reachedBy = ({ email, phone }: ContactRow, contact: JoinContact): string | null => {
  if (contact === 'email') return email === null || email === '' ? null : email.toLowerCase()
  const digits = digitsOnly(phone ?? '')
  return isMobile(digits) ? digits : null
}

const noContactTexts: Readonly<Record<JoinContact, string>> = {
  phone: 'このアカウントには、SMSを受け取れる携帯電話番号が登録されていません。',
  email: 'このアカウントには、メールアドレスが登録されていません。',
}

/** What the digits are for: to join the account to another (D-40), or to prove its own contact, by which it signs in (decision 084). */
export type CodePurpose = 'join' | 'proof'
const limits = { join: 'join_code:account', proof: 'contact_code:account' } as const satisfies Record<CodePurpose, Attempt['scope']>

/** Sends six digits to the contact of an account: whoever answers them reads it. */
export const sendCode = async (platform: Platform, account: ClientAccount, contact: JoinContact, purpose: CodePurpose) => {
  const pair = pairOf(account)
  const row = await contactOf(platform, pair)
  const to = contact === 'phone' && !offersSms(platform.settings) ? null : reachedBy(row, contact)
  if (to === null) throw refused(noContactTexts[contact], 'no_contact')
  await spendAttempt(platform, { scope: limits[purpose], subject: `${pair.client_id}:${pair.user_id}` })
  const now = platform.now()
  const token = newToken()
  const code = newSixDigits()
  const expiresAt = new Date(now.getTime() + joinMinutes * 60_000)
  await platform.pool.write(account.clientId, async db => {
    const proves_only = purpose === 'proof'
    await endJoinRequests(db, pair, proves_only, now)
    const hashes = { token_hash: sha256(token), code_hash: codeHash(token, code) }
    await insertJoinRequest(db, { ...pair, contact, ...hashes, expires_at: expiresAt, proves_only, sent_to: to })
    await writeCode(platform, db, account.clientId, { contact, to, code, purpose })
  })
  const message = contact === 'phone' ? '確認コードをSMSで送信しました。' : '確認コードをメールで送信しました。'
  return { message, token, expiresAt }
}

const purposeTexts: Readonly<Record<CodePurpose, string>> = {
  join: 'アカウントをまとめるための確認コード',
  proof: 'ログインに使う連絡先の確認コード',
}

const writeCode = (
  { settings: { appName } }: Platform,
  db: Db,
  clientId: ClientId,
  { contact, to, code, purpose }: { contact: JoinContact; to: string; code: string; purpose: CodePurpose },
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
    body: `${purposeTexts[purpose]}: ${code}\n\n${joinMinutes}分以内に、画面に入力してください。\nお心当たりのない場合は、このメールを破棄してください。\n`,
  })
}

const endedText = '確認コードの有効期限が切れています。もう一度お送りください。'
export const codeEnded = () => refused(endedText, 'join_ended')
export const codeWrong = () => invalid({ code: ['が正しくありません'] }, 'code')

type CodeRequest = NonNullable<Awaited<ReturnType<typeof lockJoinRequest>>>

/** Looks at the digits that were typed, and counts wrong ones; the request is held. */
export const checkCode = async (
  platform: Platform,
  db: Db,
  { token, code, purpose }: { token: string; code: string; purpose: CodePurpose },
): Promise<CodeRequest | 'ended' | 'wrong'> => {
  const request = await lockJoinRequest(db, sha256(token))
  if (!request || request.proves_only !== (purpose === 'proof')) return 'ended'
  if (request.used_at !== null || request.expires_at <= platform.now() || request.wrong_tries >= mostJoinTries) return 'ended'
  if (codeHash(token, digitsOnly(code)).equals(request.code_hash)) return request
  await countWrongTry(db, request.id)
  return 'wrong'
}

/** The same digits count once. */
export const spendCode = (platform: Platform, db: Db, request: CodeRequest) => useJoinRequest(db, request.id, platform.now())
