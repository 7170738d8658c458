import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import type { ConstructionType } from '@toguchi/domain/constructions/labels'
import type { Daypart } from '@toguchi/domain/rooms/absence'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { clientValue } from '../platform/database/part-of-client.ts'

/** Everything of the signed-in resident that the pages show, in one query. */
export const presentResident = (db: Db, { partOf, id }: Pick<ResidentActor, 'partOf' | 'id'>) =>
  db
    .selectFrom('residents as res')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'res.client_id').onRef('r.id', '=', 'res.room_id'))
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as cl', 'cl.id', 'res.client_id')
    .where('res.client_id', '=', clientValue(partOf))
    .where('res.id', '=', id)
    .where('res.discarded_at', 'is', null)
    .select([
      'res.id',
      'res.login_id',
      'res.name',
      'res.name_kana',
      'res.gender',
      'res.phone',
      'res.own_or_rent',
      'res.email',
      'res.unproven_email',
      'res.phone_unproven',
      'res.unproven_phone',
      'res.no_messages_since',
      'res.agreed_at',
      'res.reading_size',
      'res.reading_words',
      'r.id as room_id',
      'r.uuid as room_uuid',
      'r.name as room_name',
      'c.id as construction_id',
      'c.uuid as construction_uuid',
      'c.name as construction_name',
      'b.name as building_name',
      'cl.uuid as client_uuid',
      'cl.cd as client_cd',
      'cl.name as client_name',
      'cl.logo_path',
    ])
    .executeTakeFirst()

/** Days that were wished for the next visit, each with its part of the day, and by when somebody calls (D-34). */
export interface OwnWish {
  dates: string[]
  dayparts: Daypart[]
  phone: string | null
  call_by: string
}

/** A dwelling as its session names it, or as the office does that speaks for it. */
type OwnDwelling = Pick<ResidentActor, 'partOf' | 'roomId' | 'constructionId'>

