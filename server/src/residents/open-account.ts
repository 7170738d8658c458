import { randomInt, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { LoggedInResident, residents } from '@toguchi/domain/residents/contract'
import { termsVersion } from '@toguchi/domain/residents/consent'
import { whyReadOnly } from '@toguchi/domain/residents/deadlines'
import { parseConfirmationCode } from '@toguchi/domain/residents/authentication-code'
import { isMobile } from '@toguchi/domain/residents/mobile'
import { checkNewPassword, deleteSessionsOf, openSession, refuseTerminated } from '../accounts/accounts.ts'
import { findPublicId } from '../clients/clients.ts'
import { countAttempt } from '../platform/attempts.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import { enqueueMail, enqueueSms } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, refused, signInFirst, tooMany } from '../platform/problem.ts'
import { hashPassword, newToken, sha256 } from '../platform/secrets.ts'
import { checkCode } from './check-code.ts'
import { type OpenedRoom, openRoomOfLetter } from './letter.ts'
import { loggedInResident, type ResidentActor } from './present.ts'
import {
  countWrongConfirmation,
  findOwnClosing,
  findResidentOfRoom,
  insertCodeSession,
  insertConfirmation,
  insertResident,
  lockConfirmation,
  lockResident,
  lockResidentOfRoom,
  type ResidentColumns,
  updateResident,
  useConfirmation,
} from './queries.ts'

type CodeForm = BodyOf<(typeof residents)['POST /api/resident_auth/authentication_code']>
interface RoomOfConfirmation {
  client: { id: number }
  construction: { id: number; building_name: string }
  room: { id: number; name: string }
}
type SetHeaders = (headers: Record<string, string>) => void

const confirmationMinutes = 30
const confirmationTries = 5
const sendsPerHour = 10

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
      return { message: 'パスワードを変更しました。', data: await comeBack(platform, opened, form, setHeaders) }
    if (asksThere) throw alreadyRegistered()
    return { message: '認証しました。', data: await lookIn(platform, opened, resident.id, setHeaders) }
  }
  if (!asksThere) return { message: '認証しました。', data: await openAccount(platform, opened, {}, setHeaders) }
  await limitConfirmations(platform, room.id)
  return platform.pool.write(client.id, db =>
    sendConfirmation(platform, db, opened, { email: contact.email ?? null, phone: contact.phone ?? null }, null),
  )
}

const limitConfirmations = async (platform: Platform, roomId: number): Promise<void> => {
  if ((await countAttempt(platform, 'confirmation_code:room', String(roomId), 3_600)) > sendsPerHour) throw tooMany()
}

