import type { ClientId } from '@toguchi/domain/access/actor'
import { type OrderStatus, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeTriggers, callProcedure } from '../../../test/call-procedure.ts'
import { commitOrCollide, rolledBack } from '../../../test/commit-or-collide.ts'
import { during } from '../../../test/during.ts'
import { judgeNow } from '../../../test/judge-now.ts'
import { buildRandomCompany } from '../../../test/random-company.ts'
import { openWorld } from '../../../test/world.ts'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { sumMonths } from '../orders.ts'
import { type ClientOrderFilter, listOrderTotals, listOrderYears, sumOrderMonths, sumSalesOfClients } from './client-orders-queries.ts'

const world = await openWorld()
const owner = new pg.Client(world.ownerUrl)
beforeAll(() => owner.connect())
afterAll(() => owner.end())

/** As they stood before months were noted: each order, its ledger and its refunds. */
const ordersAndLedger = `select cl.id as client_id, cl.cd as client_cd, cl.name as client_name,
    to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, o.status, 'paid' in (o.status, o.status_before_cancel) as is_sold,
    coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
      where le.client_id = o.client_id and le.order_id = o.id), 0)
    - coalesce((select sum(rf.amount) from refunds rf where rf.client_id = o.client_id and rf.order_id = o.id and rf.state <> 'done'), 0) as kept
  from orders o join clients cl on cl.id = o.client_id
  where ($1::bigint is null or o.client_id = $1) and o.status = any($2)
    and ($3::text is null or to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM') = $3)
    and ($4::text is null or to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY') = $4)`
const totalsFromRows = `select client_id::int, client_cd, client_name, month, (count(*) filter (where status <> 'cancel_order'))::int as orders_count,
    (count(*) filter (where status = 'cancel_order'))::int as canceled_count, coalesce(sum(kept) filter (where is_sold), 0)::int as total_sales_amount
  from (${ordersAndLedger}) o group by 1, 2, 3, 4 order by 4 desc, 2`
const salesFromRows = `select coalesce(sum(kept) filter (where is_sold), 0)::int as total_sales_amount, (count(*) filter (where is_sold))::int as total_sales_count
  from (${ordersAndLedger}) o`
const yearsFromRows = `select distinct left(month, 4)::int as year from (${ordersAndLedger}) o order by 1`

type Filter = ClientOrderFilter & { year?: number }
const valuesOf = ({ client_id, status, month, year }: Filter) => [
  client_id ?? null,
  status?.length ? status : shownOrderStatuses,
  month ?? null,
  year?.toString() ?? null,
]
const expectSameRows = async (filter: Filter): Promise<void> => {
  const asked = await world.platform.pool.read(null, async db => ({
    totals: await listOrderTotals(db, filter),
    years: (await listOrderYears(db, filter.status)).toSorted((one, other) => one - other),
    ...(filter.year === undefined ? { sales: await sumSalesOfClients(db, filter) } : {}),
  }))
  const rowsFrom = async (text: string, values: unknown[]) => (await owner.query(text, values)).rows
  expect([filter, asked]).toEqual([
    filter,
    {
      totals: await rowsFrom(totalsFromRows, valuesOf(filter)),
      years: (await rowsFrom(yearsFromRows, valuesOf({ status: filter.status }))).map(({ year }) => Number(year)),
      ...(filter.year === undefined ? { sales: (await rowsFrom(salesFromRows, valuesOf(filter)))[0] } : {}),
    },
  ])
}

const statuses: (OrderStatus[] | undefined)[] = [undefined, ['paid'], ['unpaid', 'cancel_order'], ['cancel_application']]
const expectEveryFilterSame = async (clientId: ClientId): Promise<void> => {
  for (const status of statuses)
    for (const filter of [
      {},
      { client_id: clientId },
      { month: '2026-05' },
      { client_id: clientId, year: 2026 },
      { month: '2026-05', year: 2025 },
    ])
      await expectSameRows({ ...filter, status })
}

const anOrderOf = async (clientId: ClientId): Promise<number> =>
  Number((await owner.query(`select min(id) as id from orders where client_id = $1 and status = 'paid'`, [clientId])).rows[0]?.id)

