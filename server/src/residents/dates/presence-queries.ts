import type { ClientId } from '@toguchi/domain/access/actor'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { Db } from '../../platform/database/database.ts'

const presenceColumns = ['presence_method', 'proxy_name', 'proxy_relation', 'proxy_phone', 'consented_at'] as const

export const findPresence = (db: Db, clientId: ClientId, roomId: number) =>
  db.selectFrom('room_presences').where('client_id', '=', clientId).where('room_id', '=', roomId).select(presenceColumns).executeTakeFirst()

export interface PresenceColumns {
  presence_method: PresenceMethod
  proxy_name: string | null
  proxy_relation: string | null
  proxy_phone: string | null
  consented_at: Date | null
}

/** Who moves in answers for themselves. */
export const deletePresence = (db: Db, clientId: ClientId, roomId: number) =>
  db.deleteFrom('room_presences').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()

/** One answer a room: the newest. */
export const upsertPresence = (db: Db, clientId: ClientId, roomId: number, presence: PresenceColumns, now: Date) =>
  db
    .insertInto('room_presences')
    .values({ client_id: clientId, room_id: roomId, ...presence, updated_at: now })
    .onConflict(conflict => conflict.columns(['client_id', 'room_id']).doUpdateSet({ ...presence, updated_at: now }))
    .execute()
