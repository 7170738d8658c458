import { formatDayLong, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from './printer.ts'
import { addressOfRoom } from './print-sheets.ts'
import { findSheetConstruction, listSheetRooms } from './queries.ts'
import { qrPicture } from './qr-picture.ts'
import { renderTypst } from './render-typst.ts'
import { issuerOf, phoneHours } from './sheet-texts.ts'

export interface AbsenceSlipInput {
  construction_id: number
  room_id: number
  /** ISO 8601; null: written by hand at the door. */
  visited_at: string | null
}

/** 不在票: what is left at a door that nobody opened. It hangs in public: no name and no code on it, the QR leads to the room's page. */
export const printAbsenceSlip = async (platform: Platform, { client_id, input }: PrintJob): Promise<Printed> => {
  const { construction_id, room_id, visited_at } = input as AbsenceSlipInput
  const { construction, rooms } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    rooms: await listSheetRooms(db, client_id, construction_id),
  }))
  const room = rooms.find(({ id }) => id === room_id)
  if (!construction || !room) throw new Error('the room is gone')
  const url = addressOfRoom(platform, construction, room)
  const visited = visited_at === null ? null : new Date(visited_at)
  const bytes = await renderTypst('absence-slip.typ', {
    title: 'ご不在連絡票',
    room: room.name,
    building: construction.building_name,
    greeting: `${construction.name ?? '工事'}のためお伺いしましたが、ご不在でした。お手数ですが、あらためて工事の日時をお知らせください。`,
    visited: visited === null ? '' : `${formatDayLong(todayInTokyo(visited))} ${timeInTokyo(visited)}ごろ`,
    contractors: construction.contractors.join('、'),
    steps: [
      '下のQRコードかお電話で、ご都合のよい日時をお選びください。',
      '日時が決まりましたら、確認のご連絡をいたします。メールをお使いでない方には書面でお届けします。',
      'ご不在でも作業できる方法（代理の方の立会い、補助錠、鍵のお預かり）もございます。お気軽にご相談ください。',
    ],
    ...qrPicture(url),
    url,
    phone: platform.settings.callCenterPhone,
    phone_note: phoneHours,
    issuer: issuerOf(construction),
    manage_no: construction.manage_no ?? '―',
  })
  return { bytes, fileName: `不在票_${room.name}.pdf`, contentType: 'application/pdf' }
}
