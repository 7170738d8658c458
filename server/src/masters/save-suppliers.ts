import type { OfficeActor } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { recordSubjectEvents } from '../platform/events.ts'
import { invalid } from '../platform/http/problem.ts'
import { changedFields, type RowChange } from '../platform/database/row-change.ts'
import { partsOf } from '../platform/database/rows.ts'
import { saveRows } from '../platform/database/save-rows.ts'
import { insertSuppliers, insertSupplierStaffs, type SupplierFields, updateSuppliers } from './queries.ts'

type SupplierRow = SupplierFields & { supplier_staffs_attributes?: { id?: number | undefined; name?: string | undefined }[] | undefined }

/** Adds and changes many suppliers; their people are added only, so that nobody loses a construction by a list that forgot them. */
export const saveSuppliers = async (db: Db, actor: OfficeActor, changes: readonly RowChange<SupplierRow>[]): Promise<void> => {
  const { clientId } = actor
  const saved = await saveRows(changes, {
    update: rows => updateSuppliers(db, clientId, rows),
    insert: rows => insertSuppliers(db, clientId, rows),
    key: ({ name }) => name,
    problems: { suppliers_name_key: () => invalid({ name: [nameTakenText] }) },
  })
  const people = saved.flatMap(({ id, after }) =>
    (after.supplier_staffs_attributes ?? []).flatMap((person, position) =>
      person.id === undefined && person.name !== undefined ? [{ supplier_id: id, name: person.name, position }] : [],
    ),
  )
  for (const part of partsOf(people)) await insertSupplierStaffs(db, clientId, part)
  await recordSubjectEvents(
    db,
    saved.map(({ id, before, after: { supplier_staffs_attributes: _people, ...after } }) => ({
      kind: before ? 'suppliers.updated' : 'suppliers.created',
      actor,
      clientId,
      subject: { type: 'suppliers', id },
      change: before ? changedFields<SupplierFields>(before, after, ['name', 'address', 'representative_phone']) : { after },
    })),
  )
}
