import type { Kind } from '@toguchi/domain/access/actor'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { composeLetter, type ComposedLetter, type WrittenTexts } from '@toguchi/domain/printing/letters'
import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { type SheetKind, sheetKindLabels } from '@toguchi/domain/rooms/sheet-kind'
import { codePath } from '@toguchi/domain/residents/login-path'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { toDay } from '../../platform/clock.ts'
import { originOf } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteCodesRead, openAuthenticationCode } from '../../authentication-codes/authentication-codes.ts'
import { findSheetConstruction, listSheetRooms, type PrintedSheet, type SheetConstruction, type SheetRoom } from '../queries.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { type Part, renderParts } from '../render-paper.ts'
import { contactOf, issuerOf, leastDensity, letterValuesOf, presenceWords, worksOf } from './letter-values.ts'
import { findWrittenTexts } from './written-texts.ts'

export interface SheetsInput {
  construction_id: number
  kind: SheetKind
  /** Whose sheets are printed, as it was when they were asked for. */
  room_ids: readonly number[]
}

type Visit = Pick<SheetRoom, 'date' | 'start_at' | 'end_at' | 'status'>

/** Where somebody was in vain, the day that has passed is no visit any more. */
export const isDated = ({ date, status }: Pick<Visit, 'date' | 'status'>): boolean => date !== null && status !== 'reschedule'

/** The visit a sheet says, for comparing: 「2026-12-01 09:00」. */
export const visitKey = (room: SheetRoom): string | null => (isDated(room) ? `${room.date} ${room.start_at}` : null)

/**
 * Whose sheets are printed. Nobody who was visited, and nobody whose day has passed, is told what was decided (O3); a date that nobody has
 * agreed to is not decided. Who has answered, or has no date to answer about, is not reminded, and who is done gets no letter at all.
 */
export const sheetRoomsOf = (rooms: readonly SheetRoom[], kind: SheetKind, today: string): SheetRoom[] =>
  rooms.filter(room => {
    if (room.status === 'completed') return false
    if (kind === 'decision') return room.confirmed && room.status === 'waiting' && room.date !== null && room.date >= today
    return kind === 'information' || (room.reception_status === 'not_yet' && isDated(room))
  })

/**
 * Whether the newest sheet still says what holds: the code of now, and the date of now where it tells one that was decided. One without a
 * date is none for a dwelling that has one now, and one from before the completion none for a dwelling that was moved since and has not
 * answered (decision 054).
 */
export const isDistributed = (room: SheetRoom, kind: SheetKind, printed: PrintedSheet | undefined): boolean => {
  if (printed === undefined || printed.at < room.code_issued_at) return false
  if (kind === 'decision') return room.decided_at === null || printed.at >= room.decided_at
  if (!printed.dated) return !isDated(room)
  return printed.provisional === null || room.reception_status !== 'not_yet' || printed.provisional === visitKey(room)
}

/** Pages the engine draws at a time: enough to be quick, few enough that memory does not grow with the building. */
const pagesAtOnce = 24

/** The sheets of the mailboxes: a page per dwelling in posting order, QR and code on each (D-03, D-04, D-31). */
export const printSheets = async (platform: Platform, job: PrintJob<SheetsInput>): Promise<Printed> => {
  const { client_id } = job
  const { construction_id, kind, room_ids } = job.input
  const asked = new Set(room_ids)
  const { construction, printed, written } = await platform.pool.write(client_id, async db => {
    const rooms = (await listSheetRooms(db, client_id, construction_id)).filter(room => asked.has(room.id))
    const roomsWithCode = rooms.flatMap(room => (room.shows_code ? [room.id] : []))
    await noteCodesRead(db, client_id, roomsWithCode, { kind: job.requested_by_kind as Exclude<Kind, 'guest'>, id: job.requested_by_id })
    return {
      construction: await findSheetConstruction(db, client_id, construction_id),
      printed: rooms.toSorted(comparePosting),
      written: await findWrittenTexts(db, client_id, construction_id, kind),
    }
  })
  if (!construction) throw new Error('the construction is gone')
  const rooms = printed.map(room => sheetRoomOf(platform, construction, room))
  const data = sheetData(platform, construction, rooms, kind, written)
  const fileName = `${sheetKindLabels[kind]}_${construction.manage_no ?? construction.id}.pdf`
  return renderParts(platform, job, { fileName, title: data.title }, partsOf(data))
}

