import { boardReportLabels, longestRequests } from '@toguchi/domain/board-reports/labels'
import { canSendBoardReports } from '@toguchi/domain/board-reports/policy'
import { useForm, useWatch } from 'react-hook-form'
import { send, useApiMutation } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { useSettled } from '../platform/use-settled.ts'
import { Button } from '../ui/Button.tsx'
import { PaperPages } from '../ui/files/PaperPages.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BoardReportPage.module.css'
import { ReportMaking } from './ReportMaking.tsx'
import { type Report, reportReads } from './report-reads.ts'
import { SentReports } from './SentReports.tsx'

interface Props {
  constructionId: number
  report: Report
}

/** Milliseconds without a key, after which the pages follow. */
const pause = 600

/** The report of one week: its text, its pages as they would be with that text, and what is done with them. */
export const ReportOfWeek = ({ constructionId, report }: Props) => {
  const { week_on } = report
  const params = { construction_id: constructionId }
  const maySend = canSendBoardReports(useActor())
  const form = useForm({ defaultValues: { requests: report.requests } })
  const typed = useWatch({ control: form.control, name: 'requests' })
  const drawn = useSettled(typed, pause)
  const save = useApiMutation('PATCH /api/constructions/:construction_id/board_report', {
    invalidates: reportReads,
    errors: 'caller',
    onSuccess: (_, { body }) => form.reset({ requests: body?.board_report.requests ?? '' }),
  })
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        {maySend ? (
          <Section title={boardReportLabels.requests} name="report_requests">
            <Form
              form={form}
              resource="board_report"
              error={save.error}
              guard="with search"
              onSubmit={({ requests }) => save.mutate({ params, body: { board_report: { week_on, requests } } })}
            >
              <Stack>
                <TextareaField
                  name="requests"
                  label={boardReportLabels.requests}
                  hideLabel
                  rows={5}
                  maxLength={longestRequests}
                  help="2ページ目の初めに載ります。2回以上ご不在の住戸へのお声がけのお願いは、自動で入ります。"
                />
                <Actions>
                  <Button type="submit" reason={form.formState.isDirty ? null : '変更はありません'} disabled={save.isPending}>
                    保存
                  </Button>
                </Actions>
              </Stack>
            </Form>
          </Section>
        ) : null}
        {maySend ? <ReportMaking constructionId={constructionId} report={report} isUnsaved={form.formState.isDirty} /> : null}
        <SentReports constructionId={constructionId} links={report.links} mayWithdraw={maySend} />
      </div>
      <Section title="仕上がり" name="report_preview">
        <Help>PDFと同じページです。押すと拡大します。</Help>
        <PaperPages
          made={JSON.stringify([week_on, drawn, report.figures])}
          draw={(page, signal) =>
            send(
              'POST /api/constructions/:construction_id/board_report/preview',
              { params, body: { week_on, requests: drawn, page } },
              { silent: true, errors: 'nobody', signal },
            )
          }
        />
      </Section>
    </div>
  )
}
