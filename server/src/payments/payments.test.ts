import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { guest, openWorld } from '../../test/world.ts'
import { createCheckout } from '../orders/payments/create-checkout.ts'
import { settleOrders } from '../orders/orders.ts'
import type { Platform } from '../platform/platform.ts'
import { sandboxSignatureHeader, signSandboxNotification } from './sandbox.ts'

const world = await openWorld()
let sale: Sale

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  sale = await buildSale(world)
})

const order = async (pay_method: 'credit' | 'webcvs', ...names: string[]) => {
  const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
    body: { order: { pay_method, order_details_attributes: detailsOf(sale, ...names) } },
  })
  return { id: body.order.id, page: body.payment_url ?? '' }
}
const json = { 'content-type': 'application/json' }
const press = (page: string, form: Record<string, string | boolean | number>) => world.send(guest, 'POST', page, JSON.stringify(form), json)
const own = async (id: number) => {
  const { body } = await world.call(sale.resident, 'GET /api/residents/orders')
  return [...body.orders, ...body.unfinished_orders].find(one => one.id === id)
}
const rowsOf = () =>
  world.inClient(sale.client.id, async db => ({
    payments: await db.selectFrom('payments').orderBy('id').select(['uuid', 'state', 'amount']).execute(),
    ledger: await db.selectFrom('ledger_entries').orderBy('id').select(['kind', 'pay_method', 'amount', 'order_id']).execute(),
    refunds: await db.selectFrom('refunds').orderBy('id').select(['reason', 'state', 'refund_method', 'amount']).execute(),
    heard: await db.selectFrom('payment_notifications').orderBy('id').select(['kind', 'outcome']).execute(),
    mails: (await db.selectFrom('outbox_messages').orderBy('id').select('subject').execute()).map(mail =>
      mail.subject.replace(/^【.*】|（.*）$/g, ''),
    ),
  }))
const notify = (body: object, { path = '/api/payments/sandbox/notifications', signature = '' } = {}) => {
  const raw = JSON.stringify(body)
  return world.send(guest, 'POST', path, raw, {
    ...json,
    [sandboxSignatureHeader]: signature || signSandboxNotification(world.platform, raw),
  })
}
const uuidOf = async () => (await rowsOf()).payments.at(-1)?.uuid ?? ''

describe('GET /api/payments/sandbox/:token', () => {
  it('shows what is paid, and what a store asks for once there is a number', async () => {
    const { page } = await order('webcvs', '録画機能')
    const before = await world.send(guest, 'GET', page)
    expect(before.status).toBe(200)
    expect(before.raw.toString()).toContain('¥8,800')
    expect(before.raw.toString()).not.toContain('お支払い受付番号')
    await press(page, { result: 'ok' })
    expect((await world.send(guest, 'GET', page)).raw.toString()).toContain('お支払い受付番号')
  })

  it('opens to its own token only', async () => {
    const { page } = await order('credit', '録画機能')
    expect((await world.send(guest, 'GET', `${page.slice(0, -2)}xx`)).status).toBe(404)
    expect((await world.send(guest, 'GET', '/api/payments/sandbox/nothing')).status).toBe(404)
  })
})

