import type { Kind } from '@toguchi/domain/access/actor'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { composeLetter, type ComposedLetter, type WrittenTexts } from '@toguchi/domain/printing/letters'
import { type Day, formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { type SheetKind, sheetKindLabels } from '@toguchi/domain/rooms/sheet-kind'
import { roomAddressPath } from '@toguchi/domain/residents/room-address'
import { formatZipcode } from '@toguchi/domain/text/zipcode'
import { formatYen } from '@toguchi/domain/money/tax'
import { presenceHelp, presenceLabels } from '@toguchi/domain/rooms/presence'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { answerStanding, isAway } from '@toguchi/domain/rooms/occupancy/occupancy'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { type LetterStanding, letterStanding } from '@toguchi/domain/rooms/letter-standing'
import { toDay } from '../../platform/clock.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteCodesRead, openAuthenticationCode } from '../../authentication-codes/authentication-codes.ts'
import { giveRoomAddresses } from '../../residents/residents.ts'
import { findSheetConstruction, listSheetRooms, type PrintedSheet, type SheetConstruction, type SheetRoom } from '../queries.ts'
import { listVisitsSaidBefore } from './queries.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { type Part, renderParts } from '../render-paper.ts'
import {
  contactOf,
  leastDensity,
  letterDay,
  letterValuesOf,
  presenceWords,
  type RoomValues,
  sendersOf,
  shortClock,
  worksOf,
} from './letter-values.ts'
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

/** To whom a letter goes: who lives there, and the owner who lives elsewhere; where nobody is, the owner instead (D-37). */
export const addresseesOf = (room: Pick<SheetRoom, 'occupancy' | 'owner_name' | 'owner_address'>): ('dwelling' | 'owner')[] => [
  ...(isAway(room.occupancy) ? [] : ['dwelling' as const]),
  ...(room.owner_name === null || room.owner_address === null ? [] : ['owner' as const]),
]

/** Dwellings to which no letter goes, because nobody is there and no owner's address is known. */
export const leftOutOf = (rooms: readonly SheetRoom[]): SheetRoom[] =>
  rooms.filter(room => room.status !== 'completed' && addresseesOf(room).length === 0)

/**
 * Whose sheets are printed. Nobody who was visited, and nobody whose day has passed, is told what was decided (O3); a date that nobody has
 * agreed to is not decided. Who has answered, or has no date to answer about, is not reminded, and who is done gets no letter at all.
 */
export const sheetRoomsOf = (rooms: readonly SheetRoom[], kind: SheetKind, today: string): SheetRoom[] =>
  rooms.filter(room => {
    if (room.status === 'completed' || addresseesOf(room).length === 0) return false
    if (kind === 'decision') return room.confirmed && room.status === 'waiting' && room.date !== null && room.date >= today
    return kind === 'information' || (answerStanding(room) === 'unanswered' && isDated(room))
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

/** What the sheet can ask of a dwelling: only the first letter asks about a date that may be changed (decision 069). */
export const standingOf = (room: SheetRoom, kind: SheetKind, today: string): LetterStanding =>
  kind === 'information' ? letterStanding(room, today) : 'open'

/** Pages the engine draws at a time: enough to be quick, few enough that memory does not grow with the building. */
const pagesAtOnce = 24

/** The sheets of the mailboxes: a page per dwelling in posting order, QR and code on each (D-03, D-04, D-31). */
export const printSheets = async (platform: Platform, job: PrintJob<SheetsInput>): Promise<Printed> => {
  const { client_id } = job
  const { construction_id, kind, room_ids } = job.input
  const asked = new Set(room_ids)
  const { construction, printed, addresses, written, said } = await platform.pool.write(client_id, async db => {
    const rooms = (await listSheetRooms(db, client_id, construction_id)).filter(room => asked.has(room.id))
    const roomsWithCode = rooms.flatMap(room => (room.shows_code && (!isAway(room.occupancy) || isOwnersAlone(room)) ? [room.id] : []))
    await noteCodesRead(db, client_id, roomsWithCode, { kind: job.requested_by_kind as Exclude<Kind, 'guest'>, id: job.requested_by_id })
    return {
      construction: await findSheetConstruction(db, client_id, construction_id),
      printed: rooms.toSorted(comparePosting),
      addresses: await giveRoomAddresses(
        db,
        client_id,
        rooms.map(({ id }) => id),
      ),
      written: await findWrittenTexts(db, client_id, construction_id, kind),
      said: new Map((await listVisitsSaidBefore(db, client_id, construction_id, job.id)).map(visit => [visit.room_id, visit])),
    }
  })
  if (!construction) throw new Error('the construction is gone')
  const today = toDay(platform.now())
  const rooms = printed.flatMap(room =>
    sheetsOfRoom(platform, construction, room, addresses.get(room.id) ?? '').map(page => ({
      ...page,
      said_before: kind === 'decision' ? saidBefore(room, said.get(room.id)) : '',
      standing: standingOf(room, kind, today),
    })),
  )
  // Between the asking and the printing a room may be closed, or found empty.
  if (rooms.length === 0) throw refused('印刷する住戸がなくなりました。入居状況や完了確定をご確認ください。', 'nobody_there')
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
export interface SheetPage extends Pick<RoomValues, 'date' | 'time' | 'presence' | 'options' | 'cash' | 'change_until'> {
  name: string
  /** Empty: the way in is the login (decision 026). */
  code: string
  /** Its QR is drawn from this address and never from the code: a photographed QR alone opens nothing (D-03). */
  url: string
  /** The same as somebody types it (R5). */
  typed_url: string
  standing: LetterStanding
  /** The visit that the sheet before a decision said, where it is another one by now; else empty. Other letters have no line to spare. */
  said_before: string
  /** Whom it is sent to, where that is not who lives there. */
  owner: { name: string; address: string; may_enter: boolean } | null
}

/** A dwelling's day and hours as every letter says them. */
export const visitOf = (visit: Visit) => {
  const { date, start_at, end_at } = visit
  return {
    date: date === null || !isDated(visit) ? '日程調整中です' : formatDayLong(date),
    time: start_at === null || end_at === null || !isDated(visit) ? '' : formatTimeFrameForResident(start_at, end_at),
  }
}

/** Two sheets with two dates hang on one refrigerator: the later one says of the earlier that it no longer holds. */
const saidBefore = (room: Visit, said: Omit<Visit, 'status'> | undefined): string => {
  if (said === undefined) return ''
  const before = visitOf({ ...said, status: 'waiting' })
  const now = visitOf(room)
  return before.date === now.date && before.time === now.time ? '' : `${before.date} ${before.time}`.trim()
}

/** Who is at the door, what was ordered, and the yen to have ready, in words. */
export const agreedOf = ({
  presence_method,
  proxy_name,
  options,
  collect_on_the_day,
}: Pick<SheetRoom, 'presence_method' | 'proxy_name' | 'collect_on_the_day'> & { options: readonly string[] }) => ({
  presence:
    presence_method === null
      ? '立会いの方法をまだうかがっておりません。スマートフォンかお電話でお知らせください。'
      : `${presenceLabels[presence_method]}${proxy_name === null ? '' : `（${proxy_name} 様）`}　${presenceHelp[presence_method]}`,
  options: options.join('、'),
  cash: collect_on_the_day === 0 ? '' : formatYen(collect_on_the_day),
})

export const sheetRoomOf = (platform: Platform, construction: SheetConstruction, room: SheetRoom, address: string): SheetPage => ({
  name: room.name,
  ...visitOf(room),
  ...agreedOf(room),
  code: room.shows_code ? formatAuthenticationCode(openAuthenticationCode(platform, room.ciphertext)) : '',
  ...urlsOf(platform, construction, address),
  standing: 'open',
  said_before: '',
  change_until: room.change_until,
  owner: null,
})

/** The code opens the page of who lives there: an owner is let in only where nobody does. */
const isOwnersAlone = (room: SheetRoom): boolean => room.occupancy === 'vacant' && !room.has_resident

/** What the household arranged, and what opens its page: nothing of it is the owner's to read. */
const ofTheHousehold = { code: '', presence: '', options: '', cash: '' }

/** A page for each who is written to. */
const sheetsOfRoom = (platform: Platform, construction: SheetConstruction, room: SheetRoom, shortAddress: string): SheetPage[] => {
  const sheet = sheetRoomOf(platform, construction, room, shortAddress)
  const addressees = addresseesOf(room)
  const may_enter = isOwnersAlone(room)
  const address = [room.owner_zipcode === null ? '' : `〒${formatZipcode(room.owner_zipcode)}`, room.owner_address ?? ''].join('　').trim()
  return addressees.map(addressee =>
    addressee === 'dwelling'
      ? sheet
      : { ...sheet, ...(may_enter ? {} : ofTheHousehold), owner: { name: room.owner_name ?? '', address, may_enter } },
  )
}

/** What stands on every sheet of a kind, whatever the client writes. */
const fixedTexts = {
  information: {
    date_heading: 'ご訪問予定日',
    way_in: 'スマートフォンで日程の確認・変更ができます',
    way_in_undated: '日程が決まると、スマートフォンで確認・変更ができます',
    phone_heading: 'お電話でも承ります',
  },
  reminder: {
    date_heading: 'ご訪問予定日',
    way_in: 'スマートフォンならすぐにご回答いただけます',
    way_in_undated: 'スマートフォンならすぐにご回答いただけます',
    phone_heading: 'お電話でのご回答',
  },
  decision: {
    date_heading: 'ご訪問日（決定）',
    way_in: 'スマートフォンでいつでもご確認いただけます',
    way_in_undated: 'スマートフォンでいつでもご確認いただけます',
    phone_heading: 'ご都合が悪くなったときはお電話ください',
  },
} as const satisfies Record<SheetKind, unknown>

/** The words of a first letter whose date is not asked about (decision 069); `slip_note` stands where a change would be wished for. */
const standingTexts = {
  open: {},
  settled: {
    date_heading: 'ご訪問日（決定）',
    way_in: 'スマートフォンで日程の確認ができます',
    slip_note: 'ご訪問日は、上のとおり決まっています。ご都合が悪くなったときは、お電話ください。',
  },
  late: {
    way_in: 'スマートフォンで日程の確認ができます',
    slip_note: '日程の変更の受付は終了しました。ご都合が悪いときは、お電話ください。',
  },
} as const satisfies Record<LetterStanding, unknown>

/** The head of an owner's sheet has a line more. */
const lineOfAddress = 40
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
  const today = toDay(platform.now())
  const lettered = rooms.map(room => {
    const { name, date, time, presence, options, cash, standing, change_until } = room
    return {
      date_heading: fixedTexts[kind].date_heading,
      way_in: fixedTexts[kind].way_in,
      slip_note: '',
      ...standingTexts[standing],
      ...room,
      title: addressedRoom(name),
      deadline: kind === 'reminder' ? replyUntil(change_until ?? construction.schedule_change_end_on, today) : '',
      letter: composeLetter(
        kind,
        written,
        letterValuesOf(platform, construction, kind, { room: name, date, time, presence, options, cash, standing, change_until }),
      ),
    }
  })
  const lengthWithHead = ({ letter, owner }: (typeof lettered)[number]) => lengthOf(letter) + (owner === null ? 0 : lineOfAddress)
  const longest = lettered.toSorted((a, b) => lengthWithHead(b) - lengthWithHead(a) || b.name.length - a.name.length)[0]
  return {
    kind,
    works,
    title: `${works} ${longest?.letter.heading ?? ''}`,
    ...fixedTexts[kind],
    deadline_heading: 'ご回答の締切',
    building: construction.building_name,
    dated_on: formatDayLong(letterDay(kind, construction, today)),
    senders: sendersOf(construction),
    // Who has neither telephone nor smartphone at hand answers on it; a decision is not asked about.
    slip: kind !== 'decision',
    frames: framesToTick(construction),
    duration:
      construction.time_per_unit === null
        ? ''
        : `作業時間の目安：約${construction.time_per_unit}分（訪問は前後30分ほどずれることがあります）`,
    presence: presenceWords,
    phone,
    phone_note: `受付 ${hours}`,
    manage_no: construction.manage_no ?? '―',
    least: density,
    // One size of writing for all: that of the sheet that says most.
    longest: longest && {
      ...longest,
      deadline: lettered.find(({ deadline }) => deadline !== '')?.deadline ?? '',
      said_before: lettered.find(({ said_before }) => said_before !== '')?.said_before ?? '',
    },
    rooms: lettered,
  }
}

/** Until when the dwelling is asked to answer: its own day, where it was granted more time; nothing once that is over. */
const replyUntil = (day: Day | null, today: Day): string => (day === null || day < today ? '' : `${formatDayLong(day)}まで`)

/** Time frames that stand in one line of the slip; more are halves of the day. */
const mostFramesToTick = 4
const framesToTick = ({ time_frames }: SheetConstruction): string[] =>
  time_frames.length === 0 || time_frames.length > mostFramesToTick
    ? ['午前', '午後']
    : time_frames.map(({ start_at, end_at }) => `${shortClock(start_at)}〜${shortClock(end_at)}`)

/** The room's own page, where the printed code is asked for, by its short address: the QR has larger dots for it. */
export const urlsOf = (platform: Platform, { client_cd }: Pick<SheetConstruction, 'client_cd'>, address: string) => {
  const url = `${originOf(platform.settings.apiHostTemplate, client_cd)}${roomAddressPath(address)}`
  return { url, typed_url: url.replace(/^https:\/\//, '') }
}
