import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  assignCrew,
  buildClient,
  buildContractor,
  buildEveryone,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltPerson,
} from '../../test/build.ts'
import { secondPersonText } from '@toguchi/domain/orders/two-people'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { sendWaitingMessages } from '../../test/send-waiting-messages.ts'
import { remindOfPayments, settleOrders } from './orders.ts'

const world = await openWorld()
let sale: Sale
let staff: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  sale = await buildSale(world)
  staff = await buildUser(world, sale.client, 'Staff', { name: '佐藤 花子' })
})

type Method = 'credit' | 'webcvs' | 'cash' | 'other'
const order = async (pay_method: Method, ...names: string[]) => {
  const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
    body: { order: { pay_method, order_details_attributes: detailsOf(sale, ...names) } },
  })
  return { id: body.order.id, page: body.payment_url ?? '' }
}
const press = (page: string, result: string) =>
  world.send(guest, 'POST', page, JSON.stringify({ result }), { 'content-type': 'application/json' })
const paidByCard = async (...names: string[]) => {
  const { id, page } = await order('credit', ...names)
  await press(page, 'ok')
  return id
}
const paidAtStore = async (...names: string[]) => {
  const { id, page } = await order('webcvs', ...names)
  await press(page, 'ok')
  await press(page, 'deposit')
  return id
}
const whole = async (id: number, as: Caller = staff) => (await world.call(as, 'GET /api/orders/:id', { params: { id } })).body.order
const apply = (id: number) => world.call(sale.resident, 'POST /api/residents/orders/:id/cancel_application', { params: { id } })
const cancel = (id: number, as: Caller = staff) => world.call(as, 'PATCH /api/orders/:id/cancel_order', { params: { id } })
const eventsOf = (kind: string) =>
  world.inClient(sale.client.id, db =>
    db
      .selectFrom('events')
      .leftJoin('event_personal_values', join =>
        join.onRef('event_personal_values.client_id', '=', 'events.client_id').onRef('event_personal_values.event_id', '=', 'events.id'),
      )
      .where('kind', '=', kind)
      .select(['actor_kind', 'acting_for', 'channel', 'values'])
      .execute(),
  )
const subjects = () =>
  world.inClient(sale.client.id, async db =>
    (await db.selectFrom('outbox_messages').orderBy('id').select('subject').execute()).map(mail =>
      mail.subject.replace(/^【.*】|（.*）$/g, ''),
    ),
  )
const sign = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const account = {
  holder_kana: 'すずき いちろう',
  bank_name: 'みずほ銀行',
  branch_name: '世田谷支店',
  account_type: 'ordinary',
  account_number: '１２３４５６７',
} as const

