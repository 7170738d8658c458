import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { judgeConstraints, type JudgeTime } from '../platform/database/judge-constraints.ts'
import { clientValueOf } from '../platform/database/part-of-client.ts'
import type { SpareState } from './saving/batch-queries.ts'

/** When a room of the construction was last placed or moved. */
export const findLastMove = async (db: Db, clientId: ClientId, constructionId: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('assigns')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', constructionId)
      .select(eb => eb.fn.max('updated_at').as('at'))
      .executeTakeFirst()
  )?.at ?? null

export const listSpareFrames = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('spare_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('date')
    .orderBy('construction_time_frame_id')
    .orderBy('frame_number')
    .select(['id', 'date', 'construction_time_frame_id', 'frame_number', 'released_at'])
    .execute()

/** Frames with a room. */
export const listTakenPlaces = (db: Db, clientId: ClientId, constructionId: number): Promise<(FramePlace & { room_id: number })[]> =>
  db
    .selectFrom('assigns')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .select(['room_id', 'date', 'construction_time_frame_id', 'frame_number'])
    .execute()

/** Frames that other residents are looking at just now (D-06). */
export const listReservedPlaces = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  exceptRoomId: number | null,
  now: Date,
): Promise<FramePlace[]> =>
  db
    .selectFrom('frame_holds')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('room_id', '<>', exceptRoomId ?? 0)
    .where('expires_at', '>', now)
    .select(['date', 'construction_time_frame_id', 'frame_number'])
    .execute()

/** Many rooms change places at once: two may swap, so the keys are judged when all stand where they should. */
export const judgePlaces = (db: Db, clientId: ClientId, time: JudgeTime) =>
  judgeConstraints(db, clientId, ['assigns_frame_key', 'assigns_room_key'], time)

export const deleteAssignsOf = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  sql`delete from assigns where client_id = ${clientId} and room_id = any(${roomIds}::bigint[])`.execute(db)

/** Puts rooms into places, new or moved, in one statement. The room keeps its row: notes, photos and orders hang on it. */
export const placeRooms = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  places: readonly (FramePlace & { room_id: number })[],
  now: Date,
) =>
  sql`
    with given as (
      select * from unnest(${places.map(place => place.room_id)}::bigint[], ${places.map(place => place.date)}::date[],
        ${places.map(place => place.construction_time_frame_id)}::bigint[], ${places.map(place => place.frame_number)}::int[])
        as given (room_id, date, construction_time_frame_id, frame_number)),
    moved as (
      update assigns set date = given.date, construction_time_frame_id = given.construction_time_frame_id, frame_number = given.frame_number, updated_at = ${now}
      from given where assigns.client_id = ${clientId} and assigns.construction_id = ${constructionId} and assigns.room_id = given.room_id
      returning assigns.room_id)
    insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number, created_at, updated_at)
    select ${clientId}, ${constructionId}, given.room_id, given.date, given.construction_time_frame_id, given.frame_number, ${now}, ${now}
    from given where given.room_id not in (select room_id from moved) returning room_id`.execute(db)

export const insertSpareFrames = (db: Db, clientId: ClientId, constructionId: number, spares: readonly SpareState[]) =>
  sql`insert into spare_frames (client_id, construction_id, construction_time_frame_id, date, frame_number, released_at)
    select ${clientId}, ${constructionId}, * from unnest(${spares.map(({ place }) => place.construction_time_frame_id)}::bigint[],
      ${spares.map(({ place }) => place.date)}::date[], ${spares.map(({ place }) => place.frame_number)}::int[],
      ${spares.map(spare => spare.released_at)}::timestamptz[]) returning id`.execute(db)

export const deleteSpareFrames = (db: Db, clientId: ClientId, constructionId: number, places: readonly FramePlace[]) =>
  sql`delete from spare_frames spf using ${givenPlaces(places)}
    where spf.client_id = ${clientId} and spf.construction_id = ${constructionId} and spf.date = given.date
      and spf.construction_time_frame_id = given.construction_time_frame_id and spf.frame_number = given.frame_number`.execute(db)

