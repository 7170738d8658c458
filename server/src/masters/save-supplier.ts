import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { Supplier, SupplierStaff } from '@toguchi/domain/masters/contract'
import { inUseText } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import { notFound, onConstraint, refused } from '../platform/http/problem.ts'
import { changeMaster, createMaster, showMaster } from './change-master.ts'
import { refuseChangedByBoth } from './changed-by-both.ts'
import { deleteSupplierStaff, insertSupplierStaff, lockMaster, staffsOf, suppliers, updateSupplierStaff } from './queries.ts'

interface Person {
  id?: number | undefined
  name?: string | undefined
  _destroy: boolean
}
interface SupplierForm extends Record<string, unknown> {
  supplier_staffs_attributes?: Person[] | undefined
  /** What the changed fields said when they were read. */
  read?: Record<string, unknown> | undefined
}

/**
 * Creates (no id) or changes a supplier together with its people: all of it or nothing. People who are not sent stay as they are, and so do
 * their names; two who change different people keep both (decision 075).
 */
export const saveSupplier = async (
  db: Db,
  actor: OfficeActor,
  id: number | null,
  { read, ...form }: SupplierForm,
): Promise<{ supplier: Supplier; supplier_staffs: SupplierStaff[] }> => {
  if (id !== null && read !== undefined) await refuseTwoWriters(db, actor, id, read, form)
  const { supplier_staffs_attributes: people = [], ...details } = form
  if (id !== null) await changeMaster(db, actor, suppliers, id, details)
  const supplierId = id ?? (await createMaster(db, actor, suppliers, details))
  const staffIds = await staffsOf(db, actor.clientId, supplierId)
  for (const [position, person] of people.entries())
    await savePerson(db, actor.clientId, supplierId, new Set(staffIds.map(staff => staff.id)), person, position)
  const { supplier_staffs, ...supplier } = await showSupplier(db, actor, supplierId)
  return { supplier, supplier_staffs }
}

/** A supplier with its people. */
export const showSupplier = async (db: Db, actor: OfficeActor, id: number): Promise<Supplier & { supplier_staffs: SupplierStaff[] }> => ({
  ...(await showMaster<Supplier>(db, actor, suppliers, id)),
  supplier_staffs: await staffsOf(db, actor.clientId, id),
})

const refuseTwoWriters = async (db: Db, actor: OfficeActor, id: number, read: Record<string, unknown>, form: SupplierForm) => {
  if (!(await lockMaster(db, suppliers, actor.clientId, id))) throw notFound()
  const supplier = await showSupplier(db, actor, id)
  refuseChangedByBoth(read, form, { ...supplier }, { supplier })
}

const savePerson = async (
  db: Db,
  clientId: ClientId,
  supplierId: number,
  staffIds: ReadonlySet<number>,
  person: Person,
  position: number,
) => {
  const { id, name } = person
  if (id === undefined) {
    if (!person._destroy && name !== undefined) await insertSupplierStaff(db, clientId, supplierId, { name, position })
    return
  }
  if (!staffIds.has(id)) {
    // Somebody took the person away meanwhile, and nothing was written about them here.
    if (name === undefined) return
    throw notFound()
  }
  if (!person._destroy) {
    await updateSupplierStaff(db, clientId, id, { ...(name === undefined ? {} : { name }), position })
    return
  }
  await onConstraint(deleteSupplierStaff(db, clientId, id), {
    constructions_client_id_supplier_staff_id_fkey: () => refused(inUseText, 'in_use'),
  })
}
