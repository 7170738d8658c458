import { timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { LoggedInResident, residents } from '@toguchi/domain/residents/contract'
import { parseConfirmationCode } from '@toguchi/domain/residents/authentication-code'
import { checkNewPassword, openSession, refuseTerminated } from '../accounts/accounts.ts'
import { findPublicId } from '../clients/clients.ts'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Session } from '../platform/identity.ts'
import { networkOf } from '../platform/network.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import { invalid, notFound, refused } from '../platform/problem.ts'
import { hashPassword, sha256 } from '../platform/secrets.ts'
import { setAppRegister } from '../rooms/rooms.ts'
import { checkCode } from './check-code.ts'
import { endResident } from './end-resident.ts'
import { type OpenedRoom, openRoomOfLetter } from './letter.ts'
import { loggedInResident } from './present.ts'
import { proveContact } from './prove-contact.ts'
import {
  countWrongConfirmation,
  findReach,
  findResidentOfRoom,
  insertResident,
  lockConfirmation,
  lockResidentOfRoom,
  type ResidentRow,
  updateResident,
  useConfirmation,
} from './queries.ts'
import { codeHash, sendConfirmation } from './send-confirmation.ts'
import { tellOfAccount } from './tell-resident.ts'

type CodeForm = BodyOf<(typeof residents)['POST /api/resident_auth/authentication_code']>
type SetHeaders = (headers: Record<string, string>) => void

const confirmationTries = 5

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
    return { message: 'パスワードを変更しました。', data: await comeBack(platform, opened, form, ip, setHeaders) }
  }
  const { contact } = form
  if (contact === undefined) throw invalid({ contact: ['を1つ選択してください'] })
  if (contact.none) return { message: '認証しました。', data: await openAccount(platform, opened, {}, setHeaders) }
  if (contact.phone !== undefined && !offersSms(platform.settings)) throw invalid({ contact: ['にSMSは選択できません'] }, 'no_sms')
  return sendConfirmation(platform, { ...opened, clientId: client.id }, { email: contact.email ?? null, phone: contact.phone ?? null })
}

/** The six digits that were sent: 30 minutes, five tries, once (G-RES-03). Wrong tries are committed before anything is refused. */
export const confirmContact = async (
  platform: Platform,
  given: { room_uuid: string; confirmation_token: string; confirmation_code: string },
  session: Session | null,
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
    const { resident_id, email, phone } = sent
    if (resident_id !== null) return { proven: await proveContact(platform, db, clientId, { resident_id, email, phone }, session) }
    return { email, phone }
  })
  if (result === 'expired') throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  if (result === 'wrong') throw invalid({ confirmation_code: ['が正しくありません。'] }, 'confirmation_wrong')
  if (result.proven) return result.proven
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
    const proven = { ...given, ...provenBy(given), ...wish }
    const created = await insertResident(db, client.id, room.id, { ...proven, registered_at: now, last_sign_in_at: now })
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    // Somebody else may have registered while the confirmation code was on its way.
    if (resident.login_id !== null) throw alreadyRegistered()
    if (created === undefined)
      await updateResident(db, client.id, resident.id, {
        ...proven,
        registered_at: resident.registered_at ?? now,
        last_sign_in_at: now,
        updated_at: now,
      })
    await setAppRegister(db, client.id, room.id, true)
    const found = await loggedInResident(db, client.id, resident.id)
    const eventId = await recordEvent(db, {
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
    // The office had written another one down.
    if (contact.email && resident.email !== null && created === undefined && resident.email !== contact.email)
      await tellOfAccount(platform, db, client.id, resident, {
        subject: 'メールアドレスが変更されました',
        sentence: 'メールアドレスが変更されました。',
        eventId,
      })
    return found
  })
  await startSession(platform, client.id, data, setHeaders)
  return data
}

/** What a contact that was just confirmed needs no more. */
const provenBy = (given: Record<string, unknown>) => ({
  ...(given['email'] === undefined ? {} : { unproven_email: null }),
  ...(given['phone'] === undefined ? {} : { phone_unproven: false }),
})

/** Code and new password: the way back for people without e-mail, who may have forgotten their login ID as well (D-03). */
const comeBack = async (platform: Platform, { client, room }: OpenedRoom, form: CodeForm, ip: string, setHeaders: SetHeaders) => {
  checkNewPassword({ password: form.password ?? '', password_confirmation: form.password_confirmation ?? '' })
  const password_digest = await hashPassword(form.password ?? '', networkOf(ip))
  const data = await platform.pool.write(client.id, async db => {
    const resident = await lockResidentOfRoom(db, client.id, room.id)
    if (!resident) throw notFound()
    checkNewPassword(
      { password: form.password ?? '', password_confirmation: form.password_confirmation ?? '' },
      resident.login_id === null ? [] : [resident.login_id],
    )
    await resetTo(platform, db, client.id, resident, password_digest)
    const found = await loggedInResident(db, client.id, resident.id)
    await noteReset(platform, db, client.id, resident, found, 'authentication_code')
    return found
  })
  await startSession(platform, client.id, data, setHeaders)
  return data
}

/** A new password ends everything that was handed out before (B2). */
export const resetTo = async (
  platform: Platform,
  db: Db,
  clientId: number,
  resident: ResidentRow,
  password_digest: string,
): Promise<void> => {
  const now = platform.now()
  await updateResident(db, clientId, resident.id, { password_digest, updated_at: now })
  await endResident(db, clientId, resident, now)
}

/** Records a new password, and tells the contact of it, whoever set it: with the letter in hand anybody could (D-03). */
export const noteReset = async (
  platform: Platform,
  db: Db,
  clientId: number,
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
  await tellOfAccount(platform, db, clientId, row, {
    subject: 'パスワードが変更されました',
    sentence: `${way}によりパスワードが変更されました。`,
    eventId,
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
