import { formatDayLong } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { partOnDemand } from '../../platform/late-part.ts'
import { paths } from '../../site/paths.ts'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { type AnswerOf, q, queryClient, send } from '../../platform/api/api.ts'
import { useLiveChanges } from '../../platform/live/use-live-changes.ts'
import { useActor } from '../../platform/session/actor.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import {
  countVisits,
  type CrewChoice,
  crewChoiceOf,
  isOpenVisit,
  nextVisit,
  type Visit,
  type VisitCounts,
  type VisitCrew,
  type VisitSection,
  visitSections,
  visitsOfCrew,
} from './visit-list.ts'
import { VisitCard } from './VisitCard.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'
import styles from './WorkingProcessPage.module.css'

const CalendarModal = partOnDemand(async () => (await import('./CalendarModal.tsx')).CalendarModal)

type Day = AnswerOf<'GET /api/constructions/:construction_id/working_process'>

const dayOf = (construction_id: number, date: string | null) =>
  q('GET /api/constructions/:construction_id/working_process', { params: { construction_id }, query: date === null ? {} : { date } })

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(dayOf(Number(params.construction_id), new URL(request.url).searchParams.get('date')))

/** 当日の作業一覧 on a phone: where to go next, what is left, one tap to the room and one to the telephone (G-ROOM-18). */
export const WorkingProcessPage = () => {
  const construction_id = Number(useParams().construction_id)
  const [search] = useSearchParams()
  const { data } = useQuery(dayOf(construction_id, search.get('date')))
  useLiveChanges(['GET /api/constructions/:construction_id/working_process'], { construction_id })
  usePageTitle(data === undefined ? null : `${data.construction.building_name} 当日の作業一覧`)
  return data === undefined ? null : <VisitsOfDay key={data.date} day={data} />
}

const CalendarButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="calendar" onClick={() => setOpen(true)}>
        カレンダーに追加
      </Button>
      {open ? (
        <Suspense>
          <CalendarModal onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const VisitsOfDay = ({ day }: { day: Day }) => {
  const [search] = useSearchParams()
  const { construction, crews } = day
  const isCraftsman = useActor().kind === 'craftsman'
  const asked = search.get('crew')
  const choice = crewChoiceOf(asked, crews)
  const visits = visitsOfCrew(day.rooms, choice, crews)
  const sections = visitSections(visits)
  const next = day.date === day.today ? nextVisit(sections) : null
  /** The same page on another day, with the crew that was chosen. */
  const to = (date: string) => {
    const kept = new URLSearchParams({ ...(date === day.today ? {} : { date }), ...(asked === null ? {} : { crew: asked }) }).toString()
    return `${paths.working_process(construction.id)}${kept === '' ? '' : `?${kept}`}`
  }
  const phone = construction.emergency_phone_number
  return (
    <div className={styles.page}>
      <PageHead
        title="当日の作業一覧"
        actions={
          <>
            {isCraftsman ? <CalendarButton /> : null}
            {day.rooms.some(room => room.collects_on_the_day) ? (
              <ButtonLink to={`${paths.cash_list(day.construction.id)}?date=${day.date}`} icon="list">
                当日集金表
              </ButtonLink>
            ) : null}
            {day.rooms.some(isOpenVisit) && day.date >= day.today ? (
              <DocumentJobButton
                name={`absence_slips/${day.construction.id}/${day.date}`}
                label="この日の不在票"
                start={() =>
                  send('POST /api/constructions/:construction_id/absence_slips', {
                    params: { construction_id: day.construction.id },
                    body: { date: day.date },
                  })
                }
              />
            ) : null}
          </>
        }
      />
      <DaySwitch day={day} to={to} />
      {day.rooms.length === 0 ? (
        <NoVisits day={day} to={to} />
      ) : (
        <>
          {crews.length === 0 ? null : <CrewFilter crews={crews} choice={choice} />}
          {visits.length === 0 ? (
            <EmptyState title="この班の訪問はありません。" text={`この日の訪問は全体で${day.rooms.length}戸です。`} />
          ) : (
            <Progress counts={countVisits(visits)} all={choice === 'all' ? null : countVisits(day.rooms)} />
          )}
          {next === null && visits.length > 0 && sections.every(({ open }) => open.length === 0) ? (
            <p className={styles.allDone}>この日の作業はすべて済みました。</p>
          ) : null}
          {sections.map(section => (
            <FrameSection key={section.label} section={section} crews={crews} next={next} isDue={day.date <= day.today} />
          ))}
        </>
      )}
      {phone === null ? null : (
        <p className={styles.emergency}>
          緊急連絡先 <TelephoneLink phone={phone} />
        </p>
      )}
    </div>
  )
}

const DaySwitch = ({ day, to }: { day: Day; to: (date: string) => string }) => {
  const holiday = holidayName(day.date)
  return (
    <nav className={styles.daySwitch} aria-label="日付">
      {day.previous_date === null ? (
        <Button reason="これより前に訪問はありません">前の日</Button>
      ) : (
        <ButtonLink to={to(day.previous_date)}>前の日</ButtonLink>
      )}
      <p className={styles.daySwitchDate}>
        <strong>{formatDayLong(day.date)}</strong>
        {holiday === null ? null : <small>{holiday}</small>}
        {day.date === day.today ? (
          <small>今日</small>
        ) : (
          <ButtonLink size="small" to={to(day.today)}>
            今日に戻る
          </ButtonLink>
        )}
      </p>
      {day.next_date === null ? (
        <Button reason="これより後に訪問はありません">次の日</Button>
      ) : (
        <ButtonLink to={to(day.next_date)}>次の日</ButtonLink>
      )}
    </nav>
  )
}

const NoVisits = ({ day, to }: { day: Day; to: (date: string) => string }) => {
  const other = day.next_date ?? day.previous_date
  return (
    <EmptyState
      title="この日の訪問はありません。"
      {...(other === null
        ? { text: '工事日が決まった部屋が、ここに時間順で並びます。' }
        : {
            action: (
              <ButtonLink kind="primary" to={to(other)}>
                {formatDayLong(other)}の訪問を見る
              </ButtonLink>
            ),
          })}
    />
  )
}

/** 自分の班 first where the caller has one; the choice is in the address. */
const CrewFilter = ({ crews, choice }: { crews: readonly VisitCrew[]; choice: CrewChoice }) => {
  const [search, setSearch] = useSearchParams()
  const own = crews.some(crew => crew.own)
  const options: { value: CrewChoice; label: string }[] = [
    ...(own ? [{ value: 'own' as const, label: '自分の班' }] : []),
    { value: 'all', label: 'すべて' },
    ...crews.filter(crew => !crew.own).map(crew => ({ value: crew.assigned_contractor_id, label: crew.name })),
  ]
  const choose = (value: CrewChoice) => {
    const after = new URLSearchParams(search)
    if (value === (own ? 'own' : 'all')) after.delete('crew')
    else after.set('crew', String(value))
    setSearch(after, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.crews} role="group" aria-label="班">
      {options.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === choice} onClick={() => choose(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}

const Progress = ({ counts, all }: { counts: VisitCounts; all: VisitCounts | null }) => (
  <div className={styles.progress} data-testid="visit-progress">
    <dl>
      <div>
        <dt>済</dt>
        <dd>{counts.done}</dd>
      </div>
      <div data-state="open">
        <dt>残</dt>
        <dd>{counts.open}</dd>
      </div>
      <div data-state="reschedule">
        <dt>再調整</dt>
        <dd>{counts.reschedule}</dd>
      </div>
      <div>
        <dt>全</dt>
        <dd>{counts.total}</dd>
      </div>
    </dl>
    <TaskProgress label="当日の進捗" done={counts.done} error={counts.reschedule} notYet={counts.open} />
    {all === null || all.total === counts.total ? null : (
      <Help>
        全班：済 {all.done} ／ {all.total}戸
      </Help>
    )}
  </div>
)

const doneText = (done: readonly Visit[]): string => {
  const { done: finished, reschedule } = countVisits(done)
  return [finished > 0 ? `済 ${finished}戸` : '', reschedule > 0 ? `再調整 ${reschedule}戸` : ''].filter(part => part !== '').join('・')
}

const FrameSection = ({
  section: { label, open, done },
  crews,
  next,
  isDue,
}: {
  section: VisitSection
  crews: readonly VisitCrew[]
  next: Visit | null
  isDue: boolean
}) => {
  const names = new Map(crews.map(crew => [crew.assigned_contractor_id, crew.name]))
  const crewOf = (visit: Visit) => names.get(visit.assigned_contractor_id ?? 0) ?? null
  const here = new Set([...open, ...done].flatMap(visit => crewOf(visit) ?? []))
  /** Said once above the cards when they are all of one crew. */
  const onCard = (visit: Visit) => (here.size > 1 ? crewOf(visit) : null)
  return (
    <section className={styles.frame} aria-label={label}>
      <h2>
        {label}
        <small>
          {open.length > 0 ? `残り${open.length}戸` : '済み'}
          {here.size > 0 ? `　${[...here].join('、')}` : ''}
        </small>
      </h2>
      {open.length === 0 ? null : (
        <ul className={styles.list}>
          {open.map(visit => (
            <li key={visit.id}>
              <VisitCard visit={visit} crew={onCard(visit)} next={visit === next} isDue={isDue} />
            </li>
          ))}
        </ul>
      )}
      {done.length === 0 ? null : (
        <details className={styles.done} data-testid="visits-done">
          <summary>
            {doneText(done)} <span>{done.map(visit => visit.name).join('、')}</span>
          </summary>
          <ul className={styles.list}>
            {done.map(visit => (
              <li key={visit.id}>
                <VisitCard visit={visit} crew={onCard(visit)} isDue={isDue} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
