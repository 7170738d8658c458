import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { countedRoom } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'

interface NoticeRow {
  id: number
  building_name: string
  room_name: string
  resident_name: string | null
  client_name: string
  created_at: Date
  subject: string
  body: string
}

/** What is told of orders on paper in a construction, to who lives there still: the chosen ones, or, where none is, all that nobody has printed. */
export const listNotices = (db: Db, clientId: ClientId, constructionId: number, ids: readonly number[]): Promise<NoticeRow[]> =>
  rowsOf<NoticeRow>(
    db,
    `select m.id, b.name as building_name, r.name as room_name, res.name as resident_name, cl.name as client_name, m.created_at, m.subject, m.body
     from outbox_messages m
     join rooms r on r.client_id = m.client_id and r.id = m.room_id
     join constructions c on c.client_id = m.client_id and c.id = m.construction_id
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     join clients cl on cl.id = m.client_id
     left join residents res on res.client_id = m.client_id and res.id = m.resident_id and res.discarded_at is null
     where m.client_id = $1 and m.construction_id = $2 and m.state = 'paper' and m.body <> ''
       and (m.resident_id is null or res.id is not null)
       and case when cardinality($3::bigint[]) = 0 then m.printed_at is null else m.id = any($3) end
     order by ${countedRoom('r.name')}, m.id limit 500`,
    [clientId, constructionId, [...ids]],
  )
