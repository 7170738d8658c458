import { timingSafeEqual } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { ShownTexts } from '@toguchi/domain/legal-texts/contract'
import type { LoggedInResident, residents } from '@toguchi/domain/residents/contract'
import { confirmationTries, parseConfirmationCode, wrongConfirmationText } from '@toguchi/domain/residents/authentication-code'
import { checkNewPassword, namesOf, openSession, refuseSamePassword, refuseTerminated, unlockSignIn } from '../../accounts/accounts.ts'
import { findPublicId } from '../../clients/clients.ts'
import { countAttempt } from '../../platform/attempts/attempts.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordShownTexts, settleShownTexts } from '../../legal-texts/legal-texts.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Session } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { offersSms } from '../../platform/settings.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import { codeHash, hashPassword, sha256 } from '../../platform/secrets.ts'
import { checkCode } from './check-code.ts'
import { doorOf } from './door-of.ts'
import { endResident } from '../profiles/end-resident.ts'
import { type OpenedRoom, openRoomOfLetter } from './letter.ts'
import { loggedInResident } from '../present.ts'
import { proveContact } from '../contacts/prove-contact.ts'
import {
  countWrongConfirmation,
  insertCodeSession,
  lockConfirmation,
  useConfirmation,
} from '../../authentication-codes/authentication-codes.ts'
import {
  findResidentOfRoom,
  inheritKnowersOfCode,
  insertResident,
  lockResident,
  lockResidentOfRoom,
  type ResidentRow,
  updateResident,
} from '../queries.ts'
import { sendConfirmation } from '../contacts/send-confirmation.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'

type CodeForm = BodyOf<(typeof residents)['POST /api/resident_auth/authentication_code']>
type SetHeaders = (headers: Record<string, string>) => void

const alreadyRegistered = () =>
  refused('この部屋はすでに登録されています。新しいパスワードを決めると、もう一度ご利用いただけます。', 'room_registered')

/**
 * The printed code of a letter signs the dwelling in (D-33). Where it has a login, it shows and changes date and presence alone, and the
 * known contact is told; code and new password are the way back to the whole of it (D-03). With a contact the six digits go there first (D-02).
 */
export const enterCode = async (platform: Platform, form: CodeForm, ip: string, setHeaders: SetHeaders) => {
  const opened = await openRoomOfLetter(platform, form)
  await checkCode(platform, opened, form.authentication_code, ip)
  const { client, room } = opened
  if (room.closed_at !== null) throw refused('この部屋の工事は完了しているため、認証コードはご利用いただけません。', 'room_closed')
  const resident = await platform.pool.read(client.id, db => findResidentOfRoom(db, client.id, room.id))
  const { contact } = form
  const asksThere = contact !== undefined && !contact.none
  if (resident?.login_id) {
    if (form.password !== undefined)
      return { message: 'パスワードを変更しました。', data: await comeBack(platform, opened, form, ip, setHeaders) }
    if (asksThere) throw alreadyRegistered()
    return {
      message: '認証しました。',
      data: await lookIn(platform, opened, { residentId: resident.id, shownTexts: form.shown_texts }, setHeaders),
    }
  }
  if (!asksThere)
    return {
      message: '認証しました。',
      data: await openAccount(platform, opened, { wantsNone: contact?.none === true, shownTexts: form.shown_texts }, setHeaders),
    }
  if (contact.phone !== undefined && !offersSms(platform.settings)) throw invalid({ contact: ['にSMSは選択できません'] }, 'no_sms')
  const shownTexts = await platform.pool.read(client.id, db => settleShownTexts(platform, db, client.id, form.shown_texts))
  return sendConfirmation(
    platform,
    { ...opened, clientId: client.id, shownTexts },
    { email: contact.email ?? null, phone: contact.phone ?? null },
  )
}

