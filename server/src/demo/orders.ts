import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import { priceInTax } from '@toguchi/domain/money/tax'
import type { Town } from './constructions.ts'
import { findOffered, insertOrder } from './queries.ts'

const statuses = [
  { pay_method: 'credit', status: 'paid' },
  { pay_method: 'webcvs', status: 'unpaid' },
  { pay_method: 'other', status: 'unpaid' },
  { pay_method: 'cash', status: 'cancel_application' },
  { pay_method: 'credit', status: 'cancel_order' },
  { pay_method: 'webcvs', status: 'failed' },
] as const

/** An order in every state (spec §4), so many days ago; their pages come with the orders. */
export const orderOptions = async ({ door, company, today }: Town, constructionId: number, roomIds: number[], ago = 11): Promise<void> => {
  const created = instantOf(addDays(today, -ago), '21:15')
  await door.platform.pool.write(company.clientId, async db => {
    const { options, names } = await findOffered(db, company.clientId, constructionId, roomIds)
    for (const [at, roomId] of roomIds.entries()) {
      const state = statuses[at % statuses.length]
      const option = options[at % options.length]
      if (!state || !option) continue
      const price_in_tax = priceInTax(option.price, 'round_down')
      await insertOrder(
        db,
        {
          client_id: company.clientId,
          construction_id: constructionId,
          room_id: roomId,
          resident_name: names.get(roomId) ?? '',
          pay_method: state.pay_method,
          status: state.status,
          status_before_cancel: state.status === 'cancel_application' ? 'unpaid' : null,
          total_price_in_tax: price_in_tax,
          payment_period_end_on: state.pay_method === 'webcvs' ? addDays(today, 3 - ago) : null,
          completion_at: state.status === 'paid' ? created : null,
          canceled_at: state.status === 'cancel_order' ? created : null,
          failure_reason: state.status === 'failed' ? '期限切れ' : null,
          created_at: created,
        },
        [{ constructions_option_id: option.id, option_name: option.option_name, price: option.price, price_in_tax }],
      )
    }
  })
}
