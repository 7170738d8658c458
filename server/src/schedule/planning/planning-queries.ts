import type { ClientId } from '@toguchi/domain/access/actor'
import type { Wish } from '@toguchi/domain/schedule/contract'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import type { CrewFramesForm } from '@toguchi/domain/schedule/planning-contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The crews in the order in which frame numbers run over them (D-25), each with the days it cannot come. */
export const listCrews = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('assigned_contractors as ac')
    .innerJoin('contractors as ct', join => join.onRef('ct.client_id', '=', 'ac.client_id').onRef('ct.id', '=', 'ac.contractor_id'))
    .where('ac.client_id', '=', clientId)
    .where('ac.construction_id', '=', constructionId)
    .where('ac.discarded_at', 'is', null)
    .orderBy('ac.position')
    .orderBy('ac.id')
    .select([
      'ac.id as assigned_contractor_id',
      'ac.contractor_id',
      'ct.name',
      sql<string[]>`array(select ca.date from crew_absences ca where ca.client_id = ${clientId} and ca.assigned_contractor_id = ac.id
        order by ca.date)`.as('absent_dates'),
    ])
    .execute()

/** How the regular frames of each time frame are shared among the crews, in the crews' order. */
export const listCrewFrames = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('crew_frames as cfr')
    .innerJoin('assigned_contractors as ac', join =>
      join.onRef('ac.client_id', '=', 'cfr.client_id').onRef('ac.id', '=', 'cfr.assigned_contractor_id').on('ac.discarded_at', 'is', null),
    )
    .where('cfr.client_id', '=', clientId)
    .where('cfr.construction_id', '=', constructionId)
    .orderBy('ac.position')
    .orderBy('ac.id')
    .select(['cfr.construction_time_frame_id', 'cfr.assigned_contractor_id', 'cfr.frame_count'])
    .execute()

/** How the construction is planned; what is not given stays as it was. */
export const saveScheduleSettings = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  settings: { schedule_unit: ScheduleUnit; spare_percent: number },
) =>
  db
    .insertInto('schedule_settings')
    .values({ client_id: clientId, construction_id: constructionId, ...settings })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet(settings))
    .execute()

/** The shares of all crews anew. */
export const replaceCrewFrames = async (db: Db, clientId: ClientId, constructionId: number, shares: readonly CrewFramesForm[]) => {
  await db.deleteFrom('crew_frames').where('client_id', '=', clientId).where('construction_id', '=', constructionId).execute()
  if (shares.length === 0) return
  await sql`insert into crew_frames (client_id, construction_id, construction_time_frame_id, assigned_contractor_id, frame_count)
    select ${clientId}, ${constructionId}, * from unnest(${shares.map(share => share.construction_time_frame_id)}::bigint[],
      ${shares.map(share => share.assigned_contractor_id)}::bigint[], ${shares.map(share => share.frame_count)}::int[]) returning construction_time_frame_id`.execute(
    db,
  )
}

/** The days off of the given crews anew; other crews keep theirs. */
export const replaceCrewAbsences = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  absences: readonly { assigned_contractor_id: number; dates: readonly string[] }[],
) => {
  const crews = absences.map(absence => absence.assigned_contractor_id)
  const days = absences.flatMap(({ assigned_contractor_id, dates }) => dates.map(date => ({ assigned_contractor_id, date })))
  await sql`delete from crew_absences where client_id = ${clientId} and construction_id = ${constructionId}
    and assigned_contractor_id = any(${crews}::bigint[])`.execute(db)
  if (days.length === 0) return
  await sql`insert into crew_absences (client_id, construction_id, assigned_contractor_id, date)
    select ${clientId}, ${constructionId}, * from unnest(${days.map(day => day.assigned_contractor_id)}::bigint[],
      ${days.map(day => day.date)}::date[]) returning date`.execute(db)
}

/** What the resident of a room told us about dates; null takes it away. */
export const saveWishRow = (db: Db, clientId: ClientId, constructionId: number, roomId: number, wish: Wish | null) =>
  wish === null
    ? db.deleteFrom('room_wishes').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()
    : db
        .insertInto('room_wishes')
        .values({ client_id: clientId, construction_id: constructionId, room_id: roomId, ...wish })
        .onConflict(conflict => conflict.columns(['client_id', 'room_id']).doUpdateSet(wish))
        .execute()

/** Crews of the construction that nobody is named for yet (D-27). */
export const listCrewsWithoutCraftsmen = async (db: Db, clientId: ClientId, constructionId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select ct.name from assigned_contractors ac join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
    where ac.client_id = ${clientId} and ac.construction_id = ${constructionId} and ac.discarded_at is null
      and not exists (select from assigned_craftsmans am where am.client_id = ${clientId} and am.assigned_contractor_id = ac.id)
    order by ac.position, ac.id`.execute(db)
  return rows.map(row => row.name)
}

/** What a resident wished for is of no use once the room is closed, and its note may say why. */
export const eraseWishes = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  db.deleteFrom('room_wishes').where('client_id', '=', clientId).where('room_id', 'in', roomIds).execute()
