import { formatDayLong, formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { composeLetter, type WrittenTexts } from '@toguchi/domain/printing/letters'
import { visitMoment } from '@toguchi/domain/rooms/absence'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { slipPath } from '@toguchi/domain/residents/login-path'
import { originOf } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import { giveRoomAddresses } from '../../residents/residents.ts'
import { issueSlipToken } from '../../rooms/rooms.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { findSheetConstruction, listSheetRooms, type SheetConstruction } from '../queries.ts'
import { qrPicture } from '../qr-picture.ts'
import { renderTypst } from '../render-paper.ts'
import { contactOf, issuerOf, leastDensity, letterValuesOf, noRoom } from './letter-values.ts'
import { urlsOf } from './print-sheets.ts'
import { findWrittenTexts } from './written-texts.ts'

export interface AbsenceSlipInput {
  construction_id: number
  room_ids: readonly number[]
  /** ISO 8601; null: made beforehand, the hour is written at the door. */
  visited_at: string | null
  /** The day of the visit: the slip is good for an absence of this day. */
  visit_on: string
}

/**
 * 不在票: what is left at a door that nobody opened, one A5 page each. It hangs in public: no name and no printed code on it. Its QR carries
 * a token of its own (D-34), which is made with the page, for nothing but its hash is kept. Nobody types its 128 bits: who cannot read a QR is
 * given the dwelling's short address, as on letters (decision 060), and the code of the letter.
 */
export const printAbsenceSlip = async (platform: Platform, { client_id, input }: PrintJob<AbsenceSlipInput>): Promise<Printed> => {
  const { construction_id, room_ids, visited_at, visit_on } = input
  const { construction, rooms, written } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    rooms: new Map((await listSheetRooms(db, client_id, construction_id)).map(room => [room.id, room])),
    written: await findWrittenTexts(db, client_id, construction_id, 'absence_slip'),
  }))
  const chosenRooms = room_ids.flatMap(id => rooms.get(id) ?? [])
  if (!construction || chosenRooms.length === 0) throw new Error('the rooms are gone')
  const slips = await platform.pool.write(client_id, async db => {
    const addresses = await giveRoomAddresses(
      db,
      client_id,
      chosenRooms.map(({ id }) => id),
    )
    const made = []
    for (const { id, name } of chosenRooms) {
      const token = await issueSlipToken(platform, db, client_id, id, visit_on)
      made.push(slipOf(platform, construction, { room: name, token, address: addresses.get(id) ?? '' }))
    }
    return made
  })
  const bytes = await renderTypst(platform, slipTemplate, slipData(platform, construction, { slips, visited_at, visit_on }, written), {
    mostPages: slips.length,
  })
  const fileName = chosenRooms.length === 1 ? `不在票_${chosenRooms[0]?.name ?? ''}.pdf` : `不在票_${formatDayWithoutYear(visit_on)}.pdf`
  return { bytes, fileName, contentType: 'application/pdf' }
}

export const slipTemplate = 'letters/absence-slip.typ'

interface SlipPage {
  room: string
  url: string
  /** What is typed instead of it. */
  typed_url: string
}
export const slipOf = (
  platform: Platform,
  construction: SheetConstruction,
  { room, token, address }: { room: string; token: string; address: string },
): SlipPage => ({
  room,
  typed_url: urlsOf(platform, construction, address).typed_url,
  url: `${originOf(platform.settings.apiHostTemplate, construction.client_cd)}${slipPath(construction.client_uuid, token)}`,
})

interface Visit {
  slips: readonly SlipPage[]
  visited_at: string | null
  visit_on: string
}

/** What absence-slip.typ draws. */
export const slipData = (
  platform: Platform,
  construction: SheetConstruction,
  { slips, visited_at, visit_on }: Visit,
  written: WrittenTexts,
  density: number = leastDensity.printed,
) => {
  const { phone, hours } = contactOf(platform, construction)
  return {
    building: construction.building_name,
    visited: visited_at === null ? '' : visitMoment(new Date(visited_at)),
    visit_on: formatDayLong(visit_on),
    contractors: construction.contractors.join('、'),
    way_in: '新しい日時を、昼でも夜でもお選びいただけます',
    way_in_note:
      'QRコードを読み取ると、選べる日時が表示されます。認証コードもログインもいりません。合う日時がないときは、ご希望の日をうかがい、担当者からお電話します。',
    phone,
    phone_note: `受付 ${hours}`,
    issuer: issuerOf(construction),
    manage_no: construction.manage_no ?? '―',
    least: density,
    slips: slips.map(({ room, url, typed_url }) => {
      const values = letterValuesOf(platform, construction, 'absence_slip', { ...noRoom, room })
      return { title: addressedRoom(room), url, typed_url, ...qrPicture(url), letter: composeLetter('absence_slip', written, values) }
    }),
  }
}
