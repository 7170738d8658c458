import { formatTelephone } from '@toguchi/domain/text/telephone'
import { formatDayShort, formatInstant } from '@toguchi/domain/calendar/day'
import { wishesText } from '@toguchi/domain/rooms/absence'
import { canReadRemaining } from '@toguchi/domain/rooms/policy'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../site/paths.ts'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { type AnswerOf, q, send } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { useLiveChanges } from '../../platform/live/use-live-changes.ts'
import { RoomStatusBadge } from '../../room-reads/room-reads.ts'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, pagingDefaults, useListState } from '../../ui/table/list-state.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { useReasons } from '../actions/RescheduleModal.tsx'

type Remaining = AnswerOf<'GET /api/remaining_constructions'>['remaining_constructions'][number]

const sortable = [
  'building_name',
  'construction_name',
  'room_name',
  'status',
  'date',
  'incomplete_reason',
  'revisit_at',
  'call_by',
  'owner',
  'since',
] as const

const queryOf = (state: ListState) => {
  const { building_name, incomplete_reason_id } = state.filters
  const filter = {
    ...(building_name === undefined ? {} : { building_name }),
    ...(incomplete_reason_id === undefined ? {} : { incomplete_reason_id: Number(incomplete_reason_id) }),
  }
  return { ...listQueryOf(state, sortable), remaining_construction: filter }
}

export const everyRemaining = (state: ListState) => q('GET /api/remaining_constructions', { query: queryOf(state) })
export const remainingOf = (construction_id: number, state: ListState) =>
  q('GET /api/constructions/:construction_id/remaining_constructions', { params: { construction_id }, query: queryOf(state) })

const columns: readonly Column<Remaining>[] = [
  { key: 'building', head: '物件', sort: 'building_name', cell: row => row.building_name },
  { key: 'construction', head: '工事', sort: 'construction_name', cell: row => row.construction_name },
  { key: 'room', head: '部屋', sort: 'room_name', nowrap: true, cell: row => row.room_name },
  { key: 'status', head: '状態', sort: 'status', cell: row => <RoomStatusBadge status={row.status} closed={false} /> },
  { key: 'date', head: '工事日', sort: 'date', nowrap: true, cell: row => (row.date === null ? null : formatDayShort(row.date)) },
  { key: 'reason', head: '未完了理由', sort: 'incomplete_reason', cell: row => row.incomplete_reason },
  { key: 'owner', head: '工事担当', sort: 'owner', cell: row => row.owner },
  { key: 'since', head: '経過日数', sort: 'since', nowrap: true, cell: row => <Age row={row} /> },
  {
    key: 'revisit',
    head: '再訪問日時',
    sort: 'revisit_at',
    cell: row =>
      row.revisit_at !== null
        ? formatInstant(new Date(row.revisit_at))
        : row.revisit_on === null
          ? null
          : `${formatDayShort(row.revisit_on)}（時刻未定）`,
  },
  {
    key: 'wish',
    head: '再訪問の希望',
    sort: 'call_by',
    cell: row =>
      row.revisit_wish === null ? null : (
        <>
          <Badge tone="amber">{`${formatDayShort(row.revisit_wish.call_by)}までに電話`}</Badge> {wishesText(row.revisit_wish.wishes)}
          {row.revisit_wish.phone === null ? null : `　${formatTelephone(row.revisit_wish.phone)}`}
        </>
      ),
  },
  { key: 'remarks', head: '備考', width: '11%', cell: row => row.room_remarks },
]

/** For how long it is left over; too long is told by a word too. */
const Age = ({ row: { since, days, is_late } }: { row: Remaining }) =>
  since === null || days === null ? null : (
    <span title={`${formatDayShort(since)}から`}>{is_late ? <Badge tone="red">{`${days}日経過`}</Badge> : `${days}日`}</span>
  )

/** Work left over, of all constructions or of one (G-CON-20). */
export const RemainingList = ({ construction_id }: { construction_id: number | null }) => {
  const [state] = useListState()
  const every = useQuery({ ...everyRemaining(state), enabled: construction_id === null })
  const own = useQuery({ ...remainingOf(construction_id ?? 0, state), enabled: construction_id !== null })
  const data = construction_id === null ? every.data : own.data
  useLiveChanges(
    [construction_id === null ? 'GET /api/remaining_constructions' : 'GET /api/constructions/:construction_id/remaining_constructions'],
    {
      construction_id,
    },
  )
  const reasons = useReasons()
  return (
    <>
      <PageHead
        title="残工事"
        note="日程再調整の部屋と、工事日を過ぎても未着手の部屋です。"
        actions={canReadRemaining(useActor()) && (data?.total_count ?? 0) > 0 ? <RemainingFile construction_id={construction_id} /> : null}
      />
      <FilterBar
        filters={[
          ...(construction_id === null ? [{ name: 'building_name', label: '物件', width: 220 }] : []),
          {
            name: 'incomplete_reason_id',
            label: '未完了理由',
            options: reasons.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
      />
      <DataTable
        label="残工事"
        rows={data?.remaining_constructions}
        total={data?.total_count ?? pagingDefaults.totalRows}
        rowKey={row => row.room_id}
        rowTo={row => paths.room(row.construction_id, row.room_id)}
        columns={construction_id === null ? columns : columns.filter(({ key }) => key !== 'building' && key !== 'construction')}
        {...(Object.keys(state.filters).length === 0 ? { empty: <EmptyState title="残工事はありません。" /> } : {})}
      />
    </>
  )
}

/** The list as a workbook, filtered and sorted as it stands. */
const RemainingFile = ({ construction_id }: { construction_id: number | null }) => {
  const [state] = useListState()
  const { remaining_construction, sort_by, sort_desc } = queryOf(state)
  const body = { remaining_construction, ...(sort_by === undefined ? {} : { sort_by }), ...(sort_desc === undefined ? {} : { sort_desc }) }
  return (
    <DocumentJobButton
      name={`remaining_constructions/${construction_id ?? 'all'}`}
      kind="xlsx"
      label="Excel"
      start={() =>
        construction_id === null
          ? send('POST /api/remaining_constructions/file', { body })
          : send('POST /api/constructions/:construction_id/remaining_constructions/file', { params: { construction_id }, body })
      }
    />
  )
}
