import type { SupportVersion } from '@toguchi/domain/support/contract'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { EraseEntry } from './EraseEntries.tsx'
import { filterOf, SupportHistory } from './SupportHistory.tsx'
import { receptionTypes, supportReads } from './support-reads.ts'

const historyOf = (building_id: number, state: ListState) =>
  q('GET /api/buildings/:building_id/building_support_versions', {
    params: { building_id },
    query: { ...listQueryOf(state, []), building_support_version: filterOf(state) },
  })
const buildingOf = (id: number) => q('GET /api/buildings/:id', { params: { id } })
const roomsOf = (building_id: number) => q('GET /api/buildings/:building_id/rooms_index', { params: { building_id } }, { silent: true })

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.building_id)
  return Promise.all([
    queryClient.ensureQueryData(historyOf(id, listStateOf(new URL(request.url).searchParams))),
    queryClient.ensureQueryData(buildingOf(id)),
    queryClient.ensureQueryData(receptionTypes),
  ])
}

/** What was said about a building, its rooms' entries among it (G-BLD-07). */
export const BuildingSupportVersionsPage = () => {
  const building_id = Number(useParams().building_id)
  const [state] = useListState()
  const { data } = useQuery(historyOf(building_id, state))
  const { data: loaded } = useQuery(buildingOf(building_id))
  const { data: types } = useQuery(receptionTypes)
  const { data: index } = useQuery(roomsOf(building_id))
  const name = loaded?.building.name ?? ''
  usePageTitle(`${name} 対応履歴`)
  const add = useApiMutation('POST /api/buildings/:building_id/building_support_versions', { invalidates: supportReads, errors: 'caller' })
  return (
    <>
      <PageHead title={`対応履歴　${name}`} back={{ to: paths.building(building_id), label: '物件詳細' }} />
      <SupportHistory
        resource="building_support_version"
        entries={data?.building_support_versions}
        total={data?.total_count ?? 0}
        receptionTypes={types?.reception_types ?? []}
        rooms={(index?.rooms ?? []).flatMap(({ room_id, name: room, has_customer_support_versions: hasVersions }) =>
          room_id === null ? [] : [{ value: room_id, label: hasVersions ? `${room}（履歴あり）` : room }],
        )}
        error={add.error}
        saving={add.isPending}
        EraseEntry={EraseOwn}
        onSave={values => add.mutateAsync({ params: { building_id }, body: { building_support_version: values } })}
      />
    </>
  )
}

const EraseOwn = ({ entry: { id } }: { entry: SupportVersion }) => {
  const building_id = Number(useParams().building_id)
  const erase = useApiMutation('POST /api/buildings/:building_id/building_support_versions/:id/erasure', {
    invalidates: supportReads,
    errors: 'caller',
  })
  return (
    <EraseEntry
      error={erase.error}
      pending={erase.isPending}
      onErase={reason => erase.mutateAsync({ params: { building_id, id }, body: { erasure: { reason } } })}
    />
  )
}
