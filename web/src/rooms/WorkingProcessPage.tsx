import { addDays, formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { type AnswerOf, q, queryClient } from '../platform/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { TaskProgress } from '../ui/TaskProgress.tsx'
import { RoomStatusBadge } from './RoomBadges.tsx'
import './room-page.css'

type Visit = AnswerOf<'GET /api/constructions/:construction_id/working_process'>['rooms'][number]

const dayOf = (construction_id: number, date: string | null) =>
  q('GET /api/constructions/:construction_id/working_process', { params: { construction_id }, query: date === null ? {} : { date } })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(dayOf(Number(params.construction_id), new URL(request.url).searchParams.get('date')))

/** The day's list on a phone: who is next, what is missing, one tap to the room (G-ROOM-18). */
export const WorkingProcessPage = () => {
  const construction_id = Number(useParams().construction_id)
  const [search] = useSearchParams()
  const { data } = useQuery(dayOf(construction_id, search.get('date')))
  if (data === undefined) return null
  const to = (date: string) => `${paths.working_process(construction_id)}?date=${date}`
  const { summary } = data
  const frames = [...Map.groupBy(data.rooms, room => `${room.assign?.start_at ?? ''}-${room.assign?.end_at ?? ''}`).values()]
  const phone = data.construction.emergency_phone_number
  return (
    <>
      <PageHead title="当日の作業一覧" note={data.construction.building_name} />
      <nav className="day-switch" aria-label="日付">
        <ButtonLink to={to(data.previous_date ?? addDays(data.date, -1))}>前の日</ButtonLink>
        <strong>{formatDayLong(data.date)}</strong>
        <ButtonLink to={to(data.next_date ?? addDays(data.date, 1))}>次の日</ButtonLink>
      </nav>
      {summary.total === 0 ? (
        <EmptyState
          title="この日の訪問はありません。"
          {...(data.next_date === null
            ? {}
            : { action: <ButtonLink to={to(data.next_date)}>{formatDayLong(data.next_date)}を見る</ButtonLink> })}
        />
      ) : (
        <>
          <p>
            完了 <strong>{summary.completed}</strong> ／ {summary.total}戸
            {summary.reschedule > 0 ? `　日程再調整 ${summary.reschedule}` : ''}
          </p>
          <TaskProgress label="当日の進捗" done={summary.completed} error={summary.reschedule} notYet={summary.waiting} />
        </>
      )}
      {frames.map(visits => (
        <section key={visits[0]?.id} aria-label={frameOf(visits[0])}>
          <h2 className="k-subhead">{frameOf(visits[0])}</h2>
          <ul className="visit-list">
            {visits.map(visit => (
              <li key={visit.id}>
                <VisitCard visit={visit} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {phone === null ? null : (
        <p className="k-help">
          緊急連絡先 <a href={`tel:${phone}`}>{phone}</a>
        </p>
      )}
    </>
  )
}

const frameOf = (visit: Visit | undefined): string => (visit?.assign ? formatTimeFrame(visit.assign.start_at, visit.assign.end_at) : '')

const VisitCard = ({ visit }: { visit: Visit }) => (
  <Link
    className="visit-card"
    data-status={visit.status}
    data-testid={`room-card-${visit.id}`}
    to={paths.room(visit.construction_id, visit.id)}
  >
    <span className="visit-head">
      <strong>{visit.name}</strong>
      <RoomStatusBadge status={visit.status} closed={visit.closed_at !== null} />
      {visit.high_priority ? <Badge tone="amber">優先</Badge> : null}
      {visit.construction_schedule_confirmed_at === null ? <Badge tone="red">日程未確定</Badge> : null}
    </span>
    {visit.resident?.name ? <span>{visit.resident.name} 様</span> : null}
    {visit.construction_remarks === null ? null : <span className="room-instruction">{visit.construction_remarks}</span>}
    <span className="visit-head">
      {visit.missing_photos > 0 && visit.status !== 'completed' ? <Badge tone="neutral">未撮影 {visit.missing_photos}</Badge> : null}
      {visit.options.length > 0 ? <Badge tone="blue">{visit.options.join('、')}</Badge> : null}
      {visit.collect_on_the_day > 0 ? <Badge tone="amber">当日集金 {formatYen(visit.collect_on_the_day)}</Badge> : null}
    </span>
  </Link>
)
