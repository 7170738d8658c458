import { type Day, daysBetween } from '../calendar/day.ts'

export const periods = ['planned', 'contract', 'common_area', 'second_common_area', 'privately_area'] as const
export type Period = (typeof periods)[number]

/** The two columns of a period; the contract's are the only ones whose names say `period` (spec §3). */
export const periodColumns = {
  planned: ['planned_start_on', 'planned_end_on'],
  contract: ['contract_period_start_on', 'contract_period_end_on'],
  common_area: ['common_area_start_on', 'common_area_end_on'],
  second_common_area: ['second_common_area_start_on', 'second_common_area_end_on'],
  privately_area: ['privately_area_start_on', 'privately_area_end_on'],
} as const satisfies Record<Period, readonly [string, string]>

export type PeriodDays = { [P in Period as (typeof periodColumns)[P][number]]: Day | null }

/** The key under which a period's errors are shown (G-SCH-06). */
export const periodKey = (period: Period): string => `${period}_period`

export const periodOrderText = 'の終了日は開始日以降にしてください'
/** Days a period may last, three years: a longer one is a mistyped year, and a schedule of it would have a column a day. */
export const longestPeriod = 1_096
export const longPeriodText = 'は3年以内にしてください'
export const secondPeriodText = 'は1回目の終了日より後にしてください'

/** What is wrong with the periods, keyed as errors are; only ends that are both there are compared (G-SCH-06, G-SCH-27). */
export const periodProblems = (days: PeriodDays): Record<string, string[]> => {
  const problems: Record<string, string[]> = {}
  for (const period of periods) {
    const [start, end] = periodColumns[period].map(column => days[column]) as [Day | null, Day | null]
    if (start === null || end === null) continue
    if (end < start) problems[periodKey(period)] = [periodOrderText]
    else if (daysBetween(start, end) >= longestPeriod) problems[periodKey(period)] = [longPeriodText]
  }
  const { second_common_area_start_on: second, common_area_end_on: first } = days
  if (second !== null && first !== null && second <= first) problems[periodKey('second_common_area')] ??= [secondPeriodText]
  return problems
}
