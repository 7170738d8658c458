import type { Assign, DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { eachDay } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { receptionStatusLabels, type ReceptionStatus, type RoomStatus } from '@toguchi/domain/rooms/labels'
import { dayKind } from '@toguchi/domain/schedule/working-days'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { type CardRow, listCards, listSpareFrames, listTimeFrames, type ScheduledConstruction } from './queries.ts'

const cardOf = (row: CardRow, seesSupport: boolean): RoomCard => ({
  id: row.id,
  name: row.name,
  block_position: row.block_position,
  row: row.row,
  col: row.col,
  status: row.status as RoomStatus,
  reception_status: receptionStatusLabels[row.reception_status as ReceptionStatus],
  reception_status_en: row.reception_status as ReceptionStatus,
  high_priority: row.high_priority,
  closed_at: toInstant(row.closed_at),
  construction_schedule_confirmed_at: toInstant(row.construction_schedule_confirmed_at),
  resident_name: row.resident_name,
  options_count: row.options_count,
  has_customer_support_versions: seesSupport && row.has_customer_support_versions,
})

/** The assign of a card, or null while the room has no place. Only the office sees whether there is a support history. */
export const assignOf = (row: CardRow, regularOf: (timeFrameId: number) => number, seesSupport: boolean): Assign | null => {
  const { assign_id, date, construction_time_frame_id, frame_number } = row
  if (assign_id === null || date === null || construction_time_frame_id === null || frame_number === null) return null
  return {
    id: assign_id,
    date,
    construction_time_frame_id,
    frame_number,
    is_spare_frame: frame_number > regularOf(construction_time_frame_id),
    room: cardOf(row, seesSupport),
  }
}

/** The whole detail schedule of a construction (endpoints.md H): four queries, however many rooms. */
export const presentSchedule = async (
  db: Db,
  clientId: number,
  construction: ScheduledConstruction,
  { today, canEdit, seesSupport }: { today: string; canEdit: boolean; seesSupport: boolean },
): Promise<DetailSchedule> => {
  const timeFrames = await listTimeFrames(db, clientId, construction.id)
  const spareFrames = await listSpareFrames(db, clientId, construction.id)
  const rows = await listCards(db, clientId, construction.id)
  const regular = new Map(timeFrames.map(frame => [frame.id, frame.frame_number]))
  const assigns = rows.flatMap(row => assignOf(row, id => regular.get(id) ?? 0, seesSupport) ?? [])
  const highest = highestFrames(timeFrames, [...assigns, ...spareFrames])
  const { privately_area_start_on: start, privately_area_end_on: end } = construction
  return {
    construction_time_frames: timeFrames.map(frame => ({ ...frame, maximum_frame_number: highest.get(frame.id) ?? frame.frame_number })),
    dates: (start === null || end === null ? [] : eachDay(start, end)).map(date => {
      const kind = dayKind(date, construction)
      return { date, holiday: kind === 'holiday', preparation: kind === 'preparation', past: date < today, name: holidayName(date) }
    }),
    assigns,
    spare_frames: spareFrames.map(spare => ({ ...spare, released_at: toInstant(spare.released_at) })),
    maximum_frame: { frame_numbers: Object.fromEntries(highest), file_info: null },
    unassigned_rooms: rows.filter(row => row.assign_id === null).map(row => cardOf(row, seesSupport)),
    detail_schedule_completed_at: toInstant(construction.detail_schedule_completed_at),
    lock_version: construction.schedule_lock_version,
    today,
    time_per_unit: construction.time_per_unit,
    can_edit: canEdit,
  }
}

/** The number of rows each time frame needs in the grid (G-SCH-14). */
const highestFrames = (
  timeFrames: readonly { id: number; frame_number: number }[],
  places: readonly { construction_time_frame_id: number; frame_number: number }[],
): Map<number, number> => {
  const highest = new Map(timeFrames.map(frame => [frame.id, frame.frame_number]))
  for (const place of places)
    highest.set(place.construction_time_frame_id, Math.max(highest.get(place.construction_time_frame_id) ?? 0, place.frame_number))
  return highest
}
