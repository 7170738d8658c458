import type { Actor, OfficeActor, WorkerActor } from '@toguchi/domain/access/actor'
import { inUseText, nameTakenText } from '@toguchi/domain/masters/labels'
import type { UsedBy } from '@toguchi/domain/masters/used-by-contract'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { invalid, notFound, onConstraint, refused } from '../platform/http/problem.ts'
import { discardMaster, findMaster, insertMaster, lockMaster, type Master, updateMaster } from './queries.ts'

type Values = Record<string, unknown>
interface Usage {
  used_by?: readonly UsedBy[] | undefined
  used_by_count?: number | undefined
}

/** The row without what uses it for craftsmen: they read of the constructions they are on, and of no other, not even how many. */
export const withoutUses = <Row>(actor: Actor, row: Row & Usage): Row => {
  if (actor.kind !== 'craftsman') return row
  const { used_by: _uses, used_by_count: _count, ...rest } = row
  return rest as Row
}

const nameTaken = ({ table }: Master) => ({ [`${table}_name_key`]: () => invalid({ name: [nameTakenText] }) })

const record = (db: Db, actor: OfficeActor, { table }: Master, id: number, verb: 'created' | 'updated' | 'deleted', change: Values) =>
  recordEvent(db, { kind: `${table}.${verb}`, actor, clientId: actor.clientId, subject: { type: table, id }, change })

/** The row as answers show it; another client's is not found. */
export const showMaster = async <R>(db: Db, actor: WorkerActor, master: Master, id: number): Promise<R> => {
  const row = await findMaster<R>(db, master, actor, id)
  if (!row) throw notFound()
  return withoutUses(actor, row)
}

/** Adds a row; a name that is taken is an error of the field (G-MAS-03). */
export const createMaster = async (db: Db, actor: OfficeActor, master: Master, values: Values): Promise<number> => {
  const id = await onConstraint(insertMaster(db, master, actor.clientId, values), nameTaken(master))
  await record(db, actor, master, id, 'created', { after: values })
  return id
}

/** Changes the fields that were sent. */
export const changeMaster = async (db: Db, actor: OfficeActor, master: Master, id: number, values: Values): Promise<void> => {
  const before = await lockMaster(db, master, actor.clientId, id)
  if (!before) throw notFound()
  await onConstraint(updateMaster(db, master, actor.clientId, id, values), nameTaken(master))
  const changed = Object.keys(values).filter(column => before[column] !== values[column])
  const pick = (row: Values) => Object.fromEntries(changed.map(column => [column, row[column]]))
  await record(db, actor, master, id, 'updated', { before: pick(before), after: pick(values) })
}

/** A refusal that says what uses the row, so that the caller can go there; a row of `withoutUses` says nothing of it. */
export const inUse = ({ used_by, used_by_count }: Usage, sentence = inUseText, code = 'in_use') =>
  refused(sentence, code, used_by === undefined ? {} : { used_by, used_by_count })

/** Hides a row that nothing uses any more (G-MAS-05, G-API-15). */
export const deleteMaster = async (db: Db, actor: OfficeActor, master: Master, id: number, at: Date): Promise<void> => {
  if (!(await lockMaster(db, master, actor.clientId, id))) throw notFound()
  const row = await findMaster<Values & Usage & { can_delete: boolean }>(db, master, actor, id)
  if (!row) throw notFound()
  if (!row.can_delete) throw inUse(row)
  await discardMaster(db, master, actor.clientId, id, at)
  const name = master.named ?? 'name'
  await record(db, actor, master, id, 'deleted', { before: { [name]: row[name] } })
}
