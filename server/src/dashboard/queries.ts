import type { ClientId } from '@toguchi/domain/access/actor'
import { informationOfEvent } from '@toguchi/domain/dashboard/information'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface InformationRow {
  id: number
  kind: string
  at: Date
  construction_id: number | null
  room_id: number | null
  building_name: string | null
  room_name: string | null
  total: number
}

/** The newest informations of the client, read off its timeline (G-DASH-01); how many there are in all stands on every row. */
export const listInformations = (db: Db, clientId: ClientId, limit: number, offset: number): Promise<InformationRow[]> =>
  rowsOf<InformationRow>(
    db,
    `select e.id, e.kind, e.at, e.construction_id, e.room_id, b.name as building_name, r.name as room_name, count(*) over ()::int as total
     from events e
     join constructions c on c.client_id = e.client_id and c.id = e.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     left join rooms r on r.client_id = e.client_id and r.id = e.room_id
     where e.client_id = $1 and e.kind = any($2::text[])
     order by e.at desc, e.id desc limit $3 offset $4`,
    [clientId, Object.keys(informationOfEvent), limit, offset],
  )
