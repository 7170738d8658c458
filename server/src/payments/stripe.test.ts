import Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { openStripeApi } from '../../test/stripe-api.ts'
import { guest, openWorld } from '../../test/world.ts'
import { settleOrders } from '../orders/orders.ts'

const webhookSecret = 'whsec_test'
const api = await openStripeApi()
afterAll(api.close)
const world = await openWorld({ payments: { adapter: 'stripe', secretKey: 'sk_test_1', webhookSecret, apiUrl: api.url } })
const stripe = new Stripe('sk_test_1')
let sale: Sale

/** A session as Stripe answers it, in the fields of the API's specification that are read. */
const session = (over: object = {}) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 8800,
  currency: 'jpy',
  created: 1_795_222_800,
  expires_at: 1_795_226_400,
  payment_intent: null,
  metadata: {},
  ...over,
})
const voucher = {
  type: 'konbini_display_details',
  konbini_display_details: {
    // 2026-11-24 23:59:59 in Tokyo.
    expires_at: 1_795_532_399,
    hosted_voucher_url: 'https://payments.stripe.com/konbini/voucher/1',
    stores: { lawson: { confirmation_number: '', payment_code: '123456' } },
  },
}

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  api.reset()
  api.answer('POST /v1/checkout/sessions', () => ({ body: session() }))
  sale = await buildSale(world)
})

const order = async (pay_method: 'credit' | 'webcvs', name = '録画機能') => {
  const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
    body: { order: { pay_method, order_details_attributes: detailsOf(sale, name) } },
  })
  return { id: body.order.id, page: body.payment_url }
}
const own = async (id: number) => {
  const { body } = await world.call(sale.resident, 'GET /api/residents/orders')
  return [...body.orders, ...body.unfinished_orders].find(one => one.id === id)
}
const rowsOf = () =>
  world.inClient(sale.client.id, async db => ({
    uuid: (await db.selectFrom('payments').orderBy('id', 'desc').select('uuid').executeTakeFirst())?.uuid ?? '',
    ledger: await db.selectFrom('ledger_entries').orderBy('id').select(['kind', 'amount']).execute(),
    refunds: await db.selectFrom('refunds').orderBy('id').select(['state', 'amount', 'failure_reason']).execute(),
  }))

let events = 0
/** Sends an event as Stripe does: signed, with an id of its own. */
const tell = (
  type: string,
  object: object,
  { secret = webhookSecret, id = '', signedAt = new Date(), spoil = (raw: string) => raw } = {},
) => {
  const raw = JSON.stringify({
    id: id || `evt_${++events}`,
    object: 'event',
    type,
    created: Math.floor(world.platform.now().getTime() / 1000),
    data: { object },
  })
  // Signatures grow old by the machine's clock, which the moved one of the tests is not.
  const timestamp = Math.floor(signedAt.getTime() / 1000)
  const signature = stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp })
  return world.send(guest, 'POST', '/api/payments/stripe/notifications', spoil(raw), {
    'content-type': 'application/json',
    'stripe-signature': signature,
  })
}
const about = (uuid: string, over: object = {}) => session({ metadata: { payment_uuid: uuid }, payment_intent: 'pi_1', ...over })
const pay = (uuid: string) => tell('checkout.session.completed', about(uuid, { status: 'complete', payment_status: 'paid' }))

