// Front door of the masters: the pages that every short list shares, and the modals of the construction form.
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type LoaderFunction, useParams } from 'react-router'
import { queryClient } from '../platform/api/api.ts'
import { listStateOf } from '../ui/table/list-state.ts'
import { listOf, type Master, type MasterRow, rowOf } from './master.ts'
import { MasterDetail } from './MasterDetail.tsx'
import { MasterList } from './MasterList.tsx'

export { MasterModal } from './MasterModal.tsx'
export { SupplierModal } from './suppliers/SupplierModal.tsx'
export type { Master }

/** The list page and the detail page of a master, as the site map takes them. `idName` is the parameter that names the row. */
export const masterPages = <Row extends MasterRow, Values extends FieldValues>(
  master: Master<Row, Values>,
  idName = 'id',
): {
  list: { MasterListPage: ComponentType; loader: LoaderFunction }
  detail: { MasterDetailPage: ComponentType; loader: LoaderFunction }
} => ({
  list: {
    MasterListPage: () => <MasterList master={master} />,
    loader: ({ request, params }) => queryClient.ensureQueryData(listOf(master, params, listStateOf(new URL(request.url).searchParams))),
  },
  detail: {
    MasterDetailPage: () => <MasterDetail master={master} id={useParams()[idName] ?? ''} />,
    loader: ({ params }) => queryClient.ensureQueryData(rowOf(master, params, params[idName] ?? '')),
  },
})
