import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** Whose history: a building's, its rooms' entries among them, or one room's. */
export interface Place {
  buildingId: number
  roomId?: number
}

export interface SupportFilter {
  contents?: string | undefined
  reception_type_id?: number | undefined
}

/** The ids of one page, newest first: what a page does not show is not put together either. */
export const listSupportVersionIds = (db: Db, clientId: ClientId, { buildingId, roomId }: Place, query: ListQuery, filter: SupportFilter) =>
  listing<{ id: number }>(
    db,
    `select sv.id from support_versions sv
      where sv.client_id = $1 and sv.building_id = $2 and ($3::bigint is null or sv.room_id = $3) and ($4::text is null or sv.contents ilike $4)
        and ($5::bigint is null or exists (select from support_version_reception_types svt
          where svt.client_id = $1 and svt.support_version_id = sv.id and svt.reception_type_id = $5))`,
    [clientId, buildingId, roomId ?? null, containing(filter.contents), filter.reception_type_id ?? null],
    { ...query, sort_by: undefined, sort_desc: true },
  )

export interface SupportVersionRow {
  id: number
  contents: string
  created_at: Date
  written_by_kind: string
  written_by_id: number
  written_by_name: string
  client_name: string
  room_id: number | null
  room_name: string | null
  construction_id: number | null
  reception_types: { id: number; name: string }[]
}

/** The entries of these ids with the names of those who wrote them, newest first. */
export const findSupportVersions = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  rowsOf<SupportVersionRow>(
    db,
    `select sv.id, sv.contents, sv.created_at, sv.written_by_kind, sv.written_by_id, coalesce(u.name, op.name, ad.name) as written_by_name,
       cl.name as client_name, sv.room_id, r.name as room_name, sv.construction_id,
       (select coalesce(json_agg(json_build_object('id', rt.id, 'name', rt.name) order by rt.position), '[]') from support_version_reception_types svt
         join reception_types rt on rt.client_id = svt.client_id and rt.id = svt.reception_type_id
         where svt.client_id = $1 and svt.support_version_id = sv.id) as reception_types
     from support_versions sv
     join clients cl on cl.id = sv.client_id
     left join rooms r on r.client_id = sv.client_id and r.id = sv.room_id
     left join users u on sv.written_by_kind = 'user' and u.client_id = sv.client_id and u.id = sv.written_by_id
     left join operators op on sv.written_by_kind = 'operator' and op.id = sv.written_by_id
     left join admins ad on sv.written_by_kind = 'admin' and ad.id = sv.written_by_id
     where sv.client_id = $1 and sv.id = any($2::bigint[])
     order by sv.id desc`,
    [clientId, ids],
  )

export interface NewSupportVersion {
  kind: 'building' | 'customer'
  building_id: number
  construction_id: number | null
  room_id: number | null
  contents: string
  written_by_kind: 'user' | 'operator' | 'admin'
  written_by_id: number
  created_at: Date
}

export const insertSupportVersion = async (
  db: Db,
  clientId: ClientId,
  version: NewSupportVersion,
  receptionTypeIds: readonly number[],
): Promise<number> => {
  const { id } = await db
    .insertInto('support_versions')
    .values({ client_id: clientId, ...version })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('support_version_reception_types')
    .values(receptionTypeIds.map(reception_type_id => ({ client_id: clientId, support_version_id: id, reception_type_id })))
    .execute()
  return id
}

/** A room of a construction, and the building they stand in. */
export const findRoom = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .where('r.id', '=', roomId)
    .where('c.discarded_at', 'is', null)
    .select(['r.id', 'r.construction_id', 'c.building_id'])
    .executeTakeFirst()

/** A room of the building's newest construction: the only ones an entry of the building may name (G-BLD-07). */
export const findNewestRoom = (db: Db, clientId: ClientId, buildingId: number, roomId: number) =>
  db
    .selectFrom('rooms as r')
    .where('r.client_id', '=', clientId)
    .where('r.id', '=', roomId)
    .where('r.construction_id', '=', ({ selectFrom }) =>
      selectFrom('constructions as c')
        .where('c.client_id', '=', clientId)
        .where('c.building_id', '=', buildingId)
        .where('c.discarded_at', 'is', null)
        .orderBy('c.id', 'desc')
        .limit(1)
        .select('c.id'),
    )
    .select(['r.id', 'r.construction_id'])
    .executeTakeFirst()
