import type { WorkerActor, ClientId } from '@toguchi/domain/access/actor'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface KeyRoomRow {
  client_id: ClientId
  id: number
  name: string
  closed_at: Date | null
  wanted: boolean
  key_place: string | null
  key_hours: string | null
}

/** A room whose keys the actor may see: craftsmen where they are named (G-CRA-02). */
const roomStatement = `select r.client_id, r.id, r.name, r.closed_at, c.key_place, c.key_hours,
    exists (select from room_presences rp where rp.client_id = $1 and rp.room_id = r.id and rp.presence_method = 'key_custody') as wanted
  from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('$2')}) and c.id = $3 and r.id = $4`

const accessibleTo = (actor: WorkerActor): [number, number | null] => [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.id : null]

export const findKeyRoom = async (db: Db, actor: WorkerActor, constructionId: number, roomId: number): Promise<KeyRoomRow | undefined> =>
  (await rowsOf<KeyRoomRow>(db, roomStatement, [...accessibleTo(actor), constructionId, roomId]))[0]

/** The same, held: a key changes hands one after the other, and not while the room is closed. */
export const lockKeyRoom = async (db: Db, actor: WorkerActor, constructionId: number, roomId: number): Promise<KeyRoomRow | undefined> =>
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
export const listKeyCustodies = (db: Db, clientId: ClientId, roomId: number): Promise<KeyCustodyRow[]> =>
  rowsOf<KeyCustodyRow>(
    db,
    `select kc.id, kc.received_at, kc.received_from, receiver.name as received_by, kc.lent_to_user_id, carrier.name as lent_to_name, kc.lent_at, kc.returned_at,
       kc.returned_to, returner.name as returned_by, kc.note, kc.received_signature_file_id, kc.received_photo_file_id, kc.returned_signature_file_id,
       kc.returned_photo_file_id
     from key_custodies kc
     left join users receiver on receiver.client_id = kc.client_id and receiver.id = kc.received_by_user_id
     left join users carrier on carrier.client_id = kc.client_id and carrier.id = kc.lent_to_user_id
     left join users returner on returner.client_id = kc.client_id and returner.id = kc.returned_by_user_id
     where kc.client_id = $1 and kc.room_id = $2 order by kc.id desc`,
    [clientId, roomId],
  )

/** The custody of the key that is in our hands, if one is. */
export const findKeyOut = async (db: Db, clientId: ClientId, roomId: number): Promise<KeyCustodyRow | undefined> =>
  (await listKeyCustodies(db, clientId, roomId)).find(custody => custody.returned_at === null)

/** The craftsmen who are named for a construction. */
export const listKeyCarriers = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<{ id: number; name: string }>(
    db,
    `select distinct u.id, u.name from assigned_contractors ac
     join assigned_craftsmans am on am.client_id = ac.client_id and am.assigned_contractor_id = ac.id
     join users u on u.client_id = am.client_id and u.id = am.craftsman_id and u.discarded_at is null
     where ac.client_id = $1 and ac.construction_id = $2 and ac.discarded_at is null order by u.name, u.id`,
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

export const insertKeyCustody = async (db: Db, clientId: ClientId, custody: NewKeyCustody): Promise<number> =>
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

export const updateKeyCustody = (db: Db, clientId: ClientId, id: number, change: KeyCustodyChange) =>
  db.updateTable('key_custodies').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Whether a room's key is in our hands. */
export const hasKeyOut = async (db: Db, clientId: ClientId, roomId: number): Promise<boolean> =>
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
export const listOverdueKeys = (db: Db, clientId: ClientId, today: string, notifiedSince: Date): Promise<OverdueKeyRow[]> =>
  rowsOf<OverdueKeyRow>(
    db,
    `select kc.id, kc.room_id, r.name as room_name, c.id as construction_id, c.name as construction_name, b.name as building_name,
       cl.cd as client_cd, carrier.name as lent_to_name, kc.received_at,
       array_remove(array_cat(
         case when representative.email is not null then array[representative.email] else array(select u.email from users u
           where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null order by u.id) end,
         array[carrier.email]), null) as recipients
     from key_custodies kc
     join rooms r on r.client_id = kc.client_id and r.id = kc.room_id
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     join clients cl on cl.id = kc.client_id
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join users carrier on carrier.client_id = kc.client_id and carrier.id = kc.lent_to_user_id
     left join users representative on representative.client_id = c.client_id and representative.id = c.construction_staff_id and representative.discarded_at is null
     where kc.client_id = $1 and kc.returned_at is null and coalesce(a.date, $2::date) <= $2::date
       and not exists (select from events e where e.client_id = $1 and e.kind = 'key_custodies.overdue' and e.room_id = kc.room_id
         and e.subject_id = kc.id and e.at >= $3)
     order by kc.id for update of kc`,
    [clientId, today, notifiedSince],
  )