describe('the checkout page', () => {
  it('is asked for once per payment, in yen, by card, with everything that leads back', async () => {
    const { page, id } = await order('credit')
    expect(page).toBe('https://checkout.stripe.com/c/pay/cs_test_1')
    const { uuid } = await rowsOf()
    expect(api.asked).toMatchObject([{ idempotencyKey: `checkout-${uuid}`, authorization: 'Bearer sk_test_1' }])
    const body: Readonly<Record<string, unknown>> = api.asked[0]?.body ?? {}
    expect(body).toMatchObject({
      mode: 'payment',
      locale: 'ja',
      client_reference_id: uuid,
      metadata: { payment_uuid: uuid },
      payment_intent_data: { metadata: { payment_uuid: uuid } },
      line_items: [{ quantity: '1', price_data: { currency: 'jpy', unit_amount: '8800' } }],
      allowed_payment_method_types: ['card'],
    })
    expect(body['success_url']).toMatch(new RegExp(`/residents/request_option_histories\\?result=ok&order=${id}$`))
    expect(body['cancel_url']).toMatch(new RegExp(`/residents/request_option_histories\\?result=cancel&order=${id}$`))
    expect(body).not.toHaveProperty('payment_method_options')
    expect(await own(id)).toMatchObject({ status: 'initial' })
  })

  it('lets a store be paid until the day that was promised', async () => {
    await order('webcvs')
    expect(api.asked[0]?.body).toMatchObject({
      allowed_payment_method_types: ['konbini'],
      payment_method_options: { konbini: { expires_after_days: '3' } },
    })
  })

  it('is asked for again under the same key when Stripe did not answer', async () => {
    api.answer('POST /v1/checkout/sessions', () => ({ status: 500, body: { error: { type: 'api_error', message: 'down' } } }))
    const { page } = await order('credit')
    expect(page).toBeNull()
    const keys = new Set(api.asked.map(({ idempotencyKey }) => idempotencyKey))
    expect(keys).toEqual(new Set([`checkout-${(await rowsOf()).uuid}`]))
    api.reset()
    api.answer('POST /v1/checkout/sessions', () => ({ body: session() }))
    await world.runJobs()
    expect(api.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual([...keys])
  })
})

describe('POST /api/payments/stripe/notifications', () => {
  it('pays a card order, and hears it once', async () => {
    const { id } = await order('credit')
    const { uuid } = await rowsOf()
    const paid = about(uuid, { status: 'complete', payment_status: 'paid' })
    expect((await tell('checkout.session.completed', paid, { id: 'evt_same' })).status).toBe(200)
    expect((await tell('checkout.session.completed', paid, { id: 'evt_same' })).status).toBe(200)
    expect((await tell('checkout.session.async_payment_succeeded', paid)).status).toBe(200)
    expect(await own(id)).toMatchObject({ status: 'paid', completion_at: '2026-11-21T10:00:00+09:00' })
    expect((await rowsOf()).ledger).toEqual([{ kind: 'payment', amount: 8800 }])
  })

  it('waits for the store, pays when it tells, and knows what completed means', async () => {
    const { id } = await order('webcvs')
    const { uuid } = await rowsOf()
    // For a store, completed is not paid.
    await tell('checkout.session.completed', about(uuid, { status: 'complete' }))
    expect(await own(id)).toMatchObject({ status: 'initial' })
    const metadata = { payment_uuid: uuid }
    await tell('payment_intent.requires_action', { id: 'pi_1', object: 'payment_intent', metadata, next_action: voucher })
    expect(await own(id)).toMatchObject({
      status: 'unpaid',
      payment_period_end_on: '2026-11-24',
      konbini: { voucher_url: 'https://payments.stripe.com/konbini/voucher/1', expires_at: '2026-11-24T23:59:59+09:00' },
    })
    await tell('checkout.session.async_payment_succeeded', about(uuid, { payment_status: 'paid' }))
    expect(await own(id)).toMatchObject({ status: 'paid' })
    // A number that runs out after the money is nothing.
    await tell('checkout.session.async_payment_failed', about(uuid))
    expect(await own(id)).toMatchObject({ status: 'paid' })
    expect((await rowsOf()).ledger).toEqual([{ kind: 'payment', amount: 8800 }])
  })

  it.each(['checkout.session.expired', 'checkout.session.async_payment_failed'])('fails the order on %s', async type => {
    const { id } = await order('webcvs')
    await tell(type, about((await rowsOf()).uuid))
    expect(await own(id)).toMatchObject({ status: 'failed', failure_reason: '期限切れ' })
  })

  it('changes nothing for a tampered body, another secret, an old signature, or none', async () => {
    const { id } = await order('credit')
    const paid = about((await rowsOf()).uuid, { status: 'complete', payment_status: 'paid' })
    const type = 'checkout.session.completed'
    expect((await tell(type, paid, { spoil: raw => raw.replace('8800', '1') })).status).toBe(400)
    expect((await tell(type, paid, { secret: 'whsec_other' })).status).toBe(400)
    expect((await tell(type, paid, { signedAt: new Date(Date.now() - 3_600_000) })).status).toBe(400)
    const unsigned = await world.send(guest, 'POST', '/api/payments/stripe/notifications', '{}', { 'content-type': 'application/json' })
    expect(unsigned.status).toBe(400)
    expect(await own(id)).toMatchObject({ status: 'initial' })
    expect((await rowsOf()).ledger).toEqual([])
  })

  it('lets pass what is not of us', async () => {
    expect((await tell('customer.created', { id: 'cus_1', object: 'customer' })).status).toBe(200)
    expect((await tell('checkout.session.completed', session({ payment_status: 'paid' }))).status).toBe(200)
    expect(
      (await tell('payment_intent.requires_action', { id: 'pi_9', metadata: {}, next_action: { type: 'use_stripe_sdk' } })).status,
    ).toBe(200)
  })
})

describe('a refund', () => {
  const cancelPaid = async () => {
    const { id } = await order('credit')
    const { uuid } = await rowsOf()
    await pay(uuid)
    await world.call(sale.resident, 'POST /api/residents/orders/:id/cancel_application', { params: { id } })
    const staff = await buildUser(world, sale.client, 'Staff')
    await world.call(staff, 'PATCH /api/orders/:id/cancel_order', { params: { id } })
    return uuid
  }
  const refund = (over: object) => ({
    id: 're_1',
    object: 'refund',
    amount: 8800,
    status: 'succeeded',
    failure_reason: null,
    metadata: {},
    ...over,
  })
  const askedKey = () => api.asked.find(({ method, path }) => method === 'POST' && path === '/v1/refunds')?.idempotencyKey ?? ''

  it('goes back by the card, once', async () => {
    const uuid = await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({}) }))
    await world.runJobs()
    expect(api.asked.find(({ method, path }) => method === 'POST' && path === '/v1/refunds')?.body).toMatchObject({
      payment_intent: 'pi_1',
      amount: '8800',
      metadata: { payment_uuid: uuid, refund_key: askedKey() },
    })
    const metadata = { payment_uuid: uuid, refund_key: askedKey() }
    await tell('refund.updated', refund({ metadata }))
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', amount_refunded: 8800, metadata: { payment_uuid: uuid } })
    const rows = await rowsOf()
    expect(rows.refunds).toEqual([{ state: 'done', amount: 8800, failure_reason: null }])
    expect(rows.ledger).toEqual([
      { kind: 'payment', amount: 8800 },
      { kind: 'refund', amount: 8800 },
    ])
  })

  it('is done only when Stripe says so, and an open task again when it fails', async () => {
    const uuid = await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({ status: 'pending' }) }))
    await world.runJobs()
    expect((await rowsOf()).refunds).toMatchObject([{ state: 'processing' }])
    await tell(
      'refund.failed',
      refund({ status: 'failed', failure_reason: 'lost_or_stolen_card', metadata: { payment_uuid: uuid, refund_key: askedKey() } }),
    )
    const rows = await rowsOf()
    expect(rows.refunds).toEqual([
      { state: 'failed', amount: 8800, failure_reason: '紛失または盗難の届けがあるカードのため、返金できません。' },
    ])
    expect(rows.ledger).toEqual([{ kind: 'payment', amount: 8800 }])
  })

  it('that Stripe refuses is a task for staff, not a retry', async () => {
    await cancelPaid()
    api.answer('POST /v1/refunds', () => ({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'Charge ch_1 has been charged back.' } },
    }))
    await world.runJobs()
    expect((await rowsOf()).refunds).toEqual([
      { state: 'failed', amount: 8800, failure_reason: 'カードの利用者から異議が申し立てられているため、返金できません。' },
    ])
  })

  it('made at the desk of Stripe is booked as well', async () => {
    await order('credit')
    const { uuid } = await rowsOf()
    await pay(uuid)
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', amount_refunded: 3000, metadata: { payment_uuid: uuid } })
    expect((await rowsOf()).ledger).toEqual([
      { kind: 'payment', amount: 8800 },
      { kind: 'refund', amount: 3000 },
    ])
  })

  const failureOf = (uuid: string, refund_key: string) =>
    refund({ status: 'failed', failure_reason: 'declined', metadata: { payment_uuid: uuid, refund_key } })
  const keys = () =>
    api.asked.filter(({ path, method }) => method === 'POST' && path === '/v1/refunds').map(one => one.idempotencyKey ?? '')
  const tasks = () =>
    world.inClient(sale.client.id, db =>
      db.selectFrom('refunds').orderBy('id').select(['id', 'state', 'amount', 'refund_method', 'failure_code']).execute(),
    )
  const act = async (id: number, action: 'send' | 'transfer_instead' | 'settle') =>
    world.call(await buildUser(world, sale.client, 'Staff'), 'PATCH /api/refunds/:id', { params: { id }, body: { refund: { action } } })

  it('that came back after it was done is booked once and goes out once, however often that is told', async () => {
    const uuid = await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({}) }))
    await world.runJobs()
    await tell('refund.updated', failureOf(uuid, askedKey()))
    await tell('refund.failed', failureOf(uuid, askedKey()))
    expect((await rowsOf()).ledger).toEqual([
      { kind: 'payment', amount: 8800 },
      { kind: 'refund', amount: 8800 },
      { kind: 'payment', amount: 8800 },
    ])
    expect(await tasks()).toMatchObject([{ state: 'done' }, { state: 'open', refund_method: 'card', amount: 8800 }])
  })

  it('is not undone by what comes late of an earlier attempt', async () => {
    const uuid = await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({ id: 're_1', status: 'pending' }) }))
    await world.runJobs()
    await tell('refund.failed', failureOf(uuid, askedKey()))
    expect(await tasks()).toMatchObject([{ state: 'failed', failure_code: 'declined' }])
    api.answer('POST /v1/refunds', () => ({ body: refund({ id: 're_2' }) }))
    await act((await tasks())[0]?.id ?? 0, 'send')
    await world.runJobs()
    const [first = '', second] = keys()
    expect(first).not.toBe(second)
    await tell('refund.updated', failureOf(uuid, first))
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', amount_refunded: 8800, metadata: { payment_uuid: uuid } })
    expect(await tasks()).toMatchObject([{ state: 'done', failure_code: null }])
    expect((await rowsOf()).ledger).toHaveLength(2)
  })

  it('that is transferred instead hears nothing of the card any more, and is no card refund', async () => {
    const uuid = await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({ status: 'pending' }) }))
    await world.runJobs()
    await tell('refund.failed', failureOf(uuid, askedKey()))
    const [task] = await tasks()
    await act(task?.id ?? 0, 'transfer_instead')
    await tell('refund.updated', failureOf(uuid, askedKey()))
    expect(await tasks()).toMatchObject([{ state: 'account_wanted', refund_method: 'bank_transfer' }])
    await world.inClient(sale.client.id, db => db.updateTable('refunds').set({ state: 'open' }).execute())
    await act(task?.id ?? 0, 'settle')
    await tell('charge.refunded', { id: 'ch_1', object: 'charge', amount_refunded: 3000, metadata: { payment_uuid: uuid } })
    expect((await rowsOf()).ledger.map(entry => entry.amount)).toEqual([8800, 8800, 3000])
  })

  it('of which nothing more is told is looked up by day, and asked for again only when Stripe knows of none', async () => {
    await cancelPaid()
    api.answer('POST /v1/refunds', () => ({ body: refund({ status: 'pending' }) }))
    await world.runJobs()
    api.answer('GET /v1/checkout/sessions/cs_test_1', () => ({ body: session() }))
    const metadata = { refund_key: askedKey() }
    api.answer('GET /v1/refunds', () => ({ body: { object: 'list', data: [refund({ metadata })], has_more: false } }))
    world.setNow('2026-11-22T00:05:00+09:00')
    await settleOrders(world.platform)
    expect(await tasks()).toMatchObject([{ state: 'done' }])
    expect(keys()).toHaveLength(1)
  })

  it('made at the desk of Stripe lowers sales and the receipt; of all the money, it cancels the order', async () => {
    const { id } = await order('credit')
    const { uuid } = await rowsOf()
    await pay(uuid)
    const staff = await buildUser(world, sale.client, 'Staff')
    const whole = async () => (await world.call(staff, 'GET /api/orders/:id', { params: { id } })).body.order
    const refunded = (amount_refunded: number) =>
      tell('charge.refunded', { id: 'ch_1', object: 'charge', amount_refunded, metadata: { payment_uuid: uuid } })
    await refunded(3000)
    expect(await whole()).toMatchObject({ status: 'paid', sales_amount: 5800, has_receipt: true })
    expect((await world.call(staff, 'GET /api/orders')).body.total_sales_amount).toBe(5800)
    await world.call(staff, 'POST /api/orders/:id/receipt', { params: { id }, body: {} })
    const receipts = await world.inClient(sale.client.id, db => db.selectFrom('receipts').select(['amount', 'tax']).execute())
    expect(receipts).toEqual([{ amount: 5800, tax: 527 }])
    await refunded(8800)
    expect(await whole()).toMatchObject({ status: 'cancel_order', sales_amount: 0, has_receipt: false, refunds: [{}, {}] })
    expect((await rowsOf()).ledger.map(entry => entry.amount)).toEqual([8800, 3000, 5800])
  })

  it('at the desk that was not told is found by the daily work, on the refund that waits', async () => {
    await cancelPaid()
    api.answer('POST /v1/refunds', () => ({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Charge has already been refunded.' } },
    }))
    await world.runJobs()
    expect(await tasks()).toMatchObject([{ state: 'failed', failure_code: 'charge_already_refunded' }])
    api.answer('GET /v1/checkout/sessions/cs_test_1', () => ({ body: session() }))
    api.answer('GET /v1/refunds', () => ({ body: { object: 'list', data: [refund({ id: 're_9' })], has_more: false } }))
    world.setNow('2026-11-22T00:05:00+09:00')
    await settleOrders(world.platform)
    expect(await tasks()).toMatchObject([{ state: 'done' }])
    expect((await rowsOf()).ledger).toHaveLength(2)
  })
})

