import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { formatDayLong, formatInstant, todayInTokyo } from '@toguchi/domain/calendar/day'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AnswerOf, ApiError, send } from '../platform/api/request.ts'
import { ButtonAnchor } from '../ui/plain/Button.tsx'
import { Card, Title } from '../ui/plain/Card.tsx'
import { Notice } from '../ui/plain/Notice.tsx'

type Opened = AnswerOf<'POST /api/board_reports/open'>

/** The report, or why the link leads nowhere. */
export const loader = async ({ params: { client_uuid = '', token = '' } }: LoaderFunctionArgs): Promise<Opened | readonly string[]> => {
  try {
    return await send('POST /api/board_reports/open', { body: { client_uuid, token } }, { errors: 'nobody' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An address that was typed off wrongly is no token at all, and leads nowhere either.
    const isOwnSentence = error.code === 'link_gone' || error.status !== 422
    return isOwnSentence ? error.fullMessages : ['このリンクは使えません。アドレスが途中で切れていないか、ご確認ください。']
  }
}

/** What the link in the board's mail leads to: two pages as a PDF, without an account. */
export const SharedReportPage = () => {
  const report = useLoaderData<typeof loader>()
  return (
    <>
      {/* Nothing of it belongs into a list of pages. */}
      <meta name="robots" content="noindex, nofollow" />
      <Title>理事会報告書</Title>
      {'url' in report ? (
        <Report report={report} />
      ) : (
        <Notice kind="error">
          {report.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </>
  )
}

const Report = ({ report }: { report: Opened }) => (
  <Card title={report.building_name}>
    <p>{report.title}</p>
    <p>
      {formatWeek(report.week_on)}　{report.issuer}
    </p>
    <p>{formatInstant(new Date(report.made_at))}作成（A4）</p>
    <ButtonAnchor href={report.url}>PDFを開く</ButtonAnchor>
    <p>
      {formatDayLong(todayInTokyo(new Date(report.expires_at)))}
      まで見られます。ボタンは10分間有効です。過ぎたときは、このページを開き直してください。
    </p>
  </Card>
)
