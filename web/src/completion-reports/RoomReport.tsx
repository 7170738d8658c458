import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { outbox } from '../platform/outbox/outgoing.ts'
import { useStore } from '../platform/store.ts'
import { groupOf, type RoomDetail, useOwnClient } from '../room-reads/room-reads.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import { reportOf } from './report-values.ts'
import { ReportView } from './ReportView.tsx'

const ReportPreview = lazy(async () => ({ default: (await import('./ReportPreview.tsx')).ReportPreview }))
const ReportModal = lazy(async () => ({ default: (await import('./ReportModal.tsx')).ReportModal }))

/** The report on the page of its room: what is in it so far, and the way to fill it in or to correct it. */
export const RoomReport = ({ room }: { room: Pick<RoomDetail, 'id' | 'construction_id' | 'name' | 'completed_at'> }) => {
  const { data } = useQuery(reportOf(room.construction_id, room.id))
  const [open, setOpen] = useState<'report' | 'preview' | null>(null)
  const dialog = { construction_id: room.construction_id, room_id: room.id, room_name: room.name, onClose: () => setOpen(null) }
  const report = data?.completion_report
  const isWaiting = useWaitingAnswers(room)
  return (
    <Section
      title="完了報告書"
      name="completion-report"
      actions={
        report === undefined || isWaiting ? null : (
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
      {isWaiting ? (
        <Help>記入した内容は、完了登録と一緒に送信待ちです。送信されると、ここに表示されます。</Help>
      ) : report === undefined ? null : report.finished || report.saved_at !== null ? (
        <ReportView report={report} completedAt={room.completed_at} />
      ) : (
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

const completing = 'POST /api/constructions/:construction_id/rooms/:room_id/completion'

/** Whether its answers lie on this device with the completion that they were given in (feature 16); not where that was refused. */
const useWaitingAnswers = ({ construction_id, id }: Pick<RoomDetail, 'id' | 'construction_id'>): boolean => {
  const client = useOwnClient()
  const group = groupOf({ construction_id, room_id: id })
  return useStore(outbox).some(
    each => each.key === completing && each.client === client && each.group === group && each.state !== 'refused',
  )
}
