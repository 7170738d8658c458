import {
  masterLabels,
  masterNames,
  topOrBottom,
  topOrBottomLabels,
  verticalOrHorizontal,
  verticalOrHorizontalLabels,
  type TopOrBottom,
  type VerticalOrHorizontal,
} from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { useFormContext, useWatch } from 'react-hook-form'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { Master } from './master.ts'
import { masterPages } from './masters.tsx'
import { OrderPreview } from './OrderPreview.tsx'

type ConstructionOrder = AnswerOf<'GET /api/construction_orders/:id'>['construction_order']
interface Values {
  name: string
  top_or_bottom: TopOrBottom
  vertical_or_horizontal: VerticalOrHorizontal
  line_number: number | null
}

const constructionOrders: Master<ConstructionOrder, Values> = {
  noun: masterNames.construction_orders,
  api: () => '/api/construction_orders',
  plural: 'construction_orders',
  singular: 'construction_order',
  listTo: paths.construction_orders,
  detailTo: ({ id }) => paths.construction_order(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    {
      key: 'top_or_bottom',
      head: masterLabels.top_or_bottom,
      sort: 'top_or_bottom',
      cell: ({ top_or_bottom }) => topOrBottomLabels[top_or_bottom],
    },
    {
      key: 'vertical_or_horizontal',
      head: masterLabels.vertical_or_horizontal,
      sort: 'vertical_or_horizontal',
      cell: ({ vertical_or_horizontal }) => verticalOrHorizontalLabels[vertical_or_horizontal],
    },
    { key: 'line_number', head: masterLabels.line_number, sort: 'line_number', align: 'right', cell: ({ line_number }) => line_number },
  ],
  sortable: ['name', 'top_or_bottom', 'vertical_or_horizontal', 'line_number'],
  blank: () => ({ name: '', top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 }),
  values: ({ name, top_or_bottom, vertical_or_horizontal, line_number }) => ({ name, top_or_bottom, vertical_or_horizontal, line_number }),
  Fields: () => (
    <>
      <FormGrid>
        <TextField<Values> name="name" label={masterLabels.name} required maxLength={50} />
        <NumberField<Values> name="line_number" label={masterLabels.line_number} max={9999} />
        <RadioField<Values>
          name="top_or_bottom"
          label={masterLabels.top_or_bottom}
          options={topOrBottom.map(value => ({ value, label: topOrBottomLabels[value] }))}
        />
        <RadioField<Values>
          name="vertical_or_horizontal"
          label={masterLabels.vertical_or_horizontal}
          options={verticalOrHorizontal.map(value => ({ value, label: verticalOrHorizontalLabels[value] }))}
        />
      </FormGrid>
      <Preview />
    </>
  ),
  canCreate: canManageMasters,
}

/** Follows the form as it is filled in. */
const Preview = () => {
  const { control } = useFormContext<Values>()
  const { top_or_bottom = 'top', vertical_or_horizontal = 'vertical', line_number } = useWatch({ control })
  return <OrderPreview order={{ top_or_bottom, vertical_or_horizontal, line_number: line_number ?? 1 }} />
}

export const pages = masterPages(constructionOrders)
