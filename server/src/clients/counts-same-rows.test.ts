import type { ClientId } from '@toguchi/domain/access/actor'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeTriggers, callProcedure } from '../../test/call-procedure.ts'
import { commitOrCollide, rolledBack } from '../../test/commit-or-collide.ts'
import { during } from '../../test/during.ts'
import { buildRandomCompany } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { sumCounts } from './clients.ts'
import { listClients } from './queries.ts'

const world = await openWorld()
const owner = new pg.Client(world.ownerUrl)
beforeAll(() => owner.connect())
afterAll(() => owner.end())

/** As they stood before they were noted: counted from the rows themselves. */
const countedFromRows = `select
    (select count(*) from buildings b where b.client_id = $1)::bigint as buildings_count,
    (select count(*) from rooms r join constructions c on c.client_id = $1 and c.id = r.construction_id and c.discarded_at is null
      where r.client_id = $1)::bigint as rooms_count,
    (select count(*) from users u where u.client_id = $1 and u.type <> 'Craftsman' and u.discarded_at is null)::bigint as users_count,
    (select count(*) from users u where u.client_id = $1 and u.type = 'Craftsman' and u.discarded_at is null)::bigint as craftsmen_count,
    (select count(*) from residents res where res.client_id = $1 and res.discarded_at is null)::bigint as residents_count`

const counts = ['buildings_count', 'rooms_count', 'users_count', 'craftsmen_count', 'residents_count'] as const

const expectCountedRight = async (clientId: ClientId): Promise<void> => {
  const [rows] = await world.inClient(clientId, db => rowsOf<Record<(typeof counts)[number], number>>(db, countedFromRows, [clientId]))
  const noted = await world.platform.pool.read(null, db =>
    rowsOf(db, `select ${counts.join(', ')} from client_counts($1::bigint[]) counts`, [[clientId]]),
  )
  expect(noted).toEqual([rows])
}

const itsContractor = '(select min(ct.id) from contractors ct where ct.client_id = $1)'
const somebodyNew = (type: string, contractor: string) => `insert into users (client_id, type, login_id, name, email, contractor_id)
  select $1, '${type}', gen_random_uuid()::text, '佐藤', 'a@example.jp', ${contractor} where cardinality($2::bigint[]) > 0`
const each = 'client_id = $1 and abs(hashint8(id)) % 3 = cardinality($2::bigint[]) % 3'
const changes = {
  register: `insert into residents (client_id, room_id, name) select $1, r.id, '清水' from rooms r where r.client_id = $1 and r.id = any($2)
    and not exists (select from residents res where res.client_id = $1 and res.room_id = r.id and res.discarded_at is null)`,
  moveOut: `update residents set discarded_at = now() where client_id = $1 and room_id = any($2)`,
  comeBack: `update residents res set discarded_at = null where res.client_id = $1 and res.id in (select max(own.id) from residents own
    where own.client_id = $1 and own.room_id = any($2) group by own.room_id having bool_and(own.discarded_at is not null))`,
  leave: `delete from residents where client_id = $1 and room_id = any($2) and name = '清水'
    and not exists (select from orders o where o.client_id = $1 and o.resident_id = residents.id)`,
  hire: somebodyNew('Staff', 'null'),
  hireCraftsman: somebodyNew('Craftsman', itsContractor),
  dismiss: `update users set discarded_at = now() where ${each} and name = '佐藤'`,
  promote: `update users set type = case type when 'Craftsman' then 'Staff' else 'Craftsman' end,
    contractor_id = case type when 'Craftsman' then null else ${itsContractor} end where ${each} and name = '佐藤'`,
  remove: `delete from users where ${each} and name = '佐藤'`,
  build: `insert into buildings (client_id, cd, name, name_kana, address) select $1, gen_random_uuid()::text, '桜丘', null, '東京都' where cardinality($2::bigint[]) > 0`,
  tearDown: `delete from buildings where client_id = $1 and name = '桜丘' and cardinality($2::bigint[]) > 0`,
  discard: `update constructions set discarded_at = now() where ${each}`,
  restore: `update constructions set discarded_at = null where ${each}`,
  removeRooms: `delete from rooms where client_id = $1 and id = any($2) and name = name_key and not exists (select from orders o where o.client_id = $1 and o.room_id = rooms.id)`,
  copyRooms: `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
    select r.client_id, r.construction_id, r.block_id, r.row + 100 + floor(random() * 1000000000)::int, r.col, gen_random_uuid()::text, gen_random_uuid()::text
    from rooms r where r.client_id = $1 and r.id = any($2)`,
  sum: 'select sum_client_counts($1) where cardinality($2::bigint[]) > 0',
} as const
const change = fc.record({
  kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  at: fc.integer({ min: 0, max: 1_000 }),
  rooms: fc.integer({ min: 1, max: 40 }),
})
const transaction = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  /** Or it is rolled back. */
  ends: fc.constantFrom(true, true, true, false),
})
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never
/** Some at once. */
const together = fc.array(transaction, { minLength: 1, maxLength: 4 })
/** Two register somebody in a room, or one does so in a room that another removes. */
const collisions = ['residents_room_key', 'residents_client_id_room_id_fkey']

