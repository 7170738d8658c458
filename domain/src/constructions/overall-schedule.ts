import { type Day, daysBetween, formatBriefing, formatDay, todayInTokyo, weekdayName } from '../calendar/day.ts'
import { formatTerm } from '../calendar/term.ts'
import { contractPeriod } from './contract-period.ts'
import { constructionLabels } from './labels.ts'

/** The dates of a construction that its overall schedule shows. `briefing_session_at` is an instant, as text or Date. */
export interface ScheduleDates {
  planned_start_on: Day | null
  planned_end_on: Day | null
  contract_period_start_on: Day | null
  contract_period_end_on: Day | null
  common_area_start_on: Day | null
  common_area_end_on: Day | null
  common_area_term: number | null
  common_area_holidays: readonly Day[]
  second_common_area_start_on: Day | null
  second_common_area_end_on: Day | null
  privately_area_start_on: Day | null
  privately_area_end_on: Day | null
  privately_area_term: number | null
  privately_area_holidays: readonly Day[]
  preparation_days: readonly Day[]
  information_distribution_on: Day | null
  briefing_session_at: string | Date | null
  option_request_end_on: Day | null
  schedule_change_end_on: Day | null
  decision_guide_distribution_on: Day | null
}

const dateNames = [
  'planned_start_on',
  'planned_end_on',
  'contract_period_start_on',
  'contract_period_end_on',
  'common_area_start_on',
  'common_area_end_on',
  'common_area_term',
  'common_area_holidays',
  'second_common_area_start_on',
  'second_common_area_end_on',
  'privately_area_start_on',
  'privately_area_end_on',
  'privately_area_term',
  'privately_area_holidays',
  'preparation_days',
  'information_distribution_on',
  'briefing_session_at',
  'option_request_end_on',
  'schedule_change_end_on',
  'decision_guide_distribution_on',
] as const satisfies readonly (keyof ScheduleDates)[]

/** The dates alone, of anything that has them. */
export const scheduleDatesOf = (dates: ScheduleDates): ScheduleDates =>
  Object.fromEntries(dateNames.map(name => [name, dates[name]])) as { [N in (typeof dateNames)[number]]: ScheduleDates[N] }

/** What stands on a day of a line: work, a day off, a preparation day, a date to keep, or nothing. */
export type ScheduleCell = 'work' | 'off' | 'preparation' | 'mark' | null

interface Line {
  label: string
  /** The dates as text: 2026/01/07(水)〜2026/01/11(日)（4日間）. */
  note: string
  start: Day
  end: Day
}
export interface SchedulePeriod extends Line {
  kind: 'period'
  name: 'contract_period' | 'common_area_period' | 'second_common_area_period' | 'privately_area_period'
  off: ReadonlySet<Day>
  preparation: ReadonlySet<Day>
}
export interface ScheduleMark extends Line {
  kind: 'mark'
}
export type ScheduleLine = SchedulePeriod | ScheduleMark

/** Days that a schedule can show; more is a mistyped year. */
const longestSchedule = 1_500

export interface OverallSchedule {
  first: Day
  last: Day
  /** Whether there are more days than any page can show: a date has a mistyped year. */
  tooLong: boolean
  /** Periods in the form's order, then the dates in theirs. */
  lines: readonly ScheduleLine[]
}

const named = (day: Day) => `${formatDay(day)}(${weekdayName(day)})`
const none: readonly Day[] = []

export const tooLongText = '日付の間隔が4年を超えています。年の入力に誤りがないか確認してください。'

/** Periods as bars and dates as marks on one line of days (G-SCH-01). Null while no day is known. */
export const overallSchedule = (dates: ScheduleDates): OverallSchedule | null => {
  const lines = [...periodsOf(dates), ...marksOf(dates)]
  const days = lines.flatMap(({ start, end }) => [start, end]).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? null : { first, last, tooLong: daysBetween(first, last) > longestSchedule, lines }
}

/** What a line shows on a day. */
export const scheduleCell = (line: ScheduleLine, day: Day): ScheduleCell => {
  if (day < line.start || day > line.end) return null
  if (line.kind === 'mark') return 'mark'
  return line.preparation.has(day) ? 'preparation' : line.off.has(day) ? 'off' : 'work'
}

const periodsOf = (dates: ScheduleDates): SchedulePeriod[] => {
  const contract = contractPeriod(dates)
  const rows = [
    ['contract_period', contract.start, contract.end, null, none, none],
    ['common_area_period', dates.common_area_start_on, dates.common_area_end_on, dates.common_area_term, dates.common_area_holidays, none],
    [
      'second_common_area_period',
      dates.second_common_area_start_on,
      dates.second_common_area_end_on,
      null,
      dates.common_area_holidays,
      none,
    ],
    [
      'privately_area_period',
      dates.privately_area_start_on,
      dates.privately_area_end_on,
      dates.privately_area_term,
      dates.privately_area_holidays,
      dates.preparation_days,
    ],
  ] as const
  return rows.flatMap(([name, start, end, term, off, preparation]) =>
    start === null || end === null
      ? []
      : [
          {
            kind: 'period' as const,
            name,
            label: constructionLabels[name],
            note: `${named(start)}〜${named(end)}${formatTerm(term)}`,
            start,
            end,
            off: new Set(off),
            preparation: new Set(preparation),
          },
        ],
  )
}

const marksOf = (dates: ScheduleDates): ScheduleMark[] => {
  const briefing = dates.briefing_session_at === null ? null : new Date(dates.briefing_session_at)
  const days = [
    ...(['information_distribution_on', 'option_request_end_on', 'schedule_change_end_on', 'decision_guide_distribution_on'] as const).map(
      name => [name, dates[name], null] as const,
    ),
    ...(briefing === null ? [] : [['briefing_session_at', todayInTokyo(briefing), formatBriefing(briefing)] as const]),
  ]
  return days
    .flatMap(([name, day, note]) =>
      day === null ? [] : [{ kind: 'mark' as const, label: constructionLabels[name], note: note ?? named(day), start: day, end: day }],
    )
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
}
