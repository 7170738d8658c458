import { formatDayLong } from '@toguchi/domain/calendar/day'
import { deadlineAfterMove } from '@toguchi/domain/orders/pay-methods'
import type { ReachedActor } from '@toguchi/domain/access/actor'
import { toDay } from '../platform/clock.ts'
import type { CarryOutOrderDecisions } from '../rooms/rooms.ts'
import { cancelOrder } from './cancel-order.ts'
import { notifyResident } from './notify-resident.ts'
import type { LockedOrder } from './payments/refund.ts'
import { listLivingOrders, lockOrder, updateOrder } from './queries.ts'
import { recordOrderEvent } from './record-order-event.ts'

/**
 * What was decided about orders whose room was moved, put off or given up (beyond 21), in the transaction that does it: they are
 * cancelled as ever, with their refunds, or follow the new day. Kept ones stay as they are.
 */
export const carryOutOrderDecisions: CarryOutOrderDecisions = async ({ platform, db, clientId, actor }, rooms) => {
  const now = platform.now()
  for (const { room_id, decision, day } of rooms) {
    if (decision === 'keep') continue
    for (const id of await listLivingOrders(db, clientId, room_id)) {
      const locked = await lockOrder(db, clientId, id)
      if (!locked) continue
      const lockedOrder = { platform, db, clientId, ...locked, now }
      if (decision === 'cancel') await cancelOrder(lockedOrder, actor)
      // Whoever asked to cancel waits for that answer, and who stands at the payment page has ordered nothing yet: neither is promised anything.
      else if (!['cancel_application', 'initial'].includes(locked.order.status)) await followDay(lockedOrder, actor, day)
    }
  }
}

/** The order is done on the new day, and what is still to be paid is due by it. */
const followDay = async (lockedOrder: LockedOrder, actor: ReachedActor, day: string | null): Promise<void> => {
  const { db, clientId, order, now } = lockedOrder
  const before = order.payment_period_end_on
  const until = deadlineAfterMove(order, { today: toDay(now), assigned_on: day })
  if (until !== before) await updateOrder(db, clientId, order.id, { payment_period_end_on: until, updated_at: now })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'orders.date_followed', {
    day,
    before: { payment_period_end_on: before },
    after: { payment_period_end_on: until },
  })
  const on = day === null ? '新しい工事日' : formatDayLong(day)
  const due = until === null || order.status !== 'unpaid' ? [] : [`お支払い期限：${formatDayLong(until)}`]
  await notifyResident(lockedOrder, {
    subject: 'オプション工事も新しい工事日に行います',
    lines: [
      `工事日の変更に合わせ、お申込みのオプション工事は${on}に行います。`,
      '',
      ...order.details.map(detail => `・${detail.option_name}`),
      ...due,
    ],
    short: `お申込みのオプション工事は${on}に行います。${due.map(line => `${line}。`).join('')}`,
    eventId,
  })
}
