import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { masterPages } from './masters.tsx'

type IncompleteReason = AnswerOf<'GET /api/incomplete_reasons/:id'>['incomplete_reason']

interface Values {
  name: string
}

const incompleteReasons: Master<IncompleteReason, Values> = {
  noun: masterNames.incomplete_reasons,
  api: () => '/api/incomplete_reasons',
  plural: 'incomplete_reasons',
  singular: 'incomplete_reason',
  listTo: paths.incomplete_reasons,
  detailTo: ({ id }) => paths.incomplete_reason(id),
  name: ({ name }) => name,
  columns: [{ key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name }],
  sortable: ['name'],
  blank: () => ({ name: '' }),
  values: ({ name }) => ({ name }),
  Fields: () => <TextField<Values> name="name" label={masterLabels.name} required maxLength={50} />,
  canCreate: canManageMasters,
}

export const pages = masterPages(incompleteReasons)
