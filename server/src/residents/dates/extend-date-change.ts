import type { OfficeActor } from '@toguchi/domain/access/actor'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import { setDateChangeExtension } from '../../rooms/rooms.ts'
import type { RoomInConstruction } from '../profiles/write-resident.ts'
import { findRoomForOffice } from '../room-queries.ts'

/** Grants one room a later deadline for changes of its date, with why (practice §2). 422 for a day that is past, `room_done`. */
export const extendDateChange = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: RoomInConstruction,
  { extended_to, reason }: { extended_to: string; reason: string },
) => {
  const { clientId } = actor
  const room = await findRoomForOffice(db, clientId, construction_id, room_id)
  if (!room) throw notFound()
  if (room.status === 'completed' || room.closed_at !== null) throw refused('工事が完了しているため変更できません。', 'room_done')
  if (extended_to < toDay(platform.now())) throw invalid({ extended_to: ['は今日以降の日付を入力してください'] })
  await setDateChangeExtension(db, clientId, room_id, { extended_to, reason })
  await recordEvent(db, {
    kind: 'rooms.date_change_extended',
    actor,
    clientId,
    constructionId: construction_id,
    roomId: room_id,
    change: { before: dateOf(room.date_change_extended_to), after: dateOf(extended_to) },
    // Free text may say anything of anybody.
    personal: { reason },
    residentVisible: true,
  })
  return { extended_to, reason }
}

/** Takes the extension back; the construction's own deadline counts again. */
export const endDateChangeExtension = async (db: Db, actor: OfficeActor, { construction_id, room_id }: RoomInConstruction) => {
  const { clientId } = actor
  const room = await findRoomForOffice(db, clientId, construction_id, room_id)
  if (!room || room.date_change_extended_to === null) throw notFound()
  await setDateChangeExtension(db, clientId, room_id, null)
  await recordEvent(db, {
    kind: 'rooms.date_change_extension_ended',
    actor,
    clientId,
    constructionId: construction_id,
    roomId: room_id,
    change: { before: dateOf(room.date_change_extended_to), after: null },
    residentVisible: true,
  })
}

const dateOf = (date: string | null) => (date === null ? null : { date })
