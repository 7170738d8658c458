import { contractorLabels } from '@toguchi/domain/contractors/labels'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import type { AnswerOf } from '../platform/api/api.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ContractorFields, type ContractorValues } from './ContractorFields.tsx'
import { whyNotDelete } from './why-not-delete.ts'

type Subcontractor = AnswerOf<'GET /api/contractors/:contractor_id/subcontract_contractors/:id'>['subcontract_contractor']
/** What a craftsman of a primary contractor keeps: the companies under the own one. */
const subcontractors: Master<Subcontractor, ContractorValues> = {
  noun: '二次協力会社',
  api: ({ contractor_id }) => `/api/contractors/${contractor_id}/subcontract_contractors`,
  plural: 'subcontract_contractors',
  singular: 'subcontract_contractor',
  resource: 'contractor',
  listTo: ({ contractor_id }) => paths.subcontract_contractors(Number(contractor_id)),
  detailTo: ({ id }, { contractor_id }) => paths.subcontract_contractor(Number(contractor_id), id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: contractorLabels.name, sort: 'name', cell: ({ name }) => name },
    {
      key: 'representative',
      head: contractorLabels.representative_name,
      sort: 'representative_name',
      cell: row => row.representative_name,
    },
    { key: 'address', head: contractorLabels.address, sort: 'address', cell: ({ address }) => address },
    { key: 'craftsmen', head: '職人', align: 'right', width: 80, cell: ({ craftsmans_count }) => craftsmans_count },
  ],
  sortable: ['name', 'representative_name', 'address'],
  blank: () => ({ name: '', representative_name: '', address: '' }),
  values: ({ name, representative_name, address }) => ({
    name,
    representative_name: representative_name ?? '',
    address: address ?? '',
  }),
  Fields: ContractorFields,
  Below: ({ row }) => (
    <Section title="職人">
      <ButtonLink to={paths.craftsmans(row.id)} icon="helmet">
        職人一覧（{row.craftsmans_count}名）
      </ButtonLink>
    </Section>
  ),
  canCreate: actor => actor.kind === 'craftsman' && actor.primaryContractorId === null,
  whyNotDelete,
}

export const pages = masterPages(subcontractors)
