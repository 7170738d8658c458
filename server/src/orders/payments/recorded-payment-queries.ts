import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** Who wrote an order's money down last, and when. */
export interface RecordedPayment {
  event_id: number
  at: Date
  actor_kind: string
  actor_id: number | null
  actor_name: string | null
}

/** Who recorded the money that is in the books last; undefined also where it was taken out of them since (decision 117). */
export const findRecordedPayment = async (db: Db, clientId: ClientId, orderId: number): Promise<RecordedPayment | undefined> =>
  (
    await rowsOf<RecordedPayment>(
      db,
      `select e.id as event_id, e.at, e.actor_kind, e.actor_id, coalesce(u.name, ad.name) as actor_name
       from events e
       left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
       left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
       where e.client_id = $1 and e.kind = 'orders.payment_recorded' and e.subject_type = 'orders' and e.subject_id = $2
         and e.room_id = (select o.room_id from orders o where o.client_id = $1 and o.id = $2)
         and not exists (select from events later where later.client_id = $1 and later.kind = 'orders.payment_voided'
           and later.subject_type = 'orders' and later.subject_id = $2 and later.room_id = e.room_id and later.id > e.id)
       order by e.id desc limit 1`,
      [clientId, orderId],
    )
  )[0]

/** The event that last took a payment of the order out of the books. */
export const findVoidedPayment = async (db: Db, clientId: ClientId, orderId: number): Promise<{ event_id: number } | undefined> =>
  (
    await rowsOf<{ event_id: number }>(
      db,
      `select e.id as event_id from events e
       where e.client_id = $1 and e.kind = 'orders.payment_voided' and e.subject_type = 'orders' and e.subject_id = $2
         and e.room_id = (select o.room_id from orders o where o.client_id = $1 and o.id = $2)
       order by e.id desc limit 1`,
      [clientId, orderId],
    )
  )[0]
