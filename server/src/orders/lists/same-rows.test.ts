import type { ClientId } from '@toguchi/domain/access/actor'
import { orderSorts, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../../test/random-company.ts'
import { openWorld } from '../../../test/world.ts'
import { containing, countedRoom, likeName, listing } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { keptAmount, orderTables } from '../queries.ts'
import { type ListedRow, listOrders, type OrderFilter, sumSales } from './list-queries.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

// As they stood before the page was cut first.
const listed = `select o.id, o.construction_id, c.name as construction_name, b.name as building_name, o.room_id, r.name as room_name,
    o.resident_name, o.pay_method, o.status, o.status_before_cancel, o.total_price_in_tax, ${keptAmount} as kept_amount,
    (select count(*)::int from order_details od where od.client_id = $1 and od.order_id = o.id) as number_of_order_details,
    o.payment_period_end_on, o.completion_at, o.canceled_at, o.cancel_applied_at, o.created_at
  from ${orderTables}`
/**
 * What a filter leaves; `initial` and `failed` are in no list (G-ORD-02). Days are those of Tokyo. Orders of a construction that was
 * deleted stay in it: money does not vanish, and the totals of role 1 count the same (G-ORD-15).
 */
const matching = `o.client_id = $1 and ($2::bigint is null or o.construction_id = $2)
  and o.status = any($3::text[]) and ($4::text[] is null or o.pay_method = any($4::text[]))
  and ($5::date is null or (o.created_at at time zone 'Asia/Tokyo')::date >= $5::date)
  and ($6::date is null or (o.created_at at time zone 'Asia/Tokyo')::date <= $6::date)
  and ($7::text is null or r.name_key ilike $7 or o.resident_name_key like $8
    or exists (select from residents res where res.client_id = $1 and res.id = o.resident_id and res.name_key like $8)
    or normalize(b.name, nfkc) ilike $7 or normalize(c.name, nfkc) ilike $7)`

const valuesOf = (clientId: ClientId, constructionId: number | null, filter: OrderFilter): unknown[] => [
  clientId,
  constructionId,
  filter.status?.length ? filter.status : shownOrderStatuses,
  filter.pay_method?.length ? filter.pay_method : null,
  filter.created_from ?? null,
  filter.created_to ?? null,
  // Wide digits are the same digits (rooms_name_key).
  containing(filter.keyword?.normalize('NFKC')),
  likeName(filter.keyword ?? ''),
]

const salesOfAll = `select coalesce(sum(${keptAmount}) filter (where 'paid' in (o.status, o.status_before_cancel)), 0)::bigint as total_sales_amount,
         (count(*) filter (where 'paid' in (o.status, o.status_before_cancel)))::int as total_sales_count
       from ${orderTables} where ${matching}`

const filters: OrderFilter[] = [
  {},
  { status: ['paid', 'unpaid'] },
  { pay_method: ['cash'], created_from: '2026-08-01', created_to: randomDay },
  { keyword: '清水' },
  { keyword: '２０３' },
  { keyword: '100%', status: ['cancel_order'] },
]

describe('orders of a client, the page first (decision 089)', () => {
  it('are the very rows and sums that all of them sorted would give, for random companies', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { client, constructionIds } = await buildRandomCompany(world)
      for (const filter of filters)
        for (const constructionId of [null, constructionIds[2] ?? null]) {
          const values = valuesOf(client.id, constructionId, filter)
          await world.inClient(client.id, async db => {
            expect(await sumSales(db, client.id, constructionId, filter)).toEqual((await rowsOf(db, salesOfAll, values))[0])
            for (const sort_by of [undefined, 'id', ...orderSorts] as const)
              for (const query of [
                { sort_by },
                { sort_by, sort_desc: true, page: 2, per_page: 7 },
                { sort_by, exclude_pagination: true },
              ]) {
                const before = await listing<ListedRow>(
                  db,
                  `${listed} where ${matching}`,
                  values,
                  {
                    ...query,
                    sort_desc: query.sort_desc ?? query.sort_by === undefined,
                  },
                  { room_name: countedRoom('room_name') },
                )
                expect(await listOrders(db, client.id, constructionId, filter, query)).toEqual(before)
              }
          })
        }
    }
  })
})
