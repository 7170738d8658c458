import type { OfficeActor } from '@toguchi/domain/access/actor'
import { moneyPersonOf } from '@toguchi/domain/orders/two-people'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { deleteLineLinks } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http/problem.ts'
import { forgetDateChanges, forgetOutcome, setAppRegister, settleWish } from '../../rooms/rooms.ts'
import { lockScheduledConstruction, releaseReservation } from '../../schedule/schedule.ts'
import { issueAuthenticationCodes } from '../../authentication-codes/authentication-codes.ts'
import { endResident } from './end-resident.ts'
import { endEarlierWish } from '../earlier/end-earlier.ts'
import { deletePresence } from '../dates/presence-queries.ts'
import { lockResidentOfRoom, updateResident } from '../queries.ts'
import { notifyOfAccount } from '../contacts/notify-resident.ts'
import { lockRoom, type RoomInConstruction } from './write-resident.ts'

/** Ends a resident's account: sessions, hold and printed code die with it; orders stay with the room (G-RES-11, D-30). */
export const removeResident = async (platform: Platform, db: Db, actor: OfficeActor, params: RoomInConstruction): Promise<void> => {
  const { clientId } = actor
  const now = platform.now()
  // The construction first, as whoever offers an earlier frame does: none is offered to who has gone.
  if (!(await lockScheduledConstruction(db, actor, params.construction_id))) throw notFound()
  await lockRoom(db, actor, params)
  const resident = await lockResidentOfRoom(db, clientId, params.room_id)
  if (!resident) throw notFound()
  await updateResident(db, clientId, resident.id, { discarded_at: now, updated_at: now })
  await endResident(db, clientId, resident, now)
  await deleteLineLinks(db, clientId, [resident.id])
  await releaseReservation(db, clientId, params.room_id)
  await setAppRegister(db, clientId, params.room_id, false)
  await deletePresence(db, clientId, params.room_id)
  // Whoever wished to be called lives here no more.
  await settleWish(db, clientId, params.room_id, now)
  await endEarlierWish({ db, clientId, actor, constructionId: params.construction_id, roomId: params.room_id, now })
  await forgetDateChanges(db, clientId, params.room_id)
  await forgetOutcome(db, clientId, params.room_id)
  await issueAuthenticationCodes(platform, db, clientId, [params.room_id], moneyPersonOf(actor))
  await recordEvent(db, {
    kind: 'residents.removed',
    actor,
    clientId,
    constructionId: params.construction_id,
    roomId: params.room_id,
    subject: { type: 'residents', id: resident.id },
  })
}

/**
 * Prints no more the old code: it is dead from now on, and the sheets show the new one (D-03). So is what it opened and nobody has
 * registered by yet: a letter in a wrong mailbox is why codes are reissued. The known contact hears of it: a code opens what a login
 * opens, and nobody is to have one printed unheard (decision 026).
 */
export const reissueCode = async (platform: Platform, db: Db, actor: OfficeActor, params: RoomInConstruction): Promise<void> => {
  await lockRoom(db, actor, params)
  const resident = await lockResidentOfRoom(db, actor.clientId, params.room_id)
  if (resident && resident.login_id === null) await endResident(db, actor.clientId, resident, platform.now())
  await issueAuthenticationCodes(platform, db, actor.clientId, [params.room_id], moneyPersonOf(actor))
  const eventId = await recordEvent(db, {
    kind: 'authentication_codes.reissued',
    actor,
    clientId: actor.clientId,
    constructionId: params.construction_id,
    roomId: params.room_id,
    residentVisible: true,
  })
  if (resident)
    await notifyOfAccount(platform, db, actor.clientId, resident, {
      subject: '認証コードが再発行されました',
      sentence: '認証コードが再発行されました。新しいコードは紙の案内状でお届けします。これまでのコードは使えません。',
      eventId,
    })
}
