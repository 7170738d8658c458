import type { ClientActor } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid, onConstraint } from '../platform/problem.ts'
import { changedFields, type RowChange } from '../platform/row-change.ts'
import { partsOf } from '../platform/rows.ts'
import { insertSuppliers, insertSupplierStaffs, type SupplierFields, updateSuppliers } from './queries.ts'

type SupplierRow = SupplierFields & { supplier_staffs_attributes?: { id?: number | undefined; name: string }[] | undefined }

/** Adds and changes many suppliers; their people are added only, so that nobody loses a construction by a list that forgot them. */
export const saveSuppliers = async (db: Db, actor: ClientActor, changes: readonly RowChange<SupplierRow>[]): Promise<void> => {
  const { clientId } = actor
  for (const part of partsOf(changes)) {
    const added = part.flatMap(({ before, after }) => (before ? [] : [after]))
    const changed = part.flatMap(({ before, after }) => (before ? [{ ...after, id: before.id }] : []))
    const save = async () => {
      if (changed.length > 0) await updateSuppliers(db, clientId, changed)
      return added.length > 0 ? insertSuppliers(db, clientId, added) : new Map<string, number>()
    }
    const ids = await onConstraint(save(), { suppliers_name_key: () => invalid({ name: [nameTakenText] }) })
    const placed = part.map(({ before, after }) => ({ id: before?.id ?? ids.get(after.name) ?? 0, before, after }))
    const people = placed.flatMap(({ id, after }) =>
      (after.supplier_staffs_attributes ?? []).flatMap((person, position) =>
        person.id === undefined ? [{ supplier_id: id, name: person.name, position }] : [],
      ),
    )
    if (people.length > 0) await insertSupplierStaffs(db, clientId, people)
    await recordSubjectEvents(
      db,
      placed.map(({ id, before, after: { supplier_staffs_attributes: _people, ...after } }) => ({
        kind: before ? 'suppliers.updated' : 'suppliers.created',
        actor,
        clientId,
        subject: { type: 'suppliers', id },
        change: before ? changedFields<SupplierFields>(before, after, ['name', 'address', 'representative_phone']) : { after },
      })),
    )
  }
}
