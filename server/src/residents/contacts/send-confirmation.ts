import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { ShownTexts } from '@toguchi/domain/legal-texts/contract'
import { sentTooOftenText } from '@toguchi/domain/residents/authentication-code'
import { shortMessage } from '@toguchi/domain/messages/short-message'
import { findCallCenter } from '../../messages/messages.ts'
import { type Attempt, spendAttempt } from '../../platform/attempts/attempts.ts'
import { toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { enqueueMail, enqueueSms } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { tooMany } from '../../platform/http/problem.ts'
import { codeHash, newSixDigits, newToken, sha256 } from '../../platform/secrets.ts'
import { insertConfirmation, voidOwnConfirmations } from '../../authentication-codes/authentication-codes.ts'

const confirmationMinutes = 30

/** Where a code goes out from: a room, and the account whose contact it proves; without one the code opens the room's account, by consent to what was shown. */
export interface ConfirmedPlace {
  clientId: ClientId
  construction: { id: number; building_name: string }
  room: { id: number; name: string }
  residentId?: number
  shownTexts?: ShownTexts
}

interface WantedContact {
  email: string | null
  phone: string | null
}

/** What the codes that go out from a room are counted by. */
export const codesSent = (roomId: number): Attempt => ({ scope: 'confirmation_code:room', subject: String(roomId) })

/** Ten codes an hour and room at most; counted before anything is written. */
export const spendConfirmation = (platform: Platform, roomId: number) =>
  spendAttempt(platform, codesSent(roomId), seconds =>
    tooMany(sentTooOftenText(new Date(platform.now().getTime() + seconds * 1000)), seconds),
  )

/** Sends six digits to a contact, in a transaction of its own. */
export const sendConfirmation = async (platform: Platform, place: ConfirmedPlace, contact: WantedContact) => {
  await spendConfirmation(platform, place.room.id)
  return platform.pool.write(place.clientId, db => writeConfirmation(platform, db, place, contact))
}

/** The same in the caller's transaction, which has counted it (`spendConfirmation`). */
export const writeConfirmation = async (
  platform: Platform,
  db: Db,
  { clientId, construction, room, residentId, shownTexts }: ConfirmedPlace,
  contact: WantedContact,
) => {
  const token = newToken()
  const code = newSixDigits()
  const expiresAt = new Date(platform.now().getTime() + confirmationMinutes * 60_000)
  const { appName } = platform.settings
  if (residentId !== undefined)
    await voidOwnConfirmations(db, clientId, residentId, contact.email === null ? 'phone' : 'email', platform.now())
  await insertConfirmation(db, clientId, {
    room_id: room.id,
    resident_id: residentId ?? null,
    token_hash: sha256(token),
    code_hash: codeHash(token, code),
    ...contact,
    terms_id: shownTexts?.terms_id ?? null,
    privacy_policy_id: shownTexts?.privacy_policy_id ?? null,
    expires_at: expiresAt,
  })
  const eventId = await recordEvent(db, {
    kind: 'residents.confirmation_sent',
    actor: 'system',
    clientId,
    constructionId: construction.id,
    roomId: room.id,
    channel: 'web',
    personal: { ...contact },
  })
  const concern = {
    kind: 'confirmation_code',
    constructionId: construction.id,
    roomId: room.id,
    residentId,
    eventId,
  } as const
  if (contact.email !== null)
    await enqueueMail(db, clientId, {
      ...concern,
      to: [contact.email],
      subject: `【${appName}】確認コードのお知らせ`,
      body: `${construction.building_name} ${addressedRoom(room.name)} 居住者様\n\n確認コード: ${code}\n\n${confirmationMinutes}分以内に、画面に入力してください。\nお心当たりのない場合は、このメールを破棄してください。\n`,
    })
  if (contact.phone !== null) {
    const { phone } = await findCallCenter(platform, db, clientId, construction.id)
    await enqueueSms(db, clientId, {
      ...concern,
      phone: contact.phone,
      body: shortMessage(
        { building_name: construction.building_name, room_name: room.name, phone },
        `の確認コードは ${code} です。${confirmationMinutes}分以内に入力してください。`,
      ),
    })
  }
  const message = contact.email === null ? '確認コードをSMSで送信しました。' : '確認コードをメールで送信しました。'
  return { message, confirmation_token: token, expires_at: toInstant(expiresAt) }
}
