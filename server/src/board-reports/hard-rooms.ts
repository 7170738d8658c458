import type { ClientId } from '@toguchi/domain/access/actor'
import type { ListedHardRoom } from '@toguchi/domain/board-reports/contract'
import { attemptLabels, hardRoomText, nextStepFor } from '@toguchi/domain/board-reports/hard-rooms'
import { type Day, formatDayShort, formatTimeFrame, todayInTokyo } from '@toguchi/domain/calendar/day'
import { openerLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from '../printing/printing.ts'
import { writeWorkbook } from '../spreadsheets/spreadsheets.ts'
import { listHardRooms } from './hard-room-queries.ts'
import { findReportedConstruction } from './queries.ts'

export const hardRoomsTitle = '空室・入室辞退一覧'

export interface HardRoomsInput {
  construction_id: number
}

/** The dwellings that nobody has come into as the office reads them, each with its next step on a day. */
export const readHardRooms = async (db: Db, clientId: ClientId, constructionId: number, today: Day): Promise<ListedHardRoom[]> =>
  (await listHardRooms(db, clientId, constructionId)).map(room => ({
    id: room.id,
    name: room.name,
    kind: room.kind,
    absences: room.absences,
    reason: room.reason,
    attempts: room.attempts,
    date: room.date,
    start_at: room.start_at,
    end_at: room.end_at,
    opener: room.opener,
    notes: [room.outcome_note, room.opener_note].flatMap(note => note ?? []),
    can_write_to_board: room.can_write_to_board,
    awaits_board_letter: room.awaits_board_letter,
    next_step: nextStepFor({ ...room, is_planned: room.status === 'waiting' && room.date !== null && room.date >= today }),
  }))

const headings = [
  ['部屋', 12],
  ['状況', 16],
  ['工事日', 24],
  ['不在の回数', 12],
  ['これまでの対応（新しい順）', 44],
  ['開錠する方', 14],
  ['理由・メモ', 36],
  ['次にすること', 36],
] as const

/** The list as a workbook, a line a dwelling. */
export const writeHardRooms = async (platform: Platform, { client_id, input }: PrintJob<HardRoomsInput>): Promise<Printed> => {
  const today = toDay(platform.now())
  const { construction, rooms } = await platform.pool.read(client_id, async db => ({
    construction: await findReportedConstruction(db, client_id, input.construction_id),
    rooms: await readHardRooms(db, client_id, input.construction_id, today),
  }))
  if (!construction) throw new Error('the construction is gone')
  return {
    bytes: await writeWorkbook([
      { name: hardRoomsTitle, headings: headings.map(([text, width]) => ({ text, width })), rows: rooms.map(cellsOf) },
    ]),
    fileName: `${hardRoomsTitle}_${construction.manage_no ?? construction.id}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

const cellsOf = (room: ListedHardRoom): string[] => [
  room.name,
  hardRoomText(room),
  room.date === null
    ? '未割当'
    : [formatDayShort(room.date), room.start_at === null || room.end_at === null ? '' : formatTimeFrame(room.start_at, room.end_at)]
        .join(' ')
        .trim(),
  String(room.absences),
  room.attempts.map(({ kind, at }) => `${formatDayShort(todayInTokyo(new Date(at)))} ${attemptLabels[kind]}`).join('\n'),
  room.opener === null ? '' : openerLabels[room.opener],
  room.notes.join('\n'),
  room.next_step,
]
