import type { ClientId } from '@toguchi/domain/access/actor'
import { absencesForBoard } from '@toguchi/domain/dashboard/information'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { awaitsBoardLetter, isMissedAgain } from '../rooms/rooms.ts'

/** Rooms of a construction that the board is written to about: of those named every one that can be, else all that wait for a letter. */
export const listMissedRooms = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomIds: readonly number[] | null,
): Promise<{ id: number }[]> =>
  rowsOf<{ id: number }>(
    db,
    `select r.id from rooms r
     where r.client_id = $1 and r.construction_id = $2
       and case when $3::bigint[] is null then ${awaitsBoardLetter(absencesForBoard)} else r.id = any($3::bigint[]) and ${isMissedAgain(absencesForBoard)} end`,
    [clientId, constructionId, roomIds],
  )

export interface VisitInVainRow {
  room_id: number
  visited_at: Date
  reason: string | null
}

/** The visits in vain to rooms, the first one first. */
export const listVisitsInVain = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<VisitInVainRow[]> =>
  rowsOf<VisitInVainRow>(
    db,
    `select ra.room_id, ra.visited_at, ir.name as reason from room_absences ra
     left join incomplete_reasons ir on ir.client_id = ra.client_id and ir.id = ra.incomplete_reason_id
     where ra.client_id = $1 and ra.room_id = any($2::bigint[]) and ra.withdrawn_at is null order by ra.visited_at, ra.id`,
    [clientId, roomIds],
  )