describe('how much a client has, noted when it changes (decision 111)', () => {
  it('is what its rows say, whatever was changed together', async () => {
    const { client, roomIds } = await buildRandomCompany(world)
    await world.inClient(client.id, db => rowsOf(db, `insert into contractors (client_id, name) values ($1, '電工')`, [client.id]))
    await expectCountedRight(client.id)
    const done = new Set<string>()
    const change = async (db: Db, kind: keyof typeof changes, rooms: readonly number[]): Promise<boolean> => {
      const text = kind === 'sum' ? changes.sum : `${changes[kind]} returning 1 as one`
      return (await rowsOf(db, text, [client.id, rooms])).length > 0
    }
    const attempt = async (transaction: Transaction): Promise<void> => {
      const changed: string[] = []
      const work = world.inClient(client.id, async db => {
        for (const { kind, at, rooms } of transaction.changes) {
          const from = at % roomIds.length
          if (await change(db, kind, roomIds.slice(from, from + rooms))) changed.push(kind)
        }
        if (!transaction.ends) throw rolledBack
      })
      if (await commitOrCollide(work, collisions)) for (const kind of changed) done.add(kind)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async rounds => {
        for (const round of rounds) {
          await Promise.all(round.map(attempt))
          await expectCountedRight(client.id)
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
    expect([...done].toSorted()).toEqual(Object.keys(changes).toSorted())
  })

  it('is right of what was there before anything was noted, beside who writes, however often that is looked for', async () => {
    const companies = [await buildRandomCompany(world), await buildRandomCompany(world)]
    await beforeTriggers(owner, ['delete from client_count_changes', 'update construction_counts set listed_room_count = 0'])
    const write = async (kinds: readonly (keyof typeof changes)[]) => {
      for (const kind of kinds)
        for (const { client, roomIds } of companies)
          for (const from of [0, 20, 40])
            await world.inClient(client.id, db => rowsOf(db, changes[kind], [client.id, roomIds.slice(from, from + 13)]))
    }
    await write(['register', 'discard', 'removeRooms', 'hire'])
    const look = () => callProcedure(owner, '0140_clients.sql', 'note_counts_from_before')
    await Promise.all([look(), write(['restore', 'copyRooms', 'moveOut', 'build', 'discard', 'dismiss', 'restore'])])
    for (const { client } of companies) await expectCountedRight(client.id)
    await look()
    for (const { client } of companies) await expectCountedRight(client.id)
  })

  it('is right when the first room of a construction comes while the construction is deleted', async () => {
    const { client } = await buildRandomCompany(world)
    const [block] = await world.inClient(client.id, db =>
      rowsOf<{ construction_id: number; id: number }>(
        db,
        `with built as (insert into constructions (client_id, building_id, cd, name, construction_type)
             select $1, min(b.id), 'NEW', '新築', 'renewal' from buildings b where b.client_id = $1 returning id)
           insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) select $1, built.id, 1, 1 from built
           returning construction_id, id`,
        [client.id],
      ),
    )
    if (!block) throw new Error('no construction')
    const come = `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key) values ($1, $2, $3, 900, 1, '9001', '9001')`
    // It has been counted before: its rooms came and went.
    await world.inClient(client.id, db => rowsOf(db, come, [client.id, block.construction_id, block.id]))
    await world.inClient(client.id, db =>
      rowsOf(db, 'delete from rooms where client_id = $1 and construction_id = $2', [client.id, block.construction_id]),
    )
    await during(
      world,
      client.id,
      async db => {
        await rowsOf(db, come, [client.id, block.construction_id, block.id])
        await rowsOf(db, `select judge_constraints($1, '{rooms_count_come_and_gone}', 'now')`, [client.id])
      },
      () =>
        world.inClient(client.id, db =>
          rowsOf(db, 'update constructions set discarded_at = now() where client_id = $1 and id = $2', [client.id, block.construction_id]),
        ),
    )
    await expectCountedRight(client.id)
  })

  it('is summed every ten minutes, and a list sorted by it stays as it is', async () => {
    for (let company = 0; company < 3; company += 1) await buildRandomCompany(world)
    const listed = () =>
      world.platform.pool.read(null, db => listClients(db, { page: 1, perPage: 2, sortBy: 'residents_count', sortDesc: true }))
    const notes = async () => {
      const { rows } = await owner.query('select count(*)::int as count from client_count_changes where not is_sum')
      return rows
    }
    const before = await listed()
    expect(await notes()).not.toEqual([{ count: 0 }])
    await sumCounts(world.platform)
    expect(await notes()).toEqual([{ count: 0 }])
    expect(await listed()).toEqual(before)
    const [most, next] = before.clients
    expect(most?.residents_count).toBeGreaterThanOrEqual(next?.residents_count ?? 0)
  })

  it('belongs to nobody but the rows: the application cannot write a note', async () => {
    const { client } = await buildRandomCompany(world)
    const write = world.inClient(client.id, db => rowsOf(db, 'delete from client_count_changes where client_id = $1', [client.id]))
    await expect(write).rejects.toThrow('permission denied')
  })
})
