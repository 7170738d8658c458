import fc from 'fast-check'
import { isPaid } from '@toguchi/domain/orders/transitions'
import { afterAll, expect, it } from 'vitest'
import { buildResident, buildUser } from '../../test/build.ts'
import { buildSale, detailsOf } from '../../test/sale.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { buildApp } from '../app.ts'
import type { Db } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { refundedBody, returnedBody, sandboxBody, sandboxSignatureHeader, signSandboxNotification } from '../payments/sandbox.ts'
import { findSandboxPayment } from '../payments/sandbox-queries.ts'
import { handleWebhook, settleOrders, workPayments } from './orders.ts'

const world = await openWorld()
const hour = 3_600_000

/*
 * The application on a database that loses every so-manieth commit: the transaction does its work and is rolled back, as when the
 * process dies, between any two steps of anything. What was put into the queue is worked again later, as the queue does.
 */
let crashIn = Infinity
const waiting: Record<string, unknown>[] = []
/** What a transaction put into the queue: there when it is committed, gone when it is not. */
const enqueued = new WeakMap<Db, Record<string, unknown>[]>()
const platform: Platform = {
  ...world.platform,
  pool: {
    ...world.platform.pool,
    write: async (clientId, work) => {
      const mine: Record<string, unknown>[] = []
      const result = await world.platform.pool.write(clientId, async db => {
        enqueued.set(db, mine)
        const done = await work(db)
        crashIn -= 1
        if (crashIn === 0) throw new Error('the process died before the commit')
        return done
      })
      waiting.push(...mine)
      return result
    },
  },
  jobs: {
    ...world.platform.jobs,
    enqueue: async (db, queue: Queue, data) => {
      if (queue !== 'payments') return
      const mine = enqueued.get(db)
      if (!mine) throw new Error('work was put into the queue outside of the transaction that causes it')
      mine.push(data)
    },
  },
}
const app = await buildApp(platform)
afterAll(() => app.close())

const workQueue = async () => {
  for (const data of waiting.splice(0))
    await workPayments(platform, data).catch((error: unknown) => {
      // The queue keeps what failed, but for what nobody can read.
      if (!String(error).includes('BadNotification')) waiting.push(data)
    })
}

