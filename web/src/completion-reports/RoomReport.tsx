import { type ReactNode, Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import type { RoomDetail } from '../room-reads/room-reads.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import { unsentList } from '../ui/unsent/unsent-list.ts'
import { ReportView } from './ReportView.tsx'
import { hasReportDraft } from './report-draft.ts'
import { useReport, useWaitingReport } from './use-report.ts'
import styles from './RoomReport.module.css'

const ReportPreview = partOnDemand(async () => (await import('./ReportPreview.tsx')).ReportPreview)
const ReportModal = partOnDemand(async () => (await import('./ReportModal.tsx')).ReportModal)

/** As high as what mostly comes, so that nothing below moves when it does. */
const Unread = ({ children }: { children: ReactNode }) => (
  <div className={styles.unread} inert>
    {children}
  </div>
)

/** The report on the page of its room: what is in it so far, and the way to fill it in or to correct it. */
export const RoomReport = ({ room }: { room: Pick<RoomDetail, 'id' | 'construction_id' | 'name' | 'building_name' | 'completed_at'> }) => {
  const { building_name, completed_at } = room
  const place = { construction_id: room.construction_id, room_id: room.id }
  const { report } = useReport(place)
  const { saved, isOnDevice, isCompleted, isRefused } = useWaitingReport(place)
  const [open, setOpen] = useState<'report' | 'preview' | null>(null)
  // As it is whenever the page is rendered: it comes and goes with the dialogs over it.
  const isBegun = report !== undefined && !report.finished && report.why_read_only === null && !isCompleted && hasReportDraft(place)
  const dialog = { ...place, building_name, room_name: room.name, onClose: () => setOpen(null) }
  return (
    <Section
      title="完了報告書"
      name="completion-report"
      actions={
        isCompleted ? null : report === undefined ? (
          <Unread>
            <Button size="small" icon="edit">
              記入する
            </Button>
          </Unread>
        ) : (
          <>
            {report.finished ? (
              <Button size="small" onClick={() => setOpen('preview')}>
                仕上がりを見る
              </Button>
            ) : null}
            <Button size="small" icon={report.why_read_only === null ? 'edit' : 'report'} onClick={() => setOpen('report')}>
              {report.why_read_only !== null ? '開く' : report.finished ? '訂正・印刷' : '記入する'}
            </Button>
          </>
        )
      }
    >
      {isRefused ? (
        <Alert role="alert">
          <p>記入した内容のうち、送信できなかったものがあります。この端末に残っています。</p>
          <Button size="small" onClick={() => unsentList.set(true)}>
            内容を確認する
          </Button>
        </Alert>
      ) : null}
      {saved.length > 0 && !isCompleted ? (
        <Help>{isOnDevice ? '記入した内容は、この端末に保存され、送信待ちです。' : '記入した内容は、送信待ちです。'}</Help>
      ) : null}
      {isBegun ? <Help>保存していない入力があります。「記入する」か「完了登録」で、続きから記入できます。</Help> : null}
      {isCompleted ? (
        <Help>記入した内容は、完了登録と一緒に送信待ちです。送信されると、ここに表示されます。</Help>
      ) : report === undefined ? (
        <Unread>
          <Help>標準完了報告書：まだ記入されていません。完了登録のときにも記入できます。</Help>
        </Unread>
      ) : report.finished || report.saved_at !== null || saved.length > 0 ? (
        <ReportView report={report} completedAt={completed_at} />
      ) : isBegun ? null : (
        <Help>
          {report.template === null
            ? '報告項目はありません。'
            : `${report.template.name}：まだ記入されていません。完了登録のときにも記入できます。`}
        </Help>
      )}
      <Suspense>
        {open === 'report' ? <ReportModal {...dialog} /> : null}
        {open === 'preview' ? <ReportPreview {...dialog} /> : null}
      </Suspense>
    </Section>
  )
}
