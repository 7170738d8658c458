import { addDays, type Day, daysBetween } from '../calendar/day.ts'
import { workingDayUntil } from '../calendar/working-days.ts'

/** What comes before anybody can be asked: lay the schedule out, settle it, hand the letters out. */
export const preparingSteps = ['plan', 'settle', 'letters'] as const
export type PreparingStep = (typeof preparingSteps)[number]

/** What is due for the unanswered (practice §2): wait, print, send, call, and after the deadline visit and call. */
export const chasingSteps = [...preparingSteps, 'wait', 'print', 'send', 'call', 'over'] as const
export type ChasingStep = (typeof chasingSteps)[number]
export const isPreparing = (step: ChasingStep): step is PreparingStep => (preparingSteps as readonly ChasingStep[]).includes(step)

/** Days before the deadline at which a step begins, or the last working day before that. */
const chasingDays = { print: 7, send: 3, call: 1 } as const

export interface Deadline {
  today: Day
  /** Distribution of the first letter; null: at any time. */
  information_distribution_on: Day | null
  /** Last day for the resident's answer; null sets none. */
  schedule_change_end_on: Day | null
}

/** Days until the deadline: 0 on its day, negative after it; null without one. */
export const daysLeft = ({ today, schedule_change_end_on: deadline }: Deadline): number | null =>
  deadline === null ? null : daysBetween(today, deadline)

/** What has happened of it, whatever day was planned for it. */
export interface Begun {
  is_planned: boolean
  is_settled: boolean
  /** Letters were printed to be handed out, or somebody has answered. */
  has_asked: boolean
}

/**
 * What to do today with who has not answered. Nobody is chased before they were asked. Without a deadline there is no hurry, and paper is the
 * way that reaches everybody.
 */
export const chasingStep = ({
  today,
  schedule_change_end_on: deadline,
  ...begun
}: Omit<Deadline, 'information_distribution_on'> & Begun): ChasingStep => {
  if (!begun.has_asked) return begun.is_settled ? 'letters' : begun.is_planned ? 'settle' : 'plan'
  if (deadline === null) return 'print'
  if (today > deadline) return 'over'
  return (['call', 'send', 'print'] as const).find(step => today >= firstDayOf(step, deadline)) ?? 'wait'
}

/** Nobody prints or calls on a day off: what would begin then begins before it. */
const firstDayOf = (step: keyof typeof chasingDays, deadline: Day): Day => workingDayUntil(addDays(deadline, -chasingDays[step]))

/** The day on which a step begins; null without a deadline. */
export const dayOfStep = (step: keyof typeof chasingDays, deadline: Day | null): Day | null =>
  deadline === null ? null : firstDayOf(step, deadline)

/** Stands for the day of an answer of which nobody knows when it came; before every day that is looked back on. */
export const longAgo: Day = '0001-01-01'

export interface AnswerFacts extends Deadline {
  /** Every dwelling that is asked: the day of its first answer; `longAgo` when nobody noted it, null while there is none. */
  answered_on: readonly (Day | null)[]
}

export interface Forecast {
  /** Dwellings expected to have answered by the end of the deadline. */
  expected: number
  /** Share of the unanswered that answers on one day, 0 to 1, over the days looked back on. */
  daily_share: number
  /** Days looked back on. */
  days: number
}

const lookBack = 7

/**
 * Expected answers at the deadline: of those unanswered at the beginning of each of the last seven days, the share that answered on it,
 * kept up until the deadline. answered + unanswered × (1 − (1 − share)^days). Null without a deadline or after it, and before a day has
 * passed since the letter, for which nothing can be said.
 */
export const forecastAnswers = (facts: AnswerFacts): Forecast | null => {
  const left = daysLeft(facts)
  if (left === null || left < 0) return null
  const { today, information_distribution_on: begun, answered_on } = facts
  const since = begun === null ? lookBack : daysBetween(begun, today)
  const days = Math.min(lookBack, since)
  if (days < 1) return null
  let waited = 0
  let came = 0
  for (let back = days; back >= 1; back -= 1) {
    const day = addDays(today, -back)
    for (const on of answered_on) {
      if (on !== null && on < day) continue
      waited += 1
      if (on === day) came += 1
    }
  }
  const daily_share = waited === 0 ? 0 : came / waited
  const answered = answered_on.filter(on => on !== null).length
  const open = answered_on.length - answered
  return { expected: Math.round(answered + open * (1 - (1 - daily_share) ** left)), daily_share, days }
}
