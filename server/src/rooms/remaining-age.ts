import { daysBetween, type Day } from '@toguchi/domain/calendar/day'
import { alertDays } from '@toguchi/domain/dashboard/information'

/** For how many days something is left over, and whether that is longer than it may be: the rule of the dashboard's alert (G-DASH-01). */
export const ageOf = ({ since }: { since: Day | null }, today: Day): { days: number | null; is_late: boolean } => {
  const days = since === null ? null : Math.max(0, daysBetween(since, today))
  return { days, is_late: days !== null && days > alertDays }
}
