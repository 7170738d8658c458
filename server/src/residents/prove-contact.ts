import { isMobile } from '@toguchi/domain/messages/mobile'
import type { LoggedInResident } from '@toguchi/domain/residents/contract'
import type { Db } from '../platform/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Session } from '../platform/identity.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, refused, signInFirst } from '../platform/problem.ts'
import { endResident } from './end-resident.ts'
import { loggedInResident, type ResidentActor } from './present.ts'
import { findResident, lockResident, updateResident } from './queries.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { reachOf, tellOfAccount } from './tell-resident.ts'
import { welcome } from './welcome.ts'

/** Sends a confirmation code to the contact of the own account that was not proven yet: the only thing that goes there (D-33). */
export const askToProve = async (platform: Platform, actor: ResidentActor, contact: 'email' | 'phone') => {
  const { resident, place } = await platform.pool.read(actor.clientId, async db => ({
    resident: await findResident(db, actor.clientId, actor.id),
    place: await loggedInResident(db, actor.clientId, actor.id),
  }))
  if (!resident) throw signInFirst()
  const phone = resident.phone_unproven && resident.phone !== null && isMobile(resident.phone) ? resident.phone : null
  const given = contact === 'email' ? { email: resident.unproven_email, phone: null } : { email: null, phone }
  if (given.email === null && given.phone === null) throw refused('確認の必要な連絡先はありません。', 'nothing_to_prove')
  return sendConfirmation(
    platform,
    {
      clientId: actor.clientId,
      construction: { id: place.construction.id, building_name: place.construction.building_name },
      room: place.room,
      residentId: actor.id,
    },
    given,
  )
}

/** The code was right: the contact is the account's own from now on, and the one before is told. No session is opened by it. */
export const proveContact = async (
  platform: Platform,
  db: Db,
  clientId: number,
  sent: { resident_id: number; email: string | null; phone: string | null },
  session: Session | null,
): Promise<LoggedInResident> => {
  const now = platform.now()
  const before = await lockResident(db, clientId, sent.resident_id)
  // Something else was typed in the meantime: this code is about what is not there any more.
  const isCurrent = before && (sent.email === null ? before.phone === sent.phone : before.unproven_email === sent.email)
  if (!isCurrent) throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  const ownSession = session?.strategy === 'resident' && session.actor.clientId === clientId && session.actor.id === before.id
  if (sent.email !== null) await endResident(db, clientId, before, now, ownSession ? session.id : undefined)
  const change = sent.email === null ? { phone_unproven: false } : { email: sent.email, unproven_email: null }
  // Who proves a contact wants messages there, whatever was chosen before.
  await updateResident(db, clientId, before.id, { ...change, no_messages_since: null, updated_at: now })
  const resident = await loggedInResident(db, clientId, before.id)
  const eventId = await recordEvent(db, {
    kind: 'residents.contact_proven',
    actor: { kind: 'resident', id: before.id, clientId, constructionId: resident.construction.id, roomId: before.room_id },
    clientId,
    constructionId: resident.construction.id,
    roomId: before.room_id,
    subject: { type: 'residents', id: before.id },
    change: { contact: [sent.email === null ? 'phone' : 'email'] },
    personal: sent.email === null ? { phone: sent.phone } : { before: { email: before.email }, after: { email: sent.email } },
    residentVisible: true,
  })
  if (sent.email !== null && before.email !== null)
    await tellOfAccount(platform, db, clientId, before, {
      subject: 'メールアドレスが変更されました',
      sentence: 'メールアドレスが変更されました。',
      eventId,
    })
  // Nothing could be told at registering.
  const earlier = reachOf(platform, before)
  if (before.login_id !== null && earlier.mail === null && earlier.sms === null) await welcome(platform, db, clientId, before.id)
  return resident
}
