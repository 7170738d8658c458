/** Front door of the constructions slice. */
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database.ts'
import { notFound } from '../platform/problem.ts'
import { lockConstruction, reachConstructions } from './queries.ts'

export { countByStatus, listConstructions, reachConstructions } from './queries.ts'
export { presentFlat } from './present.ts'
export { notify, notifyInClient } from './notify/notify.ts'
export { markScheduleChanged, markScheduleCompleted, setNumberOfHouses } from './marks/queries.ts'

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