describe('POST /api/payments/sandbox/:token', () => {
  it('pays by card: paid, in the books, told', async () => {
    const { id, page } = await order('credit', '録画機能')
    const { status, headers } = await press(page, { result: 'ok' })
    expect([status, headers['location']]).toEqual([302, `/residents/request_option_histories?result=ok&order=${id}`])
    expect(await own(id)).toMatchObject({ status: 'paid', completion_at: '2026-11-21T10:00:00+09:00', has_receipt: true })
    const rows = await rowsOf()
    expect(rows.ledger).toEqual([{ kind: 'payment', pay_method: 'credit', amount: 8800, order_id: id }])
    expect(rows.mails).toEqual(['お支払いを確認しました'])
    // Back button, second tap: nothing more is taken.
    expect((await press(page, { result: 'ok' })).status).toBe(409)
    expect((await rowsOf()).ledger).toHaveLength(1)
  })

  it('takes a form as well', async () => {
    const { page, id } = await order('credit', '録画機能')
    const form = await world.send(guest, 'POST', page, 'result=ng&delay=0', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.headers['location']).toBe(`/residents/request_option_histories?result=ng&order=${id}`)
    expect(await own(id)).toMatchObject({ status: 'failed', failure_reason: '決済に失敗しました', why_no_payment: null })
    expect((await press(page, { result: 'maybe' })).status).toBe(422)
  })

  it('issues a number for the store, and is paid there', async () => {
    const { page, id } = await order('webcvs', '録画機能')
    await press(page, { result: 'ok' })
    expect(await own(id)).toMatchObject({
      status: 'unpaid',
      payment_period_end_on: '2026-11-24',
      konbini: { expires_at: '2026-11-24T23:59:59+09:00' },
    })
    world.setNow('2026-11-22T19:00:00+09:00')
    await press(page, { result: 'deposit' })
    expect(await own(id)).toMatchObject({ status: 'paid', completion_at: '2026-11-22T19:00:00+09:00', konbini: null })
    expect((await rowsOf()).mails).toEqual(['コンビニでのお支払いのご案内', 'お支払いを確認しました'])
  })

  it('never lets a number live longer than was said, however late in the night it was issued', async () => {
    world.setNow('2026-11-21T23:40:00+09:00')
    const own3 = await order('webcvs', '録画機能')
    const other = await order('webcvs', '追加スピーカー')
    const uuid = await uuidOf()
    world.setNow('2026-11-22T00:10:00+09:00')
    await press(own3.page, { result: 'ok' })
    // A service that counts from the moment at which the number is issued.
    const slip = { number: null, confirmation_number: null, voucher_url: 'https://example.jp/v', expires_at: '2026-11-25T23:59:59+09:00' }
    await notify({ tracking_id: 'n', payment_uuid: uuid, kind: 'pending', at: '2026-11-22T00:10:00+09:00', slip })
    for (const { id } of [own3, other])
      expect(await own(id)).toMatchObject({
        payment_period_end_on: '2026-11-24',
        konbini: { expires_at: '2026-11-24T23:59:59+09:00' },
      })
    const bodies = await world.inClient(sale.client.id, db => db.selectFrom('outbox_messages').orderBy('id').select('body').execute())
    expect(bodies.at(-1)?.body).toContain('お支払い番号の確認ページ：https://example.jp/v')
  })

  it('keeps an order whose other page is still open when a wrong amount comes by the first', async () => {
    const { id } = await order('credit', '録画機能')
    const first = await uuidOf()
    await world.call(sale.resident, 'POST /api/residents/orders/:id/payment', { params: { id }, body: { pay_method: 'webcvs' } })
    await notify({ tracking_id: 'w', payment_uuid: first, kind: 'paid', amount: 8799, at: '2026-11-21T10:00:00+09:00' })
    expect(await own(id)).toMatchObject({ status: 'initial' })
    expect((await rowsOf()).refunds).toMatchObject([{ reason: 'wrong_amount', amount: 8799 }])
  })

  it('closes a page that the service answered after the payment was given up', async () => {
    const { id } = await order('credit', '録画機能')
    const uuid = await uuidOf()
    const paymentId = await world.inClient(sale.client.id, async db => {
      const row = await db.selectFrom('payments').where('uuid', '=', uuid).select('id').executeTakeFirstOrThrow()
      await db.updateTable('payments').set({ payment_url: null, external_id: null }).where('id', '=', row.id).execute()
      return row.id
    })
    let isGivenUp = false
    const { pool } = world.platform
    const slow: Platform = {
      ...world.platform,
      pool: {
        ...pool,
        // While the service makes its page, somebody cancels.
        write: async (clientId, work) => {
          const result = await pool.write(clientId, work)
          if (clientId === null && !isGivenUp) {
            isGivenUp = true
            await pool.write(sale.client.id, db =>
              db.updateTable('payments').set({ state: 'canceled' }).where('id', '=', paymentId).execute(),
            )
          }
          return result
        },
      },
    }
    expect(await createCheckout(slow, sale.client.id, paymentId)).toBeNull()
    await world.runJobs()
    const [payment, page] = [
      await world.inClient(sale.client.id, db => db.selectFrom('payments').where('id', '=', paymentId).selectAll().executeTakeFirst()),
      await world.inClient(null, db => db.selectFrom('sandbox_payments').where('uuid', '=', uuid).select('state').executeTakeFirst()),
    ]
    expect([payment?.state, payment?.payment_url, page?.state]).toEqual(['canceled', null, 'canceled'])
    expect(await own(id)).toBeDefined()
  })

  it("hears what is paid back at the service's own desk, before its money too, and what comes back", async () => {
    const { id, page } = await order('credit', '録画機能')
    expect((await press(page, { result: 'refund' })).status).toBe(409)
    await press(page, { result: 'ok', delay: 60 })
    await press(page, { result: 'refund' })
    await world.runJobs()
    expect(await own(id)).toMatchObject({ status: 'failed', failure_reason: '決済サービスで返金されました' })
    const rows = await rowsOf()
    expect(rows.ledger.map(entry => [entry.kind, entry.amount])).toEqual([
      ['refund', 8800],
      ['payment', 8800],
    ])
    expect(rows.refunds).toMatchObject([{ state: 'done', amount: 8800 }])
    expect((await press(page, { result: 'return' })).status).toBe(409)
  })

  it('fails a refund that no service can be asked for any more, so that somebody sees it', async () => {
    const { id, page } = await order('credit', '録画機能')
    await press(page, { result: 'ok' })
    const staff = await buildUser(world, sale.client, 'Staff')
    await world.call(staff, 'PATCH /api/orders/:id/cancel_order', { params: { id } })
    world.setNow('2026-11-22T00:05:00+09:00')
    await settleOrders({ ...world.platform, settings: { ...world.platform.settings, payments: { adapter: 'none' } } })
    expect((await world.call(staff, 'GET /api/refunds')).body.refunds).toMatchObject([
      { state: 'failed', failure_reason: '決済サービスに接続する設定がないため、返金を依頼できません。' },
    ])
  })

  it('hears money before its number, twice, late, and never doubles it', async () => {
    const { page, id } = await order('webcvs', '録画機能')
    await press(page, { result: 'ok', reversed: true, twice: true, delay: 60 })
    expect(await own(id)).toMatchObject({ status: 'initial' })
    await world.runJobs()
    expect(await own(id)).toMatchObject({ status: 'paid' })
    const rows = await rowsOf()
    expect(rows.ledger).toHaveLength(1)
    expect(rows.heard).toEqual([
      { kind: 'paid', outcome: 'applied' },
      { kind: 'pending', outcome: 'ignored' },
    ])
  })

  it('keeps a wrong amount in the books and gives it back', async () => {
    const { page, id } = await order('credit', '録画機能')
    await press(page, { result: 'ok', wrong_amount: true })
    expect(await own(id)).toMatchObject({ status: 'failed' })
    const rows = await rowsOf()
    expect(rows.ledger).toMatchObject([{ kind: 'payment', amount: 8799 }])
    expect(rows.refunds).toEqual([{ reason: 'wrong_amount', state: 'open', refund_method: 'card', amount: 8799 }])
  })

  it('fails an order after its last day, unless the service knows of money', async () => {
    const lost = await order('webcvs', '録画機能')
    await press(lost.page, { result: 'ok' })
    await press(lost.page, { result: 'deposit', lost: true })
    const unpaid = await order('webcvs', '追加スピーカー')
    await press(unpaid.page, { result: 'ok' })
    world.setNow('2026-11-24T23:59:59+09:00')
    await settleOrders(world.platform)
    expect(await own(unpaid.id)).toMatchObject({ status: 'unpaid' })
    world.setNow('2026-11-25T00:05:00+09:00')
    await settleOrders(world.platform)
    await settleOrders(world.platform)
    expect(await own(lost.id)).toMatchObject({ status: 'paid' })
    expect(await own(unpaid.id)).toMatchObject({ status: 'failed', failure_reason: '期限切れ' })
    expect((await rowsOf()).mails.filter(subject => subject === 'お支払い期限が過ぎました')).toHaveLength(1)
    // The option can be ordered again.
    const { body } = await world.call(sale.resident, 'GET /api/residents/options')
    expect(body.selected_option_ids).toEqual([sale.option['録画機能']])
  })

  it('takes money that comes after the failure, as long as it still pays for something', async () => {
    const { page, id } = await order('webcvs', '録画機能')
    await press(page, { result: 'ok' })
    world.setNow('2026-11-25T00:05:00+09:00')
    await settleOrders(world.platform)
    await world.runJobs()
    await press(page, { result: 'deposit' })
    expect(await own(id)).toMatchObject({ status: 'paid', failure_reason: null })
    expect((await rowsOf()).refunds).toEqual([])
  })

  it('opens a refund when the option was bought again meanwhile', async () => {
    const { page } = await order('webcvs', '録画機能')
    await press(page, { result: 'ok' })
    world.setNow('2026-11-25T00:05:00+09:00')
    await settleOrders(world.platform)
    const again = await order('credit', '録画機能')
    await press(again.page, { result: 'ok' })
    await press(page, { result: 'deposit' })
    const rows = await rowsOf()
    expect(rows.ledger.map(entry => entry.amount)).toEqual([8800, 8800])
    expect(rows.refunds).toEqual([{ reason: 'double_payment', state: 'account_wanted', refund_method: 'bank_transfer', amount: 8800 }])
  })

  it('opens a refund when orders have ended', async () => {
    sale = await buildSale(world, { option_request_end_on: '2026-11-23' })
    const { page } = await order('webcvs', '録画機能')
    await press(page, { result: 'ok' })
    world.setNow('2026-11-24T00:05:00+09:00')
    await settleOrders(world.platform)
    await press(page, { result: 'deposit' })
    expect((await rowsOf()).refunds).toMatchObject([{ reason: 'late_payment', amount: 8800 }])
  })
})

