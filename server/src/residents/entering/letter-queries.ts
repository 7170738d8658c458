import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export const findClientByCode = (db: Db, cd: string) =>
  db.selectFrom('clients').where('cd', '=', cd).where('discarded_at', 'is', null).select('id').executeTakeFirst()

/** What a letter's address shows of a construction. */
export const findConstructionOfLetter = (db: Db, clientId: ClientId, id: number) =>
  db
    .selectFrom('constructions as c')
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .where('c.client_id', '=', clientId)
    .where('c.id', '=', id)
    .where('c.discarded_at', 'is', null)
    .select(['c.id', 'c.uuid', 'c.name', 'b.name as building_name', 'c.information_distribution_on'])
    .executeTakeFirst()

/** Every room of a construction as a letter's reader sees them: names, places, and whether somebody registered. */
export const listRoomsOfLetter = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('room_blocks as rb', join => join.onRef('rb.client_id', '=', 'r.client_id').onRef('rb.id', '=', 'r.block_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .orderBy('rb.position')
    .orderBy('r.row')
    .orderBy('r.col')
    .select([
      'r.uuid',
      'r.name',
      'rb.position as block_position',
      'rb.name as block_name',
      'r.row',
      'r.col',
      sql<boolean>`exists (select from residents res where res.client_id = ${clientId} and res.room_id = r.id
        and res.login_id is not null and res.discarded_at is null)`.as('registered'),
    ])
    .execute()

export const findRoomOfLetter = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  db
    .selectFrom('rooms')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', roomId)
    .select(['id', 'uuid', 'name', 'closed_at'])
    .executeTakeFirst()

/** The uuids of a room's own page, and whether somebody made a login there. */
export const findRoomOfShortLink = (db: Db, clientId: ClientId, roomId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('clients as cl', 'cl.id', 'r.client_id')
    .where('r.client_id', '=', clientId)
    .where('r.id', '=', roomId)
    .where('c.discarded_at', 'is', null)
    .select([
      'r.uuid as room_uuid',
      'c.uuid as construction_uuid',
      'cl.uuid as client_uuid',
      'r.closed_at',
      sql<boolean>`exists (select from residents res where res.client_id = ${clientId} and res.room_id = r.id
        and res.login_id is not null and res.discarded_at is null)`.as('has_login'),
    ])
    .executeTakeFirst()
