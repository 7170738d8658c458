import type { OfficeActor, ReachedActor, ResidentActor } from '@toguchi/domain/access/actor'
import type { AnsweredBy } from '@toguchi/domain/rooms/answered-by'
import type { Presence } from '@toguchi/domain/rooms/presence-contract'
import { whyNoPresenceChange } from '@toguchi/domain/residents/deadlines'
import { needsConsent, ownPresenceMethods, type PresenceAnswer, presenceProblems } from '@toguchi/domain/rooms/presence'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { Db } from '../../platform/database/database.ts'
import { notifyProxy, releaseProxy } from '../../notifications/notifications.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, notFound, refused, signInFirst } from '../../platform/http/problem.ts'
import { answeredByOf } from '../answered-by.ts'
import type { RoomInConstruction } from '../profiles/write-resident.ts'
import { presenceOf } from '../present.ts'
import { lockOwnRoom } from '../own-room-queries.ts'
import { findPresence, upsertPresence } from './presence-queries.ts'
import { findResidentOfRoom } from '../queries.ts'
import { findRoomForOffice } from '../room-queries.ts'

/**
 * Says how the room is entered (practice §2). A proxy is named with a telephone; whoever is not at home agrees to it, and when is kept.
 * 422 under the fields, `room_done` once the work is done.
 */
export const chooseOwnPresence = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  answer: PresenceAnswer,
  answeredBy?: AnsweredBy,
): Promise<Presence> => {
  const own = await lockOwnRoom(db, actor)
  if (!own) throw signInFirst()
  if (!ownPresenceMethods(own.construction_type).includes(answer.presence_method))
    throw invalid({ presence_method: ['は選択肢から選んでください'] })
  const room = { id: own.room_id, status: own.room_status, closed_at: own.closed_at }
  return write(platform, db, { ...actor, clientId: own.client_id }, actor.constructionId, room, answer, undefined, answeredBy)
}

/** The same for a resident who called or wrote; recorded with who said it (D-12, D-22). */
export const choosePresenceOf = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: RoomInConstruction,
  answer: PresenceAnswer,
  actingFor: ActingFor | undefined,
): Promise<Presence> => {
  const room = await findRoomForOffice(db, actor.clientId, construction_id, room_id)
  if (!room) throw notFound()
  return write(platform, db, actor, construction_id, room, answer, actingFor)
}

const write = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  constructionId: number,
  room: { id: number; status: RoomStatus; closed_at: Date | null },
  answer: PresenceAnswer,
  actingFor: ActingFor | undefined,
  answeredBy?: AnsweredBy,
): Promise<Presence> => {
  const { clientId } = actor
  const said = answeredByOf(answeredBy)
  const why = whyNoPresenceChange({ room_status: room.status, closed_at: room.closed_at })
  if (why !== null) throw refused(why, 'room_done')
  const problems = presenceProblems(answer)
  if (problems !== null) throw invalid(problems)
  const now = platform.now()
  const before = await findPresence(db, clientId, room.id)
  const isProxy = answer.presence_method === 'proxy'
  const proxy = {
    proxy_name: isProxy ? (answer.proxy_name ?? null) : null,
    proxy_relation: isProxy ? (answer.proxy_relation ?? null) : null,
    proxy_phone: isProxy ? (answer.proxy_phone ?? null) : null,
  }
  const { presence_method } = answer
  await upsertPresence(db, clientId, room.id, { presence_method, ...proxy, consented_at: needsConsent(presence_method) ? now : null }, now)
  // Whose answer it was: nobody who lives here later reads it.
  const resident = await findResidentOfRoom(db, clientId, room.id)
  await recordEvent(db, {
    kind: 'rooms.presence_chosen',
    actor,
    clientId,
    constructionId,
    roomId: room.id,
    ...(resident ? { subject: { type: 'residents', id: resident.id } } : {}),
    ...(actingFor ? { actingFor: 'resident' as const, channel: actingFor.channel } : {}),
    change: {
      before: before ? { presence_method: before.presence_method } : null,
      after: { presence_method },
      ...(needsConsent(presence_method) ? { consented: true } : {}),
      ...said.change,
    },
    personal: { ...said.personal, ...(isProxy ? proxy : {}), ...(actingFor?.caller ? { caller: actingFor.caller } : {}) },
    residentVisible: true,
  })
  const former = before?.proxy_phone ?? null
  if (former !== null && former !== proxy.proxy_phone)
    await releaseProxy(platform, db, clientId, { constructionId, roomId: room.id, phone: former })
  // The same number again has heard it; of another date it hears by itself.
  if (isProxy && proxy.proxy_phone !== before?.proxy_phone) await notifyProxy(platform, db, clientId, constructionId, room.id)
  const kept = await findPresence(db, clientId, room.id)
  const presence = kept && presenceOf(kept)
  if (!presence) throw new Error('the presence that was just written is not there')
  return presence
}
