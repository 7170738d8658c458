import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { q, queryClient } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Select } from '../ui/form/Control.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BoardReportPage.module.css'
import { ReportOfWeek } from './ReportOfWeek.tsx'
import { reportOf } from './report-reads.ts'

const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  const week = new URL(request.url).searchParams.get('week_on')
  return Promise.all([queryClient.ensureQueryData(constructionOf(id)), queryClient.ensureQueryData(reportOf(id, week))])
}

/** 理事会報告書: the week, what the board is asked for, the two pages as they will be, and what was sent. */
export const BoardReportPage = () => {
  const id = Number(useParams().construction_id)
  const [search, setSearch] = useSearchParams()
  const construction = useQuery(constructionOf(id)).data?.construction
  const report = useQuery({ ...reportOf(id, search.get('week_on')), refetchInterval: linkRenewal }).data
  usePageTitle(construction === undefined ? null : `${construction.building_name} 理事会報告書`)
  if (construction === undefined || report === undefined) return null
  return (
    <>
      <PageHead
        title="理事会報告書"
        note={`${construction.building_name}　${construction.name ?? ''}`}
        actions={<ButtonLink to={paths.hard_rooms(id)}>空室・入室辞退一覧</ButtonLink>}
      />
      <Section name="report_week">
        <label className={styles.week}>
          対象の週
          <Select value={report.week_on} onChange={event => setSearch({ week_on: event.target.value })}>
            {report.weeks.map(week => (
              <option key={week} value={week}>
                {formatWeek(week)}
              </option>
            ))}
          </Select>
        </label>
        <Help>戸数・予備枠は今の状況、予定・施工・ご不在はこの週のものです。居住者の氏名と電話番号は載りません。</Help>
      </Section>
      <ReportOfWeek key={report.week_on} constructionId={id} report={report} />
    </>
  )
}
