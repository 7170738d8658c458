import { owesRefundText } from '../orders/orders.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export const listEveryClientId = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('clients').orderBy('id').select('id').execute()).map(({ id }) => id)

/** The moment before which what names people is not kept: so many months ago, as the client says (12 unless it says otherwise). */
export const findRetention = async (db: Db, clientId: number, now: Date): Promise<Date> => {
  const [row] = await rowsOf<{ before: Date }>(
    db,
    `select $2::timestamptz - make_interval(months => coalesce((select s.retention_months from sale_settings s where s.client_id = $1), 12))
       as before`,
    [clientId, now],
  )
  if (!row) throw new Error('a query without a table answers one row')
  return row.before
}

/** The same for what belongs to no client: a year. */
export const findRetentionOfPlatform = async (db: Db, now: Date): Promise<Date> => {
  const [row] = await rowsOf<{ before: Date }>(db, `select $1::timestamptz - make_interval(months => 12) as before`, [now])
  if (!row) throw new Error('a query without a table answers one row')
  return row.before
}

export interface RoomToErase {
  id: number
  construction_id: number
}

/**
 * Rooms that were closed before a moment, or whose construction was deleted before it, in which something personal is left; held until they
 * are done. What is written later is found on a later day.
 */
export const lockRoomsToErase = (db: Db, clientId: number, before: Date, most: number): Promise<RoomToErase[]> =>
  rowsOf<RoomToErase>(
    db,
    `select r.id, r.construction_id from rooms r
     join constructions n on n.client_id = r.client_id and n.id = r.construction_id
     where r.client_id = $1 and (r.closed_at < $2 or n.discarded_at < $2) and not ${owesRefundText}
       and (exists (select from residents p where p.client_id = $1 and p.room_id = r.id and p.erased_at is null)
         or exists (select from room_presences h where h.client_id = $1 and h.room_id = r.id)
         or exists (select from contact_confirmations k where k.client_id = $1 and k.room_id = r.id)
         or exists (select from room_answers a where a.client_id = $1 and a.room_id = r.id
           and (a.caller is not null or a.slip_file_id is not null))
         or exists (select from key_custodies k where k.client_id = $1 and k.room_id = r.id and k.received_from <> '')
         or exists (select from orders o where o.client_id = $1 and o.room_id = r.id
           and (o.resident_name is not null or exists (select from receipts t
             where t.client_id = $1 and t.order_id = o.id and t.addressee is not null)))
         or exists (select from room_wishes w where w.client_id = $1 and w.room_id = r.id)
         or r.room_remarks is not null
         or exists (select from support_versions v where v.client_id = $1 and v.room_id = r.id and v.contents <> '（消去済み）')
         or exists (select from events e join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id
           where e.client_id = $1 and e.room_id = r.id))
     order by r.id limit $3 for no key update of r skip locked`,
    [clientId, before, most],
  )
