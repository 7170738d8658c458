import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/**
 * Erases what was written about calls of rooms; when, by whom and about what kind of call stays. The log is only ever added to, also by
 * the application, so a function of the database does it, which can write nothing else.
 */
export const eraseEntries = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  sql`select erase_support_versions(${clientId}, ${[...roomIds]}::bigint[])`.execute(db)

/** The entries of a place that still say something: one of them, or all. */
export const listErasableEntries = async (
  db: Db,
  clientId: ClientId,
  { buildingId, roomId, id }: { buildingId: number; roomId?: number | undefined; id?: number | undefined },
): Promise<{ id: number; room_id: number | null; construction_id: number | null }[]> =>
  rowsOf(
    db,
    `select sv.id, sv.room_id, sv.construction_id from support_versions sv
     where sv.client_id = $1 and sv.building_id = $2 and ($3::bigint is null or sv.room_id = $3) and ($4::bigint is null or sv.id = $4)
       and sv.contents <> '（消去済み）' order by sv.id`,
    [clientId, buildingId, roomId ?? null, id ?? null],
  )

/** Erases what these entries say, by the same wall; says which of them said something. */
export const eraseEntriesById = async (db: Db, clientId: ClientId, ids: readonly number[]): Promise<number[]> =>
  (await rowsOf<{ id: number }>(db, `select erased.id from erase_support_entries($1, $2::bigint[]) as erased (id)`, [clientId, ids])).map(
    ({ id }) => id,
  )
