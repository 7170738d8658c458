import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { contactFilterLabels, contactFilters, residentColumns } from '@toguchi/domain/residents/list'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { receptionStatuses, receptionStatusLabels, roomLabels } from '@toguchi/domain/rooms/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { type AnswerOf, q, queryClient } from '../platform/api/api.ts'
import { EditResident, ReceptionBadge } from '../rooms/rooms.tsx'
import { SpreadsheetMenu } from '../spreadsheets/spreadsheets.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink, IconButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'

type Resident = AnswerOf<'GET /api/constructions/:construction_id/residents'>['residents'][number]

const filterOf = ({ filters }: ListState) => {
  const reception_status = receptionStatuses.find(each => each === filters.reception_status)
  const contact = contactFilters.find(each => each === filters.contact)
  return {
    ...(filters.keyword === undefined ? {} : { keyword: filters.keyword }),
    ...(reception_status === undefined ? {} : { reception_status }),
    ...(contact === undefined ? {} : { contact }),
  }
}

const residentsOf = (construction_id: number, state: ListState) =>
  q('GET /api/constructions/:construction_id/residents', {
    params: { construction_id },
    query: { ...listQueryOf(state, residentColumns), resident: filterOf(state) },
  })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(residentsOf(Number(params.construction_id), listStateOf(new URL(request.url).searchParams)))

/** 居住者: every dwelling of a construction with who lives there, how they are reached and whether they answered. */
export const ResidentsPage = () => {
  const id = Number(useParams().construction_id)
  const [state] = useListState()
  const [edited, edit] = useState<number | null>(null)
  const { data } = useQuery(residentsOf(id, state))
  return (
    <>
      <PageHead
        title="居住者"
        back={{ to: paths.construction(id), label: '工事詳細' }}
        actions={<SpreadsheetMenu kinds={['residents']} constructionId={id} />}
      />
      <FilterBar
        filters={[
          { name: 'keyword', label: '部屋・氏名・電話番号', width: 200 },
          {
            name: 'reception_status',
            label: roomLabels.reception_status,
            options: receptionStatuses.map(value => ({ value, label: receptionStatusLabels[value] })),
          },
          { name: 'contact', label: '連絡先', options: contactFilters.map(value => ({ value, label: contactFilterLabels[value] })) },
        ]}
      />
      <DataTable
        label="居住者"
        rows={data?.residents}
        total={data?.total_count}
        rowKey={({ room }) => room.id}
        rowTo={({ room }) => paths.room(id, room.id)}
        columns={columnsOf(edit)}
        {...(Object.keys(state.filters).length === 0
          ? {
              empty: (
                <EmptyState
                  title="部屋がまだありません。"
                  text="部屋構成を登録すると、部屋ごとに居住者を登録できます。"
                  action={<ButtonLink to={paths.room_composition(id)}>部屋構成を開く</ButtonLink>}
                />
              ),
            }
          : {})}
      />
      {edited === null ? null : <EditResident construction_id={id} room_id={edited} onClose={() => edit(null)} />}
    </>
  )
}

const columnsOf = (edit: (roomId: number) => void): readonly Column<Resident>[] => [
  {
    key: 'room',
    head: '部屋',
    sort: 'place',
    nowrap: true,
    cell: ({ room, block_name }) => (block_name === '' ? room.name : `${block_name}　${room.name}`),
  },
  { key: 'name', head: residentLabels.name, cell: ({ resident_id, name }) => (resident_id === null ? '未登録' : (name ?? '―')) },
  { key: 'name_kana', head: residentLabels.name_kana, sort: 'name_kana', cell: ({ name_kana }) => name_kana ?? '―' },
  { key: 'phone', head: residentLabels.phone, sort: 'phone', nowrap: true, cell: resident => <Telephone {...resident} /> },
  { key: 'email', head: 'メール', sort: 'email', nowrap: true, cell: ({ email }) => <Mail email={email} /> },
  {
    key: 'reception_status',
    head: roomLabels.reception_status,
    sort: 'reception_status_en',
    nowrap: true,
    cell: ({ reception_status_en }) => <ReceptionBadge status={reception_status_en} />,
  },
  {
    key: 'uses_page',
    head: '居住者ページ',
    sort: 'uses_page',
    nowrap: true,
    cell: ({ uses_page }) => (uses_page ? '利用中' : '未利用'),
  },
  {
    key: 'edit',
    head: '',
    align: 'right',
    nowrap: true,
    cell: ({ room, resident_id }) => (
      <IconButton
        icon="edit"
        label={`${addressedRoom(room.name)}の居住者を${resident_id === null ? '登録' : '編集'}`}
        onClick={() => edit(room.id)}
      />
    ),
  },
]

const Telephone = ({ phone, phone_unproven }: Resident) =>
  phone === null ? (
    '―'
  ) : (
    <>
      <TelephoneLink phone={phone} /> {phone_unproven ? <Badge tone="amber">未確認</Badge> : null}
    </>
  )

const Mail = ({ email }: Pick<Resident, 'email'>) =>
  email === null ? 'なし' : email === 'proven' ? 'あり' : <Badge tone="amber">未確認</Badge>
