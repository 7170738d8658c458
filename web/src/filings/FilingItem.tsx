import { type Day, daysBetween, formatDayLong } from '@toguchi/domain/calendar/day'
import { documentKindLabels } from '@toguchi/domain/documents/labels'
import { filingDays, filingKindLabels } from '@toguchi/domain/filings/labels'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { useApiMutation } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Actions } from '../ui/layout/Layout.ts'
import { type Filing, filingReads } from './filing-reads.ts'
import styles from './FilingsPage.module.css'

const FilingModal = partOnDemand(async () => (await import('./FilingModal.tsx')).FilingModal)
const FilingFilesModal = partOnDemand(async () => (await import('./FilingFilesModal.tsx')).FilingFilesModal)

interface Props {
  constructionId: number
  filing: Filing
  today: Day
  mayKeep: boolean
}

/** One thing to be told: by when, and the tick once it was. */
export const FilingItem = ({ constructionId, filing, today, mayKeep }: Props) => {
  const [dialog, ask] = useConfirm()
  const [editing, setEditing] = useState(false)
  const [withFiles, setWithFiles] = useState(false)
  const params = { construction_id: constructionId, id: filing.id }
  const save = useApiMutation('PATCH /api/constructions/:construction_id/filings/:id', { invalidates: filingReads })
  const remove = useApiMutation('DELETE /api/constructions/:construction_id/filings/:id', { invalidates: filingReads })
  const askAndRemove = async () => {
    const text = filing.files === 0 ? undefined : `${documentKindLabels.filing_file}${filing.files}件も削除されます。`
    if (await ask({ title: `「${filing.title}」を削除します。よろしいですか？`, text, confirm: '削除する', danger: true }))
      remove.mutate({ params })
  }
  const isDone = filing.done_on !== null
  return (
    <li className={styles.filing}>
      {dialog}
      {editing ? (
        <Suspense>
          <FilingModal {...{ constructionId, filing, today }} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
      {withFiles ? (
        <Suspense>
          <FilingFilesModal {...{ constructionId, filing, mayKeep }} onClose={() => setWithFiles(false)} />
        </Suspense>
      ) : null}
      <div className={styles.about}>
        <strong>{filing.title}</strong> <Badge tone="neutral">{filingKindLabels[filing.kind]}</Badge>{' '}
        <State filing={filing} today={today} />
        <p>{datesOf(filing)}</p>
        {filing.note === null ? null : <p>{filing.note}</p>}
      </div>
      <Actions>
        {mayKeep || filing.files > 0 ? (
          <Button size="small" icon="file" aria-label={`${filing.title}の届出${filesText(filing)}`} onClick={() => setWithFiles(true)}>
            {filesText(filing)}
          </Button>
        ) : null}
        {mayKeep ? (
          <>
            <Button
              size="small"
              icon={isDone ? 'undo' : 'check'}
              aria-label={`${filing.title}を${isDone ? '未了に戻す' : '済みにする'}`}
              disabled={save.isPending}
              onClick={() => save.mutate({ params, body: { filing: { done_on: isDone ? null : today } } })}
            >
              {isDone ? '未了に戻す' : '済みにする'}
            </Button>
            <IconButton icon="edit" label={`${filing.title}を編集`} onClick={() => setEditing(true)} />
            <IconButton icon="trash" label={`${filing.title}を削除`} onClick={() => void askAndRemove()} />
          </>
        ) : null}
      </Actions>
    </li>
  )
}

/** Short, so that a phone has everything on one line. */
const filesText = ({ files }: Filing) => (files === 0 ? '書類' : `書類（${files}）`)

const datesOf = ({ due_on, until_on, done_on }: Filing): string =>
  [
    until_on === null ? `期限 ${formatDayLong(due_on)}` : `${formatDayLong(due_on)} 〜 ${formatDayLong(until_on)}`,
    ...(done_on === null ? [] : [`${formatDayLong(done_on)}に済み`]),
  ].join('　')

const State = ({ filing: { due_on, until_on, done_on }, today }: { filing: Filing; today: Day }) => {
  if (done_on !== null) return <Badge tone="green">済み</Badge>
  const left = daysBetween(today, due_on)
  if (left > filingDays) return null
  if (left > 0) return <Badge tone="amber">あと{left}日</Badge>
  if (left === 0 || (until_on !== null && today <= until_on)) return <Badge tone="amber">{until_on === null ? '今日まで' : '期間中'}</Badge>
  return <Badge tone="red">期限を過ぎています</Badge>
}
