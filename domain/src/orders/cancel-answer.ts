import type { Day } from '../calendar/day.ts'
import { addWorkingDays } from '../calendar/working-days.ts'

const daysToAnswer = 3

/** Said where a resident asks to cancel, and in the message about it (R9). */
export const cancelAnswerText = `${daysToAnswer}営業日以内にお返事します`

/** The last day on which the office answers whoever asked to cancel on a day. */
export const cancelAnswerBy = (appliedOn: Day): Day => addWorkingDays(appliedOn, daysToAnswer)