/** The resident's own room with all that decides over its date, in one query; ids come from the session only. */
const ownRoom = (db: Db, actor: OwnDwelling) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('constructions as c', join => join.onRef('c.client_id', '=', 'r.client_id').onRef('c.id', '=', 'r.construction_id'))
    .innerJoin('buildings as b', join => join.onRef('b.client_id', '=', 'c.client_id').onRef('b.id', '=', 'c.building_id'))
    .innerJoin('clients as cl', 'cl.id', 'r.client_id')
    .leftJoin('users as u', join => join.onRef('u.client_id', '=', 'c.client_id').onRef('u.id', '=', 'c.construction_staff_id'))
    .leftJoin('assigns as a', join => join.onRef('a.client_id', '=', 'r.client_id').onRef('a.room_id', '=', 'r.id'))
    .leftJoin('construction_time_frames as f', join =>
      join.onRef('f.client_id', '=', 'a.client_id').onRef('f.id', '=', 'a.construction_time_frame_id'),
    )
    .leftJoin('room_presences as rp', join => join.onRef('rp.client_id', '=', 'r.client_id').onRef('rp.room_id', '=', 'r.id'))
    .leftJoin('schedule_settings as sch', join => join.onRef('sch.client_id', '=', 'c.client_id').onRef('sch.construction_id', '=', 'c.id'))
    .leftJoin('sale_settings as ss', 'ss.client_id', 'r.client_id')
    .where('r.client_id', '=', clientValue(actor.partOf))
    .where('r.id', '=', actor.roomId)
    .where('r.construction_id', '=', actor.constructionId)
    .where('c.discarded_at', 'is', null)
    .select([
      'r.client_id',
      'r.id as room_id',
      'r.uuid as room_uuid',
      'r.name as room_name',
      'r.status as room_status',
      'r.reception_status',
      'r.construction_schedule_confirmed_at',
      'r.closed_at',
      'r.date_change_extended_to',
      'r.own_date_changes',
      sql<Date | null>`(select oa.visited_at from open_absences oa where oa.client_id = ${actor.partOf} and oa.room_id = r.id)`.as(
        'absent_at',
      ),
      sql<OwnWish | null>`(select json_build_object('dates', orw.dates, 'dayparts', orw.dayparts, 'phone', orw.phone, 'call_by', orw.call_by)
        from open_revisit_wishes orw where orw.client_id = ${actor.partOf} and orw.room_id = r.id)`.as('revisit_wish'),
      sql<
        string | null
      >`(select res.phone from residents res where res.client_id = ${actor.partOf} and res.room_id = r.id and res.discarded_at is null)`.as(
        'resident_phone',
      ),
      sql<boolean>`exists (select from earlier_offers eo where eo.client_id = ${actor.partOf} and eo.room_id = r.id and eo.state = 'open'
        and eo.answer_until > app_now())`.as('has_earlier_offer'),
      sql<number>`coalesce(ss.own_date_change_limit, 2)`.as('own_date_change_limit'),
      sql<ScheduleUnit>`coalesce(sch.schedule_unit, 'room')`.as('schedule_unit'),
      'rp.presence_method',
      'rp.proxy_name',
      'rp.proxy_relation',
      'rp.proxy_phone',
      'rp.consented_at',
      'c.id as construction_id',
      'c.uuid as construction_uuid',
      'c.name as construction_name',
      sql<ConstructionType | null>`c.construction_type`.as('construction_type'),
      'c.manage_no',
      'c.emergency_phone_number',
      'c.key_place',
      'c.key_hours',
      'c.contact_phone',
      'c.contact_hours',
      'cl.contact_phone as client_contact_phone',
      'cl.contact_hours as client_contact_hours',
      'c.briefing_session_at',
      'c.time_per_unit',
      'c.privately_area_start_on',
      'c.privately_area_end_on',
      'c.privately_area_holidays',
      'c.preparation_days',
      'c.information_distribution_on',
      'c.schedule_change_end_on',
      'c.option_request_end_on',
      'c.decision_guide_distribution_on',
      'c.detail_schedule_completed_at',
      'c.use_payment',
      'c.use_optional_construction',
      'cl.use_optional_construction as client_uses_options',
      sql<boolean>`cl.use_cash_payment and c.cash_place is not null`.as('use_cash_payment'),
      'cl.name as client_name',
      'cl.construction_staff_default_display_name',
      'u.name as construction_staff_name',
      'b.name as building_name',
      'a.date',
      'a.construction_time_frame_id',
      'f.start_at',
      'f.end_at',
    ])

/** The client of the own dwelling, for what else is to be read and written of it. */
export const findOwnClient = async (db: Db, actor: ResidentActor): Promise<ClientId | undefined> =>
  (
    await db
      .selectFrom('rooms')
      .where('client_id', '=', clientValue(actor.partOf))
      .where('id', '=', actor.roomId)
      .where('construction_id', '=', actor.constructionId)
      .select('client_id')
      .executeTakeFirst()
  )?.client_id

export const findOwnRoom = (db: Db, actor: OwnDwelling) => ownRoom(db, actor).executeTakeFirst()

/**
 * The same, with the room held until the change is done: a second tap waits and then sees the first one's work. It is read by a statement
 * of its own: one that has waited would still see beside the room what stood there when it began.
 */
export const lockOwnRoom = async (db: Db, actor: OwnDwelling) => {
  await db
    .selectFrom('rooms')
    .where('client_id', '=', clientValue(actor.partOf))
    .where('id', '=', actor.roomId)
    .select('id')
    .forUpdate()
    .execute()
  return findOwnRoom(db, actor)
}

export type OwnRoomRow = NonNullable<Awaited<ReturnType<typeof findOwnRoom>>>

/** When the own room was closed, for those who only ask whether it still can be written to. */
export const findOwnClosing = async (db: Db, actor: ResidentActor): Promise<{ closed_at: Date | null }> =>
  (await db
    .selectFrom('rooms')
    .where('client_id', '=', clientValue(actor.partOf))
    .where('id', '=', actor.roomId)
    .select('closed_at')
    .executeTakeFirst()) ?? { closed_at: null }