describe('POST /api/payments/sandbox/notifications', () => {
  it('says OK, and again to the same one, which changes nothing', async () => {
    const { id } = await order('credit', '録画機能')
    const body = { tracking_id: 'a', payment_uuid: await uuidOf(), kind: 'paid', amount: 8800, at: '2026-11-21T10:00:00+09:00' }
    const first = await notify(body)
    expect([first.status, first.raw.toString()]).toEqual([200, 'OK'])
    expect((await notify(body)).status).toBe(200)
    expect((await notify({ ...body, tracking_id: 'b' })).status).toBe(200)
    expect(await own(id)).toMatchObject({ status: 'paid' })
    const rows = await rowsOf()
    expect(rows.ledger).toHaveLength(1)
    expect(rows.heard.map(row => row.outcome)).toEqual(['applied', 'repeated'])
  })

  it('hears the same at once once', async () => {
    await order('credit', '録画機能')
    const body = { tracking_id: 'a', payment_uuid: await uuidOf(), kind: 'paid', amount: 8800, at: '2026-11-21T10:00:00+09:00' }
    const all = await Promise.all(Array.from({ length: 5 }, () => notify(body)))
    expect(all.map(answer => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect((await rowsOf()).ledger).toHaveLength(1)
  })

  it('refuses a wrong signature, an unknown payment and what is no notification', async () => {
    const { id } = await order('credit', '録画機能')
    const body = { tracking_id: 'a', payment_uuid: await uuidOf(), kind: 'paid', amount: 8800, at: '2026-11-21T10:00:00+09:00' }
    const answers = [
      await notify(body, { signature: 'AAAA' }),
      await world.send(guest, 'POST', '/api/payments/sandbox/notifications', JSON.stringify(body), json),
      await notify({ ...body, payment_uuid: '00000000-0000-4000-8000-00000000dead' }),
      await notify({ ...body, amount: 0.5 }),
      await notify({ ...body, kind: 'stolen' }),
      await notify({}),
      await notify([]),
    ]
    expect(answers.map(answer => [answer.status, answer.raw.toString()])).toEqual(answers.map(() => [400, 'NG']))
    expect(await own(id)).toMatchObject({ status: 'initial' })
    expect((await rowsOf()).heard).toEqual([])
  })
})

describe('POST /api/payments/notifications', () => {
  it('is the same under its first address', async () => {
    const { id } = await order('credit', '録画機能')
    const body = { tracking_id: 'a', payment_uuid: await uuidOf(), kind: 'failed', at: '2026-11-21T10:00:00+09:00' }
    expect((await notify(body, { path: '/api/payments/notifications' })).raw.toString()).toBe('OK')
    expect(await own(id)).toMatchObject({ status: 'failed' })
  })
})

describe('POST /api/payments/stripe/notifications', () => {
  it('takes nothing while another service is configured', async () => {
    expect((await notify({}, { path: '/api/payments/stripe/notifications' })).status).toBe(400)
  })
})
