import { type ClientStatus, clientLabels, clientStatusLabels, clientStatuses } from '@toguchi/domain/clients/labels'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { paths } from '../site/paths.ts'
import { internalPath } from '../site/redirect.ts'
import { type AnswerOf, q, queryClient } from '../platform/api/api.ts'
import { isRecord } from '../platform/api/request.ts'
import { chosenClient } from '../platform/session/credentials.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { useSignedIn } from '../platform/session/use-user.ts'
import { Notice } from '../ui/Alert.ts'
import { Badge, StatusBadge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../ui/table/list-state.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { DeskOverClients } from './DeskOverClients.tsx'
import { loadOwnCalls, OwnCalls } from './OwnCalls.tsx'

type ListedClient = AnswerOf<'GET /api/clients'>['clients'][number]

const clientsOf = (state: ListState) => {
  const { name } = state.filters
  const status = clientStatuses.find(clientStatus => clientStatus === state.filters.status)
  const filter = { ...(name === undefined ? {} : { name }), ...(status === undefined ? {} : { status }) }
  return q('GET /api/clients', {
    query: { ...listQueryOf(state, ['cd', 'name', 'buildings_count', 'rooms_count', 'residents_count']), client: filter },
  })
}

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const clients = queryClient.ensureQueryData(clientsOf(listStateOf(new URL(request.url).searchParams)))
  await Promise.all([clients, loadOwnCalls()])
  return null
}

/** Admins and operators choose the company they work in; everything inside a company needs that first (G-ADM-01). */
export const AdminsTopPage = () => {
  const [state] = useListState()
  const { data } = useQuery(clientsOf(state))
  const { role_id } = useSignedIn()
  const enterClient = useEnterClient()
  const chosen = chosenClient()?.cd

  const { redirect, ...filters } = state.filters
  const wanted = internalPath(redirect ?? null)
  const choose = (client: ListedClient) => enterClient(client, wanted ?? paths.constructions())

  return (
    <>
      <PageHead
        title="企業の選択"
        note={`作業する企業を選んでください。${wanted === null ? '選んだ企業の工事一覧が開きます。' : '選ぶと、開こうとしていたページに進みます。'}`}
        actions={
          role_id === 1 ? (
            <ButtonLink to={paths.admin_clients()} icon="contractor">
              企業を管理する
            </ButtonLink>
          ) : null
        }
      />
      <Reason />
      <DeskOverClients />
      <OwnCalls />
      <FilterBar
        filters={[
          { name: 'name', label: clientLabels.name, width: 240 },
          ...(role_id === 1
            ? [
                {
                  name: 'status',
                  label: clientLabels.status,
                  options: clientStatuses.map(value => ({ value, label: clientStatusLabels[value] })),
                },
              ]
            : []),
        ]}
      />
      <DataTable
        label="企業"
        rows={data?.clients}
        total={data?.total_count}
        rowKey={({ id }) => id}
        onRow={choose}
        columns={[
          { key: 'name', head: clientLabels.name, sort: 'name', cell: ({ name }) => name },
          { key: 'cd', head: clientLabels.cd, sort: 'cd', cell: ({ cd }) => cd, nowrap: true },
          { key: 'buildings', head: '物件', sort: 'buildings_count', align: 'right', cell: row => row.buildings_count.toLocaleString() },
          { key: 'rooms', head: '部屋', sort: 'rooms_count', align: 'right', cell: row => row.rooms_count.toLocaleString() },
          { key: 'residents', head: '居住者', sort: 'residents_count', align: 'right', cell: row => row.residents_count.toLocaleString() },
          { key: 'status', head: clientLabels.status, cell: ({ status }) => <Status status={status} /> },
          { key: 'chosen', head: '', cell: ({ cd }) => (cd === chosen ? <Badge tone="brand">選択中</Badge> : null) },
        ]}
        empty={Object.keys(filters).length === 0 ? <EmptyState title="契約中の企業がありません。" /> : undefined}
      />
    </>
  )
}

/** Why a company has to be chosen again: the one before is none to work in any longer. */
const Reason = () => {
  const state: unknown = useLocation().state
  const reason = isRecord(state) ? state.reason : undefined
  return typeof reason === 'string' ? <Notice role="alert">{reason}</Notice> : null
}

const Status = ({ status }: { status: ClientStatus }) => (
  <StatusBadge tone={status === 'contracted' ? 'green' : 'neutral'} mark={status === 'contracted' ? 'full' : 'empty'} value={status}>
    {clientStatusLabels[status]}
  </StatusBadge>
)
