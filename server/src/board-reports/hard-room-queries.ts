import type { ClientId } from '@toguchi/domain/access/actor'
import { type AttemptKind, type HardRoomKind, hardRoomKinds } from '@toguchi/domain/board-reports/hard-rooms'
import { absencesForBoard } from '@toguchi/domain/dashboard/information'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { Opener } from '@toguchi/domain/rooms/occupancy/occupancy'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { awaitsBoardLetter, handedOutSheet, isMissedAgain, occupancyTable } from '../rooms/rooms.ts'

interface HardRoomRow {
  id: number
  name: string
  block_position: number
  row: number
  col: number
  posting_position: number | null
  kind: HardRoomKind
  absences: number
  reason: string | null
  opener: Opener | null
  opener_note: string | null
  outcome_note: string | null
  has_owner_contact: boolean
  status: RoomStatus
  date: string | null
  start_at: string | null
  end_at: string | null
  can_write_to_board: boolean
  awaits_board_letter: boolean
}

export interface HardRoom extends HardRoomRow {
  attempts: { kind: AttemptKind; at: string }[]
}

/** Dwellings that nobody has come into, by why and then in posting order, with what was tried. */
export const listHardRooms = async (db: Db, clientId: ClientId, constructionId: number): Promise<HardRoom[]> => {
  const rows = await rowsOf<HardRoomRow>(
    db,
    `select r.id, r.name, rb.position as block_position, r.row, r.col, r.posting_position,
       case when r.closed_at is not null then 'given_up' when roc.contact_outcome is not null then roc.contact_outcome
         when roc.occupancy <> 'occupied' then roc.occupancy else 'absent' end as kind,
       vain.visits as absences, ir.name as reason, roc.opener, roc.opener_note, roc.outcome_note,
       coalesce(roc.has_owner_contact, false) as has_owner_contact, r.status, a.date, f.start_at, f.end_at,
       ${isMissedAgain(absencesForBoard)} as can_write_to_board, ${awaitsBoardLetter(absencesForBoard)} as awaits_board_letter
     from rooms r
     join room_blocks rb on rb.client_id = $1 and rb.id = r.block_id
     ${occupancyTable}
     left join incomplete_reasons ir on ir.client_id = $1 and ir.id = r.incomplete_reason_id and r.closed_at is not null
     left join assigns a on a.client_id = $1 and a.room_id = r.id
     left join construction_time_frames f on f.client_id = $1 and f.id = a.construction_time_frame_id
     cross join lateral (
       select count(*)::int as visits from room_absences ra
       where ra.client_id = $1 and ra.room_id = r.id and ra.withdrawn_at is null) vain
     where r.client_id = $1 and r.construction_id = $2 and r.status <> 'completed'
       and (r.closed_at is not null or roc.contact_outcome is not null or roc.occupancy <> 'occupied' or vain.visits > 0)`,
    [clientId, constructionId],
  )
  const roomIds = rows.map(({ id }) => id)
  const attempts = Map.groupBy(await listAttempts(db, clientId, roomIds), ({ room_id }) => room_id)
  return rows
    .toSorted((a, b) => hardRoomKinds.indexOf(a.kind) - hardRoomKinds.indexOf(b.kind) || comparePosting(a, b))
    .map(room => ({ ...room, attempts: (attempts.get(room.id) ?? []).map(({ kind, at }) => ({ kind, at: toInstant(at) })) }))
}

interface AttemptRow {
  room_id: number
  kind: AttemptKind
  at: Date
}

/** What was tried to meet the households of rooms, the newest first; of a call only that and when, never what was said. */
const listAttempts = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<AttemptRow[]> =>
  rowsOf<AttemptRow>(
    db,
    `select tried.room_id, tried.kind, tried.at from (
       select ra.room_id, 'absence' as kind, ra.visited_at as at from room_absences ra
       where ra.client_id = $1 and ra.room_id = any($2::bigint[]) and ra.withdrawn_at is null
       union all
       select ra.room_id, 'absence_notice', ra.recorded_at from room_absences ra
       where ra.client_id = $1 and ra.room_id = any($2::bigint[]) and ra.withdrawn_at is null and ra.told_by is not null
       union all
       select e.room_id, 'board_letter', e.at from events e
       where e.client_id = $1 and e.room_id = any($2::bigint[]) and e.kind = 'rooms.board_letter_printed'
       union all
       select sl.room_id, 'slip', sl.issued_at from absence_slips sl
       where sl.client_id = $1 and sl.room_id = any($2::bigint[]) and sl.withdrawn_at is null
       union all
       select ar.room_id, 'reminder', ar.created_at from answer_reminders ar
       where ar.client_id = $1 and ar.room_id = any($2::bigint[])
       union all
       select e.room_id, case e.change ->> 'kind' when 'information' then 'first_letter' when 'reminder' then 'second_letter' else 'decision_letter' end, e.at from events e
       where e.client_id = $1 and e.room_id = any($2::bigint[]) and e.kind = 'rooms.sheet_printed' and e.change ->> 'kind' <> 'absence'
         and ${handedOutSheet}
       union all
       select ran.room_id, case ran.channel when 'tel' then 'call' else 'visit' end, ran.created_at from room_answers ran
       where ran.client_id = $1 and ran.room_id = any($2::bigint[]) and ran.channel in ('tel', 'visit')) tried
     order by tried.at desc, tried.kind`,
    [clientId, [...roomIds]],
  )
