import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

interface RoomAddress {
  room_id: number
  address: string
}

export const listRoomAddresses = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<RoomAddress[]> =>
  rowsOf<RoomAddress>(db, 'select rad.room_id, rad.address from room_addresses rad where rad.client_id = $1 and rad.room_id = any($2)', [
    clientId,
    roomIds,
  ])

/** Gives rooms these addresses; nothing happens where the room has one by now, and where the address is another dwelling's of any client. */
export const insertRoomAddresses = (db: Db, clientId: ClientId, given: readonly RoomAddress[]): Promise<unknown> =>
  rowsOf(
    db,
    `insert into room_addresses (address, client_id, room_id)
     select given.address, $1, given.room_id from unnest($2::text[], $3::bigint[]) given (address, room_id)
     on conflict do nothing returning room_id`,
    [clientId, given.map(({ address }) => address), given.map(({ room_id }) => room_id)],
  )

/** Whose an address is; asked before the client is known. */
export const findRoomAddress = (db: Db, address: string) =>
  db.selectFrom('room_addresses').where('address', '=', address).select(['client_id', 'room_id']).executeTakeFirst()
