import { progressSegmentLabels, progressSegments } from '@toguchi/domain/constructions/status'
import { clientStatusLabels } from '@toguchi/domain/clients/labels'
import { formatYen } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, q, queryClient } from '../../platform/api/api.ts'
import { useEnterClient } from '../../platform/session/enter-client.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { AmountBars } from './AmountBars.tsx'
import { PlatformInformations } from './PlatformInformations.tsx'

type Dashboard = AnswerOf<'GET /api/admin/dashboard'>

const dashboard = q('GET /api/admin/dashboard')

export const loader = () => queryClient.ensureQueryData(dashboard)

/** All companies at once, for role 1 (G-ADM-10). */
export const AdminDashboardPage = () => {
  const { data } = useQuery(dashboard)
  if (data === undefined) return null
  return (
    <div data-testid="admin-dashboard">
      <PageHead title="管理ダッシュボード" />
      <Section
        title="企業"
        name="clients-count"
        actions={
          <ButtonLink to={paths.admin_clients()} size="small">
            企業一覧
          </ButtonLink>
        }
      >
        <Facts
          columns={2}
          facts={[
            [clientStatusLabels.contracted, `${data.clients_count.contracted.toLocaleString()}社`],
            [clientStatusLabels.terminated, `${data.clients_count.terminated.toLocaleString()}社`],
          ]}
        />
      </Section>
      <Section title="工事の進捗（契約中の全企業）" name="progress">
        <AmountBars
          label="工事の進捗"
          heads={['区分', '工事']}
          rows={progressSegments.map(segment => ({
            name: progressSegmentLabels[segment],
            amount: data.progress[segment],
            text: `${data.progress[segment].toLocaleString()}件`,
          }))}
        />
      </Section>
      <PlatformInformations informations={data.informations} />
      <Sales months={data.sales_by_month} />
      <MessageFailures failures={data.message_failures} platformCount={data.platform_failures_count} />
      <StorageUsed storage={data.storage} />
    </div>
  )
}

const Sales = ({ months }: { months: Dashboard['sales_by_month'] }) => (
  <Section
    title="月ごとの売上（12か月）"
    name="sales"
    actions={
      <ButtonLink to={paths.admin_orders()} size="small">
        全企業の注文
      </ButtonLink>
    }
  >
    <AmountBars
      label="月ごとの売上"
      heads={['申込み月', '売上（受け取った代金）', '注文の件数']}
      rows={months.map(({ month, orders_count, total_sales_amount }) => ({
        name: `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`,
        amount: total_sales_amount,
        text: formatYen(total_sales_amount),
        more: `${orders_count.toLocaleString()}件`,
      }))}
    />
  </Section>
)

interface MessageFailuresProps {
  failures: Dashboard['message_failures']
  /** Of mails to admins and operators. */
  platformCount: number
}

/** Messages that nobody was told by: a row enters the company, at 送信状況 of the newest one's construction. */
const MessageFailures = ({ failures, platformCount }: MessageFailuresProps) => {
  const enterClient = useEnterClient()
  return (
    <Section title="送信できなかったメール・LINE・SMS" name="message-failures">
      {platformCount === 0 ? null : <Help>管理者・オペレーターに送信できなかったメールが{platformCount.toLocaleString()}件あります。</Help>}
      <DataTable
        label="送信できなかったメール・LINE・SMS"
        rows={failures}
        rowKey={({ client }) => client.id}
        onRow={({ client, newest_construction_id }) =>
          enterClient(client, newest_construction_id === null ? paths.constructions() : paths.messages(newest_construction_id))
        }
        columns={[
          { key: 'client', head: '企業', cell: ({ client }) => `${client.name}（${client.cd}）` },
          { key: 'recent', head: '過去30日', align: 'right', cell: ({ recent_count }) => `${recent_count.toLocaleString()}件` },
          { key: 'failed', head: 'すべて', align: 'right', cell: ({ failed_count }) => `${failed_count.toLocaleString()}件` },
        ]}
        empty={<EmptyState title="送信できなかったメール・LINE・SMSはありません。" />}
      />
    </Section>
  )
}

const StorageUsed = ({ storage }: { storage: Dashboard['storage'] }) => (
  <Section title={`保存容量（合計 ${sizeText(storage.byte_size)}）`} name="storage">
    {storage.clients.length === 0 ? (
      <EmptyState title="保存されているファイルはありません。" />
    ) : (
      <AmountBars
        label="企業ごとの保存容量"
        heads={['企業', '容量', 'ファイル']}
        rows={storage.clients.map(({ client, byte_size, files_count }) => ({
          name: `${client.name}（${client.cd}）`,
          amount: byte_size,
          text: sizeText(byte_size),
          more: `${files_count.toLocaleString()}個`,
        }))}
      />
    )}
  </Section>
)

const [gigabyte, megabyte] = [1e9, 1e6]
const sizeText = (bytes: number): string => {
  const [unit, name] = bytes >= gigabyte ? [gigabyte, 'GB'] : [megabyte, 'MB']
  return `${(bytes / unit).toLocaleString('ja', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${name}`
}