const at = fc.nat({ max: 9 })
const rarely = fc.integer({ min: 0, max: 9 }).map(chance => chance === 0)
const method = fc.constantFrom('webcvs', 'webcvs', 'credit', 'credit', 'cash', 'other')
const picked = fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 2 })
const order = fc.record({
  do: fc.constant('order' as const),
  method,
  options: picked,
})
const press = fc.record({
  do: fc.constant('press' as const),
  at,
  result: fc.constantFrom('ok', 'ok', 'ok', 'deposit', 'deposit', 'deposit', 'ng', 'cancel', 'expire'),
  delay: fc.constantFrom(0, 0, 60),
  twice: fc.boolean(),
  reversed: rarely,
  wrong_amount: rarely,
  wrong_signature: rarely,
  lost: rarely,
})
/** The card's money moves without us: paid back at the service's desk, or a refund of ours comes back. Told twice, and late. */
const desk = fc.record({
  do: fc.constant('press' as const),
  at,
  result: fc.constantFrom('refund', 'return', 'return'),
  delay: fc.constantFrom(0, 60),
  twice: fc.boolean(),
})
// Mostly orders and money; the rest now and then, or nothing would ever be paid.
const step = fc.oneof(
  { weight: 4, arbitrary: order },
  { weight: 9, arbitrary: press },
  { weight: 3, arbitrary: desk },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retry' as const), at, method }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('apply' as const, 'accept' as const, 'reject' as const, 'receive' as const, 'void' as const),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('send' as const, 'settle' as const, 'account' as const, 'transfer_instead' as const), at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 1, 20, 20, 80, 80, 400) }) },
  // Of themselves these hardly happen to the same order: it is paid by card and cancelled, or its payment was recorded by mistake.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('regret' as const), options: picked }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mistake' as const), method: fc.constantFrom('cash', 'other'), options: picked }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), after: fc.integer({ min: 1, max: 5 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const options = ['カメラ付き子機', '録画機能', '追加スピーカー']
const voiding = { order: { reason: '取り違え' } }
const account = { holder_kana: 'スズキ', bank_name: '銀行', branch_name: '支店', account_type: 'ordinary', account_number: '1234567' }

const play = async (steps: readonly Step[]) => {
  waiting.length = 0
  crashIn = Infinity
  let now = Date.parse('2026-11-21T10:00:00+09:00')
  world.setNow(new Date(now).toISOString())
  const sale = await buildSale(world)
  const staff = await buildUser(world, sale.client, 'Staff')
  let resident: Caller = sale.resident
  // Weeks pass in here.
  const keepSessions = () =>
    world.inClient(null, db =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date('2027-12-31') })
        .execute(),
    )
  await keepSessions()
  const call = (as: Caller, verb: string, url: string, body: object = {}) =>
    app.inject({
      method: verb as 'POST',
      url,
      headers: { ...as.headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const ids = (table: 'orders' | 'refunds') =>
    world.inClient(sale.client.id, async db => (await db.selectFrom(table).orderBy('id').select('id').execute()).map(row => row.id))
  const pick = async (table: 'orders' | 'refunds', index: number) => {
    const all = await ids(table)
    return all[index % Math.max(1, all.length)]
  }
  const pages = () =>
    world.inClient(sale.client.id, async db =>
      (await db.selectFrom('payments').where('payment_url', 'is not', null).orderBy('id').select('payment_url').execute()).map(
        row => row.payment_url ?? '',
      ),
    )

  const place = ({ method: pay_method, options: chosen }: { method: string; options: readonly number[] }) =>
    call(resident, 'POST', '/api/residents/orders', {
      order: { pay_method, order_details_attributes: detailsOf(sale, ...chosen.map(index => options[index] ?? '')) },
    })

  const take = async (given: Step): Promise<void> => {
    switch (given.do) {
      case 'order':
        await place(given)
        return
      case 'regret': {
        const placed = await place({ method: 'credit', options: given.options })
        if (placed.statusCode !== 201) return
        const { order: regretted, payment_url } = placed.json<{ order: { id: number }; payment_url?: string | null }>()
        // Without a page where the process died before it was made.
        if (payment_url) await call({ headers: {} }, 'POST', payment_url, { result: 'ok' })
        await call(staff, 'PATCH', `/api/orders/${regretted.id}/cancel_order`)
        return workQueue()
      }
      case 'mistake': {
        const placed = await place(given)
        if (placed.statusCode !== 201) return
        const { id } = placed.json<{ order: { id: number } }>().order
        await call(staff, 'PATCH', `/api/orders/${id}/payment`)
        await call(staff, 'PATCH', `/api/orders/${id}/void_payment`, voiding)
        return
      }
      case 'press': {
        const all = await pages()
        const page = all[given.at % Math.max(1, all.length)]
        if (page) await call({ headers: {} }, 'POST', page, given)
        return
      }
      case 'retry': {
        const id = await pick('orders', given.at)
        if (id) await call(resident, 'POST', `/api/residents/orders/${id}/payment`, { pay_method: given.method })
        return
      }
      case 'apply':
      case 'accept':
      case 'reject':
      case 'void':
      case 'receive': {
        const id = await pick('orders', given.at)
        const url = { apply: '', accept: 'cancel_order', reject: 'reject_cancel', receive: 'payment', void: 'void_payment' }[given.do]
        if (id === undefined) return
        if (given.do === 'void') await call(staff, 'PATCH', `/api/orders/${id}/${url}`, voiding)
        else if (given.do === 'apply') await call(resident, 'POST', `/api/residents/orders/${id}/cancel_application`)
        else await call(staff, 'PATCH', `/api/orders/${id}/${url}`)
        return
      }
      case 'send':
      case 'settle':
      case 'transfer_instead': {
        const id = await pick('refunds', given.at)
        if (id) await call(staff, 'PATCH', `/api/refunds/${id}`, { refund: { action: given.do } })
        return
      }
      case 'account': {
        const id = await pick('refunds', given.at)
        if (id) await call(staff, 'PUT', `/api/refunds/${id}/account`, { refund_account: account })
        return
      }
      case 'move': {
        // Whoever lived there moves out, somebody else moves in.
        await call(staff, 'DELETE', `/api/constructions/${sale.construction.id}/rooms/${sale.roomId}/resident`)
        const alive = await world.inClient(sale.client.id, db =>
          db.selectFrom('residents').where('room_id', '=', sale.roomId).where('discarded_at', 'is', null).select('id').execute(),
        )
        if (alive.length === 0) resident = await buildResident(world, sale.client, sale.roomId, { email: 'next@example.jp' })
        await keepSessions()
        return
      }
      case 'wait':
        now += given.hours * hour
        world.setNow(new Date(now).toISOString())
        await settleOrders(platform).catch(() => undefined)
        return
      case 'work':
        return workQueue()
      case 'crash':
        crashIn = given.after
    }
  }

  for (const given of steps) await take(given)
  // The process is up again, the queue is worked, and the service sends once more whatever it believes.
  crashIn = Infinity
  await workQueue()
  await resend(sale.client.id)
  await workQueue()
  now += hour
  world.setNow(new Date(now).toISOString())
  await settleOrders(platform)
  await workQueue()
  await workQueue()
  return sale.client.id
}

const resend = async (clientId: number) => {
  const payments = await world.inClient(clientId, db => db.selectFrom('payments').orderBy('id').select('uuid').execute())
  for (const { uuid } of payments) {
    const payment = await world.inClient(null, db => findSandboxPayment(db, uuid))
    if (!payment || payment.state === 'open') continue
    const returned = await world.inClient(null, db =>
      db.selectFrom('sandbox_refunds').where('uuid', '=', uuid).where('returned_at', 'is not', null).select('refund_key').execute(),
    )
    const bodies = [
      sandboxBody(platform, payment, platform.now()),
      ...returned.map(({ refund_key }) => returnedBody(uuid, refund_key, platform.now())),
      ...(payment.refunded_amount > 0 ? [refundedBody(uuid, payment.refunded_amount, platform.now())] : []),
    ].map(body => JSON.stringify(body))
    for (const body of bodies)
      await handleWebhook(platform, 'sandbox', Buffer.from(body), { [sandboxSignatureHeader]: signSandboxNotification(platform, body) })
  }
}

/** What the service believes of this client's payments, and what our books say of the same. */
const booksOf = (clientId: number) =>
  world.inClient(clientId, async db => {
    const [service] = await rowsOf<{ paid: number; refunded: number }>(
      db,
      `select coalesce(sum(s.paid_amount), 0)::int as paid, coalesce(sum(s.refunded_amount), 0)::int as refunded
       from payments p join sandbox_payments s on s.uuid = p.uuid where p.client_id = $1`,
      [clientId],
    )
    const [ours] = await rowsOf<{ paid: number; refunded: number }>(
      db,
      `select coalesce(sum(l.amount) filter (where l.kind = 'payment' and l.payment_id is not null), 0)::int as paid,
         coalesce(sum(l.amount) filter (where l.kind = 'refund' and f.refund_method = 'card'), 0)::int
           -- What came back of it, and belongs to no payment of its own.
           - coalesce(sum(l.amount) filter (where l.kind = 'payment' and l.payment_id is null and l.pay_method = 'credit'), 0)::int as refunded
       from ledger_entries l left join refunds f on f.client_id = l.client_id and f.id = l.refund_id where l.client_id = $1`,
      [clientId],
    )
    const orders = await rowsOf<{
      id: number
      status: 'paid'
      status_before_cancel: 'unpaid' | 'paid' | null
      total_price_in_tax: number
      paid: number
      refunded: number
      waiting: number
    }>(
      db,
      `select o.id, o.status, o.status_before_cancel, o.total_price_in_tax,
         coalesce((select sum(amount) from ledger_entries l where l.order_id = o.id and l.client_id = o.client_id and l.kind = 'payment'), 0)::int as paid,
         coalesce((select sum(amount) from ledger_entries l where l.order_id = o.id and l.client_id = o.client_id and l.kind = 'refund'), 0)::int as refunded,
         coalesce((select sum(amount) from refunds f where f.order_id = o.id and f.client_id = o.client_id and f.state <> 'done'), 0)::int as waiting
       from orders o where o.client_id = $1 order by o.id`,
      [clientId],
    )
    const twice = await rowsOf(
      db,
      `select d.constructions_option_id from orders o join order_details d on d.client_id = o.client_id and d.order_id = o.id
       where o.client_id = $1 and o.status in ('initial', 'unpaid', 'paid', 'cancel_application')
       group by o.room_id, d.constructions_option_id having count(*) > 1`,
      [clientId],
    )
    const [voids] = await rowsOf<{ voided: number }>(
      db,
      'select coalesce(sum(-amount), 0)::int as voided from ledger_entries where client_id = $1 and amount < 0',
      [clientId],
    )
    return { service, ours, orders, twice, voided: voids?.voided ?? 0 }
  })

it('keeps every yen in its books: paid − refunded = kept, whatever happens in whatever order', { timeout: 900_000 }, async () => {
  const seen = { paid: 0, refunded: 0, waiting: 0, voided: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40, size: 'max' }), async steps => {
      const books = await booksOf(await play(steps))
      seen.paid += books.ours?.paid ?? 0
      seen.refunded += books.ours?.refunded ?? 0
      seen.voided += books.voided
      seen.waiting += books.orders.reduce((sum, order) => sum + order.waiting, 0)
      // Nothing that the service took or gave back is missing, nothing is there twice.
      expect(books.ours).toEqual(books.service)
      // What is kept is the price of a paid order, or waits to go back.
      for (const order of books.orders)
        expect({ id: order.id, kept: order.paid - order.refunded - order.waiting }).toEqual({
          id: order.id,
          kept: isPaid(order) ? order.total_price_in_tax : 0,
        })
      expect(books.twice).toEqual([])
    }),
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 100) },
  )
  // Sequences in which nothing happens would prove nothing.
  for (const yen of Object.values(seen)) expect(yen).toBeGreaterThan(0)
})
