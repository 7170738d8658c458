import { randomInt, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { LoggedInResident, residents } from '@toguchi/domain/residents/contract'
import { parseConfirmationCode } from '@toguchi/domain/residents/authentication-code'
import { shortMessage } from '@toguchi/domain/messages/short-message'
import { checkNewPassword, deleteSessionsOf, openSession, refuseTerminated } from '../accounts/accounts.ts'
import { findPublicId } from '../clients/clients.ts'
import { countAttempt } from '../platform/attempts.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { enqueueMail, enqueueSms } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import { invalid, notFound, refused, tooMany } from '../platform/problem.ts'
import { hashPassword, newToken, sha256 } from '../platform/secrets.ts'
import { setAppRegister } from '../rooms/rooms.ts'
import { checkCode } from './check-code.ts'
import { type OpenedRoom, openRoomOfLetter } from './letter.ts'
import { loggedInResident } from './present.ts'
import {
  countWrongConfirmation,
  findReach,
  findResidentOfRoom,
  insertConfirmation,
  insertResident,
  lockConfirmation,
  lockResidentOfRoom,
  updateResident,
  useConfirmation,
} from './queries.ts'

type CodeForm = BodyOf<(typeof residents)['POST /api/resident_auth/authentication_code']>
type SetHeaders = (headers: Record<string, string>) => void

const confirmationMinutes = 30
const confirmationTries = 5
const sendsPerHour = 10

const alreadyRegistered = () =>
  refused('この部屋はすでに登録されています。新しいパスワードを決めると、もう一度ご利用いただけます。', 'room_registered')

/**
 * The printed code of a letter (D-02, D-03). A right code of a free room sends a confirmation code to the one contact that was given, or,
 * for people without any, opens the account at once. For a registered room code and new password are the way back.
 */
export const enterCode = async (platform: Platform, form: CodeForm, ip: string, setHeaders: SetHeaders) => {
  const opened = await openRoomOfLetter(platform, form)
  await checkCode(platform, opened, form.authentication_code, ip)
  const { client, room } = opened
  if (room.closed_at !== null) throw refused('この部屋の工事は完了しているため、認証コードはご利用いただけません。', 'room_closed')
  const resident = await platform.pool.read(client.id, db => findResidentOfRoom(db, client.id, room.id))
  if (resident?.login_id) {
    if (form.password === undefined) throw alreadyRegistered()
    return { message: 'パスワードを変更しました。', data: await comeBack(platform, opened, form, setHeaders) }
  }
  const { contact } = form
  if (contact === undefined) throw invalid({ contact: ['を1つ選択してください'] })
  if (contact.none) return { message: '認証しました。', data: await openAccount(platform, opened, {}, setHeaders) }
  if (contact.phone !== undefined && !offersSms(platform.settings)) throw invalid({ contact: ['にSMSは選択できません'] }, 'no_sms')
  return sendConfirmation(platform, opened, { email: contact.email ?? null, phone: contact.phone ?? null })
}

const sendConfirmation = async (
  platform: Platform,
  { client, construction, room }: OpenedRoom,
  contact: { email: string | null; phone: string | null },
) => {
  if ((await countAttempt(platform, 'confirmation_code:room', String(room.id), 3_600)) > sendsPerHour) throw tooMany()
  const token = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(platform.now().getTime() + confirmationMinutes * 60_000)
  const { appName, callCenterPhone } = platform.settings
  await platform.pool.write(client.id, async db => {
    await insertConfirmation(db, client.id, {
      room_id: room.id,
      token_hash: sha256(token),
      code_hash: codeHash(token, code),
      ...contact,
      expires_at: expiresAt,
    })
    const eventId = await recordEvent(db, {
      kind: 'residents.confirmation_sent',
      actor: 'system',
      clientId: client.id,
      constructionId: construction.id,
      roomId: room.id,
      channel: 'web',
      personal: contact,
    })
    const concern = { kind: 'confirmation_code', constructionId: construction.id, roomId: room.id, eventId } as const
    if (contact.email !== null)
      await enqueueMail(db, client.id, {
        ...concern,
        to: [contact.email],
        subject: `【${appName}】確認コードのお知らせ`,
        body: `${construction.building_name} ${room.name}号室 居住者様\n\n確認コード: ${code}\n\n${confirmationMinutes}分以内に、画面に入力してください。\nお心当たりのない場合は、このメールを破棄してください。\n`,
      })
    if (contact.phone !== null)
      await enqueueSms(db, client.id, {
        ...concern,
        phone: contact.phone,
        body: shortMessage(
          { building_name: construction.building_name, room_name: room.name, phone: callCenterPhone },
          `の確認コードは ${code} です。${confirmationMinutes}分以内に入力してください。`,
        ),
      })
  })
  const message = contact.email === null ? '確認コードをSMSで送信しました。' : '確認コードをメールで送信しました。'
  return { message, confirmation_token: token, expires_at: toInstant(expiresAt) }
}

/** Salted by its own token, so that equal codes do not look equal. */
const codeHash = (token: string, code: string) => sha256(`${token}:${code}`)

/** The six digits that were sent: 30 minutes, five tries, once (G-RES-03). Wrong tries are committed before anything is refused. */
export const confirmContact = async (
  platform: Platform,
  given: { room_uuid: string; confirmation_token: string; confirmation_code: string },
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const found = await platform.pool.read(null, db => findPublicId(db, 'room', given.room_uuid))
  if (!found) throw notFound()
  const { client_id: clientId, row_id: roomId } = found
  await refuseTerminated(platform, clientId)
  const code = parseConfirmationCode(given.confirmation_code)
  const now = platform.now()
  const result = await platform.pool.write(clientId, async db => {
    const sent = await lockConfirmation(db, clientId, roomId, sha256(given.confirmation_token))
    if (!sent || sent.used_at !== null || sent.expires_at <= now || sent.wrong_tries >= confirmationTries) return 'expired'
    if (code === null || !timingSafeEqual(codeHash(given.confirmation_token, code), sent.code_hash)) {
      await countWrongConfirmation(db, clientId, sent.id)
      return 'wrong'
    }
    await useConfirmation(db, clientId, sent.id, now)
    return { email: sent.email, phone: sent.phone }
  })
  if (result === 'expired') throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  if (result === 'wrong') throw invalid({ confirmation_code: ['が正しくありません。'] }, 'confirmation_wrong')
  return openAccount(platform, { client: { id: clientId }, room: { id: roomId } }, result, setHeaders)
}

/** The room's one account, new or as the office typed it in, and a session for it (G-RES-11). */
const openAccount = async (
  platform: Platform,
  { client, room }: { client: { id: number }; room: { id: number } },
  contact: { email?: string | null; phone?: string | null },
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const now = platform.now()
  const given = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  // Who gives no contact wants no messages, also to what the office knows; who gives one wants them there.
  const wish = { no_messages_since: Object.keys(given).length === 0 ? now : null }
  const data = await platform.pool.write(client.id, async db => {
    const created = await insertResident(db, client.id, room.id, { ...given, ...wish, registered_at: now, last_sign_in_at: now })
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    // Somebody else may have registered while the confirmation code was on its way.
    if (resident.login_id !== null) throw alreadyRegistered()
    if (created === undefined)
      await updateResident(db, client.id, resident.id, {
        ...given,
        ...wish,
        registered_at: resident.registered_at ?? now,
        last_sign_in_at: now,
        updated_at: now,
      })
    await setAppRegister(db, client.id, room.id, true)
    const found = await loggedInResident(db, client.id, resident.id)
    await recordEvent(db, {
      kind: 'residents.account_opened',
      actor: actorOf(client.id, found),
      clientId: client.id,
      constructionId: found.construction.id,
      roomId: room.id,
      subject: { type: 'residents', id: resident.id },
      change: { contact: Object.keys(given) },
      personal: given,
      residentVisible: true,
    })
    return found
  })
  await startSession(platform, client.id, data, setHeaders)
  return data
}

/** Code and new password: the way back for people without e-mail, who may have forgotten their login ID as well (D-03). */
const comeBack = async (platform: Platform, { client, room }: OpenedRoom, form: CodeForm, setHeaders: SetHeaders) => {
  checkNewPassword({ password: form.password ?? '', password_confirmation: form.password_confirmation ?? '' })
  const password_digest = await hashPassword(form.password ?? '')
  const data = await platform.pool.write(client.id, async db => {
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    await resetTo(platform, db, client.id, resident.id, password_digest)
    const found = await loggedInResident(db, client.id, resident.id)
    await noteReset(platform, db, client.id, found, 'authentication_code')
    return found
  })
  await startSession(platform, client.id, data, setHeaders)
  return data
}

/** A new password ends every session there was (D-14). */
export const resetTo = async (platform: Platform, db: Db, clientId: number, residentId: number, password_digest: string): Promise<void> => {
  const now = platform.now()
  await updateResident(db, clientId, residentId, { password_digest, updated_at: now })
  await deleteSessionsOf(db, { strategy: 'resident', clientId, accountId: residentId })
}

/** Records a new password, and tells the contact of it, whoever set it: with the letter in hand anybody could (D-03). */
export const noteReset = async (
  platform: Platform,
  db: Db,
  clientId: number,
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
  const { appName, callCenterPhone } = platform.settings
  const way = by === 'mail' ? 'メールのリンク' : '認証コード'
  const concern = {
    kind: 'password_changed',
    constructionId: resident.construction.id,
    roomId: resident.room.id,
    residentId: resident.id,
    eventId,
  } as const
  const { mobile_number } = await findReach(db, clientId, resident.id, offersSms(platform.settings))
  if (resident.email !== null)
    await enqueueMail(db, clientId, {
      ...concern,
      to: [resident.email],
      subject: `【${appName}】パスワードが変更されました`,
      body: `${resident.name ?? ''} 様\n\n${way}によりパスワードが変更されました。\nお心当たりのない場合は、お電話でお知らせください。\n${callCenterPhone}\n`,
    })
  else if (mobile_number !== null)
    await enqueueSms(db, clientId, {
      ...concern,
      phone: mobile_number,
      body: shortMessage(
        { building_name: resident.construction.building_name, room_name: resident.room.name, phone: callCenterPhone },
        `のパスワードが${way}により変更されました。お心当たりのない場合はお電話ください`,
      ),
    })
}

const actorOf = (clientId: number, resident: LoggedInResident) => ({
  kind: 'resident' as const,
  id: resident.id,
  clientId,
  constructionId: resident.construction.id,
  roomId: resident.room.id,
})

/** Until there is a login ID, the session is named by the account. */
export const startSession = async (platform: Platform, clientId: number, resident: LoggedInResident, setHeaders: SetHeaders) =>
  setHeaders(
    await openSession(platform, { strategy: 'resident', clientId, accountId: resident.id }, resident.login_id ?? `resident-${resident.id}`),
  )
