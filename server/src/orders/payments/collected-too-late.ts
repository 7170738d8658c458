import type { ReachedActor } from '@toguchi/domain/access/actor'
import { formatDayWithoutYear, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import { actorForTheSite } from '@toguchi/domain/events/actor-label'
import { orderStatusLabels } from '@toguchi/domain/orders/labels'
import { after } from '@toguchi/domain/orders/transitions'
import { refused } from '../../platform/http/problem.ts'
import { findRecordedPayment } from './recorded-payment-queries.ts'
import type { LockedOrder } from './refund.ts'

const notTaken = 'この集金とサインは登録されていません。お預かりした現金の扱いは、事務所にご確認ください。'

/**
 * Money at the door that a phone tells of late (feature 16): somebody wrote it down meanwhile, or the order is cancelled. Says who and when, for
 * the cash is in a hand; 422 `wrong_state`.
 */
export const refuseCollectedTooLate = async ({ db, clientId, order }: LockedOrder, actor: ReachedActor): Promise<void> => {
  if (actor.kind !== 'craftsman' || after(order, 'record_payment') !== null) return
  const recorded = await findRecordedPayment(db, clientId, order.id)
  // What one did oneself is no news.
  if (recorded?.actor_kind === actor.kind && recorded.actor_id === actor.id) return
  const why =
    recorded === undefined
      ? `この注文は「${orderStatusLabels[order.status]}」です。`
      : `${formatDayWithoutYear(todayInTokyo(recorded.at))} ${timeInTokyo(recorded.at)}に${actorForTheSite(recorded)}が入金を登録しました。`
  throw refused(`${why}${notTaken}`, 'wrong_state')
}
