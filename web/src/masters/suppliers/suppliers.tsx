import { formatTelephone } from '@toguchi/domain/text/telephone'
import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters, canManageSuppliers } from '@toguchi/domain/masters/policy'
import { paths } from '../../site/paths.ts'
import type { AnswerOf } from '../../platform/api/api.ts'
import { SpreadsheetButtons } from '../../spreadsheets/spreadsheets.tsx'
import type { Master } from '../master.ts'
import { SupplierFields, type SupplierValues } from './SupplierFields.tsx'

/** A row of the list lacks the people; the detail has them. */
export type SupplierRow = Omit<AnswerOf<'GET /api/suppliers/:id'>['supplier'], 'supplier_staffs'> &
  Partial<Pick<AnswerOf<'GET /api/suppliers/:id'>['supplier'], 'supplier_staffs'>>

export const suppliers: Master<SupplierRow, SupplierValues> = {
  noun: masterNames.suppliers,
  api: () => '/api/suppliers',
  plural: 'suppliers',
  singular: 'supplier',
  listTo: paths.suppliers,
  detailTo: ({ id }) => paths.supplier(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'address', head: masterLabels.address, sort: 'address', cell: ({ address }) => address },
    {
      key: 'phone',
      head: masterLabels.representative_phone,
      sort: 'representative_phone',
      nowrap: true,
      cell: ({ representative_phone }) => representative_phone && formatTelephone(representative_phone),
    },
  ],
  sortable: ['name', 'address', 'representative_phone'],
  blank: () => ({ name: '', address: '', representative_phone: '', supplier_staffs_attributes: [], touched: false }),
  values: ({ name, address, representative_phone, supplier_staffs = [] }) => ({
    name,
    address: address ?? '',
    representative_phone: representative_phone ?? '',
    supplier_staffs_attributes: supplier_staffs.map(staff => ({ ...staff, _destroy: false })),
    touched: false,
  }),
  body: ({ touched: _touched, supplier_staffs_attributes: people, ...supplier }) => ({
    ...supplier,
    supplier_staffs_attributes: people.map(({ can_delete: _can, ...person }) => person),
  }),
  Fields: SupplierFields,
  Tools: ({ shown }) => <SpreadsheetButtons kind="suppliers" shown={shown} />,
  knowsTwoWriters: true,
  canCreate: canManageSuppliers,
  canDelete: canManageMasters,
  formTestId: 'supplier-modal',
}
