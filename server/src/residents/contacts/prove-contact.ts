import type { ClientId, Reached, ResidentActor } from '@toguchi/domain/access/actor'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { isMobile } from '@toguchi/domain/messages/mobile'
import type { LoggedInResident, residents } from '@toguchi/domain/residents/contract'
import { whyReadOnly } from '@toguchi/domain/residents/deadlines'
import { proveCurrentPassword } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Session } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, refused, signInFirst, stale } from '../../platform/http/problem.ts'
import { offersSms } from '../../platform/settings.ts'
import { refuseDateOnly } from '../dates/date-only.ts'
import { endResident } from '../profiles/end-resident.ts'
import { loggedInResident } from '../present.ts'
import { findOwnClient, findOwnClosing } from '../own-room-queries.ts'
import { findResident, lockResident, type ResidentRow, updateResident } from '../queries.ts'
import { changesContact, saveContact, shownPhone } from '../profiles/save-profile.ts'
import { spendConfirmation, writeConfirmation } from './send-confirmation.ts'
import { contactsOf, notifyOfAccount } from './notify-resident.ts'
import { welcome } from '../entering/welcome.ts'

type Typed = { email: string } | { phone: string }
type Asked = BodyOf<(typeof residents)['POST /api/residents/contact_confirmation']>['contact']

const noSms = () =>
  refused('SMSでのご確認は、ただいまご利用いただけません。メールアドレスをご登録いただくか、お電話でお知らせください。', 'no_sms')

/**
 * Sends a confirmation code to the contact of the own account that was not proven yet: the only thing that goes there (D-33). What is
 * typed with it is kept in the same transaction: nobody waits for a code to an address that was not kept. Another contact of an account
 * with a login needs its password, as in `saveProfile`, which the page of the registration asks for.
 */
export const askToProve = async (platform: Platform, actor: ResidentActor, sessionId: number, asked: Asked, ip: string) => {
  const { id } = actor
  const typed = typeof asked === 'string' ? null : asked
  const { clientId, before, place, closing } = await platform.pool.read(actor.partOf, async db => {
    await refuseDateOnly(db, actor, { id: sessionId })
    const clientId = await findOwnClient(db, actor)
    if (clientId === undefined) throw signInFirst()
    return {
      clientId,
      before: await findResident(db, clientId, id),
      place: await loggedInResident(db, { partOf: clientId, id: id }),
      closing: await findOwnClosing(db, actor),
    }
  })
  if (!before) throw signInFirst()
  if ((asked === 'phone' || (typed && 'phone' in typed)) && !offersSms(platform.settings)) throw noSms()
  if (typed) await mayKeep(platform, { ...actor, clientId }, before, typed, { closing, ip })
  else if (toProve(before, asked) === null) throw nothingToProve()
  await spendConfirmation(platform, actor.roomId)
  return platform.pool.write(clientId, async db => {
    const lockedResident = await lockResident(db, clientId, id)
    if (!lockedResident || lockedResident.password_digest !== before.password_digest) throw stale()
    // The same once more is no change of anything.
    if (typed && changesContact(typed, lockedResident))
      await saveContact(platform, db, { ...actor, clientId }, lockedResident, typed, sessionId)
    const now = typed ? await lockResident(db, clientId, id) : lockedResident
    const contact = now && toProve(now, typed ? ('email' in typed ? 'email' : 'phone') : asked)
    if (!contact) throw nothingToProve()
    const { id: constructionId, building_name } = place.construction
    const to = { clientId, construction: { id: constructionId, building_name }, room: place.room, residentId: id }
    return writeConfirmation(platform, db, to, contact)
  })
}

const nothingToProve = () => refused('確認の必要な連絡先はありません。', 'nothing_to_prove')

/** The contact that waits for its code; null when there is none. */
const toProve = ({ unproven_email, unproven_phone, phone, phone_unproven }: ResidentRow, asked: Asked) => {
  if (asked === 'email') return unproven_email === null ? null : { email: unproven_email, phone: null }
  if (unproven_phone !== null) return isMobile(unproven_phone) ? { email: null, phone: unproven_phone } : null
  return phone_unproven && phone !== null && isMobile(phone) ? { email: null, phone } : null
}

const mayKeep = async (
  platform: Platform,
  { clientId, id }: Reached<ResidentActor>,
  before: ResidentRow,
  typed: Typed,
  { closing, ip }: { closing: { closed_at: Date | null }; ip: string },
) => {
  const closed = whyReadOnly(closing)
  if (closed !== null) throw refused(closed, 'room_closed')
  if (before.password_digest === null || !changesContact(typed, before)) return
  await proveCurrentPassword(
    platform,
    { strategy: 'resident', clientId, accountId: id },
    { current_password: undefined, digest: before.password_digest, network: networkOf(ip) },
  )
}

/** The code was right: the contact is the account's own from now on, and the one before is told. No session is opened by it. */
export const proveContact = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  sent: { resident_id: number; email: string | null; phone: string | null },
  session: Session | null,
): Promise<LoggedInResident> => {
  const now = platform.now()
  const before = await lockResident(db, clientId, sent.resident_id)
  // Something else was typed in the meantime: this code is about what is not there any more.
  const isCurrent = before && (sent.email === null ? shownPhone(before) === sent.phone : before.unproven_email === sent.email)
  if (!isCurrent) throw invalid({ confirmation_code: ['の有効期限が切れています。'] }, 'confirmation_expired')
  const ownSession = session?.actor.kind === 'resident' && session.actor.partOf === clientId && session.actor.id === before.id
  if (sent.email !== null) await endResident(db, clientId, before, now, ownSession ? session.id : undefined)
  // Without a login one contact is asked for in one form: what was typed there before and never proven is given up.
  const abandoned = before.login_id === null ? { unproven_email: null, unproven_phone: null } : {}
  const change =
    sent.email === null ? { phone: sent.phone, phone_unproven: false, unproven_phone: null } : { email: sent.email, unproven_email: null }
  // Who proves a contact wants messages there, whatever was chosen before.
  await updateResident(db, clientId, before.id, { ...abandoned, ...change, no_messages_since: null, updated_at: now })
  const resident = await loggedInResident(db, { partOf: clientId, id: before.id })
  const eventId = await recordEvent(db, {
    kind: 'residents.contact_proven',
    actor: { kind: 'resident', id: before.id, constructionId: resident.construction.id, roomId: before.room_id },
    clientId,
    constructionId: resident.construction.id,
    roomId: before.room_id,
    subject: { type: 'residents', id: before.id },
    change: { contact: [sent.email === null ? 'phone' : 'email'] },
    personal:
      sent.email === null
        ? { before: { phone: before.phone }, after: { phone: sent.phone } }
        : { before: { email: before.email }, after: { email: sent.email } },
    residentVisible: true,
  })
  if (sent.email !== null && before.email !== null)
    await notifyOfAccount(platform, db, clientId, before, {
      subject: 'メールアドレスが変更されました',
      sentence: 'メールアドレスが変更されました。',
      eventId,
    })
  if (sent.email === null && before.phone !== sent.phone)
    await notifyOfAccount(platform, db, clientId, before, {
      subject: '電話番号が変更されました',
      sentence: '電話番号が変更されました。',
      eventId,
    })
  // Nothing could be told at registering.
  const earlier = contactsOf(platform, before)
  if (before.login_id !== null && earlier.mail === null && earlier.sms === null) await welcome(platform, db, clientId, before.id)
  return resident
}