/** Six digits to a contact, in the caller's transaction; `residentId` of who is signed in and asks for them. */
const sendConfirmation = async (
  platform: Platform,
  db: Db,
  { client, construction, room }: RoomOfConfirmation,
  contact: { email: string | null; phone: string | null },
  residentId: number | null,
) => {
  const token = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(platform.now().getTime() + confirmationMinutes * 60_000)
  const { appName } = platform.settings
  await insertConfirmation(db, client.id, {
    room_id: room.id,
    token_hash: sha256(token),
    code_hash: codeHash(token, code),
    ...contact,
    expires_at: expiresAt,
    resident_id: residentId,
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
  if (contact.email !== null)
    await enqueueMail(db, client.id, {
      to: [contact.email],
      subject: `【${appName}】確認コードのお知らせ`,
      body: `${construction.building_name} ${room.name}号室 居住者様\n\n確認コード: ${code}\n\n${confirmationMinutes}分以内に、画面に入力してください。\nお心当たりのない場合は、このメールを破棄してください。\n`,
      eventId,
    })
  if (contact.phone !== null)
    await enqueueSms(db, client.id, {
      phone: contact.phone,
      body: `【${appName}】確認コード ${code}（${confirmationMinutes}分以内に入力してください）`,
    })
  const message = contact.email === null ? '確認コードをSMSで送信しました。' : '確認コードをメールで送信しました。'
  return { message, confirmation_token: token, expires_at: toInstant(expiresAt) }
}

/** Salted by its own token, so that equal codes do not look equal. */
const codeHash = (token: string, code: string) => sha256(`${token}:${code}`)

/** The six digits that were sent: 30 minutes, five tries, once (G-RES-03). Wrong tries are committed before anything is refused. */
const judgeConfirmation = async (
  platform: Platform,
  { clientId, roomId, residentId }: { clientId: number; roomId: number; residentId: number | null },
  given: { confirmation_token: string; confirmation_code: string },
): Promise<{ email: string | null; phone: string | null }> => {
  const code = parseConfirmationCode(given.confirmation_code)
  const now = platform.now()
  const result = await platform.pool.write(clientId, async db => {
    const sent = await lockConfirmation(db, clientId, roomId, sha256(given.confirmation_token))
    if (!sent || sent.resident_id !== residentId) return 'expired'
    if (sent.used_at !== null || sent.expires_at <= now || sent.wrong_tries >= confirmationTries) return 'expired'
    if (code === null || !timingSafeEqual(codeHash(given.confirmation_token, code), sent.code_hash)) {
      await countWrongConfirmation(db, clientId, sent.id)
      return 'wrong'
    }
    await useConfirmation(db, clientId, sent.id, now)
    return { email: sent.email, phone: sent.phone }
  })
  if (result === 'expired') throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  if (result === 'wrong') throw invalid({ confirmation_code: ['が正しくありません。'] }, 'confirmation_wrong')
  return result
}

/** Opens the account by the six digits that went to the contact that was given with the printed code. */
export const confirmContact = async (
  platform: Platform,
  given: { room_uuid: string; confirmation_token: string; confirmation_code: string },
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const found = await platform.pool.read(null, db => findPublicId(db, 'room', given.room_uuid))
  if (!found) throw notFound()
  const { client_id: clientId, row_id: roomId } = found
  await refuseTerminated(platform, clientId)
  const proven = await judgeConfirmation(platform, { clientId, roomId, residentId: null }, given)
  return openAccount(platform, { client: { id: clientId }, room: { id: roomId } }, proven, setHeaders)
}

/** お知らせの送り先: kept at once, and the six digits go there; nothing else does until they came back (D-33). */
export const askForContact = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  contact: { email?: string | null; phone?: string | null },
) => {
  const { clientId } = actor
  const before = await lockResident(db, clientId, actor.id)
  if (!before) throw signInFirst()
  const closed = whyReadOnly(await findOwnClosing(db, actor))
  if (closed !== null) throw refused(closed, 'room_closed')
  await limitConfirmations(platform, actor.roomId)
  const resident = await loggedInResident(db, clientId, actor.id)
  const now = platform.now()
  if (contact.email && contact.email !== before.email)
    await updateResident(db, clientId, actor.id, { email: contact.email, email_unproven: true, updated_at: now })
  if (contact.phone && contact.phone !== before.phone)
    await updateResident(db, clientId, actor.id, { phone: contact.phone, phone_unproven: true, updated_at: now })
  const { building_name, id } = resident.construction
  return sendConfirmation(
    platform,
    db,
    { client: { id: clientId }, construction: { id, building_name }, room: resident.room },
    { email: contact.email ?? null, phone: contact.phone ?? null },
    actor.id,
  )
}

/** The six digits came back: from now on messages go there. */
export const proveContact = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  given: { confirmation_token: string; confirmation_code: string },
): Promise<void> => {
  const { clientId, id, roomId, constructionId } = actor
  const proven = await judgeConfirmation(platform, { clientId, roomId, residentId: id }, given)
  await updateResident(db, clientId, id, { ...provenColumns(proven), updated_at: platform.now() })
  await recordEvent(db, {
    kind: 'residents.contact_proven',
    actor,
    clientId,
    constructionId,
    roomId,
    subject: { type: 'residents', id },
    change: { contact: proven.email === null ? ['phone'] : ['email'] },
    personal: proven,
    residentVisible: true,
  })
}