/** From when on residents are offered the spare frames; null offers them no longer (D-24). */
export const releaseSpareFrames = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  spares: readonly { place: FramePlace; after: string | null }[],
) =>
  sql`update spare_frames spf set released_at = given.released_at
    from unnest(${spares.map(({ place }) => place.date)}::date[], ${spares.map(({ place }) => place.construction_time_frame_id)}::bigint[],
      ${spares.map(({ place }) => place.frame_number)}::int[], ${spares.map(({ after }) => after)}::timestamptz[])
      as given (date, construction_time_frame_id, frame_number, released_at)
    where spf.client_id = ${clientId} and spf.construction_id = ${constructionId} and spf.date = given.date
      and spf.construction_time_frame_id = given.construction_time_frame_id and spf.frame_number = given.frame_number`.execute(db)

const givenPlaces = (places: readonly FramePlace[]) =>
  sql`unnest(${places.map(place => place.date)}::date[], ${places.map(place => place.construction_time_frame_id)}::bigint[],
    ${places.map(place => place.frame_number)}::int[]) as given (date, construction_time_frame_id, frame_number)`

/**
 * Holds a place for a room for a while, taking over a hold that has run out; false when somebody else has it (D-06). What is kept for the
 * room by an offer stays kept as long as it was.
 */
export const reservePlace = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomId: number,
  place: FramePlace,
  now: Date,
  until: Date,
): Promise<boolean> => {
  await releaseReservation(db, clientId, roomId)
  const { rows } = await sql`
    insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, expires_at)
    values (${clientId}, ${constructionId}, ${place.date}, ${place.construction_time_frame_id}, ${place.frame_number}, ${roomId}, ${until})
    on conflict (client_id, construction_id, date, construction_time_frame_id, frame_number)
    do update set room_id = excluded.room_id,
      offer_id = case when frame_holds.expires_at <= ${now} then null else frame_holds.offer_id end,
      expires_at = case when frame_holds.expires_at <= ${now} then excluded.expires_at else greatest(frame_holds.expires_at, excluded.expires_at) end
      where frame_holds.expires_at <= ${now} or frame_holds.room_id = excluded.room_id
    returning room_id`.execute(db)
  return rows.length === 1
}

/** Keeps a frame for a room until its offer is answered; false when somebody looks at it just now. */
export const holdForOffer = async (
  db: Db,
  clientId: ClientId,
  hold: FramePlace & { construction_id: number; room_id: number; offer_id: number; expires_at: Date },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, offer_id, expires_at)
    values (${clientId}, ${hold.construction_id}, ${hold.date}, ${hold.construction_time_frame_id}, ${hold.frame_number}, ${hold.room_id},
      ${hold.offer_id}, ${hold.expires_at})
    on conflict (client_id, construction_id, date, construction_time_frame_id, frame_number)
    do update set room_id = excluded.room_id, offer_id = excluded.offer_id, expires_at = excluded.expires_at
      where frame_holds.expires_at <= ${now}
    returning room_id`.execute(db)
  return rows.length === 1
}

export const releaseOfferedFrame = (db: Db, clientId: ClientId, offerId: number) =>
  db.deleteFrom('frame_holds').where('client_id', '=', clientId).where('offer_id', '=', offerId).execute()

/** Holds that have run out; a room has one at most, but rooms are many. */
export const deleteExpiredReservations = (db: Db, clientId: ClientId, now: Date) =>
  db.deleteFrom('frame_holds').where('client_id', '=', clientId).where('expires_at', '<=', now).execute()

/** What a room looked at; what an offer keeps for it stays. */
export const releaseReservation = (db: Db, clientId: ClientId, roomId: number) =>
  db.deleteFrom('frame_holds').where('client_id', '=', clientId).where('room_id', '=', roomId).where('offer_id', 'is', null).execute()

/** A resident lets go of what was kept for the own dwelling. */
export const releaseOwnReservation = (db: Db, actor: ResidentActor) =>
  db
    .deleteFrom('frame_holds')
    .where('client_id', '=', clientValueOf(actor))
    .where('room_id', '=', actor.roomId)
    .where('offer_id', 'is', null)
    .execute()
