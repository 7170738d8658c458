import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import { type PayFacts, whyNotOffered } from '@toguchi/domain/orders/pay-methods'
import { handleWebhook, workPayments } from '../orders/orders.ts'
import { actAtSandbox, findSandboxPayment, readSandboxToken, type SandboxResult } from '../payments/payments.ts'
import type { Town } from './constructions.ts'
import type { Person } from './door.ts'
import { findResidentsOf } from './queries.ts'

interface Life {
  pay_method: PayMethod
  /** What is pressed at the payment page, one after another. */
  press?: readonly SandboxResult[]
  afterwards?: 'receive' | 'apply' | 'receive and apply' | 'cancel'
}

/** An order in every state (spec §4), and money that waits to go back. */
const lives: readonly Life[] = [
  { pay_method: 'credit', press: ['ok'] },
  { pay_method: 'webcvs', press: ['ok'] },
  { pay_method: 'other' },
  { pay_method: 'cash', afterwards: 'receive and apply' },
  { pay_method: 'credit', press: ['ok'], afterwards: 'cancel' },
  { pay_method: 'webcvs', press: ['ok', 'expire'] },
  { pay_method: 'webcvs', press: ['ok', 'deposit'], afterwards: 'cancel' },
  { pay_method: 'cash', afterwards: 'receive' },
]

interface Offered {
  constructions_options: { id: number; price_in_tax: number }[]
  pay_facts: PayFacts
  why_no_option_order: string | null
}
interface Placed {
  order: { id: number }
  payment_url: string | null
}

/** Residents order so many days ago, in the evening, and live through everything that can become of an order. */
export const orderOptions = async (town: Town, constructionId: number, roomIds: readonly number[], ago = 12): Promise<void> => {
  const { door, company, today } = town
  const before = door.platform.now()
  const residents = await door.platform.pool.read(company.clientId, db => findResidentsOf(db, company.clientId, constructionId))
  for (const [at, roomId] of roomIds.entries()) {
    const life = lives[at % lives.length]
    const residentId = residents.get(roomId)
    // One after another, over an evening.
    door.setNow(new Date(instantOf(addDays(today, -ago), '19:04').getTime() + at * 11 * 60_000))
    if (life && residentId !== undefined) await orderAndPay(town, await door.enter('resident', company.clientId, residentId), life, at)
  }
  door.setNow(before)
}

const orderAndPay = async (town: Town, resident: Person, life: Life, at: number): Promise<void> => {
  const { door, company } = town
  const offered = await door.call<Offered>(resident, 'GET', '/api/residents/options')
  const option = offered.constructions_options[at % Math.max(1, offered.constructions_options.length)]
  if (!option || offered.why_no_option_order !== null) return
  const isOffered = whyNotOffered(life.pay_method, offered.pay_facts, option.price_in_tax) === null
  const { order, payment_url } = await door.call<Placed>(resident, 'POST', '/api/residents/orders', {
    order: { pay_method: isOffered ? life.pay_method : 'other', order_details_attributes: [{ constructions_option_id: option.id }] },
  })
  if (!isOffered) return
  for (const result of life.press ?? []) await press(town, payment_url, result)
  if (life.afterwards?.startsWith('receive')) await door.call(company.staff, 'PATCH', `/api/orders/${order.id}/payment`, {})
  if (life.afterwards?.endsWith('apply')) await door.call(resident, 'POST', `/api/residents/orders/${order.id}/cancel_application`)
  if (life.afterwards === 'cancel') {
    const canceled = await door.call<{ order: { refunds: { id: number }[] } }>(
      company.staff,
      'PATCH',
      `/api/orders/${order.id}/cancel_order`,
    )
    for (const refund of canceled.order.refunds)
      await workPayments(door.platform, { kind: 'refund', client_id: company.clientId, refund_id: refund.id })
  }
}

const plain = { delaySeconds: 0, twice: false, reversed: false, wrongAmount: false, wrongSignature: false, lost: false }

const press = async ({ door }: Town, page: string | null, result: SandboxResult): Promise<void> => {
  const uuid = readSandboxToken(door.platform, page?.split('/').at(-1) ?? '')
  const payment = uuid === null ? undefined : await door.platform.pool.read(null, db => findSandboxPayment(db, uuid))
  // With another payment service configured nobody can pay for a demo.
  if (!payment) return
  const { platform } = door
  await actAtSandbox({ platform, handleNotification: (raw, headers) => handleWebhook(platform, 'sandbox', raw, headers) }, payment, {
    result,
    ...plain,
  })
}
