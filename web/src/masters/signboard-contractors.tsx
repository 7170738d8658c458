import { formatTelephone } from '@toguchi/domain/text/telephone'
import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { masterPages } from './masters.tsx'

type SignboardContractor = AnswerOf<'GET /api/electronic_signboard_contractors/:id'>['electronic_signboard_contractor']

interface Values {
  name: string
  address: string
  phone: string
}

const signboardContractors: Master<SignboardContractor, Values> = {
  noun: masterNames.electronic_signboard_contractors,
  api: () => '/api/electronic_signboard_contractors',
  plural: 'electronic_signboard_contractors',
  singular: 'electronic_signboard_contractor',
  listTo: paths.electronic_signboard_contractors,
  detailTo: ({ id }) => paths.electronic_signboard_contractor(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'address', head: masterLabels.address, sort: 'address', cell: ({ address }) => address },
    { key: 'phone', head: masterLabels.phone, sort: 'phone', nowrap: true, cell: ({ phone }) => phone && formatTelephone(phone) },
  ],
  sortable: ['name', 'address', 'phone'],
  blank: () => ({ name: '', address: '', phone: '' }),
  values: ({ name, address, phone }) => ({ name, address: address ?? '', phone: phone ?? '' }),
  Fields: () => (
    <>
      <TextField<Values> name="name" label={masterLabels.name} required maxLength={50} />
      <TextField<Values> name="address" label={masterLabels.address} maxLength={255} />
      <TextField<Values> name="phone" label={masterLabels.phone} type="tel" inputMode="tel" />
    </>
  ),
  canCreate: canManageMasters,
}

export const pages = masterPages(signboardContractors)
