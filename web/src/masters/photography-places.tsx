import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { masterPages } from './masters.tsx'

type PhotographyPlace = AnswerOf<'GET /api/photography_places/:id'>['photography_place']

interface Values {
  name: string
  remarks: string
}

const photographyPlaces: Master<PhotographyPlace, Values> = {
  noun: masterNames.photography_places,
  api: () => '/api/photography_places',
  plural: 'photography_places',
  singular: 'photography_place',
  listTo: paths.photography_places,
  detailTo: ({ id }) => paths.photography_place(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'remarks', head: masterLabels.remarks, sort: 'remarks', cell: ({ remarks }) => remarks },
  ],
  sortable: ['name', 'remarks'],
  blank: () => ({ name: '', remarks: '' }),
  values: ({ name, remarks }) => ({ name, remarks: remarks ?? '' }),
  Fields: () => (
    <>
      <TextField<Values> name="name" label={masterLabels.name} required maxLength={50} />
      <TextareaField<Values> name="remarks" label={masterLabels.remarks} rows={3} maxLength={1000} />
    </>
  ),
  canCreate: canManageMasters,
}

export const pages = masterPages(photographyPlaces)
