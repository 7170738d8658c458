import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildResident, buildUser } from '../../test/build.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { openWorld } from '../../test/world.ts'
import { settleOrders } from './orders.ts'

const world = await openWorld()
let sale: Sale

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  sale = await buildSale(world)
})

type Method = 'credit' | 'webcvs' | 'cash' | 'other'
const order = (pay_method: Method | null, names: string[], request_id?: string) =>
  world.call(sale.resident, 'POST /api/residents/orders', {
    body: {
      order: { pay_method, ...(request_id === undefined ? {} : { request_id }), order_details_attributes: detailsOf(sale, ...names) },
    },
  })
const own = async () => (await world.call(sale.resident, 'GET /api/residents/orders')).body

describe('GET /api/residents/options', () => {
  it('shows options with tax, what is ordered, and what decides over the ways to pay', async () => {
    await order('other', ['録画機能'])
    const { body } = await world.call(sale.resident, 'GET /api/residents/options')
    expect(body.constructions_options[0]).toMatchObject({
      option_name: 'カメラ付き子機',
      price: 12_345,
      price_in_tax: 13_579,
      ordered: false,
    })
    expect(body.selected_option_ids).toEqual([sale.option['録画機能']])
    expect(body.pay_facts).toEqual({
      today: '2026-11-21',
      use_payment: true,
      use_cash_payment: true,
      konbini_days: 3,
      option_request_end_on: '2026-12-10',
      assigned_on: '2026-12-20',
      is_away: false,
    })
    expect(body.pay_methods).toEqual(['credit', 'webcvs', 'cash', 'other'])
    expect(body.cash).toEqual({ place: '管理室・当社窓口', hours: '平日9時〜17時' })
    expect(body.why_no_option_order).toBeNull()
  })

  it('offers cash only where the construction says where it is brought (R7)', async () => {
    await world.inClient(sale.client.id, db =>
      db.updateTable('constructions').set({ cash_place: null }).where('id', '=', sale.construction.id).execute(),
    )
    const { body } = await world.call(sale.resident, 'GET /api/residents/options')
    expect([body.pay_methods, body.cash]).toEqual([['credit', 'webcvs', 'other'], null])
    expect((await order('cash', ['録画機能'])).body.errors?.full_messages).toEqual(['選択できない支払方法です。'])
  })

  it('collects nothing on the day where nobody is at home, and says so of what was to be paid then', async () => {
    const unpaid = async () => (await own()).orders[0]?.why_not_on_the_day
    await order('other', ['録画機能'])
    expect(await unpaid()).toBeNull()
    await world.call(sale.resident, 'PUT /api/residents/presence', {
      body: { presence: { presence_method: 'key_custody', consent: true } },
    })
    expect(await unpaid()).toContain('お支払い方法の変更を')
    expect((await order('other', ['カメラ付き子機'])).body.errors).toMatchObject({
      pay_method: [expect.stringContaining('どなたもいらっしゃらない')],
    })
    const { page } = (await world.call(sale.resident, 'POST /api/residents/export')).body
    const said = page.html.replaceAll(/<[^>]+>/g, ' ')
    expect(said).toMatch(/状況 +未入金/)
    expect(said).not.toMatch(/(unpaid|key_custody)/)
    expect(said).toMatch(/¥[\d,]+/)
  })

  it('brings the terms of the sale, in the company’s words where it has some', async () => {
    const terms = async () => (await world.call(sale.resident, 'GET /api/residents/options')).body.sale_terms
    expect((await terms()).cancellation_terms).toContain('工事の前日までキャンセル')
    const admin = await buildUser(world, sale.client, 'Staff_Admin')
    const cancellation_terms = '工事の3日前までお取消しいただけます。'
    await world.call(admin, 'PATCH /api/sale_settings', { body: { sale_settings: { cancellation_terms } } })
    expect(await terms()).toMatchObject({ cancellation_terms, payment_terms: expect.stringContaining('当日集金は工事の当日') })
  })
})

