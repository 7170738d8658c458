import type { ClientActor } from '@toguchi/domain/access/actor'
import type { ConstructionType } from '@toguchi/domain/constructions/labels'
import type { Gender, OwnOrRent } from '@toguchi/domain/residents/labels'
import type { Daypart, WishedDay } from '@toguchi/domain/residents/absence'
import type { PresenceMethod } from '@toguchi/domain/residents/presence'
import type { ReadingMode } from '@toguchi/domain/text/reading'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { given, rowsOf } from '../platform/rows.ts'

/** New codes for rooms, and who of the office knows them; a room that had one gets the next version (D-03). */
export const upsertAuthenticationCodes = (
  db: Db,
  clientId: number,
  { roomIds, ciphertexts, knownTo }: { roomIds: readonly number[]; ciphertexts: readonly Buffer[]; knownTo: readonly string[] },
  now: Date,
) =>
  sql`
    insert into authentication_codes (client_id, room_id, ciphertext, issued_at, known_to)
    select ${clientId}, given.room_id, given.ciphertext, ${now}, ${knownTo}::text[]
    from unnest(${roomIds}::bigint[], ${ciphertexts}::bytea[]) as given (room_id, ciphertext)
    on conflict (client_id, room_id) do update
    set version = authentication_codes.version + 1, ciphertext = excluded.ciphertext, issued_at = excluded.issued_at,
      known_to = excluded.known_to`.execute(db)

/** Somebody of the office reads the codes of rooms, on paper. */
export const noteCodesKnown = (db: Db, clientId: number, roomIds: readonly number[], person: string) =>
  sql`update authentication_codes set known_to = array_append(known_to, ${person})
    where client_id = ${clientId} and room_id = any(${roomIds}::bigint[]) and not ${person} = any(known_to)`.execute(db)

/** What opens an account was set by the printed code: who of the office knows that one, may know this too. */
export const inheritKnowersOfCode = (db: Db, clientId: number, residentId: number) =>
  sql`update residents p set known_to = array(select distinct unnest(p.known_to || a.known_to))
    from authentication_codes a
    where p.client_id = ${clientId} and p.id = ${residentId} and a.client_id = ${clientId} and a.room_id = p.room_id`.execute(db)

/** Somebody of the office wrote down where residents are reached: links that open the account go there. */
export const noteContactWriter = (db: Db, clientId: number, residentIds: readonly number[], person: string) =>
  sql`update residents set known_to = array_append(known_to, ${person})
    where client_id = ${clientId} and id = any(${residentIds}::bigint[]) and not ${person} = any(known_to)`.execute(db)

/** The code of a room, held: tries are counted one after another, however many come at once. */
export const lockAuthenticationCode = (db: Db, clientId: number, roomId: number) =>
  db
    .selectFrom('authentication_codes')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .select(['ciphertext', 'version'])
    .forUpdate()
    .executeTakeFirst()

export const findClientByUuid = (db: Db, uuid: string) =>
  db
    .selectFrom('clients')
    .where('uuid', '=', uuid)
    .where('discarded_at', 'is', null)
    .select(['id', 'uuid', 'cd', 'name', 'logo_path', 'status'])
    .executeTakeFirst()

/** What a letter's address shows of a construction. */
export const findConstructionOfLetter = (db: Db, clientId: number, id: number) =>
  db
    .selectFrom('constructions as c')
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .where('c.client_id', '=', clientId)
    .where('c.id', '=', id)
    .where('c.discarded_at', 'is', null)
    .select(['c.id', 'c.uuid', 'c.name', 'b.name as building_name', 'c.information_distribution_on'])
    .executeTakeFirst()

