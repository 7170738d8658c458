/** Front door of the constructions slice. */
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database.ts'
import { notFound } from '../platform/problem.ts'
import { lockConstruction, reachConstructions, updateConstruction } from './queries.ts'

export { countByStatus, listConstructions, reachConstructions } from './queries.ts'
export { presentFlat } from './present.ts'
export { notify, notifyInClient } from './notify/notify.ts'
export { markScheduleChanged, markScheduleCompleted } from './schedule-marks/queries.ts'

/** The row of a construction within reach: craftsmen's where they are named, residents' own; else not found. */
export const findReachableConstruction = async (db: Db, actor: ClientActor, id: number) => {
  const row = await reachConstructions(db, actor).where('c.id', '=', id).selectAll('c').executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The same, held until the transaction ends. */
export const lockReachableConstruction = async (db: Db, actor: ClientActor, id: number) => {
  const row = await lockConstruction(db, actor, id)
  if (!row) throw notFound()
  return row
}

/** The house count is entered with the room composition, which is the rooms' page (G-ROOM-11). */
export const setNumberOfHouses = (db: Db, clientId: number, id: number, number_of_houses: number | null, now: Date) =>
  updateConstruction(db, clientId, id, { number_of_houses }, now)
