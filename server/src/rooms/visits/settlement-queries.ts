import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** How a room was completed or closed last, and by whom. */
export interface Settlement {
  kind: string
  at: Date
  actor_kind: string
  actor_id: number | null
  actor_name: string | null
}

export const findSettlement = async (db: Db, clientId: ClientId, roomId: number): Promise<Settlement | undefined> =>
  (
    await rowsOf<Settlement>(
      db,
      `select e.kind, e.at, e.actor_kind, e.actor_id, coalesce(u.name, ad.name, op.name) as actor_name
       from events e
       left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
       left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
       left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id
       where e.client_id = $1 and e.room_id = $2 and e.kind in ('rooms.completed', 'rooms.closed') order by e.id desc limit 1`,
      [clientId, roomId],
    )
  )[0]

export const countPhotosOfRoom = async (db: Db, clientId: ClientId, roomId: number): Promise<number> =>
  (
    await rowsOf<{ photos: number }>(db, 'select count(*)::int as photos from room_images ri where ri.client_id = $1 and ri.room_id = $2', [
      clientId,
      roomId,
    ])
  )[0]?.photos ?? 0