describe('POST /api/residents/orders', () => {
  it('collects on the day: unpaid, frozen prices, told by mail', async () => {
    const { status, body } = await order('other', ['カメラ付き子機', '追加スピーカー'])
    expect(status).toBe(201)
    expect(body.message).toBe('オプション工事を申し込みました。')
    expect(body.payment_url).toBeNull()
    expect(body.order).toMatchObject({
      status: 'unpaid',
      pay_method: 'other',
      total_price_in_tax: 13_579 + 1105,
      number_of_order_details: 2,
      payment_period_end_on: null,
      completion_at: null,
    })
    const mails = await world.inClient(sale.client.id, db =>
      db.selectFrom('outbox_messages').select(['recipients', 'subject', 'body']).execute(),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.recipients).toEqual(['suzuki@example.jp'])
    expect(mails[0]?.body).toContain('合計：¥14,684（税込）')
  })

  it('is paid at once when it costs nothing', async () => {
    const { status, body } = await order(null, ['無料点検'])
    expect(status).toBe(201)
    expect(body.order).toMatchObject({ status: 'paid', pay_method: null, total_price_in_tax: 0, has_receipt: false })
  })

  it('opens a payment page for cards and stores', async () => {
    const card = await order('credit', ['録画機能'])
    expect(card.status).toBe(201)
    expect(card.body.order.status).toBe('initial')
    expect(card.body.payment_url).toMatch(/^\/api\/payments\/sandbox\//)
    const store = await order('webcvs', ['追加スピーカー'])
    expect(store.body.order).toMatchObject({ status: 'initial', payment_period_end_on: '2026-11-24' })
    // Neither is in the list before it is paid; both can be paid again.
    expect(await own()).toMatchObject({ orders: [], unfinished_orders: [{ pay_method: 'webcvs' }, { pay_method: 'credit' }] })
  })

  it('answers the same order to the same tap', async () => {
    const request = randomUUID()
    const [first, second] = await Promise.all([order('credit', ['録画機能'], request), order('credit', ['録画機能'], request)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.order.id).toBe(first.body.order.id)
    expect(second.body.payment_url).toBe(first.body.payment_url)
    const payments = await world.inClient(sale.client.id, db => db.selectFrom('payments').select('id').execute())
    expect(payments).toHaveLength(1)
  })

  it('refuses what is ordered already, twice at once too', async () => {
    const both = await Promise.all([order('cash', ['録画機能']), order('other', ['録画機能'])])
    expect(both.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([201, 422])
    const again = await order('other', ['録画機能'])
    expect(again.body.errors?.full_messages).toEqual(['同じオプションは追加できません。'])
    expect((await order('other', ['シール', 'シール'])).status).toBe(422)
  })

  it('refuses ways to pay that are not offered, each with its reason', async () => {
    expect((await order('webcvs', ['高級インターホン'])).body.errors?.full_messages).toEqual([
      'コンビニ払いは¥299,999までのお支払いで選べます。',
    ])
    expect((await order('webcvs', ['シール'])).body.errors?.full_messages).toEqual(['コンビニ払いは¥120以上のお支払いで選べます。'])
    expect((await order(null, ['録画機能'])).body.errors?.full_messages).toEqual(['支払方法を選択してください'])
    sale = await buildSale(world, { use_payment: false, use_cash_payment: false })
    expect((await order('credit', ['録画機能'])).body.errors?.full_messages).toEqual(['選択できない支払方法です。'])
    expect((await order('cash', ['録画機能'])).status).toBe(422)
    expect((await order('other', ['録画機能'])).status).toBe(201)
  })

  it('refuses after the deadline, and options of elsewhere, and changes nothing', async () => {
    const other = await buildSale(world)
    const foreign = await world.call(sale.resident, 'POST /api/residents/orders', {
      body: { order: { pay_method: 'other', order_details_attributes: detailsOf(other, '録画機能') } },
    })
    expect(foreign.body.errors?.full_messages).toEqual(['オプションは一覧にありません'])
    sale = await buildSale(world, { option_request_end_on: '2026-12-01' })
    world.setNow('2026-12-01T23:59:59+09:00')
    expect((await order('other', ['シール'])).status).toBe(201)
    world.setNow('2026-12-02T00:00:00+09:00')
    expect((await order('other', ['録画機能'])).body.errors?.full_messages).toEqual(['オプションの受付は終了しました。'])
    expect((await own()).orders).toHaveLength(1)
  })
})

describe('GET /api/residents/orders', () => {
  it('says where cash is brought, and when somebody is there (R7)', async () => {
    await order('cash', ['録画機能'])
    expect((await own()).cash).toEqual({ place: '管理室・当社窓口', hours: '平日9時〜17時' })
  })

  it('says for two weeks of an order that failed why it can be paid no more', async () => {
    world.setNow('2026-12-01T21:00:00+09:00')
    sale = await buildSale(world, { option_request_end_on: '2026-12-01' })
    await order('credit', ['録画機能'])
    world.setNow('2026-12-01T23:00:00+09:00')
    await settleOrders(world.platform)
    expect((await own()).unfinished_orders).toMatchObject([
      { status: 'failed', failed_at: '2026-12-01T23:00:00+09:00', why_no_payment: null },
    ])
    world.setNow('2026-12-15T20:00:00+09:00')
    expect((await own()).unfinished_orders).toMatchObject([{ status: 'failed', why_no_payment: 'オプションの受付は終了しました。' }])
    await world.inClient(sale.client.id, db =>
      db
        .updateTable('orders')
        .set({ updated_at: new Date('2026-11-30T23:59:00+09:00') })
        .execute(),
    )
    expect((await own()).unfinished_orders).toEqual([])
  })

  it('shows nothing of the room before, nor of another room', async () => {
    await order('other', ['録画機能'])
    await world.inClient(sale.client.id, db =>
      db.updateTable('residents').set({ discarded_at: new Date() }).where('id', '=', sale.resident.id).execute(),
    )
    const next = await buildResident(world, sale.client, sale.roomId, { name: '次の 人' })
    const neighbour = await buildResident(world, sale.client, sale.construction.rooms[1]?.id ?? 0, { name: '隣の 人' })
    for (const who of [next, neighbour])
      expect((await world.call(who, 'GET /api/residents/orders')).body).toMatchObject({ orders: [], unfinished_orders: [] })
    // The option itself stays with the room.
    const { body } = await world.call(next, 'GET /api/residents/options')
    expect(body.selected_option_ids).toEqual([sale.option['録画機能']])
  })
})

describe('POST /api/residents/orders/:id/payment', () => {
  it('opens the same page again, and another one for another way', async () => {
    const { body } = await order('credit', ['録画機能'])
    const again = (pay_method: Method) =>
      world.call(sale.resident, 'POST /api/residents/orders/:id/payment', { params: { id: body.order.id }, body: { pay_method } })
    expect((await again('credit')).body.payment_url).toBe(body.payment_url)
    const store = await again('webcvs')
    expect(store.body.payment_url).not.toBe(body.payment_url)
    expect(store.body.order).toMatchObject({ status: 'initial', pay_method: 'webcvs', payment_period_end_on: '2026-11-24' })
    const hand = await again('other')
    expect(hand.body).toMatchObject({ payment_url: null, order: { status: 'unpaid', pay_method: 'other' } })
    expect((await again('credit')).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
    const states = await world.inClient(sale.client.id, db => db.selectFrom('payments').orderBy('id').select('state').execute())
    expect(states.map(row => row.state)).toEqual(['canceled', 'canceled'])
  })

  it("is 404 for somebody else's order", async () => {
    const { body } = await order('credit', ['録画機能'])
    const other = await buildSale(world)
    const answer = await world.call(other.resident, 'POST /api/residents/orders/:id/payment', {
      params: { id: body.order.id },
      body: { pay_method: 'credit' },
    })
    expect(answer.status).toBe(404)
  })
})

describe('POST /api/residents/orders/:id/withdrawal', () => {
  const withdraw = (id: number, as = sale.resident) => world.call(as, 'POST /api/residents/orders/:id/withdrawal', { params: { id } })
  const stateOf = async (id: number) =>
    world.inClient(sale.client.id, db => db.selectFrom('payments').where('order_id', '=', id).select('state').execute())

  it('steps back from what was left at the payment page, whose page is closed, and lets the option go', async () => {
    const { id } = (await order('credit', ['録画機能'])).body.order
    const messages = () => world.inClient(sale.client.id, db => db.selectFrom('outbox_messages').select('id').execute())
    const before = (await messages()).length
    expect((await withdraw(id)).body).toMatchObject({
      message: 'オプションの申込みを取りやめました。',
      order: { status: 'cancel_order', canceled_at: expect.any(String) },
    })
    expect(await stateOf(id)).toEqual([{ state: 'canceled' }])
    expect(await own()).toMatchObject({ orders: [{ id, status: 'cancel_order' }], unfinished_orders: [] })
    expect(await messages()).toHaveLength(before)
    expect((await order('credit', ['録画機能'])).status).toBe(201)
    expect((await withdraw(id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })

  it('steps back from one that failed', async () => {
    const { id } = (await order('credit', ['録画機能'])).body.order
    world.setNow('2026-11-21T13:00:00+09:00')
    await settleOrders(world.platform)
    expect((await own()).unfinished_orders).toMatchObject([{ id, status: 'failed' }])
    expect((await withdraw(id)).status).toBe(200)
    expect((await own()).unfinished_orders).toEqual([])
  })

  it("is for what is not paid, and nobody else's", async () => {
    const { id } = (await order('other', ['録画機能'])).body.order
    expect((await withdraw(id)).body).toMatchObject({ code: 'wrong_state' })
    expect((await withdraw(id, (await buildSale(world)).resident)).status).toBe(404)
  })
})

describe('POST /api/residents/orders/:id/cancel_application', () => {
  const cancel = (id: number) => world.call(sale.resident, 'POST /api/residents/orders/:id/cancel_application', { params: { id } })

  it('asks once, until the day before the work', async () => {
    const { body } = await order('other', ['録画機能'])
    world.setNow('2026-11-30T00:00:00+09:00')
    const asked = await cancel(body.order.id)
    expect(asked.body).toMatchObject({
      message: 'キャンセルを申請しました。3営業日以内にお返事します。',
      order: { status: 'cancel_application', cancel_answer_by: '2026-12-03' },
    })
    expect((await cancel(body.order.id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })

  it('is refused on the day of the work', async () => {
    await world.inClient(sale.client.id, db =>
      db.updateTable('assigns').set({ date: '2026-11-22' }).where('client_id', '=', sale.client.id).execute(),
    )
    const { body } = await order('other', ['録画機能'])
    world.setNow('2026-11-22T00:00:00+09:00')
    expect((await cancel(body.order.id)).body.errors?.full_messages).toEqual([
      'キャンセルの受付は工事日の前日までです。お電話でお問い合わせください。',
    ])
  })
})

describe('PUT /api/residents/orders/:id/refund_account', () => {
  it('takes no account where no transfer waits', async () => {
    const { body } = await order('other', ['録画機能'])
    const answer = await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', {
      params: { id: body.order.id },
      body: {
        refund_account: {
          holder_kana: 'すずき いちろう',
          bank_name: 'みずほ銀行',
          branch_name: '本店',
          account_type: 'ordinary',
          account_number: '1234567',
        },
      },
    })
    expect(answer.body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })
})

describe('POST /api/residents/orders/:id/receipt', () => {
  it('is refused before the money is in', async () => {
    const { body } = await order('other', ['録画機能'])
    const answer = await world.call(sale.resident, 'POST /api/residents/orders/:id/receipt', { params: { id: body.order.id }, body: {} })
    expect(answer.body.errors?.full_messages).toEqual(['入金が確認できていないため、領収書を発行できません。'])
  })
})

describe('GET /api/residents/jobs/:id', () => {
  it("shows nobody else's work", async () => {
    const staff = await buildUser(world, sale.client, 'Staff')
    const { id } = await world.inClient(sale.client.id, db =>
      db
        .insertInto('jobs')
        .values({ client_id: sale.client.id, kind: 'receipt', requested_by_kind: 'staff', requested_by_id: staff.id })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect((await world.call(sale.resident, 'GET /api/residents/jobs/:id', { params: { id } })).status).toBe(404)
  })
})