/** The six digits that were sent: 30 minutes, five tries, once (G-RES-03). Wrong tries are committed before anything is refused. */
export const confirmContact = async (
  platform: Platform,
  form: { room_uuid: string; confirmation_token: string; confirmation_code: string },
  session: Session | null,
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const roomIds = await platform.pool.read(null, db => findPublicId(db, 'room', form.room_uuid))
  if (!roomIds) throw notFound()
  const { client_id: clientId, row_id: roomId } = roomIds
  await refuseTerminated(platform, clientId)
  const code = parseConfirmationCode(form.confirmation_code)
  const now = platform.now()
  const result = await platform.pool.write(clientId, async db => {
    const sent = await lockConfirmation(db, clientId, roomId, sha256(form.confirmation_token))
    if (!sent || sent.used_at !== null || sent.expires_at <= now) return 'expired'
    if (sent.wrong_tries >= confirmationTries) return { wrongTries: sent.wrong_tries }
    if (code === null || !timingSafeEqual(codeHash(form.confirmation_token, code), sent.code_hash)) {
      await countWrongConfirmation(db, clientId, sent.id)
      return { wrongTries: sent.wrong_tries + 1 }
    }
    await useConfirmation(db, clientId, sent.id, now)
    const { resident_id, email, phone, terms_id, privacy_policy_id } = sent
    if (resident_id !== null) return { proven: await proveContact(platform, db, clientId, { resident_id, email, phone }, session) }
    return { email, phone, shownTexts: { terms_id, privacy_policy_id } }
  })
  if (result === 'expired') throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  if (result.wrongTries !== undefined) {
    const code = result.wrongTries < confirmationTries ? 'confirmation_wrong' : 'confirmation_expired'
    throw invalid({ confirmation_code: [wrongConfirmationText(result.wrongTries)] }, code)
  }
  if (result.proven) return result.proven
  return openAccount(platform, { client: { id: clientId }, room: { id: roomId } }, result, setHeaders)
}

/** The room's one account, new or as the office typed it in, and a session for it (G-RES-11). */
const openAccount = async (
  platform: Platform,
  { client, room }: { client: { id: ClientId }; room: { id: number } },
  {
    wantsNone = false,
    shownTexts,
    ...contact
  }: { email?: string | null; phone?: string | null; wantsNone?: boolean; shownTexts?: ShownTexts | undefined },
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const now = platform.now()
  const contacts = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  const gives = Object.keys(contacts).length > 0
  // Who says 「メール・携帯電話を使わない」 is told on paper, whatever the office knows. Who says nothing has not said that (D-33).
  const wish = gives ? { no_messages_since: null } : wantsNone ? { no_messages_since: now } : {}
  const { data, headers } = await platform.pool.write(client.id, async db => {
    await insertResident(db, client.id, room.id, {})
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    // Somebody else may have registered while the confirmation code was on its way.
    if (resident.login_id !== null) throw alreadyRegistered()
    await updateResident(db, client.id, resident.id, {
      ...contacts,
      ...provenBy(contacts),
      ...wish,
      // The sentence above the code's button is the consent of who makes no login (D-33).
      ...(resident.consented_at === null ? { consented_at: now } : {}),
      last_sign_in_at: now,
      updated_at: now,
    })
    await recordShownTexts(platform, db, client.id, { residentId: resident.id, occasion: 'code', shownTexts })
    const session = await loggedInResident(db, { partOf: client.id, id: resident.id })
    const eventId = await recordEvent(db, {
      kind: resident.last_sign_in_at === null ? 'residents.account_opened' : 'residents.code_entered',
      actor: actorOf(client.id, session),
      clientId: client.id,
      constructionId: session.construction.id,
      roomId: room.id,
      subject: { type: 'residents', id: resident.id },
      change: { contact: Object.keys(contacts) },
      personal: contacts,
      residentVisible: true,
    })
    // Whoever stops the messages of somebody who has them says so there first: it may have been another one who held the code (M1).
    if (wantsNone && resident.no_messages_since === null)
      await notifyOfAccount(platform, db, client.id, resident, {
        kind: 'code_entered',
        subject: 'お知らせの停止が選ばれました',
        sentence: '居住者ページが認証コードで開かれ、メール・LINE・SMSでのお知らせの停止が選ばれました。',
        eventId,
      })
    // The office had written another one down.
    if (contact.email && resident.email !== null && resident.email !== contact.email)
      await notifyOfAccount(platform, db, client.id, resident, {
        subject: 'メールアドレスが変更されました',
        sentence: 'メールアドレスが変更されました。',
        eventId,
      })
    if (contact.phone && resident.phone !== null && resident.phone !== contact.phone)
      await notifyOfAccount(platform, db, client.id, resident, {
        subject: '電話番号が変更されました',
        sentence: '電話番号が変更されました。',
        eventId,
      })
    return startSession(platform, db, client.id, session)
  })
  setHeaders(headers)
  return data
}

/** What a contact that was just confirmed needs no more. */
const provenBy = (contacts: Record<string, unknown>) => ({
  ...(contacts['email'] === undefined ? {} : { unproven_email: null }),
  ...(contacts['phone'] === undefined ? {} : { phone_unproven: false, unproven_phone: null }),
})

