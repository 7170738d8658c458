import { formatDay } from '@toguchi/domain/calendar/day'
import { platformInformationLabels as labels, platformInformationStateLabels } from '@toguchi/domain/dashboard/information'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { Actions } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { InformationBadge } from '../InfoRows.tsx'
import { PlatformInformationForm } from './PlatformInformationForm.tsx'

type Information = AnswerOf<'GET /api/admin/dashboard'>['informations'][number]

const everything = q('GET /api/admin/informations', { query: { per_page: 100 } })
const stale = ['GET /api/admin/dashboard', 'GET /api/admin/informations'] as const

/** What the platform says on the dashboards of its clients: what stands or is to come; on request also what ended (G-ADM-10). */
export const PlatformInformations = ({ informations }: { informations: readonly Information[] }) => {
  const [editing, setEditing] = useState<Information | 'new' | null>(null)
  const [withEnded, setWithEnded] = useState(false)
  const { data } = useQuery({ ...everything, enabled: withEnded })
  return (
    <Section
      title="企業へのお知らせ"
      name="platform-informations"
      actions={
        <>
          <Button size="small" onClick={() => setWithEnded(!withEnded)}>
            {withEnded ? '終了したものを隠す' : '終了したものも表示'}
          </Button>
          <Button kind="primary" size="small" icon="plus" onClick={() => setEditing('new')}>
            お知らせを書く
          </Button>
        </>
      }
    >
      <InformationTable rows={withEnded ? (data?.informations ?? informations) : informations} onEdit={setEditing} />
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? 'お知らせを書く' : 'お知らせの変更'}
        width={680}
      >
        {editing === null ? null : (
          <PlatformInformationForm information={editing === 'new' ? null : editing} stale={stale} onSaved={() => setEditing(null)} />
        )}
      </Modal>
    </Section>
  )
}

const InformationTable = ({ rows, onEdit }: { rows: readonly Information[]; onEdit: (row: Information) => void }) => {
  const [dialog, ask] = useConfirm()
  const end = useApiMutation('DELETE /api/admin/informations/:id', { invalidates: stale })
  const askAndEnd = async ({ id, title }: Information) => {
    const text = '企業のダッシュボードから、ただちに表示されなくなります。'
    if (await ask({ title: `「${title}」の掲載を終了しますか？`, text, confirm: '掲載を終了する', danger: true }))
      end.mutate({ params: { id } })
  }
  return (
    <>
      {dialog}
      <DataTable
        label="企業へのお知らせ"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'kind', head: labels.kind, nowrap: true, cell: ({ kind }) => <InformationBadge kind={kind} /> },
          { key: 'title', head: labels.title, cell: ({ title }) => title },
          {
            key: 'clients',
            head: labels.client_ids,
            cell: ({ client_ids, client_names }) => (client_ids === null ? 'すべての企業' : client_names.join('、')),
          },
          { key: 'days', head: '掲載期間', cell: ({ starts_on, ends_on }) => `${formatDay(starts_on)}〜${formatDay(ends_on)}` },
          {
            key: 'state',
            head: '状態',
            nowrap: true,
            cell: ({ state }) => <Badge tone={state === 'current' ? 'green' : 'neutral'}>{platformInformationStateLabels[state]}</Badge>,
          },
          {
            key: 'actions',
            head: '',
            cell: row =>
              row.state === 'ended' ? null : (
                <Actions>
                  <Button size="small" onClick={() => onEdit(row)}>
                    変更
                  </Button>
                  <Button size="small" disabled={end.isPending} onClick={() => void askAndEnd(row)}>
                    掲載を終了
                  </Button>
                </Actions>
              ),
          },
        ]}
        empty={<EmptyState title="掲載中・掲載前のお知らせはありません。" />}
      />
    </>
  )
}
