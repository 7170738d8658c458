import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayShort, todayInTokyo } from '@toguchi/domain/calendar/day'
import { reportSorts } from '@toguchi/domain/completion-reports/labels'
import { roomStatuses, roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { DocumentJobButton } from '../documents/documents.tsx'
import { type AnswerOf, q, queryClient, send } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { RoomStatusBadge } from '../room-reads/room-reads.ts'
import { paths } from '../site/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { ReportModal } from './ReportModal.tsx'

const list = 'GET /api/constructions/:construction_id/completion_reports' as const
type Row = AnswerOf<typeof list>['completion_reports'][number]

const filterOf = ({ filters }: ListState) => {
  const status = roomStatuses.find(each => each === filters.status)
  const said = (value: string | undefined) => (value === 'true' || value === 'false' ? value === 'true' : undefined)
  const [signed, reported] = [said(filters.signed), said(filters.reported)]
  return {
    ...(status === undefined ? {} : { status }),
    ...(filters.name === undefined ? {} : { name: filters.name }),
    ...(signed === undefined ? {} : { signed }),
    ...(reported === undefined ? {} : { reported }),
  }
}

const reportsOf = (construction_id: number, state: ListState) =>
  q(list, { params: { construction_id }, query: { ...listQueryOf(state, reportSorts), room: filterOf(state) } })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(reportsOf(Number(params.construction_id), listStateOf(new URL(request.url).searchParams)))

const yesNo = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

const filters = [
  { name: 'status', label: '状態', options: roomStatuses.map(value => ({ value, label: roomStatusLabels[value] })) },
  { name: 'signed', label: 'サイン', options: yesNo('あり', 'なし') },
  { name: 'reported', label: '報告書', options: yesNo('記入あり', '未記入') },
  { name: 'name', label: '部屋', width: 120 },
]

/** The reports of a construction: what is missing, what is signed, one opened, many printed (G-REP-05). */
export const CompletionReportsPage = () => {
  const construction_id = Number(useParams().construction_id)
  const [state] = useListState()
  // Links to files live ten minutes.
  const { data } = useQuery({ ...reportsOf(construction_id, state), refetchInterval: linkRenewal })
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const [shown, setShown] = useState<Row | null>(null)
  const filter = filterOf(state)
  const params = { construction_id }
  const ids = [...selected].map(Number).toSorted((one, other) => one - other)
  const selectAll = async () => {
    const { completion_reports: rows } = await send(list, { params, query: { exclude_pagination: true, room: filter } })
    setSelected(new Set(rows.filter(({ status }) => status === 'completed').map(({ room_id }) => room_id)))
  }
  return (
    <>
      <PageHead
        title="完了報告書"
        back={{ to: paths.construction(construction_id), label: '工事詳細' }}
        note="部屋を選ぶと、報告書の記入・訂正・印刷ができます。完了した部屋は、まとめて印刷できます。"
      />
      <FilterBar
        filters={filters}
        end={
          <DocumentJobButton
            name={`completion_report_list/${construction_id}/${JSON.stringify(filter)}`}
            label="Excelに出力"
            kind="xlsx"
            start={() => send('POST /api/constructions/:construction_id/completion_reports/export', { params, body: { room: filter } })}
          />
        }
      />
      <Stack>
        <Actions>
          <Button onClick={() => void selectAll()}>条件に合う完了の部屋をすべて選択</Button>
          {selected.size === 0 ? null : (
            <Button kind="quiet" onClick={() => setSelected(new Set())}>
              選択を解除
            </Button>
          )}
          <DocumentJobButton
            name={`completion_reports/${construction_id}/${ids.join(',')}`}
            label={selected.size === 0 ? '選択した部屋を印刷' : `選択した${selected.size}部屋を印刷`}
            reason={selected.size === 0 ? '印刷する部屋を選択してください' : null}
            start={() => send('POST /api/constructions/:construction_id/completion_reports/print', { params, body: { room_ids: ids } })}
          />
        </Actions>
        <DataTable
          label="完了報告書"
          rows={data?.completion_reports}
          total={data?.total_count ?? 0}
          rowKey={({ room_id }) => room_id}
          onRow={setShown}
          selection={{
            selected,
            onChange: setSelected,
            whyNot: ({ status }) => (status === 'completed' ? null : '完了していないため印刷できません'),
            nameOf: ({ room_name }) => `${room_name}を選択`,
          }}
          columns={columnsOf(construction_id)}
          empty={
            Object.keys(state.filters).length === 0 ? (
              <EmptyState title="部屋がまだありません。" text="部屋構成を登録すると、部屋ごとの完了報告書が並びます。" />
            ) : undefined
          }
        />
      </Stack>
      {shown === null ? null : (
        <ReportModal construction_id={construction_id} room_id={shown.room_id} room_name={shown.room_name} onClose={() => setShown(null)} />
      )}
    </>
  )
}

const signText = ({ digital_sign_url, sign_omitted }: Row): string => (digital_sign_url !== null ? 'あり' : sign_omitted ? '省略' : '―')
const dayOf = (instant: string | null) => (instant === null ? '―' : formatDayShort(todayInTokyo(new Date(instant))))

const columnsOf = (construction_id: number): Column<Row>[] => [
  {
    key: 'room',
    head: '部屋',
    sort: 'room_name',
    nowrap: true,
    cell: ({ room_name, block_name }) => (block_name === null ? room_name : `${block_name} ${room_name}`),
  },
  {
    key: 'status',
    head: '状態',
    sort: 'status',
    nowrap: true,
    cell: ({ status, closed_at }) => <RoomStatusBadge status={status} closed={closed_at !== null} />,
  },
  { key: 'date', head: '施工日', sort: 'date', nowrap: true, cell: ({ date }) => (date === null ? '―' : formatDayShort(date)) },
  { key: 'closed', head: '完了確定日', sort: 'closed_at', nowrap: true, cell: ({ closed_at }) => dayOf(closed_at) },
  { key: 'sign', head: 'サイン', nowrap: true, cell: signText },
  {
    key: 'template',
    head: '報告書',
    sort: 'template_name',
    cell: ({ saved_at, template_name, corrected }) => (
      <>
        {saved_at === null ? '未記入' : (template_name ?? '報告項目なし')} {corrected ? <Badge tone="amber">訂正あり</Badge> : null}
      </>
    ),
  },
  {
    key: 'pdf',
    head: '確定PDF',
    nowrap: true,
    cell: ({ pdf_url }) =>
      pdf_url === null ? (
        '―'
      ) : (
        <a href={pdf_url} target="_blank" rel="noopener">
          PDFを開く
        </a>
      ),
  },
  {
    key: 'link',
    head: '部屋詳細',
    nowrap: true,
    cell: ({ room_id, room_name }) => (
      <Link to={paths.room(construction_id, room_id)} aria-label={`${addressedRoom(room_name)}の詳細`}>
        開く
      </Link>
    ),
  },
]
