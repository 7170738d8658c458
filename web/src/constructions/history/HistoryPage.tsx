import { type Day, formatInstant, isDay } from '@toguchi/domain/calendar/day'
import { eventGroupLabels, eventGroups } from '@toguchi/domain/events/event-groups'
import type { HistoryEntry } from '@toguchi/domain/printing/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { q, queryClient, send } from '../../platform/api/api.ts'
import { paths } from '../../site/paths.ts'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../../ui/table/list-state.ts'
import styles from './HistoryPage.module.css'

const filterOf = ({ filters }: ListState) => {
  const day = (text: string | undefined): Day | undefined => (text !== undefined && isDay(text) ? text : undefined)
  const [from, to] = [day(filters.from), day(filters.to)]
  const group = eventGroups.find(each => each === filters.group)
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(group === undefined ? {} : { group }),
    ...(filters.person === undefined ? {} : { person: filters.person }),
    ...(filters.room === undefined ? {} : { room: filters.room }),
  }
}

const historyOf = (construction_id: number, state: ListState) =>
  q('GET /api/constructions/:construction_id/history', {
    params: { construction_id },
    query: { ...listQueryOf(state, ['id']), history: filterOf(state) },
  })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(historyOf(Number(params.construction_id), listStateOf(new URL(request.url).searchParams)))

/** 変更履歴: who did what in this construction, for whom, to which room, before → after, when (D-12, review O12). */
export const HistoryPage = () => {
  const id = Number(useParams().construction_id)
  const [state] = useListState()
  const { data } = useQuery(historyOf(id, state))
  const filter = filterOf(state)
  return (
    <>
      <PageHead title="変更履歴" back={{ to: paths.construction(id), label: '工事詳細' }} />
      <FilterBar
        filters={[
          { name: 'from', label: '日付（から）', type: 'date' },
          { name: 'to', label: '日付（まで）', type: 'date' },
          { name: 'group', label: '種類', options: eventGroups.map(value => ({ value, label: eventGroupLabels[value] })) },
          { name: 'person', label: '操作した人', width: 140 },
          { name: 'room', label: '部屋', width: 90 },
        ]}
        end={
          <DocumentJobButton
            name={`construction_history/${id}/${data?.history[0]?.id ?? 0}/${JSON.stringify(filter)}`}
            label="Excelに出力"
            kind="xlsx"
            start={() =>
              send('POST /api/constructions/:construction_id/history/file', { params: { construction_id: id }, body: { history: filter } })
            }
          />
        }
      />
      <DataTable
        label="変更履歴"
        rows={data?.history}
        total={data?.total_count}
        rowKey={entry => entry.id}
        columns={columnsOf(id)}
        {...(Object.keys(state.filters).length === 0 ? { empty: <EmptyState title="まだ履歴はありません。" /> } : {})}
      />
    </>
  )
}

const columnsOf = (constructionId: number): readonly Column<HistoryEntry>[] => [
  { key: 'at', head: '日時', nowrap: true, cell: ({ at }) => formatInstant(new Date(at)) },
  {
    key: 'room',
    head: '部屋',
    nowrap: true,
    cell: ({ room }) => (room === null ? '―' : <Link to={paths.room(constructionId, room.id)}>{room.name}</Link>),
  },
  { key: 'what', head: '内容', cell: entry => <What entry={entry} /> },
  {
    key: 'who',
    head: '操作した人',
    cell: ({ who, channel }) => (
      <span className={styles.lines}>
        {who}
        {channel === '' ? null : <small>{channel}</small>}
      </span>
    ),
  },
]

const What = ({ entry: { what, before, after, notes } }: { entry: HistoryEntry }) => (
  <span className={styles.lines}>
    {what}
    {before === null && after === null ? null : (
      <b>
        {before ?? 'なし'} → {after ?? 'なし'}
      </b>
    )}
    {notes.length === 0 ? null : <small>{notes.join('\n')}</small>}
  </span>
)
