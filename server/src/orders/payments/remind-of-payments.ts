import { formatDayLong, timeInTokyo } from '@toguchi/domain/calendar/day'
import { isQuiet } from '@toguchi/domain/calendar/quiet-hours'
import { formatYen } from '@toguchi/domain/money/tax'
import { listClientsWithWork } from '../../clients/clients.ts'
import { attemptEach } from '../../platform/attempt-each.ts'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { channelOf, notifyResident } from '../notify-resident.ts'
import { isPaymentToRemind, listPaymentsToRemind, lockOrder, paymentReminderKey } from '../queries.ts'
import { recordOrderEvent } from '../record-order-event.ts'

/** Later nobody is reminded: a store is not on everybody's way in the evening. */
const latest = '18:00'

/**
 * Reminds once of a convenience store's payment that ends tomorrow, by day and until 18:00 (practice §4). Whoever has paid or cancelled by
 * the time it is written gets none, and what waits to be sent is taken back when the order changes (`updateOrder`).
 */
export const remindOfPayments = async (platform: Platform): Promise<void> => {
  const now = platform.now()
  if (isQuiet(now) || timeInTokyo(now) > latest) return
  const today = toDay(now)
  await attemptEach(await platform.pool.read(null, db => listClientsWithWork(db, 'payments', today)), async clientId =>
    attemptEach(await platform.pool.read(clientId, db => listPaymentsToRemind(db, clientId, today)), orderId =>
      platform.pool.write(clientId, async db => {
        const locked = await lockOrder(db, clientId, orderId)
        if (!locked || !(await isPaymentToRemind(db, clientId, orderId, today))) return
        const lockedOrder = { platform, db, clientId, ...locked, now }
        const { order, room } = locked
        const until = order.payment_period_end_on
        if (until === null || order.is_of_former_resident || channelOf(platform.settings, room) === null) return
        const eventId = await recordOrderEvent(lockedOrder, 'system', 'orders.payment_reminded', { payment_period_end_on: until })
        const amount = formatYen(order.total_price_in_tax)
        await notifyResident(lockedOrder, {
          subject: 'コンビニ払いのお支払い期限は明日です',
          lines: [
            `オプション工事のコンビニでのお支払いは、${formatDayLong(until)}までです。`,
            '期限を過ぎると、お申込みは無効になります。お支払い済みの場合は、行き違いをお許しください。',
            '',
            ...order.details.map(detail => `・${detail.option_name}　${formatYen(detail.price_in_tax)}（税込）`),
            `合計：${amount}（税込）`,
          ],
          short: `コンビニ払い${amount}の期限は明日${formatDayLong(until).slice(5)}です。`,
          asksAtPage: true,
          eventId,
          recallKey: paymentReminderKey(orderId),
        })
      }),
    ),
  )
}
