import { buffer } from 'node:stream/consumers'
import type { Kind } from '@toguchi/domain/access/actor'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { type SheetKind, sheetKindLabels } from '@toguchi/domain/rooms/sheet-kind'
import { codePath } from '@toguchi/domain/residents/login-path'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { toDay } from '../platform/clock.ts'
import { originOf } from '../platform/http/hosts.ts'
import { setJobProgress } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { noteCodesRead, openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'
import { findSheetConstruction, listSheetRooms, type SheetConstruction, type SheetRoom } from './queries.ts'
import type { PrintJob, Printed } from './printer.ts'
import { type Part, renderParts } from './render-typst.ts'
import { headOf, issuerOf, phoneHours, presenceWords, rowsOfSheet } from './sheet-texts.ts'

export interface SheetsInput {
  construction_id: number
  kind: SheetKind
  /** Whose sheets are printed, as it was when they were asked for. */
  room_ids: readonly number[]
}

/**
 * Whose sheets are printed. Nobody who was visited, and nobody whose day has passed, is told what was decided (O3); a date that nobody has
 * agreed to is not decided. Who has answered is not reminded, and who is done gets no letter at all.
 */
export const sheetRoomsOf = (rooms: readonly SheetRoom[], kind: SheetKind, today: string): SheetRoom[] =>
  rooms.filter(room => {
    if (room.status === 'completed') return false
    if (kind === 'decision') return room.confirmed && room.status === 'waiting' && room.date !== null && room.date >= today
    return kind === 'information' || room.reception_status === 'not_yet'
  })

/** Whether the newest sheet still says what holds: the code of now, and the date of now where it tells one that was decided. */
export const isDistributed = (room: SheetRoom, kind: SheetKind, printedAt: Date | undefined): boolean =>
  printedAt !== undefined &&
  printedAt >= room.code_issued_at &&
  (kind !== 'decision' || room.decided_at === null || printedAt >= room.decided_at)

/** Pages the engine draws at a time: enough to be quick, few enough that memory does not grow with the building. */
const pagesAtOnce = 24

/** The sheets of the mailboxes: a page per dwelling in posting order, QR and code on each (D-03, D-04, D-31). */
export const printSheets = async (platform: Platform, { id, client_id, input, ...job }: PrintJob<SheetsInput>): Promise<Printed> => {
  const { construction_id, kind, room_ids } = input
  const asked = new Set(room_ids)
  const { construction, printed } = await platform.pool.write(client_id, async db => {
    const rooms = (await listSheetRooms(db, client_id, construction_id)).filter(room => asked.has(room.id))
    const roomsWithCode = rooms.flatMap(room => (room.shows_code ? [room.id] : []))
    await noteCodesRead(db, client_id, roomsWithCode, { kind: job.requested_by_kind as Exclude<Kind, 'guest'>, id: job.requested_by_id })
    return { construction: await findSheetConstruction(db, client_id, construction_id), printed: rooms.toSorted(comparePosting) }
  })
  if (!construction) throw new Error('the construction is gone')
  const data = sheetData(platform, construction, printed, kind)
  const bytes = await renderParts('distribution-sheet.typ', { title: data.title }, partsOf(data), {
    take: buffer,
    // What is told late is told no more: the job is done by then.
    onProgress: done => void platform.pool.write(client_id, db => setJobProgress(db, client_id, id, done)).catch(() => undefined),
  })
  const fileName = `${sheetKindLabels[kind]}_${construction.manage_no ?? construction.id}.pdf`
  return { bytes, fileName, contentType: 'application/pdf' }
}

const partsOf = function* ({ rooms, ...data }: ReturnType<typeof sheetData>): Generator<Part> {
  for (let from = 0; from < rooms.length; from += pagesAtOnce) {
    const part = rooms.slice(from, from + pagesAtOnce)
    yield { data: { ...data, rooms: part }, done: from + part.length }
  }
}

/** What distribution-sheet.typ draws. */
export const sheetData = (platform: Platform, construction: SheetConstruction, rooms: readonly SheetRoom[], kind: SheetKind) => ({
  kind,
  ...headOf(construction, kind),
  building: construction.building_name,
  association: construction.owners_association ?? '',
  printed_on: formatDayLong(toDay(platform.now())),
  duration:
    construction.time_per_unit === null
      ? ''
      : `作業時間の目安：約${construction.time_per_unit}分（訪問は前後30分ほどずれることがあります）`,
  rows: rowsOfSheet(construction, kind, platform.now()),
  presence: presenceWords,
  phone: platform.settings.callCenterPhone,
  phone_note: phoneHours,
  issuer: issuerOf(construction),
  manage_no: construction.manage_no ?? '―',
  rooms: rooms.map((room, at) => {
    return {
      name: room.name,
      // Where somebody was in vain, the day that has passed is no visit any more.
      date: room.date === null || room.status === 'reschedule' ? '日程調整中です' : formatDayLong(room.date),
      time:
        room.start_at === null || room.end_at === null || room.status === 'reschedule'
          ? ''
          : formatTimeFrameForResident(room.start_at, room.end_at),
      // Empty: the way in is the login (decision 026).
      code: room.shows_code ? formatAuthenticationCode(openAuthenticationCode(platform, room.ciphertext)) : '',
      // Its QR is drawn from this address and never from the code: a photographed QR alone opens nothing (D-03).
      url: addressOfRoom(platform, construction, room),
      page: `${at + 1} / ${rooms.length}`,
    }
  }),
})

/** The room's own page, where the printed code is asked for. */
const addressOfRoom = (
  platform: Platform,
  { client_cd, client_uuid, uuid }: Pick<SheetConstruction, 'client_cd' | 'client_uuid' | 'uuid'>,
  room: { uuid: string },
): string =>
  `${originOf(platform.settings.apiHostTemplate, client_cd)}${codePath({ client_uuid, construction_uuid: uuid, room_uuid: room.uuid })}`
