import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { SupportVersion } from '@toguchi/domain/support/contract'
import { canEraseSupport } from '@toguchi/domain/support/policy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'
import { EraseEntries, EraseEntry } from './EraseEntries.tsx'
import { filterOf, SupportHistory } from './SupportHistory.tsx'
import { receptionTypes, supportReads } from './support-reads.ts'
import styles from './CustomerSupportVersionsPage.module.css'

interface Place {
  construction_id: number
  room_id: number
}
type Room = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id'>['room']

const historyOf = (place: Place, state: ListState) =>
  q('GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', {
    params: { ...place },
    query: { ...listQueryOf(state, []), customer_support_version: filterOf(state) },
  })
const roomOf = (place: Place) => q('GET /api/constructions/:construction_id/rooms/:room_id', { params: { ...place } })
const placeOf = (params: Readonly<Record<string, string | undefined>>): Place => ({
  construction_id: Number(params.construction_id),
  room_id: Number(params.id),
})

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const place = placeOf(params)
  return Promise.all([
    queryClient.ensureQueryData(historyOf(place, listStateOf(new URL(request.url).searchParams))),
    queryClient.ensureQueryData(roomOf(place)),
    queryClient.ensureQueryData(receptionTypes),
  ])
}

/** What was said with one dwelling, while it is on the line (G-ROOM-17). */
export const CustomerSupportVersionsPage = () => {
  const place = placeOf(useParams())
  const [state] = useListState()
  const { data } = useQuery(historyOf(place, state))
  const { data: loaded } = useQuery(roomOf(place))
  const { data: types } = useQuery(receptionTypes)
  const add = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', {
    invalidates: supportReads,
    errors: 'caller',
  })
  usePageTitle(loaded === undefined ? null : `${addressedRoom(loaded.room.name)} お客様対応履歴`)
  if (loaded === undefined) return null
  const { room } = loaded
  return (
    <>
      <PageHead
        title={`${addressedRoom(room.name)}　お客様対応履歴`}
        back={{ to: paths.room(place.construction_id, place.room_id), label: '部屋詳細' }}
        note={<Caller room={room} />}
        actions={
          <>
            <ButtonLink to={paths.building_support_versions(room.building_id)} icon="building">
              物件の対応履歴
            </ButtonLink>
            <EraseAll />
          </>
        }
      />
      <SupportHistory
        resource="customer_support_version"
        entries={data?.customer_support_versions}
        total={data?.total_count ?? 0}
        receptionTypes={types?.reception_types ?? []}
        error={add.error}
        saving={add.isPending}
        EraseEntry={EraseOwn}
        onSave={({ contents, reception_type_ids }) =>
          add.mutateAsync({ params: { ...place }, body: { customer_support_version: { contents, reception_type_ids } } })
        }
      />
    </>
  )
}

/** Who it is and when the work is: what is asked first on the telephone. */
const Caller = ({ room: { resident, assign } }: { room: Room }) => (
  <span className={styles.caller}>
    <span>{resident === null ? '居住者未登録' : (resident.name ?? '氏名未登録')}</span>
    {resident?.phone ? <TelephoneLink phone={resident.phone} /> : null}
    <span>工事日：{assign === null ? '未割当' : `${formatDayLong(assign.date)} ${formatTimeFrame(assign.start_at, assign.end_at)}`}</span>
  </span>
)

const EraseOwn = ({ entry: { id } }: { entry: SupportVersion }) => {
  const place = placeOf(useParams())
  const erase = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/:id/erasure', {
    invalidates: supportReads,
    errors: 'caller',
  })
  return (
    <EraseEntry
      error={erase.error}
      pending={erase.isPending}
      onErase={reason => erase.mutateAsync({ params: { ...place, id }, body: { erasure: { reason } } })}
    />
  )
}

/** On a resident's request: everything that was written about the dwelling. */
const EraseAll = () => {
  const place = placeOf(useParams())
  const actor = useActor()
  const erase = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/erasure', {
    invalidates: supportReads,
    errors: 'caller',
  })
  if (!canEraseSupport(actor)) return null
  return (
    <EraseEntries
      label="すべて消去"
      title="この部屋の対応履歴をすべて消去します。よろしいですか？"
      error={erase.error}
      pending={erase.isPending}
      onErase={reason => erase.mutateAsync({ params: { ...place }, body: { erasure: { reason } } })}
    />
  )
}
