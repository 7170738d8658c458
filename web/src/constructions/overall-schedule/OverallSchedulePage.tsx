import { addDays, type Day, daysBetween, eachDay, formatDayShort, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { overallSchedule, scheduleCell, type ScheduleLine, tooLongText } from '@toguchi/domain/constructions/overall-schedule'
import { canCreateConstructions } from '@toguchi/domain/constructions/policy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { useActor } from '../../platform/session/actor.ts'
import { q, queryClient, send } from '../../platform/api/api.ts'
import { DocumentJobButton } from '../../documents/documents.tsx'
import { configuration, useConfiguration } from '../../platform/session/configuration.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { monthOf, monthText } from '../../ui/calendar/month.ts'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Segments } from '../../ui/layout/Segments.tsx'
import styles from './OverallSchedulePage.module.css'

const constructionQuery = (id: string | undefined) => q('GET /api/constructions/:id', { params: { id: Number(id) } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  await configuration()
  return queryClient.ensureQueryData(constructionQuery(params.construction_id))
}

/** The whole construction on one line of days: periods as bars, dates as marks, days off grey, preparation blue (G-SCH-01). */
export const OverallSchedulePage = () => {
  const { construction_id } = useParams()
  const actor = useActor()
  const [zoom, showZoom] = useZoom()
  const { data } = useQuery(constructionQuery(construction_id))
  if (data === undefined) return null
  const { construction } = data
  const { id, building_name, name } = construction
  const schedule = overallSchedule(construction)
  const mayEdit = canCreateConstructions(actor)
  return (
    <>
      <PageHead
        title="全体工程表"
        note={`${building_name} ${name ?? ''}`}
        actions={
          <>
            {schedule === null || schedule.tooLong ? null : (
              <>
                <PrintButton id={id} format="pdf" label="PDFを作成" />
                <PrintButton id={id} format="xlsx" label="Excelを作成" />
              </>
            )}
            {mayEdit ? (
              <ButtonLink to={`${paths.construction_edit(id)}?form_type=overall_schedule`} icon="edit" kind="primary">
                編集
              </ButtonLink>
            ) : null}
          </>
        }
      />
      {schedule === null ? (
        <EmptyState
          title="工期が入力されていません。"
          text={mayEdit ? '編集から工期を入力すると、ここに表示されます。' : '担当者が工期を入力すると、ここに表示されます。'}
        />
      ) : schedule.tooLong ? (
        <EmptyState title="工程表を表示できません。" text={tooLongText} />
      ) : (
        <>
          <div className={styles.zoom}>
            <Segments label="表示の単位" options={zoomNames} chosen={zoom} onChoose={showZoom} />
          </div>
          <Timeline {...schedule} zoom={zoom} />
          <p className={styles.legend}>
            <span data-kind="off">休工日</span>
            <span data-kind="preparation">準備日</span>
          </p>
        </>
      )}
    </>
  )
}

const PrintButton = ({ id, format, label }: { id: number; format: 'pdf' | 'xlsx'; label: string }) => (
  <DocumentJobButton
    name={`overall_schedule/${id}/${format}`}
    label={label}
    kind={format}
    start={() =>
      send(
        'POST /api/constructions/:construction_id/overall_schedule/file',
        { params: { construction_id: id }, body: { format } },
        { silent: true },
      )
    }
  />
)

/** Pixels a day is wide, and whether its number fits. */
const zooms = {
  day: { width: 26, numbers: true },
  week: { width: 11, numbers: false },
  month: { width: 4, numbers: false },
} as const
type ZoomName = keyof typeof zooms
const zoomNames = [
  { name: 'day', label: '日' },
  { name: 'week', label: '週' },
  { name: 'month', label: '月' },
] as const

/** How near one looks; it stands in the address, so that a link shows what its sender saw. */
const useZoom = (): [ZoomName, (zoom: ZoomName) => void] => {
  const [search, setSearch] = useSearchParams()
  const named = search.get('zoom')
  const zoom = named === 'week' || named === 'month' ? named : 'day'
  return [zoom, next => setSearch(next === 'day' ? {} : { zoom: next }, { replace: true })]
}

/** Opens the sheet a little before a day, by how far along its days it lies; a sheet that is read again stays where it is. */
const showDay = (share: number | null) => (scroller: HTMLDivElement | null) => {
  if (scroller === null || share === null || scroller.dataset.opened !== undefined) return
  scroller.dataset.opened = ''
  const grid = scroller.firstElementChild
  const labels = grid?.firstElementChild?.getBoundingClientRect().width ?? 0
  const daysWidth = (grid?.scrollWidth ?? 0) - labels
  const seen = scroller.clientWidth - labels
  scroller.scrollLeft = daysWidth * share - seen / 3
}

/** The column of the first day: before it stand the names, and the edge that a mark on that day reaches into. */
const firstDay = 3

const Timeline = ({ first, last, lines, zoom }: { first: Day; last: Day; lines: readonly ScheduleLine[]; zoom: ZoomName }) => {
  const today = useConfiguration()?.today
  const { width, numbers } = zooms[zoom]
  const days = eachDay(first, last)
  const at = (day: Day) => daysBetween(first, day) + firstDay
  const months = [...Map.groupBy(days, monthOf)]
  const ticks = numbers ? days : days.filter(day => day === first || weekday(day) === 1)
  return (
    <div
      className={styles.scroll}
      tabIndex={0}
      role="region"
      aria-label="全体工程表"
      key={zoom}
      ref={showDay(today === undefined || today < first || today > last ? null : daysBetween(first, today) / days.length)}
    >
      <div
        className={styles.grid}
        data-zoom={zoom}
        style={{
          gridTemplateColumns: `var(--schedule-labels) var(--schedule-edge) repeat(${days.length}, minmax(${width}px, 1fr)) var(--schedule-edge)`,
        }}
      >
        <div className={styles.corner} />
        {months.map(([month, inside]) => (
          <div key={month} className={styles.month} style={{ gridRow: 1, gridColumn: `${at(inside[0] ?? first)} / span ${inside.length}` }}>
            <span>{inside.length * width >= 84 ? monthText(month) : inside.length * width >= 40 ? `${Number(month.slice(5))}月` : ''}</span>
          </div>
        ))}
        {zoom === 'month'
          ? null
          : ticks.map((day, index) => (
              <div
                key={day}
                className={styles.day}
                data-kind={kindOf(day)}
                data-today={day === today}
                title={`${formatDayShort(day)} ${holidayName(day) ?? ''}`}
                style={{ gridRow: 2, gridColumn: `${at(day)} / ${at(ticks[index + 1] ?? addDays(last, 1))}` }}
              >
                {Number(day.slice(8))}
              </div>
            ))}
        {today !== undefined && today >= first && today <= last ? (
          <div
            className={styles.today}
            data-testid="today"
            aria-hidden="true"
            style={{ gridColumn: at(today), gridRow: `1 / span ${lines.length + 2}` }}
          />
        ) : null}
        {lines.map((line, index) => (
          <Line key={line.label} line={line} row={index + 3} at={at} />
        ))}
      </div>
    </div>
  )
}

const kindOf = (day: Day) => (holidayName(day) !== null || weekday(day) === 0 ? 'holiday' : weekday(day) === 6 ? 'saturday' : 'work')

const Line = ({ line, row, at }: { line: ScheduleLine; row: number; at: (day: Day) => number }) => (
  <div className={styles.line} style={{ gridRow: row }}>
    <div className={styles.label}>{line.label}</div>
    <div className={styles.note} data-kind={line.kind} style={{ gridColumn: `${at(line.start)} / -1` }}>
      <span>{line.kind === 'mark' ? <small>{line.note}</small> : line.note}</span>
    </div>
    {line.kind === 'mark' ? (
      <div className={styles.mark} style={{ gridColumn: at(line.start) }} />
    ) : (
      <>
        <div className={styles.bar} style={{ gridColumn: `${at(line.start)} / ${at(line.end) + 1}` }} />
        <DaysOf line={line} days={line.off} kind="off" word="休工日" at={at} />
        <DaysOf line={line} days={line.preparation} kind="preparation" word="準備日" at={at} />
      </>
    )}
  </div>
)

interface DaysProps {
  line: ScheduleLine
  days: ReadonlySet<Day>
  kind: 'off' | 'preparation'
  word: string
  at: (day: Day) => number
}

const DaysOf = ({ line, days, kind, word, at }: DaysProps) =>
  [...days]
    .filter(day => scheduleCell(line, day) === kind)
    .map(day => (
      <div
        key={day}
        className={styles.cell}
        data-testid="day-cell"
        data-kind={kind}
        style={{ gridColumn: at(day) }}
        title={`${formatDayShort(day)} ${word}`}
      />
    ))
