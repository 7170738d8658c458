import type { OfficeActor } from '@toguchi/domain/access/actor'
import { twoLevelsText } from '@toguchi/domain/contractors/labels'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid } from '../platform/http/problem.ts'
import type { RowChange } from '../platform/database/row-change.ts'
import { saveRows } from '../platform/database/save-rows.ts'
import { type ContractorFields, insertContractors, listEveryContractor, updateContractors } from './queries.ts'

type Changes = readonly RowChange<ContractorFields>[]

/** Rows that would make a third level, as everything will stand when all of them are written (G-CRA-01). By place in `changes`. */
export const checkContractors = async (
  db: Db,
  actor: OfficeActor,
  changes: Changes,
): Promise<Map<number, { key: string; text: string }>> => {
  const primaries = new Map((await listEveryContractor(db, actor.clientId, false)).map(row => [row.id, row.primary_contractor_id]))
  for (const { before, after } of changes) if (before) primaries.set(before.id, after.primary_contractor_id)
  const withChildren = new Set(primaries.values())
  for (const { after } of changes) withChildren.add(after.primary_contractor_id)
  const refusals = new Map<number, { key: string; text: string }>()
  for (const [at, { before, after }] of changes.entries()) {
    const primary = after.primary_contractor_id
    if (primary === null) continue
    const own = before !== null && (primary === before.id || withChildren.has(before.id))
    if (own || primaries.get(primary) !== null) refusals.set(at, { key: 'primary_contractor_id', text: twoLevelsText })
  }
  return refusals
}

/** Adds and changes many contractors that were checked. */
export const saveContractors = async (db: Db, actor: OfficeActor, changes: Changes): Promise<void> => {
  const { clientId } = actor
  const saved = await saveRows(changes, {
    update: rows => updateContractors(db, clientId, rows),
    insert: rows => insertContractors(db, clientId, rows),
    key: ({ name }) => name,
    problems: { contractors_name_key: () => invalid({ name: [nameTakenText] }) },
  })
  await recordSubjectEvents(
    db,
    saved.map(({ id, before, after }) => ({
      kind: before ? 'contractors.updated' : 'contractors.created',
      actor,
      clientId,
      subject: { type: 'contractors', id },
      change: before ? { before, after } : { after },
    })),
  )
}
