import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { masterPages } from './masters.tsx'

type Department = AnswerOf<'GET /api/departments/:id'>['department']

interface Values {
  name: string
}

const departments: Master<Department, Values> = {
  noun: masterNames.departments,
  api: () => '/api/departments',
  plural: 'departments',
  singular: 'department',
  listTo: paths.departments,
  detailTo: ({ id }) => paths.department(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'users', head: 'スタッフ数', sort: 'users_count', align: 'right', width: 120, cell: ({ users_count }) => users_count },
  ],
  sortable: ['name', 'users_count'],
  blank: () => ({ name: '' }),
  values: ({ name }) => ({ name }),
  Fields: () => <TextField<Values> name="name" label={masterLabels.name} required maxLength={50} />,
  canCreate: canManageMasters,
}

export const pages = masterPages(departments)
