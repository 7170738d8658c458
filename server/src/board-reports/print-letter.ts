import { attemptLabels } from '@toguchi/domain/board-reports/hard-rooms'
import { formatDayLong, formatDayWithoutYear, todayInTokyo } from '@toguchi/domain/calendar/day'
import { visitMoment } from '@toguchi/domain/rooms/absence'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { findCallCenter } from '../messages/messages.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvents } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { type PrintJob, type Printed, renderTypst } from '../printing/printing.ts'
import { type HardRoom, listHardRooms } from './hard-room-queries.ts'
import { listVisitsInVain, type VisitInVainRow } from './letter-queries.ts'
import { findReportedConstruction, type ReportedConstruction } from './queries.ts'

export const letterNoun = '理事会への報告書面'

export interface LetterInput {
  construction_id: number
  room_ids: number[]
}

/** What a page holds; the newest of what is more. */
const mostVisits = 7
const mostAttempts = 10

/**
 * A letter to the board for each dwelling that was visited in vain twice, a page each in posting order: its number and nobody's name. Once
 * it is made it counts as handed out, like every letter (decision 069).
 */
export const printBoardLetters = async (platform: Platform, job: PrintJob<LetterInput>): Promise<Printed> => {
  const { client_id: clientId, input } = job
  const asked = new Set(input.room_ids)
  const { construction, callCenter, rooms, visits } = await platform.pool.read(clientId, async db => ({
    construction: await findReportedConstruction(db, clientId, input.construction_id),
    callCenter: await findCallCenter(platform, db, clientId, input.construction_id),
    rooms: (await listHardRooms(db, clientId, input.construction_id)).filter(({ id }) => asked.has(id)),
    visits: Map.groupBy(await listVisitsInVain(db, clientId, input.room_ids), ({ room_id }) => room_id),
  }))
  if (!construction || rooms.length === 0) throw new Error('the construction, or every room of it, is gone')
  const today = toDay(platform.now())
  const bytes = await renderTypst(
    platform,
    '../board-reports/board-letter.typ',
    {
      ...headOf(construction),
      made_on: formatDayLong(today),
      phone: callCenter.phone,
      hours: callCenter.hours,
      rooms: rooms.map(room => pageOf(room, visits.get(room.id) ?? [])),
    },
    // Long reasons may run over; a letter of two pages is better than none.
    { mostPages: rooms.length * 2 },
  )
  return {
    bytes,
    fileName: `${letterNoun}_${construction.manage_no ?? construction.id}_${today}.pdf`,
    contentType: 'application/pdf',
    settle: db =>
      recordEvents(
        db,
        rooms.map(({ id }) => ({
          kind: 'rooms.board_letter_printed' as const,
          actor: 'system' as const,
          clientId,
          constructionId: construction.id,
          roomId: id,
          change: { job_id: job.id, asked_by_kind: job.requested_by_kind, asked_by_id: job.requested_by_id },
        })),
      ),
  }
}

const headOf = (construction: ReportedConstruction) => ({
  title: 'ご不在が続いている住戸へのお声がけのお願い',
  addressee: construction.owners_association === null ? '理事会 御中' : `${construction.owners_association} 理事会 御中`,
  issuer: construction.client_name,
  building: construction.building_name,
  construction: construction.name ?? construction.cd,
  manage_no: construction.manage_no ?? '',
  ends_on: construction.privately_area_end_on === null ? '' : formatDayLong(construction.privately_area_end_on),
})

const pageOf = ({ name, attempts }: HardRoom, visits: readonly VisitInVainRow[]) => ({
  room: addressedRoom(name),
  times: visits.length,
  visits: visits
    .map(({ visited_at, reason }, at) => ({ number: at + 1, at: visitMoment(visited_at), reason: reason ?? 'ご不在' }))
    .slice(-mostVisits),
  // The visits stand above by themselves; of what was written to the board it knows.
  attempts: attempts
    .filter(({ kind }) => kind !== 'absence' && kind !== 'board_letter')
    .slice(0, mostAttempts)
    .toReversed()
    .map(({ kind, at }) => ({ on: formatDayWithoutYear(todayInTokyo(new Date(at))), what: attemptLabels[kind] })),
})
