import type { ClientActor } from '@toguchi/domain/access/actor'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface KeyRoomRow {
  id: number
  name: string
  closed_at: Date | null
  wanted: boolean
}

/** A room whose keys the actor may see: craftsmen where they are named (G-CRA-02). */
const roomStatement = `select r.id, r.name, r.closed_at,
    exists (select from room_presences w where w.client_id = $1 and w.room_id = r.id and w.presence_method = 'key_custody') as wanted
  from rooms r join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
  where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('n', '$2')}) and n.id = $3 and r.id = $4`

const accessibleTo = (actor: ClientActor): [number, number | null] => [actor.clientId, actor.kind === 'craftsman' ? actor.id : null]

export const findKeyRoom = async (db: Db, actor: ClientActor, constructionId: number, roomId: number): Promise<KeyRoomRow | undefined> =>
  (await rowsOf<KeyRoomRow>(db, roomStatement, [...accessibleTo(actor), constructionId, roomId]))[0]

/** The same, held: a key changes hands one after the other, and not while the room is closed. */
export const lockKeyRoom = async (db: Db, actor: ClientActor, constructionId: number, roomId: number): Promise<KeyRoomRow | undefined> =>
  (await rowsOf<KeyRoomRow>(db, `${roomStatement} for update of r`, [...accessibleTo(actor), constructionId, roomId]))[0]

export interface KeyCustodyRow {
  id: number
  received_at: Date
  received_from: string
  received_by: string | null
  lent_to_user_id: number | null
  lent_to_name: string | null
  lent_at: Date | null
  returned_at: Date | null
  returned_to: string | null
  returned_by: string | null
  note: string | null
  received_signature_file_id: number | null
  received_photo_file_id: number | null
  returned_signature_file_id: number | null
  returned_photo_file_id: number | null
}

/** Every custody of a room, newest first. */
export const listKeyCustodies = (db: Db, clientId: number, roomId: number): Promise<KeyCustodyRow[]> =>
  rowsOf<KeyCustodyRow>(
    db,
    `select k.id, k.received_at, k.received_from, u.name as received_by, k.lent_to_user_id, l.name as lent_to_name, k.lent_at, k.returned_at,
       k.returned_to, v.name as returned_by, k.note, k.received_signature_file_id, k.received_photo_file_id, k.returned_signature_file_id,
       k.returned_photo_file_id
     from key_custodies k
     left join users u on u.client_id = k.client_id and u.id = k.received_by_user_id
     left join users l on l.client_id = k.client_id and l.id = k.lent_to_user_id
     left join users v on v.client_id = k.client_id and v.id = k.returned_by_user_id
     where k.client_id = $1 and k.room_id = $2 order by k.id desc`,
    [clientId, roomId],
  )

/** The craftsmen who are named for a construction. */
export const listKeyCarriers = (db: Db, clientId: number, constructionId: number) =>
  rowsOf<{ id: number; name: string }>(
    db,
    `select distinct u.id, u.name from assigned_contractors a
     join assigned_craftsmans m on m.client_id = a.client_id and m.assigned_contractor_id = a.id
     join users u on u.client_id = m.client_id and u.id = m.craftsman_id and u.discarded_at is null
     where a.client_id = $1 and a.construction_id = $2 and a.discarded_at is null order by u.name, u.id`,
    [clientId, constructionId],
  )

export interface NewKeyCustody {
  room_id: number
  received_at: Date
  received_from: string
  received_by_user_id: number | null
  received_signature_file_id: number
  received_photo_file_id: number
  lent_to_user_id: number | null
  lent_at: Date | null
  note: string | null
}

export const insertKeyCustody = async (db: Db, clientId: number, custody: NewKeyCustody): Promise<number> =>
  (
    await db
      .insertInto('key_custodies')
      .values({ client_id: clientId, ...custody })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export type KeyCustodyChange = Partial<{
  lent_to_user_id: number | null
  lent_at: Date | null
  returned_at: Date
  returned_to: string
  returned_by_user_id: number | null
  returned_signature_file_id: number
  returned_photo_file_id: number
}>

export const updateKeyCustody = (db: Db, clientId: number, id: number, change: KeyCustodyChange) =>
  db.updateTable('key_custodies').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Whether a room's key is in our hands. */
export const hasKeyOut = async (db: Db, clientId: number, roomId: number): Promise<boolean> =>
  (await db
    .selectFrom('key_custodies')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('returned_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

export interface OverdueKeyRow {
  id: number
  room_id: number
  room_name: string
  construction_id: number
  construction_name: string | null
  building_name: string
  client_cd: string
  lent_to_name: string | null
  received_at: Date
  recipients: string[]
}

/**
 * Keys whose day of work has come and that are not returned, of which nobody was told since the given moment, with whom to tell: the staff of
 * the construction and, where none is named, the client's administrators, and whoever carries the key.
 */
export const listOverdueKeys = (db: Db, clientId: number, today: string, toldSince: Date): Promise<OverdueKeyRow[]> =>
  rowsOf<OverdueKeyRow>(
    db,
    `select k.id, k.room_id, r.name as room_name, n.id as construction_id, n.name as construction_name, b.name as building_name,
       c.cd as client_cd, l.name as lent_to_name, k.received_at,
       array_remove(array_cat(
         case when s.email is not null then array[s.email] else array(select u.email from users u
           where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null order by u.id) end,
         array[l.email]), null) as recipients
     from key_custodies k
     join rooms r on r.client_id = k.client_id and r.id = k.room_id
     join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
     join buildings b on b.client_id = n.client_id and b.id = n.building_id
     join clients c on c.id = k.client_id
     left join assigns g on g.client_id = r.client_id and g.room_id = r.id
     left join users l on l.client_id = k.client_id and l.id = k.lent_to_user_id
     left join users s on s.client_id = n.client_id and s.id = n.construction_staff_id and s.discarded_at is null
     where k.client_id = $1 and k.returned_at is null and coalesce(g.date, $2::date) <= $2::date
       and not exists (select from events e where e.client_id = $1 and e.kind = 'key_custodies.overdue' and e.room_id = k.room_id
         and e.subject_id = k.id and e.at >= $3)
     order by k.id for update of k`,
    [clientId, today, toldSince],
  )

/** Clients who have a key of somebody: asked outside of any client. */
export const listContractedClients = async (db: Db): Promise<number[]> =>
  (
    await db.selectFrom('clients').where('status', '=', 'contracted').where('discarded_at', 'is', null).orderBy('id').select('id').execute()
  ).map(row => row.id)