const provenColumns = ({ email, phone }: { email?: string | null; phone?: string | null }): ResidentColumns => ({
  ...(email ? { email, email_unproven: false } : {}),
  ...(phone ? { phone, phone_unproven: false } : {}),
})

/** The room's one account, new or as the office typed it in, and a session for it (G-RES-11). */
const openAccount = async (
  platform: Platform,
  { client, room }: { client: { id: number }; room: { id: number } },
  contact: { email?: string | null; phone?: string | null },
  setHeaders: SetHeaders,
): Promise<LoggedInResident> => {
  const now = platform.now()
  const given = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  const data = await platform.pool.write(client.id, async db => {
    await insertResident(db, client.id, room.id, {})
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    // Somebody else may have registered while the confirmation code was on its way.
    if (resident.login_id !== null) throw alreadyRegistered()
    await updateResident(db, client.id, resident.id, {
      ...provenColumns(contact),
      // The sentence above the code's button is the consent of who makes no login (D-33).
      ...(resident.consented_at === null ? { consented_at: now, consented_version: termsVersion } : {}),
      last_sign_in_at: now,
      updated_at: now,
    })
    const found = await loggedInResident(db, client.id, resident.id)
    await recordEvent(db, {
      kind: resident.last_sign_in_at === null ? 'residents.account_opened' : 'residents.code_entered',
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

/** The code alone in a dwelling that has a login: date and presence, and whoever made the login hears of it, once a day (D-33). */
const lookIn = async (platform: Platform, { client, room }: OpenedRoom, residentId: number, setHeaders: SetHeaders) => {
  const first = (await countAttempt(platform, 'code_entered:room', String(room.id), 86_400)) === 1
  const data = await platform.pool.write(client.id, async db => {
    const whole = await loggedInResident(db, client.id, residentId)
    const eventId = await recordEvent(db, {
      kind: 'residents.code_entered',
      actor: actorOf(client.id, whole),
      clientId: client.id,
      constructionId: whole.construction.id,
      roomId: room.id,
      subject: { type: 'residents', id: residentId },
      change: { date_only: true },
      residentVisible: true,
    })
    if (first)
      await tellContact(platform, db, client.id, residentId, eventId, {
        subject: '居住者ページが開かれました',
        text: '認証コードで居住者ページが開かれました。工事日と在宅方法をご覧・変更いただけます。',
      })
    return loggedInResident(db, client.id, residentId, true)
  })
  const opened: Record<string, string> = {}
  await startSession(platform, client.id, data, headers => void Object.assign(opened, headers))
  // Before anybody holds the token.
  await platform.pool.write(client.id, db => insertCodeSession(db, client.id, residentId, sha256(opened['access-token'] ?? '')))
  setHeaders(opened)
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
  const way = by === 'mail' ? 'メールのリンク' : '認証コード'
  await tellContact(platform, db, clientId, resident.id, eventId, {
    subject: 'パスワードが変更されました',
    text: `${way}によりパスワードが変更されました。`,
  })
}

/** Tells the proven contact what was done in its name: by mail, else as a short message, else nobody. */
const tellContact = async (
  platform: Platform,
  db: Db,
  clientId: number,
  residentId: number,
  eventId: number,
  { subject, text }: { subject: string; text: string },
): Promise<void> => {
  const resident = await lockResident(db, clientId, residentId)
  if (!resident) return
  const { appName, callCenterPhone } = platform.settings
  if (resident.mail_to !== null)
    await enqueueMail(db, clientId, {
      to: [resident.mail_to],
      subject: `【${appName}】${subject}`,
      body: `${resident.name ?? ''} 様\n\n${text}\nお心当たりのない場合は、お電話でお知らせください。\n${callCenterPhone}\n`,
      eventId,
    })
  else if (resident.sms_to !== null && isMobile(resident.sms_to))
    await enqueueSms(db, clientId, {
      phone: resident.sms_to,
      body: `【${appName}】${text}お心当たりのない場合はお電話ください ${callCenterPhone}`,
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