const partsOf = function* ({ rooms, ...data }: ReturnType<typeof sheetData>): Generator<Part> {
  for (let from = 0; from < rooms.length; from += pagesAtOnce) {
    const some = rooms.slice(from, from + pagesAtOnce)
    yield {
      makeReady: () => ({ template: sheetTemplate, data: { ...data, rooms: some }, mostPages: some.length }),
      done: from + some.length,
    }
  }
}

export const sheetTemplate = 'letters/distribution-sheet.typ'

/** A dwelling as its sheet shows it. */
export interface SheetPage {
  name: string
  date: string
  time: string
  /** Empty: the way in is the login (decision 026). */
  code: string
  /** Its QR is drawn from this address and never from the code: a photographed QR alone opens nothing (D-03). */
  url: string
}

/** A dwelling's day and hours as every letter says them. */
export const visitOf = (visit: Visit) => {
  const { date, start_at, end_at } = visit
  return {
    date: date === null || !isDated(visit) ? '日程調整中です' : formatDayLong(date),
    time: start_at === null || end_at === null || !isDated(visit) ? '' : formatTimeFrameForResident(start_at, end_at),
  }
}

export const sheetRoomOf = (platform: Platform, construction: SheetConstruction, room: SheetRoom): SheetPage => ({
  name: room.name,
  ...visitOf(room),
  code: room.shows_code ? formatAuthenticationCode(openAuthenticationCode(platform, room.ciphertext)) : '',
  url: addressOfRoom(platform, construction, room),
})

/** What stands on every sheet of a kind, whatever the client writes. */
const fixedTexts = {
  information: {
    date_heading: 'お宅の工事日（予定）',
    way_in: 'スマートフォンで日程の確認・変更ができます',
    way_in_undated: '日程が決まると、スマートフォンで確認・変更ができます',
    phone_heading: 'お電話でも承ります',
  },
  reminder: {
    date_heading: 'お宅の工事日（予定）',
    way_in: 'スマートフォンならすぐにご回答いただけます',
    way_in_undated: 'スマートフォンならすぐにご回答いただけます',
    phone_heading: 'お電話でのご回答',
  },
  decision: {
    date_heading: 'お宅の工事日（決定）',
    way_in: 'スマートフォンでいつでもご確認いただけます',
    way_in_undated: 'スマートフォンでいつでもご確認いただけます',
    phone_heading: 'ご都合が悪くなったときはお電話ください',
  },
} as const satisfies Record<SheetKind, unknown>

const lengthOf = ({ greeting, rows, closing }: ComposedLetter): number =>
  greeting.length + closing.length + rows.reduce((sum, row) => sum + row.body.length, 0)

/** What distribution-sheet.typ draws. */
export const sheetData = (
  platform: Platform,
  construction: SheetConstruction,
  rooms: readonly SheetPage[],
  kind: SheetKind,
  written: WrittenTexts,
  density: number = leastDensity.printed,
) => {
  const works = worksOf(construction)
  const { phone, hours } = contactOf(platform, construction)
  const deadline = construction.schedule_change_end_on
  const now = platform.now()
  const lettered = rooms.map(room => {
    const { name, date, time } = room
    return {
      ...room,
      title: addressedRoom(name),
      letter: composeLetter(kind, written, letterValuesOf(platform, construction, now, { room: name, date, time })),
    }
  })
  const longest = lettered.toSorted((a, b) => lengthOf(b.letter) - lengthOf(a.letter) || b.name.length - a.name.length)[0]
  return {
    kind,
    works,
    title: `${works} ${longest?.letter.heading ?? ''}`,
    ...fixedTexts[kind],
    deadline: deadline === null || kind !== 'reminder' ? '' : `${formatDayLong(deadline)}まで`,
    deadline_heading: 'ご回答の締切',
    building: construction.building_name,
    association: construction.owners_association ?? '',
    printed_on: formatDayLong(toDay(now)),
    duration:
      construction.time_per_unit === null
        ? ''
        : `作業時間の目安：約${construction.time_per_unit}分（訪問は前後30分ほどずれることがあります）`,
    presence: presenceWords,
    phone,
    phone_note: `受付 ${hours}`,
    issuer: issuerOf(construction),
    manage_no: construction.manage_no ?? '―',
    least: density,
    // One size of writing for all: that of the sheet that says most.
    longest,
    rooms: lettered,
  }
}

/** The room's own page, where the printed code is asked for. */
export const addressOfRoom = (
  platform: Platform,
  { client_cd, client_uuid, uuid }: Pick<SheetConstruction, 'client_cd' | 'client_uuid' | 'uuid'>,
  room: { uuid: string },
): string =>
  `${originOf(platform.settings.apiHostTemplate, client_cd)}${codePath({ client_uuid, construction_uuid: uuid, room_uuid: room.uuid })}`
