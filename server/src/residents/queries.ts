import type { ClientId } from '@toguchi/domain/access/actor'
import type { Gender, OwnOrRent } from '@toguchi/domain/residents/labels'
import type { Occupancy } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { ReadingSize, ReadingWords } from '@toguchi/domain/text/reading'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'
import { occupancyTable } from '../rooms/rooms.ts'

/** What opens an account was set by the printed code: who of the office knows that one, may know this too. */
export const inheritKnowersOfCode = (db: Db, clientId: ClientId, residentId: number) =>
  sql`update residents res set known_to = array(select distinct unnest(res.known_to || au.known_to))
    from authentication_codes au
    where res.client_id = ${clientId} and res.id = ${residentId} and au.client_id = ${clientId} and au.room_id = res.room_id`.execute(db)

/** Somebody of the office wrote down where residents are reached: links that open the account go there. */
export const noteContactWriter = (db: Db, clientId: ClientId, residentIds: readonly number[], person: string) =>
  sql`update residents set known_to = array_append(known_to, ${person})
    where client_id = ${clientId} and id = any(${residentIds}::bigint[]) and not ${person} = any(known_to)`.execute(db)

const living = (db: Db, clientId: ClientId) =>
  db.selectFrom('residents').where('client_id', '=', clientId).where('discarded_at', 'is', null)

const residentColumns = [
  'id',
  'room_id',
  'login_id',
  'password_digest',
  'name',
  'name_kana',
  'gender',
  'phone',
  'own_or_rent',
  'email',
  'agreed_at',
  'registered_at',
  'last_sign_in_at',
  'consented_at',
  'reading_size',
  'reading_words',
  'unproven_email',
  'phone_unproven',
  'unproven_phone',
  'no_messages_since',
  'office_changed_contact_at',
] as const

export const findResidentOfRoom = (db: Db, clientId: ClientId, roomId: number) =>
  living(db, clientId).where('room_id', '=', roomId).select(residentColumns).executeTakeFirst()

export const lockResidentOfRoom = (db: Db, clientId: ClientId, roomId: number) =>
  living(db, clientId).where('room_id', '=', roomId).select(residentColumns).forUpdate().executeTakeFirst()

export const findResident = (db: Db, clientId: ClientId, id: number) =>
  living(db, clientId).where('id', '=', id).select(residentColumns).executeTakeFirst()

export const lockResident = (db: Db, clientId: ClientId, id: number) =>
  living(db, clientId).where('id', '=', id).select(residentColumns).forUpdate().executeTakeFirst()

export const findLoginOfRoom = (db: Db, clientId: ClientId, roomId: number, loginId: string) =>
  living(db, clientId)
    .where('room_id', '=', roomId)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .select(residentColumns)
    .executeTakeFirst()

export const lockLoginOfClient = (db: Db, clientId: ClientId, loginId: string) =>
  living(db, clientId)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .select(residentColumns)
    .forUpdate()
    .executeTakeFirst()

/** The accounts behind an address, each with the room whose login page is theirs. */
export const listLoginsByEmail = (db: Db, clientId: ClientId, email: string) =>
  db
    .selectFrom('residents as res')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'res.client_id').onRef('r.id', '=', 'res.room_id'))
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('clients as cl', 'cl.id', 'res.client_id')
    .where('res.client_id', '=', clientId)
    .where(sql`lower(res.email)`, '=', email.toLowerCase())
    .where('res.login_id', 'is not', null)
    .where('res.discarded_at', 'is', null)
    .orderBy('res.id')
    .select([
      'res.name',
      'res.login_id',
      'res.office_changed_contact_at',
      'r.name as room_name',
      'r.uuid as room_uuid',
      'c.uuid as construction_uuid',
      'cl.uuid as client_uuid',
    ])
    .execute()

export type ResidentRow = NonNullable<Awaited<ReturnType<typeof findResidentOfRoom>>>

export type ResidentColumns = Partial<{
  login_id: string
  password_digest: string
  name: string
  name_kana: string | null
  gender: Gender | null
  phone: string | null
  own_or_rent: OwnOrRent | null
  email: string | null
  agreed_at: Date
  consented_at: Date
  registered_at: Date
  last_sign_in_at: Date
  reading_size: ReadingSize
  reading_words: ReadingWords
  /** Chose 「メール・携帯電話を使わない」 then; null: wants messages. */
  no_messages_since: Date | null
  unproven_email: string | null
  phone_unproven: boolean
  unproven_phone: string | null
  office_changed_contact_at: Date
  discarded_at: Date
}>