/** A craftsman of the construction. */
const nameCraftsman = async () => {
  const contractor = await buildContractor(world, sale.client)
  const craftsman = await buildUser(world, sale.client, 'Craftsman', { contractorId: contractor.id, name: '職人 太郎' })
  await assignCrew(world, sale.client, sale.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
  return craftsman
}

describe('GET /api/orders', () => {
  it('shows the four statuses with their totals, filtered, sorted and paged', async () => {
    const card = await paidByCard('カメラ付き子機')
    const hand = await order('other', '録画機能')
    await order('credit', '追加スピーカー')
    const all = await world.call(staff, 'GET /api/orders')
    expect(all.body.orders.map(row => row.id)).toEqual([hand.id, card])
    expect(all.body).toMatchObject({ total_count: 2, total_sales_amount: 13_579, total_sales_count: 1 })
    expect(all.body.orders[1]).toMatchObject({
      pay_method: 'credit',
      status: 'paid',
      completion_at: '2026-11-21T10:00:00+09:00',
      canceled_at: null,
      total_price_in_tax: 13_579,
      sales_amount: 13_579,
      number_of_order_details: 1,
      room_name: '101',
      resident_name: '鈴木 一郎',
      payment_period_end_on: null,
      created_at: '2026-11-21T10:00:00+09:00',
    })
    const ids = async (query: object) => (await world.call(staff, 'GET /api/orders', { query })).body.orders.map(row => row.id)
    expect(await ids({ order: { status: ['unpaid'] } })).toEqual([hand.id])
    expect(await ids({ order: { pay_method: ['credit', 'cash'] } })).toEqual([card])
    expect(await ids({ order: { created_from: '2026-11-22' } })).toEqual([])
    expect(await ids({ order: { created_to: '2026-11-21', keyword: '鈴木' } })).toEqual([hand.id, card])
    expect(await ids({ order: { keyword: '%' } })).toEqual([])
    expect(await ids({ order: { keyword: '％' } })).toEqual([])
    expect(await ids({ order: { keyword: '１０１' } })).toEqual(await ids({ order: { keyword: '101' } }))
    expect(await ids({ sort_by: 'total_price_in_tax' })).toEqual([hand.id, card])
    expect(await ids({ per_page: 1, page: 2 })).toEqual([card])
    expect((await world.call(staff, 'GET /api/orders', { query: { order: { status: ['gone' as 'paid'] } } })).status).toBe(422)
  })

  it('shows what was left at the payment page to who asks for it, and the office cancels it', async () => {
    await order('credit', '追加スピーカー')
    const ids = async (query: object) => (await world.call(staff, 'GET /api/orders', { query })).body.orders.map(row => row.id)
    expect(await ids({})).toEqual([])
    const [id] = await ids({ order: { status: ['initial', 'failed'] } })
    const params = { construction_id: sale.construction.id, room_id: sale.roomId }
    const ofRoom = async () =>
      (await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/orders', { params })).body.orders.map(row => [
        row.id,
        row.status,
      ])
    expect(await ofRoom()).toEqual([[id, 'initial']])
    const canceled = await world.call(staff, 'PATCH /api/orders/:id/cancel_order', { params: { id: id ?? 0 } })
    expect(canceled.body.order).toMatchObject({ status: 'cancel_order', refunds: [] })
    expect(await ids({})).toEqual([id])
    expect(await ofRoom()).toEqual([[id, 'cancel_order']])
  })

  it('shows no attempt of long ago on the page of its room', async () => {
    await order('credit', '追加スピーカー')
    await world.inClient(sale.client.id, db =>
      db
        .updateTable('orders')
        .set({ status: 'failed', updated_at: new Date('2026-11-01T10:00:00+09:00') })
        .execute(),
    )
    const params = { construction_id: sale.construction.id, room_id: sale.roomId }
    expect((await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/orders', { params })).body.orders).toEqual([])
  })

  it("shows nothing of another client's", async () => {
    await paidByCard('録画機能')
    const other = await buildSale(world)
    const stranger = await buildUser(world, other.client, 'Staff_Admin')
    expect((await world.call(stranger, 'GET /api/orders')).body).toEqual({
      orders: [],
      total_count: 0,
      total_sales_amount: 0,
      total_sales_count: 0,
    })
  })
})

describe('GET /api/constructions/:construction_id/orders', () => {
  it('shows those of the construction', async () => {
    const id = await paidByCard('録画機能')
    const other = await buildSale(world, { client: sale.client })
    const ids = async (construction_id: number) =>
      (await world.call(staff, 'GET /api/constructions/:construction_id/orders', { params: { construction_id } })).body.orders?.map(
        row => row.id,
      )
    expect(await ids(sale.construction.id)).toEqual([id])
    expect(await ids(other.construction.id)).toEqual([])
    const elsewhere = await buildSale(world)
    const answer = await world.call(staff, 'GET /api/constructions/:construction_id/orders', {
      params: { construction_id: elsewhere.construction.id },
    })
    expect(answer.status).toBe(404)
  })
})

describe('GET /api/orders/:id', () => {
  it('shows the lines as they were ordered, and every yen', async () => {
    const id = await paidByCard('カメラ付き子機', '追加スピーカー')
    await world.inClient(sale.client.id, db =>
      db.updateTable('options').set({ name: 'あたらしい名前', price: 1 }).where('price', '=', 1005).execute(),
    )
    const shown = await whole(id)
    expect(shown).toMatchObject({
      total_price_in_tax: 13_579 + 1105,
      order_details: [
        { option_name: 'カメラ付き子機', price_in_tax: 13_579 },
        { option_name: '追加スピーカー', price_in_tax: 1105, option: { name: 'あたらしい名前' } },
      ],
      ledger: [{ kind: 'payment', pay_method: 'credit', amount: 14_684 }],
      contact: 'mail',
      has_receipt: true,
    })
    expect(shown.order_details.reduce((sum, detail) => sum + detail.price_in_tax, 0)).toBe(shown.total_price_in_tax)
    const other = await buildUser(world, (await buildSale(world)).client, 'Staff')
    expect((await world.call(other, 'GET /api/orders/:id', { params: { id } })).status).toBe(404)
  })
})

describe('PATCH /api/orders/:id/payment', () => {
  const pay = (as: Caller, id: number, body: object = {}, headers: Record<string, string> = {}) =>
    world.call(as, 'PATCH /api/orders/:id/payment', { params: { id }, body, headers })

  it('counts once what a phone sends twice, at the moment at which it was taken, by our clock', async () => {
    const { id } = await order('cash', '録画機能')
    world.setNow('2026-11-25T10:00:00+09:00')
    const kept = { completion_at: '2025-11-25T08:00:00+09:00' }
    const headers = { 'idempotency-key': randomUUID(), 'device-time': '2025-11-25T10:00:00+09:00' }
    expect((await pay(staff, id, kept, headers)).body).toMatchObject({ order: { completion_at: '2026-11-25T08:00:00+09:00' } })
    expect(await pay(staff, id, kept, headers)).toMatchObject({ status: 200, body: { message: '受付済みです。' } })
    expect((await whole(id)).ledger).toHaveLength(1)
  })

  it('writes down cash that staff received, once', async () => {
    const { id } = await order('cash', '録画機能')
    world.setNow('2026-11-25T10:00:00+09:00')
    expect((await pay(staff, id, { completion_at: '2026-11-26' })).body.errors?.full_messages).toEqual([
      '入金日は今日までの日付を入力してください',
    ])
    const paid = await pay(staff, id, { completion_at: '2026-11-24' })
    expect(paid.body).toMatchObject({
      message: '入金を登録しました。',
      order: { status: 'paid', completion_at: '2026-11-24T12:00:00+09:00' },
    })
    expect((await pay(staff, id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
    const later = await order('cash', '追加スピーカー')
    expect((await pay(staff, later.id, { completion_at: '2026-11-24' })).body.errors?.full_messages).toEqual([
      '入金日は申込日以降の日付を入力してください',
    ])
    expect((await whole(id)).ledger).toMatchObject([{ kind: 'payment', pay_method: 'cash', amount: 8800 }])
    expect(await subjects()).toContain('お支払いを確認しました')
  })

  it('is for craftsmen of the construction only, signed for, and only what is collected', async () => {
    const craftsman = await nameCraftsman()
    const stranger = await buildUser(world, sale.client, 'Craftsman')
    const { id } = await order('other', '録画機能')
    const cash = await order('cash', '追加スピーカー')
    expect((await pay(stranger, id, { digital_sign: sign })).status).toBe(404)
    expect((await pay(craftsman, cash.id, { digital_sign: sign })).status).toBe(403)
    expect((await pay(craftsman, id)).body.errors?.full_messages).toEqual(['サインを入力してください'])
    expect((await pay(craftsman, id, { digital_sign: 'data:image/png;base64,AAAA' })).status).toBe(422)
    expect((await pay(craftsman, id, { digital_sign: sign })).status).toBe(200)
    expect((await whole(id)).collected_by).toBe('職人 太郎')
    expect((await pay(craftsman, id, { digital_sign: sign })).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    expect((await pay(operator, cash.id)).status).toBe(403)
  })

  it('says who wrote the money down meanwhile, for the cash is in a hand', async () => {
    const craftsman = await nameCraftsman()
    const { id } = await order('other', '録画機能')
    world.setNow('2026-11-25T10:00:00+09:00')
    await pay(staff, id)
    const late = await pay(craftsman, id, { digital_sign: sign })
    expect([late.status, late.body.code]).toEqual([422, 'wrong_state'])
    expect(late.body.errors?.full_messages?.[0]).toMatch(
      /^11月25日\(水\) 10:00に事務所（.+）が入金を登録しました。この集金とサインは登録されていません。お預かりした現金の扱いは、事務所にご確認ください。$/,
    )
  })

  it('never writes down what the payment service has to say', async () => {
    const { id, page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    expect((await pay(staff, id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })
})

describe('PATCH /api/orders/:id/void_payment', () => {
  const reason = '502号室の入金と取り違えたため'
  const pay = (id: number, body: object = {}) => world.call(staff, 'PATCH /api/orders/:id/payment', { params: { id }, body })
  const takeOut = (id: number, as: Caller = staff) =>
    world.call(as, 'PATCH /api/orders/:id/void_payment', { params: { id }, body: { order: { reason } } })
  /** What was told of money, and of a cancellation. */
  const messages = () =>
    world.inClient(sale.client.id, db =>
      db
        .selectFrom('outbox_messages')
        .where('kind', '=', 'order')
        .where('subject', 'not like', '%申込みを受け付け%')
        .orderBy('id')
        .select(['state', 'subject', 'body'])
        .execute(),
    )
  const sales = async () => {
    const { total_sales_amount, total_sales_count } = (await world.call(staff, 'GET /api/orders')).body
    return { total_sales_amount, total_sales_count }
  }

  it('takes the money out of the books, and the confirmation back before it has left', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    expect(await sales()).toEqual({ total_sales_amount: 8800, total_sales_count: 1 })
    world.setNow('2026-11-21T10:04:00+09:00')
    await sendWaitingMessages(world.platform)
    const taken = await takeOut(id)
    expect(taken.body).toMatchObject({
      message: '入金を取り消しました。',
      order: { status: 'unpaid', completion_at: null, collected_by: null, sales_amount: 0, why_no_void: null },
    })
    expect((await whole(id)).ledger).toMatchObject([
      { kind: 'payment', pay_method: 'cash', amount: 8800 },
      { kind: 'payment', pay_method: 'cash', amount: -8800 },
    ])
    expect(await sales()).toEqual({ total_sales_amount: 0, total_sales_count: 0 })
    expect((await messages()).map(({ state }) => state)).toEqual(['recalled'])
    expect(await eventsOf('orders.payment_voided')).toMatchObject([{ actor_kind: 'staff', values: { reason } }])
    expect((await takeOut(id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
    // It can be paid as before, and that is confirmed.
    await pay(id)
    world.setNow('2026-11-21T10:10:00+09:00')
    await sendWaitingMessages(world.platform)
    expect((await messages()).map(({ state }) => state)).toEqual(['recalled', 'sent'])
    expect(await sales()).toEqual({ total_sales_amount: 8800, total_sales_count: 1 })
  })

  it('tells whoever has heard that it was paid', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    world.setNow('2026-11-21T10:06:00+09:00')
    await sendWaitingMessages(world.platform)
    expect((await takeOut(id)).body.message).toBe(toldText)
    const [, told] = await messages()
    expect(told?.subject).toContain('お支払いの確認を取り消しました')
    expect(told?.body).toContain('すでにお支払いいただいている場合は、お手数ですがお電話でお知らせください。')
    expect(told?.body).toContain('¥8,800')
  })

  it('tells whoever may hold the paper that says it', async () => {
    await world.inClient(sale.client.id, db =>
      db.updateTable('residents').set({ email: null, phone: null }).where('room_id', '=', sale.roomId).execute(),
    )
    const { id } = await order('cash', '録画機能')
    await pay(id)
    await world.inClient(sale.client.id, db => db.updateTable('outbox_messages').set({ printed_at: new Date() }).execute())
    expect((await takeOut(id)).body.message).toBe('入金を取り消しました。居住者への書面は「送信状況」で印刷できます。')
    expect((await messages()).map(({ state }) => state)).toEqual(['paper', 'paper'])
  })

  const toldText = '入金を取り消しました。居住者にメールでお知らせします。'
  const stateOf = (set: { state: 'waiting' | 'sending' | 'sent' | 'failed'; attempts: number }) =>
    world.inClient(sale.client.id, db =>
      db
        .updateTable('outbox_messages')
        .set({
          ...set,
          sent_at: set.state === 'sent' ? world.platform.now() : null,
          failed_at: set.state === 'failed' ? world.platform.now() : null,
        })
        .where('subject', 'like', '%お支払いを確認しました%')
        .execute(),
    )

  it.each([
    { state: 'waiting', attempts: 0, after: 'recalled', isTold: false },
    // It may have arrived although nobody said so.
    { state: 'waiting', attempts: 1, after: 'recalled', isTold: true },
    { state: 'sending', attempts: 0, after: 'sending', isTold: true },
    { state: 'sent', attempts: 1, after: 'sent', isTold: true },
    { state: 'failed', attempts: 9, after: 'recalled', isTold: true },
  ] as const)('of a confirmation that is $state after $attempts tries', async ({ state, attempts, after, isTold }) => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    await stateOf({ state, attempts })
    expect((await takeOut(id)).body.message).toBe(isTold ? toldText : '入金を取り消しました。')
    const rows = await world.inClient(sale.client.id, db =>
      db
        .selectFrom('outbox_messages')
        .where('subject', 'like', '%お支払い%')
        .orderBy('id')
        .select(['state', 'is_last_try', 'subject'])
        .execute(),
    )
    // What is being sent is not tried again.
    expect(rows[0]).toMatchObject({ state: after, is_last_try: state === 'sending' })
    expect(rows.slice(1).map(({ subject }) => subject.includes('お支払いの確認を取り消しました'))).toEqual(isTold ? [true] : [])
  })

  it('is not heard of at night, when it was recorded just before', async () => {
    world.setNow('2026-11-21T19:57:00+09:00')
    const { id } = await order('cash', '録画機能')
    await pay(id)
    world.setNow('2026-11-22T07:59:00+09:00')
    await sendWaitingMessages(world.platform)
    expect((await messages()).map(({ state }) => state)).toEqual(['waiting'])
    world.setNow('2026-11-22T08:01:00+09:00')
    await sendWaitingMessages(world.platform)
    expect((await messages()).map(({ state }) => state)).toEqual(['sent'])
  })

  it('is not told once the money is recorded again before', async () => {
    world.setNow('2026-11-21T10:00:00+09:00')
    const { id } = await order('cash', '録画機能')
    await pay(id)
    world.setNow('2026-11-21T21:00:00+09:00')
    await sendWaitingMessages(world.platform)
    expect((await takeOut(id)).body.message).toBe(toldText)
    await pay(id)
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'recalled', 'waiting'])
  })

  it('tells nobody who has moved out', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    world.setNow('2026-11-21T10:06:00+09:00')
    await sendWaitingMessages(world.platform)
    const params = { construction_id: sale.construction.id, room_id: sale.roomId }
    await world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', { params })
    expect((await takeOut(id)).body).toMatchObject({ message: '入金を取り消しました。', order: { is_of_former_resident: true } })
  })

  it('is nothing that a craftsman who comes late hears of', async () => {
    const { id } = await order('other', '録画機能')
    await pay(id)
    await takeOut(id)
    await cancel(id)
    const craftsman = await nameCraftsman()
    const late = await world.call(craftsman, 'PATCH /api/orders/:id/payment', { params: { id }, body: { digital_sign: sign } })
    expect(late.body.errors?.full_messages?.[0]).toMatch(/^この注文は「キャンセル済」です。/)
  })

  it('takes out the payment that was meant, and no other', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    const { completion_at } = await whole(id)
    await takeOut(id)
    world.setNow('2026-11-21T10:01:00+09:00')
    await pay(id)
    const stale = { params: { id }, body: { order: { reason, completion_at: completion_at ?? '' } } }
    const refused = await world.call(staff, 'PATCH /api/orders/:id/void_payment', stale)
    expect([refused.status, refused.body.code]).toEqual([422, 'wrong_state'])
    expect(refused.body.errors?.full_messages).toEqual(['この注文の入金は、ほかの人があらためて登録しています。内容を確認してください。'])
    expect((await whole(id)).status).toBe('paid')
  })

  it('leaves a cancellation waiting, for an order without money in', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    await apply(id)
    expect((await takeOut(id)).body.order).toMatchObject({ status: 'cancel_application', status_before_cancel: 'unpaid' })
    await cancel(id)
    expect((await whole(id)).refunds).toEqual([])
  })

  it('says of a cancelled order what becomes of the money, and no more that it came', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    await cancel(id)
    expect((await messages()).map(({ state, subject }) => [state, subject.replaceAll(/^【.*】|（.*）$/g, '')])).toEqual([
      ['recalled', 'お支払いを確認しました'],
      ['waiting', 'オプション工事のお申込みを取り消しました'],
    ])
  })

  it('stays where the resident signed for it or holds a receipt, and where a payment service says it', async () => {
    const signed = await order('other', '録画機能')
    await pay(signed.id, { digital_sign: sign })
    const receipted = await order('cash', '追加スピーカー')
    await pay(receipted.id)
    await world.call(staff, 'POST /api/orders/:id/receipt', { params: { id: receipted.id }, body: {} })
    const card = await paidByCard('カメラ付き子機')
    const refusals: [number, string, RegExp][] = [
      [signed.id, 'signed', /^居住者のサインがある集金は取り消せません。/],
      [receipted.id, 'has_receipts', /^領収書を発行した入金は取り消せません。/],
      [card, 'wrong_state', /^この状態では操作できません。$/],
    ]
    for (const [id, code, text] of refusals) {
      const before = await whole(id)
      const refused = await takeOut(id)
      expect([refused.status, refused.body.code]).toEqual([422, code])
      expect(refused.body.errors?.full_messages?.[0]).toMatch(text)
      expect(await whole(id)).toEqual(before)
    }
    expect((await whole(signed.id)).why_no_void).toMatch(/サイン/)
    expect((await whole(receipted.id)).why_no_void).toMatch(/領収書/)
  })

  it('needs a reason, and is for roles 1 to 3 of the company', async () => {
    const { id } = await order('cash', '録画機能')
    await pay(id)
    const silent = await world.call(staff, 'PATCH /api/orders/:id/void_payment', { params: { id }, body: { order: { reason: ' ' } } })
    expect([silent.status, silent.body.errors?.full_messages]).toEqual([422, ['理由を入力してください']])
    const { operator, craftsman } = await buildEveryone(world, sale.client)
    for (const who of [operator, craftsman]) expect((await takeOut(id, who)).status).toBe(403)
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect((await takeOut(id, stranger)).status).toBe(404)
    expect((await whole(id)).status).toBe('paid')
    expect((await takeOut(id, await buildPlatformPerson(world, 'admin', sale.client))).status).toBe(200)
  })
})

describe('POST /api/orders/:id/cancel_application', () => {
  const ask = (id: number, as: Caller) =>
    world.call(as, 'POST /api/orders/:id/cancel_application', { params: { id }, body: { acting_for: { channel: 'tel', caller: '長女' } } })

  it('is written down by an operator for who called, and staff decide', async () => {
    const id = await paidByCard('録画機能')
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    const asked = await ask(id, operator)
    expect(asked.body).toMatchObject({
      message: 'キャンセル申請を登録しました。',
      order: { status: 'cancel_application', status_before_cancel: 'paid' },
    })
    expect(await eventsOf('orders.cancel_applied')).toEqual([
      { actor_kind: 'operator', acting_for: 'resident', channel: 'tel', values: { caller: '長女' } },
    ])
    expect((await cancel(id, operator)).status).toBe(403)
    expect((await cancel(id)).status).toBe(200)
    expect((await ask(id, staff)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })

  it('takes the reason for the office', async () => {
    const id = await paidByCard('録画機能')
    const { status } = await world.call(staff, 'POST /api/orders/:id/cancel_application', {
      params: { id },
      body: { acting_for: { channel: 'tel' }, order: { reason: '引っ越すため' } },
    })
    expect(status).toBe(200)
    expect(await eventsOf('orders.cancel_applied')).toMatchObject([{ values: { reason: '引っ越すため' } }])
  })

  it('is one of the calls of the day, with by what the caller was known; what residents do themselves is not', async () => {
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    const asks = (id: number, order: object) =>
      world.call(operator, 'POST /api/orders/:id/cancel_application', {
        params: { id },
        body: { acting_for: { channel: 'tel', caller: '長女' }, order },
      })
    const id = await paidByCard('録画機能')
    expect((await asks(id, { verified_fact: 'nothing' })).status).toBe(422)
    expect((await asks(id, { reason: '引っ越すため', verified_fact: 'phone' })).status).toBe(200)
    const { body } = await world.call(operator, 'GET /api/calls', { query: { outcome: 'cancel_applied' } })
    expect(body.calls).toMatchObject([
      { channel: 'tel', caller: '長女', outcome: 'cancel_applied', contents: 'キャンセル申請（録画機能）：引っ越すため' },
    ])
    const { construction_id, room_id } = body.calls[0]!
    const answers = () =>
      world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/answers', { params: { construction_id, room_id } })
    expect((await answers()).body.room_answers).toMatchObject([{ caller: '長女', verified_fact: 'phone' }])
    await cancel(id)
    expect((await apply(await paidByCard('録画機能'))).status).toBe(200)
    expect((await answers()).body.room_answers).toHaveLength(1)
  })

  it("is not a craftsman's, and reaches nothing of another client's", async () => {
    const id = await paidByCard('録画機能')
    expect((await ask(id, await buildUser(world, sale.client, 'Craftsman'))).status).toBe(403)
    expect((await ask(id, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await whole(id)).status).toBe('paid')
  })
})

describe('PATCH /api/orders/:id/cancel_order', () => {
  it('keeps why on the timeline of the room, and tells the resident nothing of it', async () => {
    const { id } = await order('other', '録画機能')
    const canceled = await world.call(staff, 'PATCH /api/orders/:id/cancel_order', {
      params: { id },
      body: { order: { reason: '二重のお申込みのため' } },
    })
    expect(canceled.status).toBe(200)
    expect(await eventsOf('orders.canceled')).toMatchObject([{ actor_kind: 'staff', values: { reason: '二重のお申込みのため' } }])
    const { body } = await world.call(sale.resident, 'GET /api/residents/events')
    expect(JSON.stringify(body)).not.toContain('二重')
    const bodies = await world.inClient(sale.client.id, db => db.selectFrom('outbox_messages').select('body').execute())
    expect(bodies.filter(mail => mail.body.includes('二重'))).toEqual([])
  })

  it('pays a card back by the queue: booked, told, sales gone', async () => {
    const id = await paidByCard('録画機能')
    await apply(id)
    expect(await whole(id)).toMatchObject({ status: 'cancel_application', status_before_cancel: 'paid', sales_amount: 8800 })
    const canceled = await cancel(id)
    expect(canceled.body).toMatchObject({
      message: '注文をキャンセルしました。',
      order: {
        status: 'cancel_order',
        sales_amount: 0,
        canceled_at: '2026-11-21T10:00:00+09:00',
        refunds: [{ state: 'processing', refund_method: 'card' }],
      },
    })
    await world.runJobs()
    await world.runJobs()
    expect(await whole(id)).toMatchObject({
      refunds: [{ state: 'done', amount: 8800 }],
      ledger: [
        { kind: 'payment', amount: 8800 },
        { kind: 'refund', pay_method: 'credit', amount: 8800 },
      ],
      has_receipt: false,
    })
    expect(await subjects()).toEqual([
      'お支払いを確認しました',
      'キャンセル申請を受け付けました',
      'オプション工事のお申込みを取り消しました',
    ])
    const told = await world.inClient(sale.client.id, db =>
      db.selectFrom('outbox_messages').where('subject', 'like', '%取り消しました%').select('body').executeTakeFirstOrThrow(),
    )
    expect(told.body).toContain('¥8,800を、お支払いに使われたカードへ返金します。')
    expect((await cancel(id)).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
  })

  it("closes the store's number of an unpaid one; money that still comes goes back", async () => {
    const { id, page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    await cancel(id)
    await world.runJobs()
    expect((await whole(id)).refunds).toEqual([])
    await press(page, 'deposit')
    expect(await whole(id)).toMatchObject({
      status: 'cancel_order',
      refunds: [{ reason: 'late_payment', state: 'account_wanted', amount: 8800 }],
    })
  })

  it('keeps the money of a cancellation that was asked for before it came', async () => {
    const { id, page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    await apply(id)
    await press(page, 'deposit')
    expect(await whole(id)).toMatchObject({ status: 'cancel_application', status_before_cancel: 'paid', refunds: [] })
    await cancel(id)
    expect((await whole(id)).refunds).toMatchObject([{ reason: 'cancellation', refund_method: 'bank_transfer' }])
  })

  it('is for roles 1 to 3', async () => {
    const id = await paidByCard('録画機能')
    const { operator, craftsman } = await buildEveryone(world, sale.client)
    for (const who of [operator, craftsman]) expect((await cancel(id, who)).status).toBe(403)
    expect((await cancel(id, await buildPlatformPerson(world, 'admin', sale.client))).status).toBe(200)
  })
})

describe('PATCH /api/orders/:id/reject_cancel', () => {
  it('makes the order what it was, and says so', async () => {
    const { id } = await order('other', '録画機能')
    await apply(id)
    const { body } = await world.call(staff, 'PATCH /api/orders/:id/reject_cancel', { params: { id } })
    expect(body).toMatchObject({ message: 'キャンセル申請を却下しました。', order: { status: 'unpaid' } })
    expect((await world.call(staff, 'PATCH /api/orders/:id/reject_cancel', { params: { id } })).status).toBe(422)
    expect(await subjects()).toContain('キャンセル申請について')
  })
})

describe('POST /api/orders/:id/receipt', () => {
  it('prints it once, and again as 再発行 under the same number', async () => {
    const id = await paidByCard('カメラ付き子機', '追加スピーカー')
    const ask = (as: Caller, addressee?: string) =>
      world.call(as, 'POST /api/orders/:id/receipt', { params: { id }, body: addressee === undefined ? {} : { addressee } })
    const first = await ask(staff, '株式会社 髙﨑商事')
    expect(first.status).toBe(202)
    await world.runJobs()
    const job = await world.call(staff, 'GET /api/jobs/:id', { params: { id: first.body.job.id } })
    expect(job.body.job).toMatchObject({ state: 'done' })
    const pdf = await world.send(guest, 'GET', job.body.job.file_url ?? '')
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const own = await world.call(sale.resident, 'POST /api/residents/orders/:id/receipt', { params: { id }, body: {} })
    await world.runJobs()
    const ownJob = await world.call(sale.resident, 'GET /api/residents/jobs/:id', { params: { id: own.body.job.id } })
    expect(ownJob.body.job.state).toBe('done')
    expect((await whole(id)).receipts).toMatchObject([
      { number: 1, issue_number: 1, addressee: '株式会社 髙﨑商事' },
      { number: 1, issue_number: 2, addressee: '鈴木 一郎' },
    ])
    const second = await paidByCard('録画機能')
    await world.call(staff, 'POST /api/orders/:id/receipt', { params: { id: second }, body: {} })
    expect((await whole(second)).receipts).toMatchObject([{ number: 2 }])
  })
})

it('prints no receipt while a cancellation waits for its decision, and one again when it is refused', async () => {
  const id = await paidByCard('録画機能')
  await apply(id)
  const ask = (as: Caller) =>
    as === sale.resident
      ? world.call(as, 'POST /api/residents/orders/:id/receipt', { params: { id }, body: {} })
      : world.call(as, 'POST /api/orders/:id/receipt', { params: { id }, body: {} })
  for (const as of [staff, sale.resident]) {
    const { status, body } = await ask(as)
    expect([status, body.errors?.full_messages]).toEqual([
      422,
      ['キャンセルの申請を確認しているあいだは、領収書を発行できません。結果が決まってから、もう一度お試しください。'],
    ])
  }
  expect((await whole(id)).receipts).toEqual([])
  await world.call(staff, 'PATCH /api/orders/:id/reject_cancel', { params: { id } })
  expect((await ask(staff)).status).toBe(202)
})

it('prints one receipt for two taps, and another a minute later', async () => {
  const id = await paidByCard('録画機能')
  const ask = () => world.call(sale.resident, 'POST /api/residents/orders/:id/receipt', { params: { id }, body: {} })
  const first = (await ask()).body.job.id
  world.setNow('2026-11-21T10:00:20+09:00')
  expect((await ask()).body.job.id).toBe(first)
  await world.runJobs()
  world.setNow('2026-11-21T10:00:40+09:00')
  expect((await ask()).body.job).toMatchObject({ id: first, state: 'done' })
  world.setNow('2026-11-21T10:01:01+09:00')
  expect((await ask()).body.job.id).not.toBe(first)
  expect((await whole(id)).receipts.map(receipt => receipt.issue_number)).toEqual([1, 2])
})

it('is the same receipt for the same request, however late its answer was lost', async () => {
  const id = await paidByCard('録画機能')
  const request_id = randomUUID()
  const ask = () => world.call(staff, 'POST /api/orders/:id/receipt', { params: { id }, body: { request_id } })
  const first = (await ask()).body.job.id
  world.setNow('2026-11-21T10:30:00+09:00')
  expect((await ask()).body.job.id).toBe(first)
  expect((await whole(id)).receipts).toHaveLength(1)
  await world.call(staff, 'POST /api/orders/:id/receipt', { params: { id }, body: { request_id: randomUUID() } })
  expect((await whole(id)).receipts.map(receipt => receipt.issue_number)).toEqual([1, 2])
})

describe('a convenience store’s payment that ends tomorrow', () => {
  const reminders = () =>
    world.inClient(sale.client.id, db =>
      db
        .selectFrom('outbox_messages')
        .where('subject', 'like', '%お支払い期限は明日です%')
        .select(['recipients', 'body', 'state'])
        .execute(),
    )
  /** Good until 2026-11-24. */
  const atStore = async () => {
    const { id, page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    return { id, page }
  }
  const remindAt = async (at: string) => {
    world.setNow(at)
    await remindOfPayments(world.platform)
  }

  it('is reminded of once, by day, on the day before', async () => {
    await atStore()
    for (const at of ['2026-11-22T12:00:00+09:00', '2026-11-23T07:00:00+09:00', '2026-11-23T19:00:00+09:00']) await remindAt(at)
    expect(await reminders()).toEqual([])
    await remindAt('2026-11-23T09:00:00+09:00')
    await remindAt('2026-11-23T10:00:00+09:00')
    expect(await reminders()).toEqual([
      { recipients: ['suzuki@example.jp'], body: expect.stringContaining('2026年11月24日(火)まで'), state: 'waiting' },
    ])
    expect(await eventsOf('orders.payment_reminded')).toHaveLength(1)
  })

  it('is reminded of no more once it is paid, also where the reminder has not left yet', async () => {
    const { page } = await atStore()
    await remindAt('2026-11-23T09:00:00+09:00')
    await press(page, 'deposit')
    expect((await reminders()).map(({ state }) => state)).toEqual(['recalled'])
    await remindAt('2026-11-23T09:10:00+09:00')
    expect(await reminders()).toHaveLength(1)
  })
})

describe('an order of somebody who lives there no more', () => {
  const moveOut = () =>
    world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
    })
  const moveIn = (name: string | null) =>
    buildResident(world, sale.client, sale.roomId, { ...(name === null ? {} : { name }), email: 'next@example.jp' })
  const mails = () =>
    world.inClient(sale.client.id, async db =>
      (await db.selectFrom('outbox_messages').orderBy('id').select('recipients').execute()).flatMap(mail => mail.recipients),
    )

  it('is told to nobody, shown to nobody, and names nobody else on its receipt', async () => {
    const id = await paidByCard('録画機能')
    expect((await whole(id)).contact).toBe('mail')
    await moveOut()
    await world.inClient(sale.client.id, db => db.updateTable('orders').set({ resident_name: null }).execute())
    const next = await moveIn('次の 住人')
    await world.call(staff, 'POST /api/orders/:id/receipt', { params: { id }, body: {} })
    expect(await whole(id)).toMatchObject({ contact: null, receipts: [{ addressee: expect.stringMatching(/ 101号室$/) }] })
    await cancel(id)
    await world.runJobs()
    expect((await whole(id)).refunds).toMatchObject([{ state: 'done' }])
    expect(await mails()).not.toContain('next@example.jp')
    expect((await world.call(next, 'GET /api/residents/orders')).body.orders).toEqual([])
  })

  it('ordered while nobody was registered is of whoever registers next, and of nobody after them', async () => {
    await moveOut()
    world.setNow('2026-11-21T11:00:00+09:00')
    await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/orders', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
      body: { order: { pay_method: 'other', order_details_attributes: detailsOf(sale, '録画機能') }, acting_for: { channel: 'tel' } },
    })
    const first = await moveIn('一人目')
    const count = async (as: Caller) => (await world.call(as, 'GET /api/residents/orders')).body.orders.length
    expect(await count(first)).toBe(1)
    world.setNow('2026-11-21T12:00:00+09:00')
    await moveOut()
    expect(await count(await moveIn('二人目'))).toBe(0)
  })
})

describe('messages at night', () => {
  const waits = () =>
    world.inClient(sale.client.id, async db =>
      (await db.selectFrom('outbox_messages').orderBy('id').select(['subject', 'next_attempt_at']).execute()).map(mail => [
        mail.subject.replace(/^【.*】|（.*）$/g, ''),
        new Date(mail.next_attempt_at).toISOString(),
      ]),
    )

  it('come at once for what the resident does, and in the morning for what others do', async () => {
    world.setNow('2026-11-21T23:00:00+09:00')
    const { page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    const hand = await order('other', '追加スピーカー')
    await cancel(hand.id)
    world.setNow('2026-11-25T00:05:00+09:00')
    await settleOrders(world.platform)
    const night = new Date('2026-11-21T23:00:00+09:00').toISOString()
    expect(await waits()).toEqual([
      ['コンビニでのお支払いのご案内', night],
      ['オプション工事のお申込みを受け付けました', night],
      ['オプション工事のお申込みを取り消しました', new Date('2026-11-22T08:00:00+09:00').toISOString()],
      ['お支払い期限が過ぎました', new Date('2026-11-25T08:00:00+09:00').toISOString()],
    ])
  })
})

describe('POST /api/orders/file', () => {
  it('writes a workbook of what matches', async () => {
    await paidByCard('録画機能')
    const { status, body } = await world.call(staff, 'POST /api/orders/file', {
      body: { order: { status: ['paid'] }, sort_by: 'total_price_in_tax', sort_desc: true },
    })
    expect(status).toBe(202)
    await world.runJobs()
    const job = await world.call(staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })
    const file = await world.send(guest, 'GET', job.body.job.file_url ?? '')
    expect(file.raw.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('POST /api/constructions/:construction_id/orders/file', () => {
  it("is 404 for another client's construction", async () => {
    const other = await buildSale(world)
    const file = (construction_id: number) =>
      world.call(staff, 'POST /api/constructions/:construction_id/orders/file', { params: { construction_id }, body: {} })
    expect((await file(other.construction.id)).status).toBe(404)
    expect((await file(sale.construction.id)).status).toBe(202)
  })
})

describe('GET /api/refunds', () => {
  it('lists what waits for somebody, until it is done', async () => {
    const id = await paidAtStore('録画機能')
    await cancel(id)
    const list = () => world.call(staff, 'GET /api/refunds')
    expect((await list()).body.refunds).toMatchObject([
      {
        order_id: id,
        amount: 8800,
        state: 'account_wanted',
        reason: 'cancellation',
        order: { room_name: '101', resident_name: '鈴木 一郎' },
      },
    ])
    const other = await buildSale(world, { client: sale.client })
    const { body } = await world.call(staff, 'GET /api/refunds', { query: { construction_id: other.construction.id } })
    expect(body.refunds).toEqual([])
  })
})

const transferTask = async () => {
  const id = await paidAtStore('録画機能')
  await cancel(id)
  const refund = (await whole(id)).refunds[0]?.id ?? 0
  return { id, refund }
}

describe('PUT /api/refunds/:id/account', () => {
  it('takes the account that was told by telephone; what is not one is refused', async () => {
    const { refund } = await transferTask()
    const put = (refund_account: object) =>
      world.call(staff, 'PUT /api/refunds/:id/account', {
        params: { id: refund },
        body: { refund_account: refund_account as typeof account, acting_for: { channel: 'tel' } },
      })
    expect((await put({ ...account, holder_kana: '鈴木' })).body.errors?.full_messages).toEqual([
      '口座名義（カナ）はカタカナで入力してください',
    ])
    expect((await put({ ...account, account_number: '12' })).status).toBe(422)
    expect((await put(account)).body.refund).toMatchObject({ state: 'open', has_account: true })
    // It lies encrypted.
    const { account_ciphertext } = await world.inClient(sale.client.id, db =>
      db.selectFrom('refunds').where('id', '=', refund).select('account_ciphertext').executeTakeFirstOrThrow(),
    )
    expect(account_ciphertext?.toString('utf8')).not.toContain('みずほ')
  })
})

describe('POST /api/refunds/:id/account_reading', () => {
  it('opens the account for staff, with a trace, and for nobody else', async () => {
    const { id, refund } = await transferTask()
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    const { body } = await world.call(staff, 'POST /api/refunds/:id/account_reading', { params: { id: refund } })
    expect(body.account).toEqual({ ...account, holder_kana: 'スズキ イチロウ', account_number: '1234567' })
    const events = await world.inClient(sale.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'refunds.account_read').select('actor_id').execute(),
    )
    expect(events).toEqual([{ actor_id: staff.id }])
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    expect((await world.call(operator, 'POST /api/refunds/:id/account_reading', { params: { id: refund } })).status).toBe(403)
    const stranger = await buildUser(world, (await buildSale(world)).client, 'Staff')
    expect((await world.call(stranger, 'POST /api/refunds/:id/account_reading', { params: { id: refund } })).status).toBe(404)
  })
})

describe('PATCH /api/refunds/:id', () => {
  const act = (id: number, action: 'send' | 'settle' | 'transfer_instead') =>
    world.call(staff, 'PATCH /api/refunds/:id', { params: { id }, body: { refund: { action } } })

  it('is done when the transfer was made: booked once, the account erased', async () => {
    const { id, refund } = await transferTask()
    expect((await act(refund, 'settle')).body.errors?.full_messages).toEqual(['この状態では操作できません。'])
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    expect((await act(refund, 'send')).status).toBe(422)
    expect((await act(refund, 'settle')).body).toMatchObject({
      message: '返金済みにしました。',
      refund: { state: 'done', has_account: false },
    })
    expect((await act(refund, 'settle')).status).toBe(422)
    expect((await whole(id)).ledger.map(entry => [entry.kind, entry.amount])).toEqual([
      ['payment', 8800],
      ['refund', 8800],
    ])
    expect((await world.call(staff, 'GET /api/refunds')).body.refunds).toEqual([])
  })

  it('is said by a second person where the office wrote the account, by an admin of the platform where nobody else can', async () => {
    const { id, refund } = await transferTask()
    const write = (as: Caller) =>
      world.call(as, 'PUT /api/refunds/:id/account', { params: { id: refund }, body: { refund_account: account } })
    const settle = (as: Caller) =>
      world.call(as, 'PATCH /api/refunds/:id', { params: { id: refund }, body: { refund: { action: 'settle' } } })
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    // Overwritten: from now on it is the account of whoever wrote it.
    expect((await write(staff)).body.refund).toMatchObject({ account_writers: [{ kind: 'user', id: staff.id }] })
    const refused = await settle(staff)
    expect([refused.status, refused.body.errors?.full_messages?.[0]]).toEqual([403, secondPersonText])
    expect((await whole(id)).refunds).toMatchObject([{ state: 'open', has_account: true }])
    const admin = await buildPlatformPerson(world, 'admin', sale.client)
    expect((await settle(admin)).status).toBe(200)
    // The database itself lets nobody do both.
    const settled = world.inClient(sale.client.id, db =>
      db.updateTable('refunds').set({ settler: 'user', settler_id: staff.id }).where('id', '=', refund).execute(),
    )
    await expect(settled).rejects.toThrow('refunds_two_people')
  })

  it('is said by a colleague, also when the account was given anew with the printed code since', async () => {
    const { id, refund } = await transferTask()
    await world.call(staff, 'PUT /api/refunds/:id/account', { params: { id: refund }, body: { refund_account: account } })
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    // Whoever prints letters holds the code: that the account was given once more as the resident frees nobody (M1).
    expect((await act(refund, 'settle')).status).toBe(403)
    const other = await transferTask()
    await world.call(staff, 'PUT /api/refunds/:id/account', { params: { id: other.refund }, body: { refund_account: account } })
    const colleague = await buildUser(world, sale.client, 'Staff')
    const settled = await world.call(colleague, 'PATCH /api/refunds/:id', {
      params: { id: other.refund },
      body: { refund: { action: 'settle' } },
    })
    expect(settled.status).toBe(200)
  })

  it('is preceded by a message of every account that is given or changed', async () => {
    const { id, refund } = await transferTask()
    await world.call(staff, 'PUT /api/refunds/:id/account', { params: { id: refund }, body: { refund_account: account } })
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    const subjects = await world.inClient(sale.client.id, db =>
      db.selectFrom('outbox_messages').where('subject', 'like', '%口座が%').orderBy('id').select(['subject', 'body']).execute(),
    )
    expect(subjects.map(({ subject }) => subject.split('（')[0])).toEqual([
      '【トグチ】返金先の口座が登録されました',
      '【トグチ】返金先の口座が変更されました',
    ])
    expect(JSON.stringify(subjects)).not.toContain('1234567')
  })

  it('sends no short message to a number that nobody has proven', async () => {
    await world.inClient(sale.client.id, db =>
      db
        .updateTable('residents')
        .set({ email: null, phone: '09012345678', phone_unproven: true })
        .where('id', '=', sale.resident.id)
        .execute(),
    )
    const { id, refund } = await transferTask()
    expect((await whole(id)).contact).toBeNull()
    await world.call(staff, 'PUT /api/refunds/:id/account', { params: { id: refund }, body: { refund_account: account } })
    expect(
      await world.inClient(sale.client.id, db => db.selectFrom('outbox_messages').select('id').where('transport', '=', 'sms').execute()),
    ).toEqual([])
    await world.inClient(sale.client.id, db =>
      db.updateTable('residents').set({ phone_unproven: false }).where('id', '=', sale.resident.id).execute(),
    )
    expect((await whole(id)).contact).toBe('sms')
  })

  it('hands cash back, or transfers it instead', async () => {
    const { id } = await order('cash', '録画機能')
    await world.call(staff, 'PATCH /api/orders/:id/payment', { params: { id }, body: {} })
    await cancel(id)
    const refund = (await whole(id)).refunds[0]
    expect(refund).toMatchObject({ refund_method: 'cash', state: 'open', amount: 8800 })
    expect((await act(refund?.id ?? 0, 'transfer_instead')).body.refund).toMatchObject({
      refund_method: 'bank_transfer',
      state: 'account_wanted',
    })
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/orders', () => {
  it('shows a room its orders; a craftsman what is collected there', async () => {
    await paidByCard('録画機能')
    const { id } = await order('other', '追加スピーカー')
    const contractor = await buildContractor(world, sale.client)
    const craftsman = await buildUser(world, sale.client, 'Craftsman', { contractorId: contractor.id })
    const list = (as: Caller) =>
      world.call(as, 'GET /api/constructions/:construction_id/rooms/:room_id/orders', {
        params: { construction_id: sale.construction.id, room_id: sale.roomId },
      })
    expect((await list(staff)).body.orders).toHaveLength(2)
    expect((await list(craftsman)).status).toBe(404)
    await assignCrew(world, sale.client, sale.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
    expect((await list(craftsman)).body.orders.map(row => row.id)).toEqual([id])
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/options', () => {
  it('shows what can be ordered, after the last day of the residents too', async () => {
    sale = await buildSale(world, { client: sale.client, option_request_end_on: '2026-11-20' })
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/options', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
    })
    expect(body.why_no_option_order).toBeNull()
    expect(body.constructions_options).toHaveLength(6)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/orders', () => {
  const place = (as: Caller, pay_method: Method) =>
    world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/orders', {
      params: { construction_id: sale.construction.id, room_id: sale.roomId },
      body: { order: { pay_method, order_details_attributes: detailsOf(sale, '録画機能') }, acting_for: { channel: 'tel', caller: '娘' } },
    })

  it('orders for a resident who called, and says who did it for whom', async () => {
    const operator = await buildPlatformPerson(world, 'operator', sale.client)
    expect((await place(operator, 'credit')).status).toBe(422)
    const placed = await place(operator, 'other')
    expect(placed.status).toBe(201)
    expect(placed.body.order).toMatchObject({ status: 'unpaid', resident_name: '鈴木 一郎' })
    const [event] = await world.inClient(sale.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'orders.placed').select(['actor_kind', 'acting_for', 'channel']).execute(),
    )
    expect(event).toEqual({ actor_kind: 'operator', acting_for: 'resident', channel: 'tel' })
    const own = await world.call(sale.resident, 'GET /api/residents/orders')
    expect(own.body.orders).toHaveLength(1)
    expect((await place(await buildUser(world, sale.client, 'Craftsman'), 'other')).status).toBe(403)
  })
})

describe('GET /api/constructions/:construction_id/cash_list', () => {
  it('sums what is collected on a day', async () => {
    const { id } = await order('other', '録画機能')
    await order('other', '追加スピーカー')
    await world.call(staff, 'PATCH /api/orders/:id/payment', { params: { id }, body: {} })
    const list = (as: Caller, date?: string) =>
      world.call(as, 'GET /api/constructions/:construction_id/cash_list', {
        params: { construction_id: sale.construction.id },
        query: date === undefined ? {} : { date },
      })
    const { body } = await list(staff, '2026-12-20')
    expect(body).toMatchObject({ total_amount: 8800 + 1105, collected_amount: 8800, days: ['2026-12-20'] })
    expect(body.entries).toMatchObject([
      { room_name: '101', collected: true, collected_by: '佐藤 花子' },
      { room_name: '101', collected: false, options: ['追加スピーカー'] },
    ])
    expect((await list(staff)).body.entries).toEqual([])
    const visit = async () =>
      (
        await world.call(staff, 'GET /api/constructions/:construction_id/working_process', {
          params: { construction_id: sale.construction.id },
          query: { date: '2026-12-20' },
        })
      ).body.rooms.find(({ name }) => name === '101')
    expect(await visit()).toMatchObject({ collect_on_the_day: 1105, collects_on_the_day: true })
    for (const { order_id } of body.entries.filter(entry => !entry.collected))
      await world.call(staff, 'PATCH /api/orders/:id/payment', { params: { id: order_id }, body: {} })
    expect(await visit()).toMatchObject({ collect_on_the_day: 0, collects_on_the_day: true })
    expect((await list(await buildUser(world, sale.client, 'Craftsman'))).status).toBe(404)
    expect((await list(sale.resident)).status).toBe(403)
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id', () => {
  it('shows what was ordered, what of it is collected and which photos it asks for, beside those of the works', async () => {
    const { roomId: room_id, construction } = sale
    await world.inClient(sale.client.id, async db => {
      await db.updateTable('constructions_options').set({ under_construction: false }).where('option_name', '=', '録画機能').execute()
      const place = {
        construction_id: construction.id,
        area: 'private' as const,
        free_input: '玄関子機',
        position: 1,
        before_construction: false,
        after_construction: false,
      }
      await db
        .insertInto('photography_place_entries')
        .values({ client_id: sale.client.id, ...place })
        .execute()
    })
    const page = async () => {
      const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id', {
        params: { construction_id: construction.id, room_id },
      })
      const { options, collect_on_the_day, photo_slots } = body.room
      return { options, collect_on_the_day, slots: photo_slots.map(slot => [slot.place_name, slot.timing, slot.taken]) }
    }
    const works = ['玄関子機', 'under_construction', 0]
    expect(await page()).toEqual({ options: [], collect_on_the_day: 0, slots: [works] })
    await order('other', '録画機能')
    expect(await page()).toEqual({
      options: ['録画機能'],
      collect_on_the_day: 8800,
      slots: [works, ['録画機能', 'before_construction', 0], ['録画機能', 'after_construction', 0]],
    })
  })
})

describe('POST /api/constructions/:construction_id/cash_list/file', () => {
  it('prints it', async () => {
    await order('other', '録画機能')
    const { body, status } = await world.call(staff, 'POST /api/constructions/:construction_id/cash_list/file', {
      params: { construction_id: sale.construction.id },
      body: { date: '2026-12-20' },
    })
    expect(status).toBe(202)
    await world.runJobs()
    const job = await world.call(staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })
    expect(job.body.job.state).toBe('done')
  })
})

describe('POST /api/constructions/:construction_id/order_notices', () => {
  const params = () => ({ construction_id: sale.construction.id })
  const print = (message_ids: number[] = [], as: Caller = staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/order_notices', { params: params(), body: { message_ids } })
  const listed = async () =>
    (await world.call(staff, 'GET /api/constructions/:construction_id/messages', { params: params() })).body.messages.filter(
      ({ kind }) => kind === 'order',
    )
  const unreached = () => world.inClient(sale.client.id, db => db.updateTable('residents').set({ email: null, phone: null }).execute())

  it('prints what somebody without mail and mobile number is told: placed, asked to cancel, answered', async () => {
    await unreached()
    const { id } = await order('other', '録画機能')
    await apply(id)
    await cancel(id)
    const notices = await listed()
    expect(notices.map(({ summary, state, transport }) => [summary, state, transport])).toEqual([
      ['オプション工事のお申込みを取り消しました', 'paper', 'paper'],
      ['キャンセル申請を受け付けました', 'paper', 'paper'],
      [expect.stringContaining('受け付けました'), 'paper', 'paper'],
    ])
    expect(notices[0]).toMatchObject({
      why_not_print: null,
      settled_at: null,
      reason: null,
      why_not_resend: '書面でお届けするお知らせです。',
    })
    const { status, body } = await print()
    expect([status, body.job.total]).toEqual([202, 1])
    await world.runJobs()
    expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })).body.job.state).toBe('done')
    // The reader of the trial shows what was sent, and paper is not.
    const mails = await world.call(guest, 'GET /api/dev/mails')
    expect([mails.status, mails.body.mails.some(({ subject }) => subject === notices[0]!.summary)]).toEqual([200, false])
    // Printed once it is asked for no more, and can be printed again by name.
    expect((await listed()).every(({ settled_at }) => settled_at !== null)).toBe(true)
    expect((await print()).body.code).toBe('nothing_to_print')
    expect((await print([notices[0]!.id])).status).toBe(202)
    expect(await eventsOf('orders.notices_printed')).toHaveLength(2)
  })

  it('holds nothing for whoever is reached, nothing for who moved out, and nothing of another client', async () => {
    await order('other', '録画機能')
    expect((await print()).body.code).toBe('nothing_to_print')
    await unreached()
    await order('other', 'シール')
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect((await print([], stranger)).status).toBe(404)
    await world.inClient(sale.client.id, db => db.updateTable('residents').set({ discarded_at: new Date() }).execute())
    expect((await print()).body.code).toBe('nothing_to_print')
  })
})

describe('GET /api/admin/orders', () => {
  it('lists the orders of every client by client, states and month, with the sales of all that match', async () => {
    const paid = await paidByCard('録画機能')
    const { id: unpaid } = await order('other', 'シール')
    const admin = await buildPlatformPerson(world, 'admin')
    const list = async (filter: object, page: object = {}) =>
      (await world.call(admin, 'GET /api/admin/orders', { query: { order: { client_id: sale.client.id, ...filter }, ...page } })).body
    expect(await list({}, { per_page: 1 })).toMatchObject({
      total_count: 2,
      total_sales_amount: 8800,
      total_sales_count: 1,
      orders: [{ id: unpaid, status: 'unpaid', sales_amount: 0, client: { id: sale.client.id, cd: sale.client.cd } }],
    })
    expect((await list({ status: ['paid'] })).orders).toMatchObject([{ id: paid, sales_amount: 8800 }])
    expect(await list({ status: ['unpaid'] })).toMatchObject({ total_count: 1, total_sales_amount: 0 })
    expect((await list({ month: '2026-11' })).total_count).toBe(2)
    expect((await list({ month: '2026-10' })).orders).toEqual([])
    // The month is Tokyo's, from its first moment.
    for (const [id, at] of [
      [paid, '2026-12-31T23:59:59.999+09:00'],
      [unpaid, '2027-01-01T00:00:00+09:00'],
    ] as const)
      await world.inClient(sale.client.id, db =>
        db
          .updateTable('orders')
          .set({ created_at: new Date(at) })
          .where('id', '=', id)
          .execute(),
      )
    expect((await list({ month: '2026-12' })).orders).toMatchObject([{ id: paid, number_of_order_details: 1 }])
    expect(await list({ month: '2027-01' })).toMatchObject({ orders: [{ id: unpaid }], total_sales_amount: 0 })
    expect((await list({}, { sort_by: 'total_price_in_tax', sort_desc: true })).orders.map(row => row.id)).toEqual([paid, unpaid])
    const all = await world.call(admin, 'GET /api/admin/orders', { query: { exclude_pagination: true } })
    expect(all.body.orders.map(row => row.id)).toEqual(expect.arrayContaining([paid, unpaid]))
  })

  it('is for role 1, and takes no month that is none', async () => {
    expect((await world.call(staff, 'GET /api/admin/orders')).status).toBe(403)
    const admin = await buildPlatformPerson(world, 'admin')
    expect((await world.send(admin, 'GET', '/api/admin/orders?order[month]=2026-13')).status).toBe(422)
  })
})

describe('GET /api/admin/order_totals', () => {
  it('sums every client by month, for role 1 only', async () => {
    await paidByCard('録画機能')
    const { id: unpaid } = await order('other', 'シール')
    const admin = await buildPlatformPerson(world, 'admin')
    const { body } = await world.call(admin, 'GET /api/admin/order_totals', { query: { client_id: sale.client.id } })
    expect(body.rows).toMatchObject([{ client_id: sale.client.id, month: '2026-11', orders_count: 2, total_sales_amount: 8800 }])
    // What is filtered in the list is filtered in its sums, and nobody counts what was cancelled among what is sold.
    const totalsOf = async (filter: { status?: ('unpaid' | 'paid' | 'cancel_order')[]; month?: string }) => {
      const { body: totals } = await world.call(admin, 'GET /api/admin/order_totals', { query: { client_id: sale.client.id, ...filter } })
      return [totals.total_orders_count, totals.total_canceled_count, totals.total_sales_amount]
    }
    expect(await totalsOf({ status: ['unpaid'] })).toEqual([1, 0, 0])
    expect(await totalsOf({ month: '2026-11' })).toEqual([2, 0, 8800])
    expect(await totalsOf({ month: '2026-10' })).toEqual([0, 0, 0])
    await cancel(unpaid)
    expect(await totalsOf({})).toEqual([1, 1, 8800])
    expect(await totalsOf({ status: ['cancel_order'] })).toEqual([0, 1, 0])
    expect(body.back_office_order_url).toBe('https://payments.example.jp/')
    expect(
      (await world.call(admin, 'GET /api/admin/order_totals', { query: { client_id: sale.client.id, year: 2025 } })).body.rows,
    ).toEqual([])
    expect((await world.call(staff, 'GET /api/admin/order_totals')).status).toBe(403)
  })
})

describe('GET /api/sale_settings', () => {
  it('begins with the defaults', async () => {
    const admin = await buildUser(world, sale.client, 'Staff_Admin')
    const { body } = await world.call(admin, 'GET /api/sale_settings')
    expect(body.sale_settings).toMatchObject({ konbini_days: 3, own_date_change_limit: 2, retention_months: 12, seller_name: null })
    expect((await world.call(staff, 'GET /api/sale_settings')).status).toBe(403)
  })
})

describe('PATCH /api/sale_settings', () => {
  it('changes what is sent, and what follows from it', async () => {
    const admin = await buildUser(world, sale.client, 'Staff_Admin')
    const save = (sale_settings: object) => world.call(admin, 'PATCH /api/sale_settings', { body: { sale_settings } })
    expect((await save({ konbini_days: 60 })).status).toBe(422)
    expect((await save({ invoice_registration_number: 'T123' })).status).toBe(422)
    expect((await save({ konbini_days: 10, invoice_registration_number: 'Ｔ1234567890123' })).body.sale_settings).toMatchObject({
      konbini_days: 10,
      invoice_registration_number: 'T1234567890123',
      retention_months: 12,
    })
    const { body } = await world.call(sale.resident, 'GET /api/residents/options')
    expect(body.pay_facts.konbini_days).toBe(10)
  })
})

describe('GET /api/legal_notice', () => {
  it('is the company of the host or of the address, for anybody', async () => {
    const admin = await buildUser(world, sale.client, 'Staff_Admin')
    await world.call(admin, 'PATCH /api/sale_settings', {
      body: { sale_settings: { seller_name: '世田谷設備株式会社', seller_address: '東京都世田谷区1-1' } },
    })
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', sale.client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const byUuid = await world.call(guest, 'GET /api/legal_notice', { query: { client: uuid } })
    expect(byUuid.body.seller).toMatchObject({ name: '世田谷設備株式会社', address: '東京都世田谷区1-1' })
    const byHost = await world.call(guest, 'GET /api/legal_notice', { host: `${sale.client.cd}.localhost:3000` })
    expect(byHost.body.seller?.name).toBe('世田谷設備株式会社')
    expect((await world.call(guest, 'GET /api/legal_notice')).body).toEqual({ seller: null })
  })
})

it('tells staff once of cash that is overdue', async () => {
  await order('cash', '録画機能')
  world.setNow('2026-12-20T00:05:00+09:00')
  await settleOrders(world.platform)
  await settleOrders(world.platform)
  const events = await world.inClient(sale.client.id, db =>
    db.selectFrom('events').where('kind', '=', 'orders.cash_overdue').select('id').execute(),
  )
  expect(events).toHaveLength(1)
})

describe('a construction with orders', () => {
  const drop = async () =>
    world.call(await buildUser(world, sale.client, 'Staff_Admin'), 'DELETE /api/constructions/:id', {
      params: { id: sale.construction.id },
    })
  const gone = () =>
    world.inClient(sale.client.id, db =>
      db.updateTable('constructions').set({ discarded_at: world.platform.now() }).where('id', '=', sale.construction.id).execute(),
    )

  it('cannot be deleted while money is in, may come, or has to go back', async () => {
    const { id, page } = await order('webcvs', '録画機能')
    expect((await drop()).status).toBe(422)
    await press(page, 'ok')
    await press(page, 'deposit')
    await apply(id)
    expect((await drop()).status).toBe(422)
    await cancel(id)
    expect((await drop()).status).toBe(422)
    await world.call(sale.resident, 'PUT /api/residents/orders/:id/refund_account', { params: { id }, body: { refund_account: account } })
    const refund = (await whole(id)).refunds[0]?.id ?? 0
    await world.call(staff, 'PATCH /api/refunds/:id', { params: { id: refund }, body: { refund: { action: 'settle' } } })
    expect((await drop()).status).toBe(200)
  })

  it('is either deleted or bought for, never both', async () => {
    const place = () =>
      world.call(sale.resident, 'POST /api/residents/orders', {
        body: { order: { pay_method: 'other', order_details_attributes: detailsOf(sale, '録画機能') } },
      })
    const [dropped, placed] = await Promise.all([drop(), place()])
    expect([dropped.status === 200, placed.status === 201].filter(Boolean)).toHaveLength(1)
  })

  it('that is gone all the same loses no money: what comes goes back, and stays in the lists', async () => {
    const paid = await paidByCard('カメラ付き子機')
    const { id, page } = await order('webcvs', '録画機能')
    await press(page, 'ok')
    world.setNow('2026-11-25T00:05:00+09:00')
    await gone()
    await settleOrders(world.platform)
    await press(page, 'deposit')
    expect(await whole(id)).toMatchObject({ status: 'failed', refunds: [{ reason: 'late_payment', amount: 8800 }] })
    expect((await cancel(paid)).body.order).toMatchObject({ status: 'cancel_order', refunds: [{ state: 'processing' }] })
    expect((await world.call(staff, 'GET /api/orders')).body.orders.map(row => row.id)).toEqual([paid])
    const admin = await buildPlatformPerson(world, 'admin')
    const { body } = await world.call(admin, 'GET /api/admin/order_totals', { query: { client_id: sale.client.id } })
    expect([body.total_orders_count, body.total_canceled_count]).toEqual([0, 1])
  })
})
