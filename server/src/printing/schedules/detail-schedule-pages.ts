import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { addDays, type Day, formatDay, formatDayShort, formatTimeFrame, weekday, weekdayName } from '@toguchi/domain/calendar/day'
import { roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { crewOfFrame, isCrewAbsent } from '@toguchi/domain/schedule/crews'
import { toDay } from '../../platform/clock.ts'
import type { PaperDay, PaperRoom, PaperTimeFrame, ScheduleOnPaper } from '../../schedule/schedule.ts'

export const papers = ['a3', 'a4'] as const
export type Paper = (typeof papers)[number]

/**
 * Millimetres that are still read from two steps away (A3) or from the hand (A4); see detail-schedule.typ for the frame. Days are counted
 * in columns: one that nothing is done on takes half of one.
 */
interface Sheet {
  /** What head, legend and margins leave for the rows. */
  body: number
  /** Columns on a page of the frames, with and without residents' names, and of the rooms. */
  columns: { plain: number; named: number; rooms: number }
  frameRow: { least: number; most: number }
  roomRow: { least: number; most: number }
}
const sheets: Readonly<Record<Paper, Sheet>> = {
  a3: { body: 222, columns: { plain: 22, named: 14, rooms: 36 }, frameRow: { least: 9.5, most: 24 }, roomRow: { least: 8.2, most: 10 } },
  a4: { body: 148, columns: { plain: 14, named: 8, rooms: 24 }, frameRow: { least: 7.6, most: 19 }, roomRow: { least: 7.2, most: 9 } },
}

export type Badge = 'confirmed' | 'priority' | 'revisit' | 'completed' | 'reschedule' | 'closed'
/** The word that stands on the card: colour never stands alone, and office printers are black and white. */
export const badgeWords: Readonly<Record<Badge, string>> = {
  confirmed: '確定',
  priority: '優先',
  revisit: '再訪',
  completed: roomStatusLabels.completed,
  reschedule: '再調整',
  closed: '完了確定',
}

/** What a room's card says of it, the most important first; a finished room's date need not be confirmed any more. */
export const badgesOf = (room: PaperRoom): Badge[] => {
  const state: Badge | null =
    room.status === 'completed'
      ? 'completed'
      : room.closed
        ? 'closed'
        : room.status === 'reschedule'
          ? 'reschedule'
          : room.confirmed
            ? 'confirmed'
            : null
  return [
    ...(room.high_priority ? (['priority'] as const) : []),
    // An appointment after a visit that ended without the work done (D-34).
    ...(room.visits > 0 && room.status === 'waiting' ? (['revisit'] as const) : []),
    ...(state === null ? [] : [state]),
  ]
}

interface DrawnRoom {
  kind: 'room'
  name: string
  person: string | null
  marks: { word: string; mark: Badge }[]
  /** How the card is filled. */
  state: Badge | 'waiting'
  spare: boolean
}
/**
 * `free`: a regular frame without a room. `spare`: a spare one. `none`: no such frame on that day. `absent`: a frame whose crew cannot
 * come. `off`: a day off, a preparation day or one outside the period, over `span` rows. `covered`: lies under such a cell.
 */
export type DrawnCell =
  | DrawnRoom
  | { kind: 'free' | 'spare' | 'none' | 'absent' | 'covered' }
  | { kind: 'off'; tone: 'holiday' | 'preparation' | 'outside'; words: string[]; span: number }
  | { kind: 'time'; time: string; frame: string; state: Badge | 'waiting'; spare: boolean }

interface DrawnDay {
  text: string
  weekday: string
  name: string
  tone: 'red' | 'blue' | 'plain'
  /** Nothing is done on that day, so that half a column does. */
  narrow: boolean
  today: boolean
}
/** A head cell that spans rows; null below its first row. */
type Head = { text: string; span: number } | null

export interface FramePage {
  title: string
  months: { text: string; span: number }[]
  days: DrawnDay[]
  row_height: number
  rows: { time: Head; crew: Head; number: string; spare: boolean; last: boolean; cells: DrawnCell[] }[]
  /** Rooms of each day, on the page that holds its last rows. */
  totals: string[] | null
}
export interface RoomPage {
  title: string
  months: { text: string; span: number }[]
  days: DrawnDay[]
  row_height: number
  rows: { floor: Head; name: string; person: string | null; marks: { word: string; mark: Badge }[]; cells: DrawnCell[] }[]
}

/** A row of the sheet: one frame of every day. */
interface FrameRow {
  timeFrame: PaperTimeFrame
  frame_number: number
  spare: boolean
  crew: string | null
}

/** Dates across, time frames and their frames down, as many whole weeks a page as can be read; every room once (G-SCH-16). */
export const framePages = (schedule: ScheduleOnPaper, paper: Paper, names: boolean, today: Day): FramePage[] => {
  const sheet = sheets[paper]
  const occupants = new Map(schedule.rooms.flatMap(room => (room.place === null ? [] : [[framePlaceKey(room.place), room] as const])))
  const spares = new Set(schedule.spare_frames.map(framePlaceKey))
  const visited = visitedDays(schedule)
  const mostRows = Math.floor(sheet.body / sheet.frameRow.least)
  const chunks = weeksOnPages(schedule.days, visited, names ? sheet.columns.named : sheet.columns.plain).flatMap(days => {
    const groups = splitGroups(
      schedule.time_frames.map(timeFrame => frameRowsOf(schedule, timeFrame, days)),
      mostRows,
    )
    return groups.map((rows, at) => ({ days, rows, last: at === groups.length - 1 }))
  })
  const row_height = heightOf(sheet.body, Math.max(...chunks.map(({ rows }) => rows.length)), sheet.frameRow)
  const cellAt = (day: PaperDay, { timeFrame, frame_number, spare }: FrameRow): DrawnCell => {
    const place = { date: day.date, construction_time_frame_id: timeFrame.id, frame_number }
    const room = occupants.get(framePlaceKey(place))
    if (room) return drawRoom(room, spare)
    if (day.kind !== 'working' || (spare && !spares.has(framePlaceKey(place)))) return { kind: 'none' }
    return { kind: isCrewAbsent(place, timeFrame, schedule.crews) ? 'absent' : spare ? 'spare' : 'free' }
  }
  return chunks.map(({ days, rows, last }) => {
    const columns = days.map(day => offColumn(day, visited, rows.length) ?? rows.map(row => cellAt(day, row)))
    return {
      ...headOf(days, visited, today),
      row_height,
      rows: rows.map((row, at) => {
        const before = rows[at - 1]
        const sameFrame = (other: FrameRow | undefined) => other?.timeFrame === row.timeFrame
        const sameCrew = (other: FrameRow | undefined) => sameFrame(other) && other?.crew === row.crew && other.spare === row.spare
        const heading = (same: (other: FrameRow | undefined) => boolean, text: string): Head =>
          same(before) ? null : { text, span: lengthOfRun(rows, at, same) }
        return {
          time: heading(sameFrame, formatTimeFrame(row.timeFrame.start_at, row.timeFrame.end_at)),
          crew: heading(sameCrew, row.spare ? '予備枠' : (row.crew ?? '')),
          number: String(row.frame_number),
          spare: row.spare,
          last: !sameFrame(rows[at + 1]),
          cells: columns.map(column => column[at] ?? { kind: 'none' }),
        }
      }),
      totals: last ? days.map(day => dayTotal(schedule, day)) : null,
    }
  })
}

/** Rooms down, dates across, time and frame in the cell; a room stands on the page that holds its day, so that each is there once. */
export const roomPages = (schedule: ScheduleOnPaper, paper: Paper, today: Day): RoomPage[] => {
  const sheet = sheets[paper]
  const mostRows = Math.floor(sheet.body / sheet.roomRow.least)
  const timeFrames = new Map(schedule.time_frames.map(frame => [frame.id, frame]))
  const visited = visitedDays(schedule)
  return weeksOnPages(schedule.days, visited, sheet.columns.rooms).flatMap(days => {
    const dates = new Set(days.map(({ date }) => date))
    const rooms = schedule.rooms.filter(({ place }) => place !== null && dates.has(place.date))
    return floorChunks(rooms, mostRows).map(rows => {
      const columns = days.map(
        day =>
          offColumn(day, visited, rows.length) ??
          rows.map((room): DrawnCell =>
            room.place?.date === day.date
              ? drawTime(room, room.place, timeFrames.get(room.place.construction_time_frame_id))
              : { kind: day.kind === 'working' ? 'free' : 'none' },
          ),
      )
      return {
        ...headOf(days, visited, today),
        row_height: heightOf(sheet.body, rows.length, sheet.roomRow),
        rows: rows.map((room, at) => ({
          floor:
            rows[at - 1]?.floor === room.floor
              ? null
              : { text: room.floor, span: lengthOfRun(rows, at, other => other?.floor === room.floor) },
          name: room.name,
          person: room.resident_name,
          marks: drawBadges(room),
          cells: columns.map(column => column[at] ?? { kind: 'none' }),
        })),
      }
    })
  })
}

/** 2026/12/01(火)〜2026/12/25(金) */
export const periodOf = ({ days }: ScheduleOnPaper): string => {
  const inside = days.filter(({ kind }) => kind !== 'outside')
  const [first, last] = [inside[0], inside.at(-1)]
  return first === undefined || last === undefined ? '未定' : `${dayText(first.date)}〜${dayText(last.date)}`
}
/** 第2版, 改定日 2026/11/21(土); before the completion 案（未確定）. */
export const editionOf = ({ edition }: ScheduleOnPaper): string => {
  if (edition === null) return '案（未確定）'
  return `第${edition.number}版　改定日 ${dayText(toDay(edition.revised_at))}`
}
const dayText = (day: Day) => `${formatDay(day)}(${weekdayName(day)})`

/** Rooms without a date, for the end of the sheet. */
export const unassignedRooms = (schedule: ScheduleOnPaper) =>
  schedule.rooms
    .filter(({ place }) => place === null)
    .map(room => ({ name: room.name, person: room.resident_name, marks: drawBadges(room) }))

const visitedDays = (schedule: ScheduleOnPaper): ReadonlySet<Day> => new Set(schedule.rooms.flatMap(({ place }) => place?.date ?? []))
const drawBadges = (room: PaperRoom) => badgesOf(room).map(mark => ({ mark, word: badgeWords[mark] }))
const stateOf = (room: PaperRoom): Badge | 'waiting' => badgesOf(room).find(mark => mark !== 'priority' && mark !== 'revisit') ?? 'waiting'
const drawRoom = (room: PaperRoom, spare: boolean): DrawnCell => ({
  kind: 'room',
  name: room.name,
  person: room.resident_name,
  marks: drawBadges(room),
  state: stateOf(room),
  spare,
})
const drawTime = (room: PaperRoom, { frame_number }: FramePlace, timeFrame: PaperTimeFrame | undefined): DrawnCell => {
  const spare = frame_number > (timeFrame?.frame_number ?? 0)
  return {
    kind: 'time',
    time: timeFrame?.start_at.slice(0, 5) ?? '',
    frame: `${spare ? '予備' : '枠'}${frame_number}`,
    state: stateOf(room),
    spare,
  }
}

/** The frames of a time frame that the page's days need: the regular ones, and spare ones as far as one of these days has them. */
const frameRowsOf = (schedule: ScheduleOnPaper, timeFrame: PaperTimeFrame, days: readonly PaperDay[]): FrameRow[] => {
  const dates = new Set(days.map(({ date }) => date))
  const here = ({ date, construction_time_frame_id }: FramePlace) => construction_time_frame_id === timeFrame.id && dates.has(date)
  const most = [...schedule.spare_frames, ...schedule.rooms.flatMap(({ place }) => place ?? [])]
    .filter(here)
    .reduce((highest, { frame_number }) => Math.max(highest, frame_number), timeFrame.frame_number)
  const crewName = new Map(schedule.crews.map(crew => [crew.assigned_contractor_id, crew.name]))
  return Array.from({ length: most }, (_, at) => {
    const frame_number = at + 1
    const crew = crewOfFrame(timeFrame.crew_frames, frame_number)
    return {
      timeFrame,
      frame_number,
      spare: frame_number > timeFrame.frame_number,
      crew: crew === null ? null : (crewName.get(crew) ?? null),
    }
  })
}

/** A day on which nobody works is one cell from top to bottom; null for the others, and when a room was left there. */
const offColumn = (day: PaperDay, visited: ReadonlySet<Day>, rows: number): DrawnCell[] | null => {
  if (day.kind === 'working' || !isNarrow(day, visited)) return null
  const word = day.kind === 'holiday' ? '休工日' : day.kind === 'preparation' ? '準備日' : '工期外'
  const words = day.name === null ? [word] : [word, day.name]
  return [{ kind: 'off', tone: day.kind, words, span: rows }, ...Array.from({ length: rows - 1 }, (): DrawnCell => ({ kind: 'covered' }))]
}

const dayTotal = (schedule: ScheduleOnPaper, { date, kind }: PaperDay): string => {
  const rooms = schedule.rooms.filter(({ place }) => place?.date === date).length
  return rooms === 0 && kind !== 'working' ? '' : `${rooms}戸`
}

const headOf = (days: readonly PaperDay[], visited: ReadonlySet<Day>, today: Day) => ({
  title: `${formatDayShort(days[0]?.date ?? today)}〜${formatDayShort(days.at(-1)?.date ?? today)}`,
  months: [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, inside]) => ({
    text: `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`,
    span: inside.length,
  })),
  days: days.map(({ date, kind, name }): DrawnDay => ({
    text: String(Number(date.slice(8))),
    weekday: weekdayName(date),
    name: name ?? '',
    tone: toneOf(date, name),
    narrow: isNarrow({ date, kind, name }, visited),
    today: date === today,
  })),
})

