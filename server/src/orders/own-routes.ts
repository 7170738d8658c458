import { saleTermsOf } from '@toguchi/domain/orders/sale-terms'
import type { ResidentActor } from '@toguchi/domain/access/actor'
import { addDays } from '@toguchi/domain/calendar/day'
import { priceInTax } from '@toguchi/domain/money/tax'
import { cancelAnswerText } from '@toguchi/domain/orders/cancel-answer'
import { type OrderOfResident, ownOrders } from '@toguchi/domain/orders/own-contract'
import { shownOrderStatuses, type OrderStatus } from '@toguchi/domain/orders/labels'
import { methodsInUse } from '@toguchi/domain/orders/pay-methods'
import { isPaidOnline } from '@toguchi/domain/orders/transitions'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { findJob } from '../platform/jobs/job-rows.ts'
import { answers } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, signInFirst } from '../platform/http/problem.ts'
import { refuseDateOnly } from '../residents/residents.ts'
import { applyCancel, withdrawOrder } from './cancel-order.ts'
import { openPageOfOrder } from './payments/create-checkout.ts'
import { failureShownDays, payFactsOf, whyNoOrder } from './order-rules.ts'
import { payAgain } from './payments/pay-again.ts'
import { placeOrder } from './place-order.ts'
import { askForReceipt, presentJob } from './receipts/ask-for-receipt.ts'
import { ownRoom, presentOwnOrder, presentOwnOrders } from './present.ts'
import { listRefundsOfOrder } from '../payments/payments.ts'
import { listOffered, listOwnOrders, lockOrder, lockRoomOfOrders } from './queries.ts'
import { saveAccount } from './payments/refund.ts'
import { showSaleSettings } from './sale-settings.ts'

const isShown = (status: OrderStatus) => shownOrderStatuses.some(shown => shown === status)

const isUnfinished = ({ status, why_no_payment, failed_at }: OrderOfResident, now: Date): boolean =>
  status === 'initial' ||
  why_no_payment === null ||
  (failed_at !== null && toDay(now) <= addDays(toDay(new Date(failed_at)), failureShownDays))

/** Where cash is brought, and when somebody is there (R7). */
const cashDeskOf = ({ cash_place: place, cash_hours: hours }: Awaited<ReturnType<typeof ownRoom>>) =>
  place === null ? null : { place, hours }

/** An order of the resident's own, held. */
const lockOwnOrder = async (platform: Platform, db: Db, actor: ResidentActor, id: number) => {
  const [own] = await listOwnOrders(db, actor, id)
  const lockedOrder = own && (await lockOrder(db, own.client_id, id))
  if (!lockedOrder) throw notFound()
  return { platform, db, clientId: own.client_id, ...lockedOrder, now: platform.now() }
}

/** The order with the page where it is paid, after everything was committed. */
const withPage = async (platform: Platform, actor: ResidentActor, id: number, message: string) => {
  const { client_id: clientId } = await platform.pool.read(actor.partOf, db => ownRoom(db, actor))
  const payment_url = await openPageOfOrder(platform, clientId, id)
  const order = await platform.pool.read(clientId, db => presentOwnOrder(db, actor, id, platform.now()))
  const isWaiting = order.status === 'initial' && isPaidOnline(order.pay_method) && payment_url === null
  return {
    message: isWaiting ? 'お支払いの画面を開けませんでした。しばらくしてから「支払いをやり直す」を押してください。' : message,
    order,
    payment_url: order.status === 'initial' ? payment_url : null,
  }
}

