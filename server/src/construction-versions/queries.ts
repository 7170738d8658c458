import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'

/** A change of the schedule: drafts made on the state before are stale from now on. */
export const markScheduleChanged = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .updateTable('constructions')
    .set(eb => ({ schedule_lock_version: eb('schedule_lock_version', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .execute()

/** From this moment residents choose their dates (G-SCH-23). */
export const markScheduleCompleted = (db: Db, clientId: ClientId, constructionId: number, at: Date) =>
  db
    .updateTable('constructions')
    .set({ detail_schedule_completed_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .where('detail_schedule_completed_at', 'is', null)
    .execute()

/** Days off of the private area that the schedule sets; forms that began before are old from now on. */
export const setPrivatelyAreaHolidays = (db: Db, clientId: ClientId, constructionId: number, days: readonly string[], now: Date) =>
  db
    .updateTable('constructions')
    .set(eb => ({ privately_area_holidays: days.toSorted(), updated_at: now, lock_version: eb('lock_version', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .execute()

/** The version of the room grid; before the grid itself is read, so that a save in between makes it old and not new. */
export const findCompositionVersion = async (db: Db, clientId: ClientId, constructionId: number): Promise<number> =>
  (
    await db
      .selectFrom('constructions')
      .where('client_id', '=', clientId)
      .where('id', '=', constructionId)
      .select('composition_version')
      .executeTakeFirst()
  )?.composition_version ?? 0

/** The room grid was saved: forms that began before are old from now on. */
export const bumpCompositionVersion = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .updateTable('constructions')
    .set(eb => ({ composition_version: eb('composition_version', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .execute()

/** The number of dwellings that staff entered; null means the rooms are counted (G-ROOM-12). */
export const setNumberOfHouses = (db: Db, clientId: ClientId, constructionId: number, houses: number | null) =>
  db
    .updateTable('constructions')
    .set({ number_of_houses: houses })
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .execute()
