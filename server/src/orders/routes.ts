import type { OfficeActor, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import { priceInTax } from '@toguchi/domain/money/tax'
import { orders } from '@toguchi/domain/orders/contract'
import { transportLabels } from '@toguchi/domain/messages/labels'
import { isPaidOnline } from '@toguchi/domain/orders/transitions'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { repeatedRequestOf } from '../platform/http/answered-requests.ts'
import { clientCodeOfHost } from '../platform/http/hosts.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import { answers, type Context } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, refused } from '../platform/http/problem.ts'
import { withSignature } from '../files/files.ts'
import { askForReceipt, presentJob } from './receipts/ask-for-receipt.ts'
import { applyCancel, cancelOrder, rejectCancel } from './cancel-order.ts'
import {
  findConstructionOfOrders,
  findSeller,
  cashScopeOf,
  listCash,
  listCashDays,
  listOrders,
  listOrdersOfRoom,
  listRefundTasks,
  type OrderFilter,
  type OrderListQuery,
  sumSales,
} from './lists/list-queries.ts'
import { listOrdersOfClients, listOrderTotals, listOrderYears, sumSalesOfClients } from './lists/client-orders-queries.ts'
import { failureShownDays, payFactsOf, whyNoOrder } from './order-rules.ts'
import { findRefund } from '../payments/payments.ts'
import { judgeSettlements } from './may-settle.ts'
import type { OrderNoticesInput } from './lists/print-order-notices.ts'
import { listNotices } from './lists/notice-queries.ts'
import { channelOf, type ToldBy } from './notify-resident.ts'
import { placeOrder } from './place-order.ts'
import { presentDetails } from './present.ts'
import { presentListed, presentOrder, presentRefund, presentTask, presentWhole } from './present-orders.ts'
import type { CashListInput } from './lists/print-cash-list.ts'
import type { OrderListInput } from './lists/write-order-list.ts'
import { findOrder, findRoomOfOrders, listOffered, lockOrder, lockRoomOfOrders } from './queries.ts'
import { paymentMoment, reachOrder, recordPayment } from './payments/record-payment.ts'
import { decideRefund, lockRefund, openAccount, saveAccount } from './payments/refund.ts'
import { voidPayment } from './payments/void-payment.ts'
import { changeSaleSettings, showNotice, showSaleSettings } from './sale-settings.ts'

type ListQueryOf = Context<'GET /api/orders', (typeof orders)['GET /api/orders']>['query']

const reachable = async (db: Db, actor: WorkerActor, constructionId: number) => {
  const construction = await findConstructionOfOrders(db, actor, constructionId)
  if (!construction) throw notFound()
  return construction
}

const list = async (db: Db, { clientId }: OfficeActor, constructionId: number | null, { order, ...query }: ListQueryOf) => {
  const filter: OrderFilter = order ?? {}
  const { rows, ...count } = await listOrders(db, clientId, constructionId, filter, query)
  return { orders: rows.map(presentListed), ...count, ...(await sumSales(db, clientId, constructionId, filter)) }
}

const lockExistingOrder = async (platform: Platform, db: Db, { clientId }: ReachedActor, id: number) => {
  const lockedOrder = await lockOrder(db, clientId, id)
  if (!lockedOrder) throw notFound()
  return { platform, db, clientId, ...lockedOrder, now: platform.now() }
}

const findExistingOrder = async (db: Db, { clientId }: ReachedActor, id: number) => {
  const row = await findOrder(db, clientId, id)
  if (!row) throw notFound()
  return row
}

/** Has a file made of what was asked for. */
const askForFile = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  kind: 'order_list' | 'cash_list' | 'order_notices',
  input: OrderListInput | CashListInput | OrderNoticesInput,
) => {
  const job = await enqueueDocument(platform, db, actor, { kind, input: { ...input }, total: 1 })
  return presentJob(platform, job)
}

interface AskedList extends Pick<OrderListQuery, 'sort_by' | 'sort_desc'> {
  order?: OrderFilter | undefined
}

