import type { WorkerActor } from '@toguchi/domain/access/actor'
import type { Assign, DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { eachDay } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import { canEditSchedule, canOverrideReasons, canUndoBatch } from '@toguchi/domain/schedule/policy'
import { optionPreparationDays } from '@toguchi/domain/rooms/order-decision'
import { dayKind } from '@toguchi/domain/schedule/working-days'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { findUndoableBatch, type UndoableBatch, undoMinutes } from './saving/batch-queries.ts'
import { findLastMove, listSpareFrames } from './place-queries.ts'
import { listCrewFrames, listCrews } from './planning/planning-queries.ts'
import { withContactChannels } from './notifying/without-carrier.ts'
import { type CardRow, findConstructionWithState, listBlocks, listCards, listTimeFrames, type ScheduledConstruction } from './queries.ts'

const cardOf = (row: CardRow, seesSupport: boolean): RoomCard => ({
  id: row.id,
  name: row.name,
  block_position: row.block_position,
  row: row.row,
  col: row.col,
  status: row.status,
  visits: row.visits,
  reception_status: receptionStatusLabels[row.reception_status],
  reception_status_en: row.reception_status,
  high_priority: row.high_priority,
  closed_at: toInstant(row.closed_at),
  construction_schedule_confirmed_at: toInstant(row.construction_schedule_confirmed_at),
  resident_name: row.resident_name,
  options_count: row.options_count,
  has_customer_support_versions: seesSupport && row.has_customer_support_versions,
  contact_channel: row.contact_channel,
  reachable: row.reachable,
  wish: row.wish,
  presence_method: row.presence_method,
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

/** The whole detail schedule of a construction that the actor reaches (endpoints.md H). */
export const showSchedule = async (platform: Platform, db: Db, actor: WorkerActor, constructionId: number): Promise<DetailSchedule> => {
  // The state with the first statement: what is committed meanwhile is told once more rather than never.
  const construction = await findConstructionWithState(db, actor, constructionId)
  if (!construction) throw notFound()
  return { state: construction.state, ...(await presentSchedule(platform, db, construction, actor)) }
}

/** A handful of queries, however many rooms. */
const presentSchedule = async (
  platform: Platform,
  db: Db,
  construction: ScheduledConstruction,
  actor: WorkerActor,
): Promise<Omit<DetailSchedule, 'state'>> => {
  const { client_id: clientId } = construction
  const now = platform.now()
  const canEdit = canEditSchedule(actor)
  const seesSupport = canKeepSupport(actor)
  const timeFrames = await listTimeFrames(db, clientId, construction.id)
  const spareFrames = await listSpareFrames(db, clientId, construction.id)
  const rows = withContactChannels(platform.settings, await listCards(db, clientId, construction.id))
  const crews = await listCrews(db, clientId, construction.id)
  const crewFrames = Map.groupBy(await listCrewFrames(db, clientId, construction.id), frame => frame.construction_time_frame_id)
  const batch = canEdit ? await findUndoableBatch(db, clientId, construction, now) : undefined
  const lastMove = await findLastMove(db, clientId, construction.id)
  const today = toDay(now)
  const regular = new Map(timeFrames.map(frame => [frame.id, frame.frame_number]))
  const assigns = rows.flatMap(row => assignOf(row, id => regular.get(id) ?? 0, seesSupport) ?? [])
  const highest = highestFrames(timeFrames, [...assigns, ...spareFrames])
  const { privately_area_start_on: start, privately_area_end_on: end } = construction
  return {
    blocks: await listBlocks(db, clientId, construction.id),
    construction_time_frames: timeFrames.map(frame => ({
      ...frame,
      maximum_frame_number: highest.get(frame.id) ?? frame.frame_number,
      crew_frames: (crewFrames.get(frame.id) ?? []).map(({ assigned_contractor_id, frame_count }) => ({
        assigned_contractor_id,
        frame_count,
      })),
    })),
    dates: (start === null || end === null ? [] : eachDay(start, end)).map(date => {
      const holiday = dayKind(date, construction) === 'holiday'
      return { date, holiday, preparation: construction.preparation_days.includes(date), past: date < today, name: holidayName(date) }
    }),
    assigns,
    spare_frames: spareFrames.map(spare => ({ ...spare, released_at: toInstant(spare.released_at) })),
    maximum_frame: {
      frame_numbers: Object.fromEntries(highest),
      file_info:
        lastMove === null
          ? null
          : {
              file_name: `詳細工程_${construction.manage_no ?? construction.id}.pdf`,
              url: `/api/constructions/${construction.id}/detail_schedule/file`,
              updated_at: toInstant(lastMove),
            },
    },
    unassigned_rooms: rows.filter(row => row.assign_id === null).map(row => cardOf(row, seesSupport)),
    detail_schedule_completed_at: toInstant(construction.detail_schedule_completed_at),
    lock_version: construction.schedule_lock_version,
    today,
    time_per_unit: construction.time_per_unit,
    schedule_change_end_on: construction.schedule_change_end_on,
    crews,
    schedule_unit: construction.schedule_unit,
    spare_percent: construction.spare_percent,
    option_preparation_days: optionPreparationDays(construction),
    undoable_batch: batch && canUndoBatch(actor, batch) ? undoableOf(batch, now) : null,
    can_edit: canEdit,
    can_override: canOverrideReasons(actor),
  }
}

const undoableOf = ({ id, saved_at, saved_by, rooms }: UndoableBatch, now: Date): DetailSchedule['undoable_batch'] => {
  const until = new Date(saved_at.getTime() + undoMinutes * 60_000)
  const seconds_left = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1_000))
  return { id, saved_at: toInstant(saved_at), undo_until: toInstant(until), seconds_left, saved_by, rooms }
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