/** How a date is coloured: Sundays and public holidays red, Saturdays blue. */
export const toneOf = (date: Day, name: string | null): 'red' | 'blue' | 'plain' =>
  name !== null || weekday(date) === 0 ? 'red' : weekday(date) === 6 ? 'blue' : 'plain'

/** The days of every page: whole weeks from Monday, on as few pages as leave every column its width, spread evenly. */
const weeksOnPages = (days: readonly PaperDay[], visited: ReadonlySet<Day>, most: number): PaperDay[][] => {
  const weeks = [...Map.groupBy(days, ({ date }) => mondayOf(date)).values()]
  const spread = (pages: number) =>
    Array.from({ length: pages }, (_, page) =>
      weeks.slice(Math.round((page * weeks.length) / pages), Math.round(((page + 1) * weeks.length) / pages)).flat(),
    )
  let pages = 1
  while (pages < weeks.length && spread(pages).some(page => columnsOf(page, visited) > most)) pages += 1
  return weeks.length === 0 ? [] : spread(pages)
}
const columnsOf = (days: readonly PaperDay[], visited: ReadonlySet<Day>) =>
  days.reduce((sum, day) => sum + (isNarrow(day, visited) ? 0.5 : 1), 0)
const isNarrow = ({ kind, date }: PaperDay, visited: ReadonlySet<Day>) => kind !== 'working' && !visited.has(date)
const mondayOf = (date: Day): Day => addDays(date, -((weekday(date) + 6) % 7))