export const ownOrdersRoutes = answers(ownOrders, {
  'GET /api/residents/options': async ({ platform, db, actor, session, now }) => {
    // The code alone orders nothing and sees no orders (D-33).
    await refuseDateOnly(db, actor, session)
    const room = await ownRoom(db, actor)
    const offered = await listOffered(db, room.client_id, room.construction_id, room.room_id)
    const today = toDay(now)
    const pay_facts = payFactsOf(platform, room, today)
    return {
      constructions_options: offered.map(({ picture_file_id, pdf_file_id, ...option }) => ({
        ...option,
        price_in_tax: priceInTax(option.price, room.rounding_rule),
        picture_url: picture_file_id === null ? null : viewUrl(platform, room.client_id, picture_file_id),
        pdf_url: pdf_file_id === null ? null : fileUrl(platform, room.client_id, pdf_file_id),
      })),
      selected_option_ids: offered.filter(option => option.ordered).map(option => option.id),
      rounding_rule: room.rounding_rule,
      pay_facts,
      cash: pay_facts.use_cash_payment ? cashDeskOf(room) : null,
      pay_methods: methodsInUse(pay_facts),
      why_no_option_order: whyNoOrder(room, today),
      sale_terms: saleTermsOf(await showSaleSettings(db, room.client_id)),
    }
  },

  'GET /api/residents/orders': async ({ db, actor, session, now }) => {
    await refuseDateOnly(db, actor, session)
    const orders = await presentOwnOrders(db, actor, now)
    return {
      orders: orders.filter(order => isShown(order.status)),
      unfinished_orders: orders.filter(order => !isShown(order.status) && isUnfinished(order, now)),
      cash: cashDeskOf(await ownRoom(db, actor)),
    }
  },

  'POST /api/residents/orders': async ({ platform, actor, session, body }) => {
    const { orderId } = await platform.pool.write(actor.partOf, async db => {
      await refuseDateOnly(db, actor, session)
      const { client_id: clientId } = await ownRoom(db, actor)
      const room = await lockRoomOfOrders(db, clientId, actor.constructionId, actor.roomId)
      if (!room) throw signInFirst()
      return placeOrder(platform, db, { ...actor, clientId }, room, { ...body.order, shown_texts: body.shown_texts })
    })
    return withPage(platform, actor, orderId, 'オプション工事を申し込みました。')
  },

  'POST /api/residents/orders/:id/payment': async ({ platform, actor, session, params, body }) => {
    await platform.pool.read(actor.partOf, db => refuseDateOnly(db, actor, session))
    await payAgain(platform, actor, params.id, body.pay_method)
    return withPage(platform, actor, params.id, 'お支払いの手続きを始めました。')
  },

  'POST /api/residents/orders/:id/withdrawal': async ({ platform, db, actor, session, params, now }) => {
    await refuseDateOnly(db, actor, session)
    const lockedOrder = await lockOwnOrder(platform, db, actor, params.id)
    await withdrawOrder(lockedOrder, { ...actor, clientId: lockedOrder.clientId })
    return { message: 'オプションの申込みを取りやめました。', order: await presentOwnOrder(db, actor, params.id, now) }
  },

  'POST /api/residents/orders/:id/cancel_application': async ({ platform, db, actor, session, params, now }) => {
    await refuseDateOnly(db, actor, session)
    const lockedOrder = await lockOwnOrder(platform, db, actor, params.id)
    await applyCancel(lockedOrder, { ...actor, clientId: lockedOrder.clientId })
    return { message: `キャンセルを申請しました。${cancelAnswerText}。`, order: await presentOwnOrder(db, actor, params.id, now) }
  },

  'PUT /api/residents/orders/:id/refund_account': async ({ platform, db, actor, session, params, body, now }) => {
    await refuseDateOnly(db, actor, session)
    const lockedOrder = await lockOwnOrder(platform, db, actor, params.id)
    const { clientId } = lockedOrder
    const refunds = await listRefundsOfOrder(db, clientId, params.id)
    const waiting = refunds.filter(one => one.refund_method === 'bank_transfer' && (one.state === 'account_wanted' || one.state === 'open'))
    await saveAccount(lockedOrder, waiting, body.refund_account, { ...actor, clientId })
    return { message: '返金先の口座を登録しました。', order: await presentOwnOrder(db, actor, params.id, now) }
  },

  'POST /api/residents/orders/:id/receipt': async ({ platform, db, actor, session, params, body }) => {
    await refuseDateOnly(db, actor, session)
    const lockedOrder = await lockOwnOrder(platform, db, actor, params.id)
    const reached = { ...actor, clientId: lockedOrder.clientId }
    return {
      message: '領収書の作成を始めました。',
      job: await askForReceipt(lockedOrder, reached, body.addressee ?? null, body.request_id),
    }
  },

  'GET /api/residents/jobs/:id': async ({ platform, db, actor, session, params }) => {
    await refuseDateOnly(db, actor, session)
    const job = await findJob(db, actor, params.id)
    if (!job) throw notFound()
    return { job: presentJob(platform, job) }
  },
})
