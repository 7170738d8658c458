import type { OfficeActor, ReachedActor, ResidentActor } from '@toguchi/domain/access/actor'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, signInFirst } from '../../platform/http/problem.ts'
import { personalDataPage } from './personal-data-page.ts'
import { readEverythingOf } from './export-queries.ts'
import type { RoomInConstruction } from '../profiles/write-resident.ts'
import { findOwnClient } from '../own-room-queries.ts'
import { findResidentOfRoom } from '../queries.ts'
import { findRoomForOffice } from '../room-queries.ts'

/** What is held about the resident who asks, as a file to keep; that it was asked for is on the timeline (D-12). */
export const exportOwn = async (platform: Platform, db: Db, actor: ResidentActor) => {
  const clientId = await findOwnClient(db, actor)
  const data = clientId && (await readEverythingOf(db, clientId, actor.roomId, actor.id))
  if (!clientId || !data) throw signInFirst()
  return written(platform, db, { ...actor, clientId }, { construction_id: actor.constructionId, room_id: actor.roomId }, actor.id, data)
}

/** The same, read out by the office for whoever asked on paper or by telephone. */
export const exportOfRoom = async (platform: Platform, db: Db, actor: OfficeActor, params: RoomInConstruction) => {
  const room = await findRoomForOffice(db, actor.clientId, params.construction_id, params.room_id)
  const resident = room && (await findResidentOfRoom(db, actor.clientId, room.id))
  const data = resident && (await readEverythingOf(db, actor.clientId, params.room_id, resident.id))
  if (!resident || !data) throw notFound()
  return written(platform, db, actor, params, resident.id, data)
}

const written = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  { construction_id, room_id }: RoomInConstruction,
  residentId: number,
  data: Record<string, unknown>,
) => {
  await recordEvent(db, {
    kind: 'residents.exported',
    actor,
    clientId: actor.clientId,
    constructionId: construction_id,
    roomId: room_id,
    subject: { type: 'residents', id: residentId },
  })
  const name = `個人情報_${toDay(platform.now())}`
  return { file_name: `${name}.json`, data, page: { file_name: `${name}.html`, html: personalDataPage(data, platform.now()) } }
}
