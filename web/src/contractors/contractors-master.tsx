import { contractorLabels, primaryContractorLabel } from '@toguchi/domain/contractors/labels'
import { canManageContractors } from '@toguchi/domain/contractors/policy'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import type { Master } from '../masters/masters.tsx'
import { type AnswerOf, q } from '../platform/api/api.ts'
import { SpreadsheetButtons } from '../spreadsheets/spreadsheets.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ContractorFields, type ContractorValues } from './ContractorFields.tsx'
import { whyNotDelete } from './why-not-delete.ts'
import { Help } from '../ui/form/FieldParts.ts'

type Contractor = AnswerOf<'GET /api/contractors/:id'>['contractor']
interface Values extends ContractorValues {
  primary_contractor_id: number | null
}

export const contractors: Master<Contractor, Values> = {
  noun: '協力会社',
  api: () => '/api/contractors',
  plural: 'contractors',
  singular: 'contractor',
  listTo: paths.contractors,
  detailTo: ({ id }) => paths.contractor(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: contractorLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'primary', head: primaryContractorLabel, sort: 'primary_contractor_name', cell: row => row.primary_contractor_name },
    {
      key: 'representative',
      head: contractorLabels.representative_name,
      sort: 'representative_name',
      cell: row => row.representative_name,
    },
    { key: 'address', head: contractorLabels.address, sort: 'address', cell: ({ address }) => address },
    { key: 'craftsmen', head: '職人', align: 'right', width: 80, cell: ({ craftsmans_count }) => craftsmans_count },
  ],
  Tools: ({ shown }) => <SpreadsheetButtons kind="contractors" shown={shown} />,
  sortable: ['name', 'representative_name', 'address', 'primary_contractor_name'],
  blank: () => ({ name: '', representative_name: '', address: '', primary_contractor_id: null }),
  values: ({ name, representative_name, address, primary_contractor_id }) => ({
    name,
    representative_name: representative_name ?? '',
    address: address ?? '',
    primary_contractor_id,
  }),
  Fields: ({ row }) => (
    <>
      <ContractorFields />
      <PrimaryField row={row} />
    </>
  ),
  Below: ({ row }) => <People contractor={row} />,
  canCreate: canManageContractors,
  whyNotDelete,
}

/** Only companies that are under nobody may have others under them (G-CRA-01). */
const PrimaryField = ({ row }: { row: Contractor | null }) => {
  const { data } = useQuery(q('GET /api/contractors', { query: { exclude_pagination: true } }, { silent: true }))
  const others = (data?.contractors ?? []).filter(each => each.primary_contractor_id === null && each.id !== row?.id)
  return (
    <SelectField<Values>
      name="primary_contractor_id"
      label={primaryContractorLabel}
      placeholder="なし（この会社が一次協力会社）"
      options={others.map(({ id, name }) => ({ value: id, label: name }))}
      help={
        row !== null && row.subcontract_contractors_count > 0
          ? '二次協力会社があるため、この会社を二次協力会社にすることはできません。'
          : undefined
      }
      disabled={row !== null && row.subcontract_contractors_count > 0}
    />
  )
}

const People = ({ contractor }: { contractor: Contractor }) => {
  const { data } = useQuery(
    q(
      'GET /api/contractors',
      { query: { exclude_pagination: true, contractor: { primary_contractor_id: contractor.id } } },
      { silent: true },
    ),
  )
  return (
    <Section
      title="職人と二次協力会社"
      actions={
        <ButtonLink to={paths.craftsmans(contractor.id)} icon="helmet">
          職人一覧（{contractor.craftsmans_count}名）
        </ButtonLink>
      }
    >
      {(data?.contractors.length ?? 0) === 0 ? (
        <Help>二次協力会社はありません。</Help>
      ) : (
        <ul style={{ margin: 0, paddingLeft: '1.2em' }}>
          {data?.contractors.map(({ id, name }) => (
            <li key={id}>
              <Link to={paths.contractor(id)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
