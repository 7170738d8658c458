import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'

/** What messages call rooms: building, room and company. */
export const listPlacesOfRooms = async (
  db: Db,
  clientId: ClientId,
  roomIds: readonly number[],
): Promise<Map<number, { construction_id: number; building: string; room: string; client: string } & ContactColumns>> => {
  const rows = await db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as cl', 'cl.id', 'r.client_id')
    .where('r.client_id', '=', clientId)
    .where('r.id', 'in', roomIds)
    .select([
      'r.id',
      'r.construction_id',
      'b.name as building',
      'r.name as room',
      'cl.name as client',
      'c.contact_phone',
      'c.contact_hours',
      'cl.contact_phone as client_contact_phone',
      'cl.contact_hours as client_contact_hours',
    ])
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

const roomForOffice = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .where('r.id', '=', roomId)
    .where('c.discarded_at', 'is', null)
    .select(['r.id', 'r.status', 'r.closed_at', 'r.date_change_extended_to', 'r.date_change_extension_reason'])

/** A room that the office can reach, by the construction it was asked for. */
export const showRoomForOffice = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  roomForOffice(db, clientId, constructionId, roomId).executeTakeFirst()

/** The same, held. */
export const findRoomForOffice = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  roomForOffice(db, clientId, constructionId, roomId).forUpdate('r').executeTakeFirst()