describe('what no webhook brought', () => {
  const intent = (over: object) => ({ id: 'pi_1', object: 'payment_intent', created: 1_795_222_900, latest_charge: null, ...over })
  const answerSession = (over: object) => api.answer('GET /v1/checkout/sessions/cs_test_1', () => ({ body: session(over) }))

  it('is looked up before an order expires: money pays it', async () => {
    const { id } = await order('credit')
    answerSession({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: intent({ status: 'succeeded', latest_charge: { id: 'ch_1', object: 'charge', created: 1_795_223_100 } }),
    })
    world.setNow('2026-11-21T13:00:00+09:00')
    await settleOrders(world.platform)
    expect(await own(id)).toMatchObject({ status: 'paid' })
    expect((await rowsOf()).ledger).toEqual([{ kind: 'payment', amount: 8800 }])
  })

  it('is looked up: a number that nobody told of keeps the order', async () => {
    const { id } = await order('webcvs')
    answerSession({ status: 'complete', payment_intent: intent({ status: 'requires_action', next_action: voucher }) })
    world.setNow('2026-11-21T13:00:00+09:00')
    await settleOrders(world.platform)
    expect(await own(id)).toMatchObject({ status: 'unpaid', payment_period_end_on: '2026-11-24' })
  })

  it('is closed at Stripe when the order ends', async () => {
    const { id } = await order('credit')
    answerSession({})
    api.answer('POST /v1/checkout/sessions/cs_test_1/expire', () => ({ body: session({ status: 'expired' }) }))
    world.setNow('2026-11-21T13:00:00+09:00')
    await settleOrders(world.platform)
    await world.runJobs()
    expect(await own(id)).toMatchObject({ status: 'failed' })
    expect(api.asked.map(({ path }) => path)).toContain('/v1/checkout/sessions/cs_test_1/expire')
  })
})
