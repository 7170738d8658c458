import type { InformationKind } from '@toguchi/domain/dashboard/information'
import type { Db } from '../../platform/database/database.ts'
import { listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'

export interface PlatformInformationRow {
  id: number
  kind: string
  title: string
  body: string | null
  client_ids: number[] | null
  client_names: string[]
  starts_on: string
  ends_on: string
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

const informations = `select pi.id, pi.kind, pi.title, pi.body, pi.client_ids::int[] as client_ids,
    array(select cl.name from clients cl where cl.id = any(pi.client_ids) order by cl.cd) as client_names,
    pi.starts_on, pi.ends_on, pi.ended_at, pi.created_at, pi.updated_at
  from platform_informations pi`

/** What the platform says or said, the newest first unless it is asked for otherwise. */
export const listPlatformInformations = (db: Db, query: ListQuery) =>
  listing<PlatformInformationRow>(db, informations, [], { ...query, sort_desc: query.sort_desc ?? query.sort_by === undefined })

/** What stands on dashboards on a day, or will. */
export const listComingInformations = (db: Db, today: string) =>
  rowsOf<PlatformInformationRow>(db, `${informations} where pi.ended_at is null and pi.ends_on >= $1::date order by pi.starts_on, pi.id`, [
    today,
  ])

export const findPlatformInformation = async (db: Db, id: number) =>
  (await rowsOf<PlatformInformationRow>(db, `${informations} where pi.id = $1`, [id]))[0]

/** Holds it until the change is done. */
export const lockPlatformInformation = async (db: Db, id: number) =>
  (
    await rowsOf<{ id: number; starts_on: string; ends_on: string; ended_at: Date | null }>(
      db,
      'select id, starts_on, ends_on, ended_at from platform_informations where id = $1 for no key update',
      [id],
    )
  )[0]

export interface PlatformInformationColumns {
  kind: InformationKind
  title: string
  body: string | null
  client_ids: number[] | null
  starts_on: string
  ends_on: string
}

export const insertPlatformInformation = async (db: Db, information: PlatformInformationColumns): Promise<number> =>
  (await db.insertInto('platform_informations').values(information).returning('id').executeTakeFirstOrThrow()).id

export const updatePlatformInformation = (
  db: Db,
  id: number,
  change: Partial<PlatformInformationColumns> & { ended_at?: Date; updated_at: Date },
) => db.updateTable('platform_informations').set(change).where('id', '=', id).execute()

/** Those of the ids that are clients. */
export const listLivingClientIds = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await rowsOf<{ id: number }>(db, 'select id from clients where id = any($1::bigint[]) and discarded_at is null', [ids])).map(
    ({ id }) => id,
  )