/** Groups of rows on as few pages as keep them whole; one that is longer than a page is cut. */
const splitGroups = <Row>(groups: readonly (readonly Row[])[], most: number): Row[][] => {
  const pages: Row[][] = [[]]
  for (const part of groups.flatMap(group => evenChunks(group, most))) {
    const page = pages.at(-1) ?? []
    if (page.length > 0 && page.length + part.length > most) pages.push([...part])
    else page.push(...part)
  }
  return pages
}

/** Rooms of a page: it ends with a floor when that leaves no more than a quarter of it empty. */
const floorChunks = (rooms: readonly PaperRoom[], most: number): PaperRoom[][] => {
  const pages: PaperRoom[][] = []
  for (let from = 0; from < rooms.length;) {
    let end = Math.min(from + most, rooms.length)
    if (end < rooms.length) {
      const start = rooms.findIndex(room => room.floor === rooms[end]?.floor)
      if (start - from >= most * 0.75) end = start
    }
    pages.push(rooms.slice(from, end))
    from = end
  }
  return pages
}

const evenChunks = <Item>(items: readonly Item[], most: number): Item[][] =>
  items.length === 0 ? [] : chunksOf(items, Math.ceil(items.length / Math.ceil(items.length / most)))
const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** How many rows from `at` on are alike. */
const lengthOfRun = <Row>(rows: readonly Row[], at: number, same: (other: Row | undefined) => boolean): number => {
  let end = at + 1
  while (end < rows.length && same(rows[end])) end += 1
  return end - at
}

const heightOf = (body: number, rows: number, { least, most }: { least: number; most: number }): number =>
  Math.max(least, Math.min(most, Math.floor((body / Math.max(1, rows)) * 10) / 10))
