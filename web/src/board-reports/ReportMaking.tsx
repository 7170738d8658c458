import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { boardReportLabels } from '@toguchi/domain/board-reports/labels'
import type { Job } from '@toguchi/domain/printing/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { DocumentJobButton } from '../documents/documents.tsx'
import { invalidate, send, useApiMutation } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { ErrorText, Help } from '../ui/form/FieldParts.ts'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BoardReportPage.module.css'
import { type Report, reportReads } from './report-reads.ts'

interface Props {
  constructionId: number
  report: Report
  /** The text was changed and not kept: what is made holds the one that is kept. */
  isUnsaved: boolean
}

/** The report on paper and by mail; to whom it goes is named before it leaves. */
export const ReportMaking = ({ constructionId, report, isUnsaved }: Props) => {
  const { week_on, addresses } = report
  const params = { construction_id: constructionId }
  const unsaved = isUnsaved ? `「${boardReportLabels.requests}」を保存してからお試しください` : null
  const [dialog, ask] = useConfirm()
  const { job, follow } = useFollowed()
  const mail = useApiMutation('POST /api/constructions/:construction_id/board_report/mail', {
    invalidates: reportReads,
    onSuccess: answer => follow(answer.job),
  })
  const askAndMail = async () => {
    const question = {
      title: `${formatWeek(week_on)}の報告書をメールで送ります`,
      text: (
        <>
          <p>次の{addresses.length}件へ、報告書を見るためのリンクを送ります。リンクは30日で切れます。</p>
          <Addresses addresses={addresses} />
        </>
      ),
      confirm: '送る',
    }
    if (await ask(question)) mail.mutate({ params, body: { week_on, addresses } })
  }
  return (
    <Section title="印刷・送信" name="report_making">
      {dialog}
      <Stack>
        <Actions>
          <DocumentJobButton
            name={`board_report/${constructionId}/${week_on}`}
            label="報告書を印刷"
            reason={unsaved}
            start={() => send('POST /api/constructions/:construction_id/board_report', { params, body: { week_on } })}
          />
          <Button
            reason={addresses.length === 0 ? '送付先が登録されていません' : unsaved}
            disabled={mail.isPending}
            onClick={() => void askAndMail()}
          >
            メールで送る
          </Button>
        </Actions>
        <div role="status">{job === null ? null : <Progress job={job} />}</div>
        <div>
          <strong>{boardReportLabels.addresses}</strong>
          {addresses.length === 0 ? <Help>まだ登録されていません。</Help> : <Addresses addresses={addresses} />}
          <Link to={paths.construction_edit(constructionId)}>工事の編集（代表者情報）で変更する</Link>
        </div>
      </Stack>
    </Section>
  )
}

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <ul className={styles.addresses}>
    {addresses.map(address => (
      <li key={address}>{address}</li>
    ))}
  </ul>
)

const Progress = ({ job }: { job: Job }) => {
  if (job.state === 'done') return <>{job.note}</>
  return job.state === 'failed' ? <ErrorText>{job.error}</ErrorText> : <>送信しています…</>
}

/** Milliseconds between two looks at a running job. */
const interval = 1_000

/** A job that was begun here, until it is over; then what was sent is listed. */
const useFollowed = () => {
  const [job, setJob] = useState<Job | null>(null)
  const follow = async (begun: Job) => {
    setJob(begun)
    for (let now = begun; ;) {
      if (now.state === 'done' || now.state === 'failed') break
      await new Promise(resolve => setTimeout(resolve, interval))
      now = (await send('GET /api/jobs/:id', { params: { id: begun.id } }, { silent: true, errors: 'nobody' })).job
      setJob(now)
    }
    await invalidate(reportReads)
  }
  return { job, follow: (begun: Job) => void follow(begun).catch(() => setJob(null)) }
}
