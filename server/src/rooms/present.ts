import type { WorkerActor } from '@toguchi/domain/access/actor'
import { wishedDaysOf } from '@toguchi/domain/rooms/absence'
import { photoTimings } from '@toguchi/domain/photos/labels'
import type { Room, RoomDetail } from '@toguchi/domain/rooms/contract'
import { receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import { canKeepSupport } from '@toguchi/domain/support/policy'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { fileUrl } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { findRecordedAbsence, type WishRow } from './absences/absence-queries.ts'
import { findRoomDetail, type RoomDetailRow } from './detail-queries.ts'
import type { RoomRow } from './queries.ts'
import { presentOccupancy } from './occupancy/change-occupancy.ts'
import { whyNoWithdrawal } from './absences/why-no-withdrawal.ts'

/** A row as an answer shows it; craftsmen read the resident's name and telephone only (G-ROOM-16). */
export const presentRoom = (row: RoomRow, actor: WorkerActor): Room => ({
  id: row.id,
  construction_id: row.construction_id,
  assign_id: row.assign_id,
  incomplete_reason_id: row.incomplete_reason_id,
  status: row.status,
  block_position: row.block_position,
  row: row.row,
  col: row.col,
  name: row.name,
  revisit_at: toInstant(row.revisit_at),
  revisit_on: row.revisit_on,
  visits: row.visits,
  construction_schedule_confirmed_at: toInstant(row.construction_schedule_confirmed_at),
  completed_at: toInstant(row.completed_at),
  closed_at: toInstant(row.closed_at),
  reception_status: receptionStatusLabels[row.reception_status],
  reception_status_en: row.reception_status,
  app_register: row.app_register,
  high_priority: row.high_priority,
  room_remarks: row.room_remarks,
  construction_remarks: row.construction_remarks,
  special_report: row.special_report,
  // Craftsmen see nothing of what the office noted (G-ROOM-16).
  has_customer_support_versions: canKeepSupport(actor) && row.has_customer_support_versions,
  completion_report:
    row.completion_report_id === null || row.completion_report_saved_at === null
      ? null
      : { id: row.completion_report_id, template_name: row.completion_report_name, saved_at: toInstant(row.completion_report_saved_at) },
  assign: presentAssign(row),
  resident: presentResident(row, actor),
  presence: presentPresence(row),
})

const presentAssign = (row: RoomRow): Room['assign'] =>
  row.assign_id === null || row.date === null || row.construction_time_frame_id === null || row.frame_number === null
    ? null
    : {
        id: row.assign_id,
        date: row.date,
        construction_time_frame_id: row.construction_time_frame_id,
        frame_number: row.frame_number,
        start_at: row.start_at ?? '',
        end_at: row.end_at ?? '',
        is_spare_frame: row.frame_number > (row.regular_frames ?? 0),
      }

const presentResident = (row: RoomRow, actor: WorkerActor): Room['resident'] => {
  if (row.resident_id === null) return null
  const own = actor.kind === 'craftsman'
  return {
    id: row.resident_id,
    name: row.resident_name,
    name_kana: own ? null : row.resident_name_kana,
    phone: row.resident_phone,
    email: own ? null : row.resident_email,
    unproven_email: own ? null : row.resident_unproven_email,
    no_messages: row.resident_no_messages,
    phone_unproven: row.resident_phone_unproven ?? false,
    unproven_phone: row.resident_unproven_phone,
    gender: own ? null : row.resident_gender,
    own_or_rent: own ? null : row.resident_own_or_rent,
    uses_page: row.resident_uses_page,
  }
}

/** A proxy is named to craftsmen, too: somebody has to be asked for at the door. */
const presentPresence = (row: RoomRow): Room['presence'] =>
  row.presence_method === null
    ? null
    : {
        presence_method: row.presence_method,
        proxy_name: row.proxy_name,
        proxy_relation: row.proxy_relation,
        proxy_phone: row.proxy_phone,
        consented_at: toInstant(row.consented_at),
      }

/** A wish that the office is to call about; null when there is none. */
export const presentWish = (row: WishRow | null): RoomDetail['revisit_wish'] =>
  row && { wishes: wishedDaysOf(row), call_by: row.call_by, phone: row.phone, note: row.note }

/** Every slot the room asks for, one a place and timing (G-PHO-08). */
export const slotsOf = (row: Pick<RoomDetailRow, 'slots'>): RoomDetail['photo_slots'] =>
  row.slots.flatMap(place =>
    photoTimings.flatMap(timing => {
      const taken = place[timing]
      return taken === null ? [] : [{ position: place.position, place_name: place.place_name, timing, taken }]
    }),
  )

/** The room's page. */
export const showRoom = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  constructionId: number,
  roomId: number,
): Promise<RoomDetail> => {
  const row = await findRoomDetail(db, actor, constructionId, roomId)
  if (!row) throw notFound()
  const recorded = row.absent_at === null ? undefined : await findRecordedAbsence(db, row.client_id, roomId)
  return {
    ...presentRoom(row, actor),
    // The construction's usual text stands there until somebody writes the room's own (G-ROOM-08).
    special_report: row.special_report ?? (row.status === 'completed' ? null : row.special_report_default),
    uuid: row.uuid,
    construction_name: row.construction_name,
    construction_manage_no: row.construction_manage_no,
    building_id: row.building_id,
    building_name: row.building_name,
    incomplete_reason: row.incomplete_reason,
    completion_comment: row.completion_comment,
    digital_sign: row.digital_sign_file_id === null ? null : fileUrl(platform, row.client_id, row.digital_sign_file_id),
    sign_omitted_reason: row.sign_omitted_reason,
    photos_omitted_reason: row.photos_omitted_reason,
    photo_slots: slotsOf(row),
    options: row.options,
    collect_on_the_day: row.collect_on_the_day,
    absent_at: toInstant(row.absent_at),
    arrived_at: toInstant(row.arrived_at),
    started_at: toInstant(row.started_at),
    why_no_withdrawal: row.absent_at === null ? null : (whyNoWithdrawal(actor, recorded, toDay(platform.now()))?.sentence ?? null),
    revisit_wish: presentWish(row.revisit_wish),
    occupancy: presentOccupancy(row, actor),
    date_change_extension:
      row.date_change_extended_to === null
        ? null
        : {
            extended_to: row.date_change_extended_to,
            reason: actor.kind === 'craftsman' ? null : row.date_change_extension_reason,
          },
    lock_version: row.lock_version,
  }
}