/** Every room of a construction as a letter's reader sees them: names, places, and whether somebody registered. */
export const listRoomsOfLetter = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('room_blocks as k', join => join.onRef('k.client_id', '=', 'r.client_id').onRef('k.id', '=', 'r.block_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .orderBy('k.position')
    .orderBy('r.row')
    .orderBy('r.col')
    .select([
      'r.uuid',
      'r.name',
      'k.position as block_position',
      'k.name as block_name',
      'r.row',
      'r.col',
      sql<boolean>`exists (select from residents p where p.client_id = r.client_id and p.room_id = r.id
        and p.login_id is not null and p.discarded_at is null)`.as('registered'),
    ])
    .execute()

export const findRoomOfLetter = (db: Db, clientId: number, constructionId: number, roomId: number) =>
  db
    .selectFrom('rooms')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', roomId)
    .select(['id', 'uuid', 'name', 'closed_at'])
    .executeTakeFirst()

const presenceColumns = ['presence_method', 'proxy_name', 'proxy_relation', 'proxy_phone', 'consented_at'] as const

export const findPresence = (db: Db, clientId: number, roomId: number) =>
  db.selectFrom('room_presences').where('client_id', '=', clientId).where('room_id', '=', roomId).select(presenceColumns).executeTakeFirst()

export interface PresenceColumns {
  presence_method: PresenceMethod
  proxy_name: string | null
  proxy_relation: string | null
  proxy_phone: string | null
  consented_at: Date | null
}

/** Who moves in answers for themselves. */
export const deletePresence = (db: Db, clientId: number, roomId: number) =>
  db.deleteFrom('room_presences').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()

/** One answer a room: the newest. */
export const upsertPresence = (db: Db, clientId: number, roomId: number, presence: PresenceColumns, now: Date) =>
  db
    .insertInto('room_presences')
    .values({ client_id: clientId, room_id: roomId, ...presence, updated_at: now })
    .onConflict(conflict => conflict.columns(['client_id', 'room_id']).doUpdateSet({ ...presence, updated_at: now }))
    .execute()

const living = (db: Db, clientId: number) => db.selectFrom('residents').where('client_id', '=', clientId).where('discarded_at', 'is', null)

const residentColumns = [
  'id',
  'room_id',
  'login_id',
  'password_digest',
  'name',
  'gender',
  'phone',
  'own_or_rent',
  'email',
  'agreed_at',
  'registered_at',
  'last_sign_in_at',
  'consented_at',
  'reading_mode',
  'unproven_email',
  'phone_unproven',
  'no_messages_since',
  'office_changed_contact_at',
] as const

export const findResidentOfRoom = (db: Db, clientId: number, roomId: number) =>
  living(db, clientId).where('room_id', '=', roomId).select(residentColumns).executeTakeFirst()

export const lockResidentOfRoom = (db: Db, clientId: number, roomId: number) =>
  living(db, clientId).where('room_id', '=', roomId).select(residentColumns).forUpdate().executeTakeFirst()

export const findResident = (db: Db, clientId: number, id: number) =>
  living(db, clientId).where('id', '=', id).select(residentColumns).executeTakeFirst()

export const lockResident = (db: Db, clientId: number, id: number) =>
  living(db, clientId).where('id', '=', id).select(residentColumns).forUpdate().executeTakeFirst()

export const findLoginOfRoom = (db: Db, clientId: number, roomId: number, loginId: string) =>
  living(db, clientId)
    .where('room_id', '=', roomId)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .select(residentColumns)
    .executeTakeFirst()

export const lockLoginOfClient = (db: Db, clientId: number, loginId: string) =>
  living(db, clientId)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .select(residentColumns)
    .forUpdate()
    .executeTakeFirst()

/** The accounts behind an address, each with the room whose login page is theirs. */
export const listLoginsByEmail = (db: Db, clientId: number, email: string) =>
  db
    .selectFrom('residents as p')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'p.client_id').onRef('r.id', '=', 'p.room_id'))
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('clients as k', 'k.id', 'p.client_id')
    .where('p.client_id', '=', clientId)
    .where(sql`lower(p.email)`, '=', email.toLowerCase())
    .where('p.login_id', 'is not', null)
    .where('p.discarded_at', 'is', null)
    .orderBy('p.id')
    .select([
      'p.name',
      'p.login_id',
      'p.office_changed_contact_at',
      'r.name as room_name',
      'r.uuid as room_uuid',
      'c.uuid as construction_uuid',
      'k.uuid as client_uuid',
    ])
    .execute()

