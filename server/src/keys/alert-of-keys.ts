import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatInstant, instantOf } from '@toguchi/domain/calendar/day'
import { keysAreBackBy } from '@toguchi/domain/rooms/keys/key-handover'
import { listClientsWithWork } from '../clients/clients.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { enqueueMail } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { listOverdueKeys } from './queries.ts'

/**
 * The work of the evening: a key that should be back and is not stands on the dashboard as an alert, and its people get a mail; once a day
 * and key, however often it runs (feature 11). Before that hour it does nothing.
 */
export const alertOfKeys = async (platform: Platform): Promise<void> => {
  const now = platform.now()
  const today = toDay(now)
  const evening = instantOf(today, keysAreBackBy)
  if (now < evening) return
  const clientIds = await platform.pool.read(null, db => listClientsWithWork(db, 'keys', today))
  for (const clientId of clientIds)
    await platform.pool.write(clientId, async db => {
      for (const key of await listOverdueKeys(db, clientId, today, evening)) {
        const eventId = await recordEvent(db, {
          kind: 'key_custodies.overdue',
          actor: 'system',
          clientId,
          constructionId: key.construction_id,
          roomId: key.room_id,
          subject: { type: 'key_custodies', id: key.id },
        })
        const origin = originOf(platform.settings.apiHostTemplate, key.client_cd)
        await enqueueMail(db, clientId, {
          kind: 'key_overdue',
          constructionId: key.construction_id,
          roomId: key.room_id,
          to: key.recipients,
          subject: `【${platform.settings.appName}】鍵が返却されていません（${key.building_name} ${addressedRoom(key.room_name)}）`,
          body: [
            `${keysAreBackBy}を過ぎましたが、お預かりした鍵がまだ返却されていません。`,
            '',
            `物件：${key.building_name}`,
            ...(key.construction_name ? [`工事：${key.construction_name}`] : []),
            `部屋：${key.room_name}`,
            `お預かり：${formatInstant(key.received_at)}`,
            `現在の所在：${key.lent_to_name ?? '事務所'}`,
            '',
            `${origin}/constructions/${key.construction_id}/rooms/${key.room_id}`,
            '',
          ].join('\n'),
          eventId,
        })
      }
    })
}
