import { type Actor, isOffice, isStaff } from '../access/actor.ts'
import { type Day, daysBetween } from '../calendar/day.ts'

/** What becomes of a room's ordered options when its work is moved, put off or given up (beyond 21). */
export const orderDecisions = ['keep', 'follow', 'cancel'] as const
export type OrderDecision = (typeof orderDecisions)[number]
export const orderDecisionLabels: Readonly<Record<OrderDecision, string>> = {
  keep: 'そのまま行う',
  follow: '日程に合わせて変更',
  cancel: '取り消して返金',
}

/** What happens to a room that may have orders: a day is named for it, it is put off without one, or it is settled without the work. */
export type RoomChange = 'move' | 'put off' | 'give up'

/** What this person can decide: there is nothing to follow without a new day, nothing is kept of works that are given up, and money goes back by those who decide over orders. */
export const orderDecisionsFor = (actor: Actor, change: RoomChange): OrderDecision[] =>
  orderDecisions.filter(
    decision =>
      (decision !== 'follow' || change === 'move') &&
      (decision !== 'keep' || change !== 'give up') &&
      (decision !== 'cancel' || isStaff(actor)),
  )

/** Who is asked: at the door nobody knows of the money, and the orders stay as they are. */
export const decidesOverOrders = isOffice

/** Days that bought options take to be prepared: those between the last day of ordering and the first of the works, one at least. */
export const optionPreparationDays = (period: { option_request_end_on: Day | null; privately_area_start_on: Day | null }): number =>
  period.option_request_end_on === null || period.privately_area_start_on === null
    ? 1
    : Math.max(1, daysBetween(period.option_request_end_on, period.privately_area_start_on))

/** Whether a move of a room with orders asks what becomes of them: to a day that is nearer than their preparation takes. */
export const moveAsksForDecision = (
  room: { options_count: number },
  { from, to }: { from: { date: Day } | null; to: { date: Day } | null },
  facts: { today: Day; option_preparation_days: number },
): boolean =>
  room.options_count > 0 && to !== null && from?.date !== to.date && daysBetween(facts.today, to.date) < facts.option_preparation_days
