import { formatInstant } from '@toguchi/domain/calendar/day'
import { completionReportLabels, signerRelationLabels } from '@toguchi/domain/completion-reports/labels'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { type Report, stillToAnswer, valuesOf } from './report-values.ts'
import styles from './ReportView.module.css'

type Correction = Report['results'][number]['corrected']

/** A report to read: answers, texts, who signed, and what was corrected since. */
export const ReportView = ({ report, completedAt = null }: { report: Report; completedAt?: string | null }) => (
  <>
    <Facts
      facts={[
        ...(completedAt === null ? [] : [['完了日時', formatInstant(new Date(completedAt))] as const]),
        ...(report.finished ? [] : stillToAnswer(report, valuesOf(report)).map(({ name }) => [name, '未記入'] as const)),
        ...report.results.map(
          ({ item_name, answer, corrected }) => [item_name, <Corrected key={item_name} text={answer} correction={corrected} />] as const,
        ),
        [
          completionReportLabels.special_report,
          <Corrected key="special_report" text={report.special_report} correction={report.special_report_corrected} />,
        ],
        [
          completionReportLabels.completion_comment,
          <Corrected key="comment" text={report.completion_comment} correction={report.completion_comment_corrected} />,
        ],
        ...recordOf(report),
      ]}
    />
    <Withdrawn report={report} />
  </>
)

/** What nobody changes any more: what was left out and why, the signature, and every correction. */
export const ReportRecord = ({ report }: { report: Report }) => (
  <>
    <Facts
      facts={[
        ...recordOf(report),
        ...report.corrections.map(
          ({ item_name, before, after, by, at }, place) =>
            [
              `訂正${place + 1}：${item_name}`,
              <span className={styles.text} key={at}>
                {before ?? 'なし'} → {after ?? 'なし'}（{formatInstant(new Date(at))} {by}）
              </span>,
            ] as const,
        ),
      ]}
    />
    <Withdrawn report={report} />
  </>
)

const recordOf = (report: Report): [string, ReactNode][] => [
  ...(report.omissions.photos_omitted_reason === null
    ? []
    : [[completionReportLabels.photos_omitted_reason, report.omissions.photos_omitted_reason] satisfies [string, ReactNode]]),
  ...(report.finished ? [[completionReportLabels.digital_sign, <Signed key="sign" report={report} />] satisfies [string, ReactNode]] : []),
]

const Withdrawn = ({ report }: { report: Report }) =>
  report.withdrawn_signatures.map(({ signed_at, withdrawn_at }) => (
    <Help key={signed_at}>
      {formatInstant(new Date(signed_at))} の署名は、完了の取り消しにより {formatInstant(new Date(withdrawn_at))} に取り下げられました。
    </Help>
  ))

/** What holds now, and below it what was signed, with who changed it and when. */
const Corrected = ({ text, correction }: { text: string | null; correction: Correction }) => (
  <>
    <span className={styles.text}>{text ?? '―'}</span>
    {correction === null ? null : (
      <span className={styles.correction}>
        <Badge tone="amber">訂正</Badge> {formatInstant(new Date(correction.at))} {correction.by}（署名時：
        {correction.signed_answer ?? 'なし'}）
      </span>
    )}
  </>
)

const Signed = ({ report: { digital_sign_url, signature, omissions } }: { report: Report }) =>
  digital_sign_url === null ? (
    `省略（${omissions.sign_omitted_reason ?? '理由なし'}）`
  ) : (
    <>
      <img className={styles.sign} src={digital_sign_url} alt="居住者のサイン" />
      {signature === null ? null : (
        <span className={styles.signer}>
          {[signerRelationLabels[signature.relation], nameOf(signature), formatInstant(new Date(signature.signed_at))]
            .filter(part => part !== '')
            .join('　')}
        </span>
      )}
    </>
  )

const nameOf = ({ name, named }: NonNullable<Report['signature']>): string => name ?? (named ? '（氏名は消去済み）' : '')