const some = 'client_id = $1 and abs(hashint8(id)) % 9 = $2 % 9'
const changes = {
  order: `insert into orders (client_id, construction_id, room_id, pay_method, status, total_price_in_tax, created_at)
    select r.client_id, r.construction_id, r.id, 'other', 'unpaid', 1000, timestamptz '2025-12-20 23:30+09' + $2::int * interval '1 hour' from rooms r where r.${some} limit 5`,
  pay: `update orders set status = 'paid', completion_at = now() where ${some} and status = 'unpaid'`,
  unpay: `update orders set status = 'unpaid', completion_at = null where ${some} and status = 'paid'`,
  apply: `update orders set status = 'cancel_application', status_before_cancel = status where ${some} and status in ('paid', 'unpaid')`,
  cancel: `update orders set status = 'cancel_order', status_before_cancel = null, canceled_at = now() where ${some} and status = 'cancel_application'`,
  move: `update orders set created_at = ((created_at at time zone 'UTC') - interval '20 days') at time zone 'UTC' where ${some}`,
  enter: `insert into ledger_entries (client_id, order_id, kind, pay_method, amount, event_id)
    select o.client_id, o.id, 'payment', 'cash', 100 + $2::int, (select min(e.id) from events e where e.client_id = $1) from orders o where o.${some}`,
  giveBack: `insert into refunds (client_id, order_id, amount, refund_method, state, reason)
    select o.client_id, o.id, 70, 'card', 'open', 'cancellation' from orders o where o.${some}`,
  givenBack: `update refunds set state = 'done', done_at = now() where ${some} and state <> 'done'`,
  enterRefund: `insert into ledger_entries (client_id, order_id, kind, pay_method, amount, event_id, refund_id)
    select rf.client_id, rf.order_id, 'refund', 'cash', rf.amount, (select min(e.id) from events e where e.client_id = $1), rf.id from refunds rf
    where rf.${some} and rf.state = 'done' and not exists (select from ledger_entries le where le.client_id = $1 and le.refund_id = rf.id)`,
  price: `update refunds set amount = amount + 1 where ${some} and state <> 'done'`,
  forgive: `delete from refunds where ${some} and state <> 'done'`,
  remove: `delete from orders o where o.${some} and not exists (select from ledger_entries le where le.client_id = $1 and le.order_id = o.id)
    and not exists (select from refunds rf where rf.client_id = $1 and rf.order_id = o.id)
    and not exists (select from order_details od where od.client_id = $1 and od.order_id = o.id)`,
  touch: `update orders set total_price_in_tax = total_price_in_tax + 1 where ${some}`,
} as const
type Kind = keyof typeof changes | 'sum'
const kinds: readonly Kind[] = [...(Object.keys(changes) as (keyof typeof changes)[]), 'sum']
/** Without an answer a cluster would copy what it selects into the rows, and there no policy lets anybody. */
const answering = (text: string) => `${text} returning 1 as one`
/** Whether anything was changed. */
const make = async (db: Db, kind: Kind, clientId: ClientId, at: number): Promise<boolean> =>
  (await (kind === 'sum' ? sumOrderMonths(db, clientId) : rowsOf(db, answering(changes[kind]), [clientId, at]))).length > 0
const change = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.integer({ min: 0, max: 1_000 }),
})
const transaction = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  /** Or it is rolled back. */
  ends: fc.constantFrom(true, true, true, false),
})
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never
/** Some at once. */
const together = fc.array(transaction, { minLength: 1, maxLength: 4 })
/** Two enter one refund, or one enters money of an order that another removes. */
const collisions = ['ledger_entries_refund_key', 'ledger_entries_client_id_order_id_fkey', 'refunds_client_id_order_id_fkey']

describe('orders by month, noted when they change (decision 111)', () => {
  it('are the sums of orders, ledger and refunds, whatever was changed together', async () => {
    await buildRandomCompany(world)
    const { client } = await buildRandomCompany(world)
    await expectEveryFilterSame(client.id)
    const done = new Set<string>()
    const attempt = async (transaction: Transaction): Promise<void> => {
      const changed: string[] = []
      const work = world.inClient(client.id, async db => {
        for (const { kind, at } of transaction.changes) {
          if (await make(db, kind, client.id, at)) changed.push(kind)
        }
        if (!transaction.ends) throw rolledBack
      })
      if (await commitOrCollide(work, collisions)) for (const kind of changed) done.add(kind)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async rounds => {
        for (const round of rounds) {
          await Promise.all(round.map(attempt))
          await expectSameRows({ client_id: client.id })
          await expectSameRows({ client_id: client.id, status: ['paid'] })
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
    await expectEveryFilterSame(client.id)
    expect([...done].toSorted()).toEqual(kinds.toSorted())
  })

  it('are right of what was there before anything was noted, beside who writes, however often that is looked for', async () => {
    const { client } = await buildRandomCompany(world)
    await beforeTriggers(owner, ['delete from order_sums', 'delete from order_month_changes'])
    const write = async (at: number) => {
      for (const kind of ['enter', 'order'] as const) await world.inClient(client.id, db => make(db, kind, client.id, at))
    }
    await write(1)
    const look = () => callProcedure(owner, '0141_orders.sql', 'note_orders_from_before')
    await Promise.all([look(), write(2), write(3)])
    await expectEveryFilterSame(client.id)
    await look()
    await expectEveryFilterSame(client.id)
  })

  it('are right when two enter what was paid for one order, and the first has counted before the second begins', async () => {
    const { client } = await buildRandomCompany(world)
    const enter = answering(changes.enter.replace(`o.${some}`, 'o.client_id = $1 and o.id = $3'))
    const orderId = await anOrderOf(client.id)
    await during(
      world,
      client.id,
      async db => {
        await rowsOf(db, enter, [client.id, 1, orderId])
        await judgeNow(db, client.id, 'ledger_entries_sum')
      },
      () => world.inClient(client.id, db => rowsOf(db, enter, [client.id, 2, orderId])),
    )
    // What was noted of the order is what the next one is the difference to.
    await world.inClient(client.id, db => rowsOf(db, enter, [client.id, 3, orderId]))
    await expectEveryFilterSame(client.id)
  })

  it('are summed every ten minutes, and stay as they are', async () => {
    const { client } = await buildRandomCompany(world)
    const notes = async () => (await owner.query('select count(*)::int as count from order_month_changes where not is_sum')).rows
    expect(await notes()).not.toEqual([{ count: 0 }])
    await sumMonths(world.platform)
    expect(await notes()).toEqual([{ count: 0 }])
    await expectEveryFilterSame(client.id)
  })

  it('belong to nobody but the orders: the application cannot write a note', async () => {
    const { client } = await buildRandomCompany(world)
    for (const table of ['order_month_changes', 'order_sums']) {
      const write = world.inClient(client.id, db => rowsOf(db, `delete from ${table} where client_id = $1`, [client.id]))
      await expect(write).rejects.toThrow('permission denied')
    }
  })
})
