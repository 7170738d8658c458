import type { ClientId } from '@toguchi/domain/access/actor'
import { expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import { countedRoom } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { leftOverSince, listRemainingOfClient, type RemainingList, type RemainingRow } from './list-queries.ts'
import { roomTables } from './queries.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

const orders = {
  building_name: 'b.name',
  room_name: countedRoom('r.name_key'),
  status: 'r.status',
  date: 'a.date',
  incomplete_reason: 'ir.name',
  revisit_at: 'coalesce(r.revisit_at, r.revisit_on::timestamptz)',
  owner: 'representative.name',
  since: leftOverSince('a.date'),
} as const

/** As it stood when everything was joined room by room; of a client, whom no craftsman is. */
const roomByRoom = (clientId: ClientId, { sortBy, sortDesc, ...list }: RemainingList & { sortBy?: keyof typeof orders }) =>
  world.inClient(clientId, db =>
    rowsOf<Omit<RemainingRow, 'revisit_wish'>>(
      db,
      `select r.id as room_id, r.name as room_name, c.id as construction_id, c.name as construction_name, b.name as building_name, r.status, a.date,
         ir.name as incomplete_reason, r.revisit_at, r.revisit_on, r.visits, r.room_remarks, representative.name as owner,
         ${leftOverSince('a.date')} as since, count(*) over ()::int as total
       from ${roomTables}
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       left join incomplete_reasons ir on ir.client_id = r.client_id and ir.id = r.incomplete_reason_id
       left join users representative on representative.client_id = c.client_id and representative.id = c.construction_staff_id
       where c.client_id = $1 and c.discarded_at is null and ($2::bigint is null or c.id = $2) and r.closed_at is null
         and (r.status = 'reschedule' or (r.status = 'waiting' and a.date < $3::date))
         and ($4::text is null or b.name ilike $4) and ($5::bigint is null or r.incomplete_reason_id = $5)
       order by ${sortBy ? `${orders[sortBy]} ${sortDesc ? 'desc' : 'asc'} nulls last, r.id` : `c.id ${sortDesc ? 'desc' : 'asc'}, rb.position, r.row, r.col`}
       limit $6 offset $7`,
      [
        clientId,
        list.constructionId,
        list.today,
        list.buildingName === undefined ? null : `%${list.buildingName}%`,
        list.reasonId ?? null,
        list.perPage,
        (list.page - 1) * (list.perPage ?? 0),
      ],
    ),
  )

it('remaining rooms are the very ones, in their order, that were found room by room (decision 111)', async () => {
  for (let company = 0; company < 3; company += 1) {
    const { client, constructionIds } = await buildRandomCompany(world)
    const [reason] = await world.inClient(client.id, db =>
      rowsOf<{ id: number }>(db, 'select ir.id from incomplete_reasons ir where ir.client_id = $1', [client.id]),
    )
    const everything = { constructionId: null, today: randomDay, sortDesc: false, page: 1, perPage: null }
    let found = 0
    for (const list of [
      everything,
      { ...everything, page: 2, perPage: 5 },
      { ...everything, constructionId: constructionIds[1] ?? null },
      { ...everything, buildingName: '桜丘', sortDesc: true },
      { ...everything, reasonId: reason?.id },
      ...(Object.keys(orders) as (keyof typeof orders)[]).map(sortBy => ({ ...everything, sortBy, sortDesc: sortBy > 'd', perPage: 20 })),
    ]) {
      const expected = await roomByRoom(client.id, list)
      const asked = await world.inClient(client.id, db => listRemainingOfClient(db, client.id, list))
      expect(asked.remaining_constructions.map(({ revisit_wish: _wish, ...row }) => row)).toEqual(
        expected.map(({ total: _total, ...row }) => row),
      )
      expect(asked.total_count).toBe(expected[0]?.total ?? 0)
      found += expected.length
    }
    expect(found).toBeGreaterThan(20)
  }
})