export type ResidentRow = NonNullable<Awaited<ReturnType<typeof findResidentOfRoom>>>

export type ResidentColumns = Partial<{
  login_id: string
  password_digest: string
  name: string
  gender: string | null
  phone: string | null
  own_or_rent: string | null
  email: string | null
  agreed_at: Date
  agreed_version: string
  consented_at: Date
  consented_version: string
  registered_at: Date
  last_sign_in_at: Date
  reading_mode: ReadingMode
  /** Chose 「メール・携帯電話を使わない」 then; null: wants messages. */
  no_messages_since: Date | null
  unproven_email: string | null
  phone_unproven: boolean
  office_changed_contact_at: Date
  discarded_at: Date
}>

/** One account per room: the loser of a race gets nothing and looks up the winner's (G-RES-11). */
export const insertResident = async (db: Db, clientId: number, roomId: number, given: ResidentColumns): Promise<number | undefined> =>
  (
    await db
      .insertInto('residents')
      .values({ client_id: clientId, room_id: roomId, ...given })
      .onConflict(conflict => conflict.columns(['client_id', 'room_id']).where('discarded_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const updateResident = (db: Db, clientId: number, id: number, change: ResidentColumns & { updated_at: Date }) =>
  db.updateTable('residents').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/**
 * Every room of a construction in its place with the resident it has or has not, for a file; `lock` holds the rooms until the end of
 * the transaction, but lets photos and reports refer to them.
 */
export const listResidentsOfRooms = (db: Db, clientId: number, constructionId: number, lock: boolean) =>
  rowsOf<{
    id: number
    room: string
    resident_id: number | null
    name: string | null
    phone: string | null
    email: string | null
    gender: Gender | null
    own_or_rent: OwnOrRent | null
  }>(
    db,
    `select r.id, r.name as room, p.id as resident_id, p.name, p.phone, p.email, p.gender, p.own_or_rent
      from rooms r join room_blocks k on k.client_id = r.client_id and k.id = r.block_id
      left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
      where r.client_id = $1 and r.construction_id = $2 order by k.position, r.row, r.col ${lock ? 'for no key update of r' : ''}`,
    [clientId, constructionId],
  )

export interface ResidentFields {
  name: string | null
  phone: string | null
  email: string | null
  gender: string | null
  own_or_rent: string | null
}
const sentResident = { name: 'text', phone: 'text', email: 'text', gender: 'text', own_or_rent: 'text' } as const

/** New residents of rooms that have none; their ids by room. */
export const insertResidents = async (db: Db, clientId: number, residents: readonly (ResidentFields & { room_id: number })[]) => {
  const { rows } = await sql<{ id: number; room_id: number }>`
    insert into residents (client_id, room_id, name, phone, email, gender, own_or_rent)
    select ${clientId}, given.* from ${given(residents, { room_id: 'bigint', ...sentResident })} returning id, room_id`.execute(db)
  return new Map(rows.map(({ id, room_id }) => [room_id, id]))
}

/** As the office writes them: a contact that it changes needs no proof, and rests for a day (`office_changed_contact_at`). */
export const updateResidents = (db: Db, clientId: number, residents: readonly (ResidentFields & { id: number })[], now: Date) =>
  sql`
    update residents p set name = given.name, phone = given.phone, email = given.email, gender = given.gender,
      own_or_rent = given.own_or_rent, updated_at = ${now},
      unproven_email = case when p.email is distinct from given.email then null else p.unproven_email end,
      phone_unproven = p.phone_unproven and p.phone is not distinct from given.phone,
      office_changed_contact_at = case when p.email is distinct from given.email or p.phone is distinct from given.phone then ${now}
        else p.office_changed_contact_at end
    from ${given(residents, { id: 'bigint', ...sentResident })} where p.client_id = ${clientId} and p.id = given.id`.execute(db)

export const lockResidents = (db: Db, clientId: number, ids: readonly number[]) =>
  living(db, clientId).where('id', 'in', ids).orderBy('id').select(residentColumns).forUpdate().execute()

/** What messages call rooms: building, room and company. */
export const listPlacesOfRooms = async (
  db: Db,
  clientId: number,
  roomIds: readonly number[],
): Promise<Map<number, { construction_id: number; building: string; room: string; client: string }>> => {
  const rows = await db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as k', 'k.id', 'r.client_id')
    .where('r.client_id', '=', clientId)
    .where('r.id', 'in', roomIds)
    .select(['r.id', 'r.construction_id', 'b.name as building', 'r.name as room', 'k.name as client'])
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

export const insertConfirmation = (
  db: Db,
  clientId: number,
  confirmation: {
    room_id: number
    resident_id: number | null
    token_hash: Buffer
    code_hash: Buffer
    email: string | null
    phone: string | null
    expires_at: Date
  },
) =>
  db
    .insertInto('contact_confirmations')
    .values({ client_id: clientId, ...confirmation })
    .execute()

export const voidConfirmations = (db: Db, clientId: number, roomIds: readonly number[], now: Date) =>
  sql`update contact_confirmations set used_at = ${now} where client_id = ${clientId} and room_id = any(${roomIds}::bigint[]) and used_at is null`.execute(
    db,
  )

export const lockConfirmation = (db: Db, clientId: number, roomId: number, tokenHash: Buffer) =>
  db
    .selectFrom('contact_confirmations')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('token_hash', '=', tokenHash)
    // A room that was settled meanwhile lets nobody in any more (D-03).
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('rooms as r')
          .whereRef('r.client_id', '=', 'contact_confirmations.client_id')
          .whereRef('r.id', '=', 'contact_confirmations.room_id')
          .where('r.closed_at', 'is', null)
          .select('r.id'),
      ),
    )
    .select(['id', 'resident_id', 'code_hash', 'email', 'phone', 'wrong_tries', 'expires_at', 'used_at'])
    .forUpdate()
    .executeTakeFirst()

export const countWrongConfirmation = (db: Db, clientId: number, id: number) =>
  db
    .updateTable('contact_confirmations')
    .set(eb => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export const useConfirmation = (db: Db, clientId: number, id: number, now: Date) =>
  db.updateTable('contact_confirmations').set({ used_at: now }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Everything of the signed-in resident that the pages show, in one query. */
export const presentResident = (db: Db, clientId: number, id: number) =>
  db
    .selectFrom('residents as p')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'p.client_id').onRef('r.id', '=', 'p.room_id'))
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as k', 'k.id', 'p.client_id')
    .where('p.client_id', '=', clientId)
    .where('p.id', '=', id)
    .where('p.discarded_at', 'is', null)
    .select([
      'p.id',
      'p.login_id',
      'p.name',
      'p.gender',
      'p.phone',
      'p.own_or_rent',
      'p.email',
      'p.unproven_email',
      'p.phone_unproven',
      'p.agreed_at',
      'p.reading_mode',
      'r.id as room_id',
      'r.uuid as room_uuid',
      'r.name as room_name',
      'c.id as construction_id',
      'c.uuid as construction_uuid',
      'c.name as construction_name',
      'b.name as building_name',
      'k.uuid as client_uuid',
      'k.cd as client_cd',
      'k.name as client_name',
      'k.logo_path',
    ])
    .executeTakeFirst()

type ResidentActor = Extract<ClientActor, { kind: 'resident' }>

/** Days that were wished for the next visit, each with its part of the day, and by when somebody calls (D-34). */
export interface OwnWish {
  dates: string[]
  dayparts: Daypart[]
  phone: string | null
  call_by: string
}

/** The resident's own room with all that decides over its date, in one query; ids come from the session only. */
const ownRoom = (db: Db, actor: ResidentActor) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as k', 'k.id', 'r.client_id')
    .leftJoin('users as u', join => join.onRef('u.client_id', '=', 'c.client_id').onRef('u.id', '=', 'c.construction_staff_id'))
    .leftJoin('assigns as g', join => join.onRef('g.client_id', '=', 'r.client_id').onRef('g.room_id', '=', 'r.id'))
    .leftJoin('construction_time_frames as f', join =>
      join.onRef('f.client_id', '=', 'g.client_id').onRef('f.id', '=', 'g.construction_time_frame_id'),
    )
    .leftJoin('room_presences as h', join => join.onRef('h.client_id', '=', 'r.client_id').onRef('h.room_id', '=', 'r.id'))
    .leftJoin('schedule_settings as e', join => join.onRef('e.client_id', '=', 'c.client_id').onRef('e.construction_id', '=', 'c.id'))
    .leftJoin('sale_settings as l', 'l.client_id', 'r.client_id')
    .where('r.client_id', '=', actor.clientId)
    .where('r.id', '=', actor.roomId)
    .where('r.construction_id', '=', actor.constructionId)
    .where('c.discarded_at', 'is', null)
    .select([
      'r.id as room_id',
      'r.uuid as room_uuid',
      'r.name as room_name',
      'r.status as room_status',
      'r.reception_status',
      'r.construction_schedule_confirmed_at',
      'r.closed_at',
      'r.date_change_extended_to',
      'r.own_date_changes',
      sql<Date | null>`(select x.visited_at from open_absences x where x.client_id = r.client_id and x.room_id = r.id)`.as('absent_at'),
      sql<OwnWish | null>`(select json_build_object('dates', w.dates, 'dayparts', w.dayparts, 'phone', w.phone, 'call_by', w.call_by)
        from open_revisit_wishes w where w.client_id = r.client_id and w.room_id = r.id)`.as('revisit_wish'),
      sql<
        string | null
      >`(select p.phone from residents p where p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null)`.as(
        'resident_phone',
      ),
      sql<number>`coalesce(l.own_date_change_limit, 2)`.as('own_date_change_limit'),
      sql<ScheduleUnit>`coalesce(e.schedule_unit, 'room')`.as('schedule_unit'),
      'h.presence_method',
      'h.proxy_name',
      'h.proxy_relation',
      'h.proxy_phone',
      'h.consented_at',
      'c.id as construction_id',
      'c.uuid as construction_uuid',
      'c.name as construction_name',
      sql<ConstructionType | null>`c.construction_type`.as('construction_type'),
      'c.manage_no',
      'c.emergency_phone_number',
      'c.briefing_session_at',
      'c.time_per_unit',
      'c.privately_area_start_on',
      'c.privately_area_end_on',
      'c.information_distribution_on',
      'c.schedule_change_end_on',
      'c.option_request_end_on',
      'c.decision_guide_distribution_on',
      'c.detail_schedule_completed_at',
      'c.use_payment',
      'c.use_optional_construction',
      'k.use_optional_construction as client_uses_options',
      'k.use_cash_payment',
      'k.name as client_name',
      'k.construction_staff_default_display_name',
      'u.name as construction_staff_name',
      'b.name as building_name',
      'g.date',
      'g.construction_time_frame_id',
      'f.start_at',
      'f.end_at',
    ])

export const findOwnRoom = (db: Db, actor: ResidentActor) => ownRoom(db, actor).executeTakeFirst()
/** The same, with the room held until the change is done: a second tap waits and then sees the first one's work. */
export const lockOwnRoom = (db: Db, actor: ResidentActor) => ownRoom(db, actor).forUpdate('r').executeTakeFirst()
export type OwnRoomRow = NonNullable<Awaited<ReturnType<typeof findOwnRoom>>>

/** When the own room was closed, for those who only ask whether it still can be written to. */
export const findOwnClosing = async (db: Db, actor: ResidentActor): Promise<{ closed_at: Date | null }> =>
  (await db
    .selectFrom('rooms')
    .where('client_id', '=', actor.clientId)
    .where('id', '=', actor.roomId)
    .select('closed_at')
    .executeTakeFirst()) ?? { closed_at: null }

export interface OwnEventRow {
  id: number
  kind: string
  actor_kind: string
  acting_for: string | null
  at: Date
  before_on: string | null
  before_start_at: string | null
  before_end_at: string | null
  after_on: string | null
  after_start_at: string | null
  after_end_at: string | null
  before_presence: string | null
  after_presence: string | null
  visited_at: Date | null
  wishes: WishedDay[] | null
  /** Who of the family answered; null: the resident. */
  family: { name: string | null } | null
}

/** The room's timeline as far as the resident may read it. What concerned somebody who lived there before is not theirs. */
export const listOwnEvents = (db: Db, actor: ResidentActor, kinds: readonly string[], most: number) =>
  rowsOf<OwnEventRow>(
    db,
    `select e.id, e.kind, e.actor_kind, e.acting_for, e.at,
       e.change->'before'->>'date' as before_on, b.start_at as before_start_at, b.end_at as before_end_at,
       e.change->'after'->>'date' as after_on, a.start_at as after_start_at, a.end_at as after_end_at,
       e.change->'before'->>'presence_method' as before_presence, e.change->'after'->>'presence_method' as after_presence,
       (e.change->>'visited_at')::timestamptz as visited_at, case when e.kind = 'rooms.revisit_wished' then e.change->'wishes' end as wishes,
       case when e.change->>'answered_by' = 'family' then json_build_object('name', v.values->>'answered_by_name') end as family
     from events e
     left join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id
     left join construction_time_frames b on b.client_id = e.client_id and b.construction_id = e.construction_id
       and b.id = (e.change->'before'->>'construction_time_frame_id')::bigint
     left join construction_time_frames a on a.client_id = e.client_id and a.construction_id = e.construction_id
       and a.id = (e.change->'after'->>'construction_time_frame_id')::bigint
     where e.client_id = $1 and e.room_id = $2 and e.resident_visible and e.kind = any($3::text[])
       and (e.subject_type is distinct from 'residents' or e.subject_id = $4 or e.kind like 'assigns.%')
       -- Where the room stands in the schedule is the room's; what somebody did or ordered who lived here before is not.
       and (e.id > coalesce((select max(r.id) from events r
           where r.client_id = $1 and r.room_id = $2 and r.kind = 'residents.removed'), 0)
         or (e.kind like 'assigns.%' and e.actor_kind <> 'resident' and e.acting_for is null))
     order by e.id desc limit $5`,
    [actor.clientId, actor.roomId, kinds, actor.id, most],
  )

/** Marks a session as one that the code alone opened in a dwelling with a login; marks of sessions that ended meanwhile go. */
export const insertCodeSession = async (db: Db, clientId: number, residentId: number, tokenHash: Buffer): Promise<void> => {
  const { id } = await db.selectFrom('sessions').where('token_hash', '=', tokenHash).select('id').executeTakeFirstOrThrow()
  const marked = await db
    .selectFrom('code_sessions')
    .where('client_id', '=', clientId)
    .where('resident_id', '=', residentId)
    .select('session_id')
    .execute()
  const marks = marked.map(mark => mark.session_id)
  const alive = marks.length === 0 ? [] : await db.selectFrom('sessions').where('id', 'in', marks).select('id').execute()
  const ended = marks.filter(mark => !alive.some(session => session.id === mark))
  if (ended.length > 0) await db.deleteFrom('code_sessions').where('client_id', '=', clientId).where('session_id', 'in', ended).execute()
  await db.insertInto('code_sessions').values({ client_id: clientId, session_id: id, resident_id: residentId }).execute()
}

export const isCodeSession = async (db: Db, clientId: number, sessionId: number): Promise<boolean> =>
  (await db
    .selectFrom('code_sessions')
    .where('client_id', '=', clientId)
    .where('session_id', '=', sessionId)
    .select('session_id')
    .executeTakeFirst()) !== undefined

/** A room that the office can reach, by the construction it was asked for. */
export const findRoomForOffice = (db: Db, clientId: number, constructionId: number, roomId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .where('r.id', '=', roomId)
    .where('c.discarded_at', 'is', null)
    .select(['r.id', 'r.status', 'r.closed_at', 'r.date_change_extended_to', 'r.date_change_extension_reason'])
    .forUpdate('r')
    .executeTakeFirst()
