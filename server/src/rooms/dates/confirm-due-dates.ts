import { formatDayLong } from '@toguchi/domain/calendar/day'
import { listClientsWithWork } from '../../clients/clients.ts'
import { notifyInClient } from '../../notifications/notifications.ts'
import { attemptEach } from '../../platform/attempt-each.ts'
import { toDay } from '../../platform/clock.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockUnconfirmedDueRooms, setConfirmed } from '../queries.ts'

/**
 * The work of 00:05 (G-API-16): on the day of the decision guide every assigned room that nobody confirmed is confirmed (G-SCH-12).
 * Working twice changes nothing.
 */
export const confirmDueDates = async (platform: Platform): Promise<void> => {
  const now = platform.now()
  await attemptEach(await platform.pool.read(null, db => listClientsWithWork(db, 'dates', toDay(now))), clientId =>
    platform.pool.write(clientId, async db => {
      const due = await lockUnconfirmedDueRooms(db, clientId, toDay(now))
      await setConfirmed(
        db,
        clientId,
        due.map(room => room.id),
        now,
      )
      for (const { id, construction_id, date } of due) {
        await recordEvent(db, {
          kind: 'rooms.date_confirmed',
          actor: 'system',
          clientId,
          constructionId: construction_id,
          roomId: id,
          residentVisible: true,
          change: { date },
        })
        await notifyInClient(platform, db, clientId, 'system', {
          event: 'date_confirmed',
          constructionId: construction_id,
          roomId: id,
          date: formatDayLong(date),
          to: ['construction_staff', 'resident'],
        })
      }
    }),
  )
}