/** The code alone in a dwelling that has a login: date and presence, and whoever made the login hears of it, once a day (D-33). */
const lookIn = async (
  platform: Platform,
  { client, room }: OpenedRoom,
  { residentId, shownTexts }: { residentId: number; shownTexts: ShownTexts | undefined },
  setHeaders: SetHeaders,
) => {
  const entered = { scope: 'code_entered:room', subject: String(room.id) } as const
  const { count } = await platform.pool.write(null, db => countAttempt(db, entered, platform.now()))
  const first = count === 1
  const { data, headers } = await platform.pool.write(client.id, async db => {
    const row = await lockResident(db, client.id, residentId)
    await recordShownTexts(platform, db, client.id, { residentId, occasion: 'code', shownTexts })
    const session = await loggedInResident(db, { partOf: client.id, id: residentId }, true)
    const eventId = await recordEvent(db, {
      kind: 'residents.code_entered',
      actor: actorOf(client.id, session),
      clientId: client.id,
      constructionId: session.construction.id,
      roomId: room.id,
      subject: { type: 'residents', id: residentId },
      change: { date_only: true },
      residentVisible: true,
    })
    if (first && row)
      await notifyOfAccount(platform, db, client.id, row, {
        kind: 'code_entered',
        subject: '居住者ページが開かれました',
        sentence: '居住者ページが認証コードで開かれました。工事日と在宅方法をご覧・変更いただけます。',
        eventId,
      })
    const opened = await startSession(platform, db, client.id, session)
    await insertCodeSession(db, client.id, residentId, sha256(opened.headers['access-token'] ?? ''))
    return opened
  })
  setHeaders(headers)
  return data
}

/** Code and new password: the way back for people without e-mail, who may have forgotten their login ID as well (D-03). */
const comeBack = async (platform: Platform, { client, room }: OpenedRoom, form: CodeForm, ip: string, setHeaders: SetHeaders) => {
  const password = form.password ?? ''
  const before = await platform.pool.read(client.id, db => findResidentOfRoom(db, client.id, room.id))
  if (!before) throw notFound()
  checkNewPassword({ password, password_confirmation: form.password_confirmation ?? '' }, namesOf(before))
  const network = networkOf(ip)
  await refuseSamePassword(password, before.password_digest, network)
  const password_digest = await hashPassword(password, network)
  const { data, headers } = await platform.pool.write(client.id, async db => {
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    await resetTo(platform, db, client.id, resident, password_digest)
    await inheritKnowersOfCode(db, client.id, resident.id)
    const session = await loggedInResident(db, { partOf: client.id, id: resident.id })
    await noteReset(platform, db, client.id, resident, session, 'authentication_code')
    return startSession(platform, db, client.id, session)
  })
  setHeaders(headers)
  return data
}

/** A new password ends everything that was handed out before (B2), and a lock of the sign-in. */
export const resetTo = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  resident: ResidentRow,
  password_digest: string,
): Promise<void> => {
  const now = platform.now()
  await updateResident(db, clientId, resident.id, { password_digest, updated_at: now })
  const account = { strategy: 'resident' as const, clientId, accountId: resident.id }
  if (resident.login_id !== null) await unlockSignIn(db, account, { door: doorOf(clientId), loginId: resident.login_id })
  await endResident(db, clientId, resident, now)
}

/** Records a new password, and tells the contact of it, whoever set it: with the letter in hand anybody could (D-03). */
export const noteReset = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  row: ResidentRow,
  resident: LoggedInResident,
  by: 'authentication_code' | 'mail',
): Promise<void> => {
  const eventId = await recordEvent(db, {
    kind: 'residents.password_reset',
    actor: actorOf(clientId, resident),
    clientId,
    constructionId: resident.construction.id,
    roomId: resident.room.id,
    subject: { type: 'residents', id: resident.id },
    change: { by },
    residentVisible: true,
  })
  const way = by === 'mail' ? 'メールのリンク' : '認証コード'
  await notifyOfAccount(platform, db, clientId, row, {
    subject: 'パスワードが変更されました',
    sentence: `${way}によりパスワードが変更されました。`,
    eventId,
  })
}

const actorOf = (clientId: ClientId, resident: LoggedInResident) => ({
  kind: 'resident' as const,
  id: resident.id,
  clientId,
  constructionId: resident.construction.id,
  roomId: resident.room.id,
})

/** Opens a session in the transaction that holds the account. Until there is a login ID, it is named by the account. */
export const startSession = async (platform: Platform, db: Db, clientId: ClientId, data: LoggedInResident) => ({
  data,
  headers: await openSession(platform, db, { strategy: 'resident', clientId, accountId: data.id }, data.login_id ?? `resident-${data.id}`),
})
