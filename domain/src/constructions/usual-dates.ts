import { addDays, type Day, type TimeOfDay } from '../calendar/day.ts'
import { addWorkingDays, workingDayUntil } from '../calendar/working-days.ts'

/** Days before the first day in the dwellings on which a date usually lies (practice §2). */
const daysBefore = {
  briefing_session_date: 30,
  information_distribution_on: 28,
  option_request_end_on: 21,
  schedule_change_end_on: 14,
} as const
/** A decided date is delivered a week before the works at the latest, three working days after nobody may change it any more. */
const decisionGuide = { afterDeadline: 3, before: 7 } as const

/** When a briefing session usually begins: after work. */
export const usualBriefingTime: TimeOfDay = '19:00'

export const usualDateNames = [
  'briefing_session_date',
  'information_distribution_on',
  'option_request_end_on',
  'schedule_change_end_on',
  'decision_guide_distribution_on',
] as const
export type UsualDates = Record<(typeof usualDateNames)[number], Day>

/**
 * The usual dates of a construction that enters dwellings from `start` on, each on a working day: what falls on a day off is done before
 * it (practice §2). They are proposals: days that have passed are among them when the start is near.
 */
export const usualDates = (start: Day): UsualDates => {
  const before = (name: keyof typeof daysBefore) => workingDayUntil(addDays(start, -daysBefore[name]))
  const schedule_change_end_on = before('schedule_change_end_on')
  const decided = addWorkingDays(schedule_change_end_on, decisionGuide.afterDeadline)
  const latest = workingDayUntil(addDays(start, -decisionGuide.before))
  return {
    briefing_session_date: before('briefing_session_date'),
    information_distribution_on: before('information_distribution_on'),
    option_request_end_on: before('option_request_end_on'),
    schedule_change_end_on,
    decision_guide_distribution_on: decided < latest ? decided : latest,
  }
}
