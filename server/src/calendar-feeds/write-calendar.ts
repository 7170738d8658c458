import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { createHash } from 'node:crypto'
import { formatTimeFrame } from '@toguchi/domain/calendar/day'
import ical from 'ical-generator'
import type { VisitRow } from './queries.ts'

/** Whose calendar it is: at home the room is where one is, at work it is what one looks for. */
type Reader = 'resident' | 'craftsman'

/** Seconds after which a program may ask again. */
const refresh = 3600

/**
 * Visits as an iCalendar (RFC 5545): building, room and time, and nobody's name or telephone. A moved visit keeps its UID and counts on; one
 * that has no date is gone from the calendar with the next look. The page of a visit stands only in what its own resident saves.
 */
export const writeCalendar = (visits: readonly VisitRow[], reader: Reader, pageOf?: (visit: VisitRow) => string): string => {
  const calendar = ical({ name: '工事の訪問', prodId: { company: 'Toguchi', product: 'Toguchi', language: 'JA' }, ttl: refresh })
  for (const visit of visits)
    calendar.createEvent({
      id: uidOf(visit),
      sequence: Math.max(0, visit.moves - 1),
      // Instants, so that a telephone abroad shows the right hour.
      start: instantOf(visit.date, visit.start_at),
      end: instantOf(visit.date, visit.end_at),
      stamp: visit.changed_at,
      lastModified: visit.changed_at,
      summary: titleOf(visit, reader),
      url: pageOf?.(visit) ?? null,
      location: `${visit.building_name} ${addressedRoom(visit.room_name)}`,
    })
  return foldByOctets(calendar.toString())
}

/** The address of a dwelling's page must not be read off its calendar. */
const uidOf = ({ room_uuid }: VisitRow): string => `${createHash('sha256').update(`visit ${room_uuid}`).digest('hex').slice(0, 32)}@toguchi`

const instantOf = (date: string, time: string): Date => new Date(`${date}T${time.slice(0, 5)}:00+09:00`)

const titleOf = ({ construction_name, room_name, start_at, end_at }: VisitRow, reader: Reader): string => {
  const name = construction_name ?? '工事'
  const time = formatTimeFrame(start_at, end_at)
  return reader === 'resident' ? `${name} 訪問 ${time}` : `${addressedRoom(room_name)} 訪問 ${time} ${name}`
}

const mostOctets = 75

/** Lines of at most 75 octets, broken between characters: the library counts characters, and Japanese ones have three octets. */
const foldByOctets = (text: string): string =>
  text
    .replaceAll(/\r?\n[ \t]/g, '')
    .trimEnd()
    .split(/\r?\n/)
    .map(foldLine)
    .join('\r\n') + '\r\n'

const foldLine = (line: string): string => {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part) + Buffer.byteLength(character) > mostOctets) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part].join('\r\n')
}
