import type { ClientId, CraftsmanActor, ResidentActor } from '@toguchi/domain/access/actor'
import type { CrewFrames } from '@toguchi/domain/schedule/crews'
import { sql } from 'kysely'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** Whose feed it is: one of the two is null. */
export interface FeedOwner {
  client_id: ClientId
  resident_id: number | null
  user_id: number | null
}

/** Whoever asks, as the owner of feeds, with the name of their host. */
export const findFeedOwner = async (db: Db, actor: ResidentActor | CraftsmanActor) =>
  (
    await rowsOf<FeedOwner & { client_cd: string; client_uuid: string }>(
      db,
      actor.kind === 'resident'
        ? `select res.client_id, res.id as resident_id, null::bigint as user_id, cl.cd as client_cd, cl.uuid as client_uuid
           from residents res join clients cl on cl.id = res.client_id where res.client_id = $1 and res.id = $2 and res.discarded_at is null`
        : `select u.client_id, null::bigint as resident_id, u.id as user_id, cl.cd as client_cd, cl.uuid as client_uuid
           from users u join clients cl on cl.id = u.client_id where u.client_id = $1 and u.id = $2 and u.discarded_at is null`,
      [actor.partOf, actor.id],
    )
  )[0]

export const countFeeds = async (db: Db, { client_id, resident_id, user_id }: FeedOwner): Promise<number> =>
  (
    await rowsOf<{ count: number }>(
      db,
      `select count(*)::int as count from calendar_feeds cfe
       where cfe.client_id = $1 and (cfe.resident_id = $2 or cfe.user_id = $3)`,
      [client_id, resident_id, user_id],
    )
  )[0]?.count ?? 0

/** A new link; the newest `most` stay. */
export const insertFeed = async (
  db: Db,
  { client_id, resident_id, user_id }: FeedOwner,
  token_hash: Buffer,
  created_at: Date,
  most: number,
): Promise<void> => {
  await db.insertInto('calendar_feeds').values({ client_id, resident_id, user_id, token_hash, created_at }).execute()
  await sql`delete from calendar_feeds where client_id = ${client_id} and id in (
      select cfe.id from calendar_feeds cfe
      where cfe.client_id = ${client_id} and (cfe.resident_id = ${resident_id} or cfe.user_id = ${user_id})
      order by cfe.id desc offset ${most})`.execute(db)
}

/** Ends the links of these accounts. */
export const endFeeds = (db: Db, clientId: ClientId, accounts: { residentIds?: readonly number[]; userIds?: readonly number[] }) =>
  sql`delete from calendar_feeds where client_id = ${clientId}
    and (resident_id = any(${[...(accounts.residentIds ?? [])]}::bigint[]) or user_id = any(${[...(accounts.userIds ?? [])]}::bigint[]))`.execute(
    db,
  )

/** The client of an address, unless it has ended: asked before anything of it is known (D-13). */
export const findClientOfFeeds = (db: Db, uuid: string) =>
  db.selectFrom('clients').where('uuid', '=', uuid).where('status', '!=', 'terminated').select('id').executeTakeFirst()

/** A link whose account lives: a resident who left and a craftsman who was discarded have none. */
export const findFeed = async (db: Db, clientId: ClientId, tokenHash: Buffer) =>
  (
    await rowsOf<FeedOwner & { room_id: number | null; closed_at: Date | null }>(
      db,
      `select cfe.client_id, res.id as resident_id, u.id as user_id, r.id as room_id, r.closed_at
       from calendar_feeds cfe
       left join residents res on res.client_id = cfe.client_id and res.id = cfe.resident_id and res.discarded_at is null
       left join rooms r on r.client_id = res.client_id and r.id = res.room_id
       left join users u on u.client_id = cfe.client_id and u.id = cfe.user_id and u.discarded_at is null and u.type = 'Craftsman'
       where cfe.client_id = $1 and cfe.token_hash = $2 and (r.id is not null or u.id is not null)`,
      [clientId, tokenHash],
    )
  )[0]

export interface VisitRow {
  room_uuid: string
  construction_uuid: string
  room_name: string
  construction_id: number
  construction_name: string | null
  building_name: string
  date: string
  start_at: string
  end_at: string
  construction_time_frame_id: number
  frame_number: number
  /** How often its place was written: calendars take what counts higher. */
  moves: number
  changed_at: Date
}

const visitColumns = `r.uuid as room_uuid, c.uuid as construction_uuid, r.name as room_name, c.id as construction_id, c.name as construction_name, b.name as building_name,
  a.date, f.start_at, f.end_at, a.construction_time_frame_id, a.frame_number, placed.moves, coalesce(placed.changed_at, a.created_at) as changed_at`
/** Visits of schedules that are fixed: before that they may still move (G-RES-13). */
const visitTables = `assigns a
  join rooms r on r.client_id = a.client_id and r.id = a.room_id
  join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
  join constructions c on c.client_id = a.client_id and c.id = a.construction_id and c.discarded_at is null
    and c.detail_schedule_completed_at is not null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  cross join lateral (select count(*)::int as moves, max(e.at) as changed_at from events e
    where e.client_id = $1 and e.room_id = r.id and e.kind in ('assigns.placed', 'assigns.moved', 'assigns.removed')) placed`

/** When the room is visited; a visit in vain is over, and the next one has no date yet (D-34). */
export const listVisitsOfRoom = (db: Db, clientId: ClientId, roomId: number): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(
    db,
    `select ${visitColumns} from ${visitTables}
     where a.client_id = $1 and a.room_id = $2
       and not exists (select from open_absences oa where oa.client_id = $1 and oa.room_id = r.id)`,
    [clientId, roomId],
  )

/** Visits since a day of the constructions that a craftsman is named for, in the order of time. */
export const listVisitsOfCraftsman = (db: Db, clientId: ClientId, craftsmanId: number, since: string): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(
    db,
    `select ${visitColumns} from ${visitTables}
     where a.client_id = $1 and a.date >= $3::date and ${namesCraftsmanText('$2')}
     order by a.date, f.start_at, r.id limit 3000`,
    [clientId, craftsmanId, since],
  )

export interface ShareRow extends CrewFrames {
  construction_time_frame_id: number
  own: boolean
}

/** How the frames of these constructions are shared among their crews, in the crews' order (D-25), and which are the craftsman's own. */
export const listShares = (db: Db, clientId: ClientId, craftsmanId: number, constructionIds: readonly number[]): Promise<ShareRow[]> =>
  rowsOf<ShareRow>(
    db,
    `select cfr.construction_time_frame_id, cfr.assigned_contractor_id, cfr.frame_count,
       exists (select from assigned_craftsmans am where am.client_id = $1 and am.assigned_contractor_id = ac.id and am.craftsman_id = $2) as own
     from crew_frames cfr
     join assigned_contractors ac on ac.client_id = cfr.client_id and ac.id = cfr.assigned_contractor_id and ac.discarded_at is null
     where cfr.client_id = $1 and cfr.construction_id = any($3::bigint[]) order by ac.position, ac.id`,
    [clientId, craftsmanId, [...constructionIds]],
  )
