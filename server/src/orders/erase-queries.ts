import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Takes the person off the orders of rooms; what was ordered, paid and given back stays (D-12). */
export const erasePeopleOfOrders = async (db: Db, clientId: number, roomIds: readonly number[]): Promise<void> => {
  const rooms = [...roomIds]
  await sql`update receipts t set addressee = null from orders o
    where t.client_id = ${clientId} and o.client_id = t.client_id and o.id = t.order_id and o.room_id = any(${rooms}::bigint[])`.execute(db)
  await sql`update refunds f set account_ciphertext = null from orders o
    where f.client_id = ${clientId} and o.client_id = f.client_id and o.id = f.order_id and o.room_id = any(${rooms}::bigint[])
      and f.state = 'done'`.execute(db)
  await sql`update orders set resident_name = null where client_id = ${clientId} and room_id = any(${rooms}::bigint[])`.execute(db)
}
