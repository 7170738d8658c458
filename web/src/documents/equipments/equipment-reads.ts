import { forAppLabel } from '@toguchi/domain/documents/labels'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { listQueryOf, type ListState } from '../../ui/table/list-state.ts'

export const equipmentsKey = 'GET /api/constructions/:construction_id/handling_equipments'
export type Equipment = AnswerOf<typeof equipmentsKey>['handling_equipments'][number]

const sortable = ['file_name', 'for_app', 'content_type', 'byte_size', 'registered_on', 'user_name'] as const
/** A construction's manuals as the list's state asks for them. */
export const equipmentsOf = (construction_id: number, state: ListState) => {
  const file_name = state.filters.file_name
  return q(equipmentsKey, {
    params: { construction_id },
    query: {
      ...listQueryOf(state, sortable),
      // Without a page the endpoint answers with everything.
      per_page: state.perPage,
      ...(file_name === undefined ? {} : { handling_equipment: { file_name } }),
    },
  })
}
/** Who reads a manual (`for_app`). */
export const readers = [
  { value: false, label: forAppLabel(false) },
  { value: true, label: forAppLabel(true) },
]