/** Residents' names leave the house in these lists: whoever takes one leaves a trace (review M6). */
const askForList = async (platform: Platform, db: Db, actor: OfficeActor, constructionId: number | null, body: AskedList) => {
  const { order: filter = {}, ...sort } = body
  await recordEvent(db, {
    kind: 'orders.list_made',
    actor,
    clientId: actor.clientId,
    ...(constructionId === null ? {} : { constructionId }),
  })
  return {
    message: '注文一覧の作成を始めました。',
    job: await askForFile(platform, db, actor, 'order_list', { construction_id: constructionId, filter, sort }),
  }
}

export const ordersRoutes = answers(orders, {
  'GET /api/orders': ({ db, actor, query }) => list(db, actor, null, query),

  'GET /api/constructions/:construction_id/orders': async ({ db, actor, params, query }) => {
    await reachable(db, actor, params.construction_id)
    return list(db, actor, params.construction_id, query)
  },

  'POST /api/orders/file': ({ platform, db, actor, body }) => askForList(platform, db, actor, null, body),

  'POST /api/constructions/:construction_id/orders/file': async ({ platform, db, actor, params, body }) => {
    await reachable(db, actor, params.construction_id)
    return askForList(platform, db, actor, params.construction_id, body)
  },

  'POST /api/constructions/:construction_id/order_notices': async ({ platform, db, actor, params, body }) => {
    const { client_id: clientId } = await reachable(db, actor, params.construction_id)
    const notices = await listNotices(db, clientId, params.construction_id, body.message_ids)
    if (notices.length === 0) throw refused('印刷する書面はありません。', 'nothing_to_print')
    const message_ids = notices.map(({ id }) => id)
    await recordEvent(db, {
      kind: 'orders.notices_printed',
      actor,
      clientId,
      constructionId: params.construction_id,
      change: { count: message_ids.length },
    })
    const input = { construction_id: params.construction_id, message_ids }
    return { message: '書面の作成を始めました。', job: await askForFile(platform, db, { ...actor, clientId }, 'order_notices', input) }
  },

  'GET /api/orders/:id': async ({ platform, db, actor, params }) => ({ order: await presentWhole(platform, db, actor, params.id) }),

  'PATCH /api/orders/:id/payment': ({ platform, actor, params, body, request, now }) =>
    withSignature(
      platform,
      actor,
      body.digital_sign,
      db => reachOrder(db, actor, params.id),
      async (db, signature) => {
        const reached = await reachOrder(db, actor, params.id)
        const moment = paymentMoment(request.headers, body.completion_at, now)
        await recordPayment(await lockExistingOrder(platform, db, reached, params.id), reached, { moment }, signature)
        return { message: '入金を登録しました。', order: presentOrder(await findExistingOrder(db, reached, params.id)) }
      },
      repeatedRequestOf(request.headers, 'PATCH /api/orders/:id/payment'),
    ),

  'PATCH /api/orders/:id/void_payment': async ({ platform, db, actor, params, body }) => {
    const lockedOrder = await lockExistingOrder(platform, db, actor, params.id)
    const told = await voidPayment(lockedOrder, actor, body.order)
    return { message: `入金を取り消しました。${voidedText(told)}`, order: await presentWhole(platform, db, actor, params.id) }
  },

  'POST /api/orders/:id/cancel_application': async ({ platform, db, actor, params, body }) => {
    await applyCancel(await lockExistingOrder(platform, db, actor, params.id), actor, {
      actingFor: body.acting_for,
      reason: body.order?.reason ?? null,
      verifiedFact: body.order?.verified_fact ?? null,
    })
    return { message: 'キャンセル申請を登録しました。', order: await presentWhole(platform, db, actor, params.id) }
  },

  'PATCH /api/orders/:id/cancel_order': async ({ platform, db, actor, params, body }) => {
    await cancelOrder(await lockExistingOrder(platform, db, actor, params.id), actor, body.order?.reason)
    return { message: '注文をキャンセルしました。', order: await presentWhole(platform, db, actor, params.id) }
  },

  'PATCH /api/orders/:id/reject_cancel': async ({ platform, db, actor, params, body }) => {
    await rejectCancel(await lockExistingOrder(platform, db, actor, params.id), actor, body.order?.reason)
    return { message: 'キャンセル申請を却下しました。', order: await presentWhole(platform, db, actor, params.id) }
  },

  'POST /api/orders/:id/receipt': async ({ platform, db, actor, params, body }) => ({
    message: '領収書の作成を始めました。',
    job: await askForReceipt(await lockExistingOrder(platform, db, actor, params.id), actor, body.addressee ?? null, body.request_id),
  }),

  'GET /api/refunds': async ({ db, actor, query, now }) => {
    const tasks = await listRefundTasks(db, actor.clientId, query.construction_id ?? null)
    const whyNot = await judgeSettlements(db, actor, tasks, now)
    return { refunds: tasks.map(task => presentTask(task, whyNot)) }
  },

  'POST /api/refunds/:id/account_reading': async ({ platform, db, actor, params }) => {
    const { lockedOrder, refund } = await lockRefund(platform, db, actor.clientId, params.id)
    const account = await openAccount(platform, db, actor.clientId, refund.id)
    // Whoever opens a bank account leaves a trace.
    if (account)
      await recordEvent(db, {
        kind: 'refunds.account_read',
        actor,
        clientId: actor.clientId,
        constructionId: lockedOrder.order.construction_id,
        roomId: lockedOrder.order.room_id,
        subject: { type: 'orders', id: lockedOrder.order.id },
      })
    return { account }
  },

  'PUT /api/refunds/:id/account': async ({ platform, db, actor, params, body, now }) => {
    const { lockedOrder, refund } = await lockRefund(platform, db, actor.clientId, params.id)
    await saveAccount(lockedOrder, [refund], body.refund_account, actor, body.acting_for)
    return { message: '返金先の口座を登録しました。', refund: await refundOf(db, actor, params.id, now) }
  },

  'PATCH /api/refunds/:id': async ({ platform, db, actor, params, body, now }) => {
    const { lockedOrder, refund } = await lockRefund(platform, db, actor.clientId, params.id)
    await decideRefund(lockedOrder, refund, body.refund.action, actor)
    const done = { send: '返金を依頼しました。', settle: '返金済みにしました。', transfer_instead: '銀行振込での返金に変更しました。' }
    return { message: done[body.refund.action], refund: await refundOf(db, actor, params.id, now) }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/orders': async ({ platform, db, actor, params, now }) => {
    const { client_id: clientId } = await reachable(db, actor, params.construction_id)
    const room = await findRoomOfOrders(db, clientId, params.construction_id, params.room_id)
    if (!room) throw notFound()
    const unfinishedSince = new Date(now.getTime() - failureShownDays * 86_400_000)
    const rows = await listOrdersOfRoom(db, actor, params.construction_id, params.room_id, unfinishedSince)
    return {
      orders: rows.map(row => ({ ...presentOrder(row), order_details: presentDetails(row) })),
      contact: channelOf(platform.settings, room),
    }
  },

  'GET /api/constructions/:construction_id/rooms/:room_id/options': async ({ platform, db, actor, params, now }) => {
    const room = await findRoomOfOrders(db, actor.clientId, params.construction_id, params.room_id)
    if (!room) throw notFound()
    const today = toDay(now)
    const offered = await listOffered(db, actor.clientId, room.construction_id, room.room_id)
    return {
      constructions_options: offered.map(({ picture_file_id, pdf_file_id, ...option }) => ({
        ...option,
        price_in_tax: priceInTax(option.price, room.rounding_rule),
        picture_url: picture_file_id === null ? null : viewUrl(platform, actor.clientId, picture_file_id),
        pdf_url: pdf_file_id === null ? null : fileUrl(platform, actor.clientId, pdf_file_id),
      })),
      pay_facts: payFactsOf(platform, room, today),
      why_no_option_order: whyNoOrder(unlimited(room), today),
    }
  },

  'POST /api/constructions/:construction_id/rooms/:room_id/orders': async ({ platform, db, actor, params, body }) => {
    const room = await lockRoomOfOrders(db, actor.clientId, params.construction_id, params.room_id)
    if (!room) throw notFound()
    if (isPaidOnline(body.order.pay_method ?? null)) throw invalid({ pay_method: [onlineText] }, 'not_offered')
    const { orderId } = await placeOrder(platform, db, actor, unlimited(room), body.order, body.acting_for)
    const row = await findOrder(db, actor.clientId, orderId)
    if (!row) throw notFound()
    return { message: 'オプション工事を申し込みました。', order: presentOrder(row) }
  },

  'GET /api/constructions/:construction_id/cash_list': async ({ db, actor, params, query, now }) => {
    const { client_id: clientId, ...construction } = await reachable(db, actor, params.construction_id)
    const date = query.date ?? toDay(now)
    const rows = await listCash(db, cashScopeOf({ ...actor, clientId }), construction.id, date)
    const entries = rows.map(({ status, completion_at, ...row }) => ({
      ...row,
      collected: status !== 'unpaid',
      completion_at: toInstant(completion_at),
    }))
    const sum = (chosen: typeof entries) => chosen.reduce((total, entry) => total + entry.amount, 0)
    return {
      date,
      construction,
      entries,
      total_amount: sum(entries),
      collected_amount: sum(entries.filter(entry => entry.collected)),
      days: await listCashDays(db, clientId, construction.id),
    }
  },

  'POST /api/constructions/:construction_id/cash_list/file': async ({ platform, db, actor, params, body }) => {
    const { client_id: clientId, ...construction } = await reachable(db, actor, params.construction_id)
    const input: CashListInput = { construction, date: body.date, craftsman_id: cashScopeOf({ ...actor, clientId }).craftsmanId }
    await recordEvent(db, {
      kind: 'orders.cash_list_made',
      actor,
      clientId,
      constructionId: construction.id,
      change: { date: body.date },
    })
    return { message: '当日集金表の作成を始めました。', job: await askForFile(platform, db, { ...actor, clientId }, 'cash_list', input) }
  },

  'GET /api/admin/orders': async ({ db, query: { order: filter = {}, ...query } }) => {
    const { rows, ...rest } = await listOrdersOfClients(db, filter, query)
    return {
      orders: rows.map(({ client, ...row }) => ({ ...presentListed({ ...row, cancel_applied_at: null }), client })),
      ...rest,
      ...(await sumSalesOfClients(db, filter)),
    }
  },

  'GET /api/admin/order_totals': async ({ platform, db, query, now }) => {
    const rows = await listOrderTotals(db, query)
    return {
      rows,
      total_orders_count: rows.reduce((sum, row) => sum + row.orders_count, 0),
      total_canceled_count: rows.reduce((sum, row) => sum + row.canceled_count, 0),
      total_sales_amount: rows.reduce((sum, row) => sum + row.total_sales_amount, 0),
      years: [...new Set([Number(toDay(now).slice(0, 4)), ...(await listOrderYears(db, query.status))])].sort((one, other) => other - one),
      back_office_order_url: platform.settings.backOfficeOrderUrl,
    }
  },

  'GET /api/sale_settings': async ({ db, actor }) => ({ sale_settings: await showSaleSettings(db, actor.clientId) }),

  'PATCH /api/sale_settings': async ({ platform, db, actor, body }) => {
    await changeSaleSettings(platform, db, actor, body.sale_settings)
    return { message: '設定を更新しました。', sale_settings: await showSaleSettings(db, actor.clientId) }
  },

  'GET /api/legal_notice': async ({ platform, query, request }) => {
    const code = clientCodeOfHost(platform.settings.apiHostTemplate, request.host)
    const by = query.client === undefined ? (code === null ? null : { cd: code }) : { uuid: query.client }
    // Over before the seller's own is begun: guests who held two connections each would wait for one another.
    const seller = by === null ? undefined : await platform.pool.read(null, db => findSeller(db, by))
    return { seller: seller ? await showNotice(platform, seller) : null }
  },
})

const voidedText = (told: ToldBy): string =>
  told === null
    ? ''
    : told === 'paper'
      ? '居住者への書面は「送信状況」で印刷できます。'
      : `居住者に${transportLabels[told]}でお知らせします。`

const onlineText = 'は現金か当日集金を選んでください。クレジットカードとコンビニ払いは、居住者ページからお申し込みいただけます'

/** The office is not bound by the residents' last day. */
const unlimited = <R extends { option_request_end_on: string | null }>(room: R): R => ({ ...room, option_request_end_on: null })

const refundOf = async (db: Db, actor: OfficeActor, id: number, now: Date) => {
  const row = await findRefund(db, actor.clientId, id)
  if (!row) throw notFound()
  return presentRefund(row, await judgeSettlements(db, actor, [row], now))
}