/** One account per room: the loser of a race gets nothing and looks up the winner's (G-RES-11). */
export const insertResident = async (db: Db, clientId: ClientId, roomId: number, columns: ResidentColumns): Promise<number | undefined> =>
  (
    await db
      .insertInto('residents')
      .values({ client_id: clientId, room_id: roomId, ...columns })
      .onConflict(conflict => conflict.columns(['client_id', 'room_id']).where('discarded_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const updateResident = (db: Db, clientId: ClientId, id: number, change: ResidentColumns & { updated_at: Date }) =>
  db.updateTable('residents').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Ends who came in by a code alone and never said who they are. */
export const discardNameless = (db: Db, clientId: ClientId, roomIds: readonly number[], now: Date) =>
  rowsOf<{ id: number; room_id: number }>(
    db,
    `update residents res set discarded_at = $3, updated_at = $3
     where res.client_id = $1 and res.room_id = any($2::bigint[]) and res.discarded_at is null and res.name is null and res.login_id is null
     returning res.id, res.room_id`,
    [clientId, roomIds, now],
  )

/**
 * Every room of a construction in its place with the resident it has or has not, for a file; `lock` holds the rooms until the end of
 * the transaction, but lets photos and reports refer to them.
 */
export const listResidentsOfRooms = (db: Db, clientId: ClientId, constructionId: number, lock: boolean) =>
  rowsOf<{
    id: number
    room: string
    resident_id: number | null
    name: string | null
    name_kana: string | null
    phone: string | null
    email: string | null
    gender: Gender | null
    own_or_rent: OwnOrRent | null
    occupancy: Occupancy
    room_remarks: string | null
    is_closed: boolean
  }>(
    db,
    `select r.id, r.room_remarks, coalesce(roc.occupancy, 'occupied') as occupancy, r.closed_at is not null as is_closed, r.name as room, res.id as resident_id, res.name, res.name_kana, res.phone, res.email, res.gender, res.own_or_rent
      from rooms r join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
      left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
      ${occupancyTable}
      where r.client_id = $1 and r.construction_id = $2 order by rb.position, r.row, r.col ${lock ? 'for no key update of r' : ''}`,
    [clientId, constructionId],
  )

export interface ResidentFields {
  name: string | null
  name_kana: string | null
  phone: string | null
  email: string | null
  gender: Gender | null
  own_or_rent: OwnOrRent | null
}

const sentResident = { name: 'text', name_kana: 'text', phone: 'text', email: 'text', gender: 'text', own_or_rent: 'text' } as const

/** New residents of rooms that have none; their ids by room. */
export const insertResidents = async (db: Db, clientId: ClientId, residents: readonly (ResidentFields & { room_id: number })[]) => {
  const { rows } = await sql<{ id: number; room_id: number }>`
    insert into residents (client_id, room_id, name, name_kana, phone, email, gender, own_or_rent)
    select ${clientId}, given.* from ${rowsAsTable(residents, { room_id: 'bigint', ...sentResident })} returning id, room_id`.execute(db)
  return new Map(rows.map(({ id, room_id }) => [room_id, id]))
}

/** Addresses and numbers that wait to be proven are given up. */
export const forgetUnprovenContacts = (db: Db, clientId: ClientId, ids: readonly number[], now: Date) =>
  sql`update residents set unproven_email = null, unproven_phone = null, updated_at = ${now}
    where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(db)

/** As the office writes them: a contact that it changes needs no proof, and rests for a day (`office_changed_contact_at`). */
export const updateResidents = (db: Db, clientId: ClientId, residents: readonly (ResidentFields & { id: number })[], now: Date) =>
  sql`
    update residents res set name = given.name, name_kana = given.name_kana, phone = given.phone, email = given.email, gender = given.gender,
      own_or_rent = given.own_or_rent, updated_at = ${now},
      unproven_email = case when res.email is distinct from given.email then null else res.unproven_email end,
      phone_unproven = res.phone_unproven and res.phone is not distinct from given.phone,
      unproven_phone = case when res.phone is distinct from given.phone then null else res.unproven_phone end,
      office_changed_contact_at = case when res.email is distinct from given.email or res.phone is distinct from given.phone then ${now}
        else res.office_changed_contact_at end
    from ${rowsAsTable(residents, { id: 'bigint', ...sentResident })} where res.client_id = ${clientId} and res.id = given.id`.execute(db)

export const lockResidents = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  living(db, clientId).where('id', 'in', ids).orderBy('id').select(residentColumns).forUpdate().execute()
