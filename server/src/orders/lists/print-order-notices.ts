import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PrintJob, type Printed, renderTypst } from '../../printing/printing.ts'
import { markPrinted } from '../../platform/messages/outbox.ts'
import { listNotices } from './notice-queries.ts'

/** Nobody is named here; the rows are read when they are printed. */
export interface OrderNoticesInput {
  construction_id: number
  message_ids: number[]
}

/** What is told of orders on paper: a page a notice, in the order of the rooms (field-use R9). */
export const printOrderNotices = async (platform: Platform, { client_id, input }: PrintJob<OrderNoticesInput>): Promise<Printed> => {
  const notices = await platform.pool.read(client_id, db => listNotices(db, client_id, input.construction_id, input.message_ids))
  const bytes = await renderTypst(platform, '../orders/lists/order-notices.typ', {
    notices: notices.map(notice => ({
      building: notice.building_name,
      room: addressedRoom(notice.room_name),
      name: notice.resident_name === null ? 'ご入居者様' : `${notice.resident_name} 様`,
      date: formatDayLong(toDay(notice.created_at)),
      client: notice.client_name,
      subject: notice.subject,
      lines: notice.body.split('\n'),
    })),
  })
  const now = platform.now()
  await platform.pool.write(client_id, db => markPrinted(db, client_id, input.message_ids, now))
  return { bytes, fileName: `オプション工事のお知らせ_${toDay(now).replaceAll('-', '')}.pdf`, contentType: 'application/pdf' }
}
