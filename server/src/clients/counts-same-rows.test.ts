import { randomUUID } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeTriggers, callProcedure } from '../../test/call-procedure.ts'
import { buildClient } from '../../test/build.ts'
import { commitOrCollide, rolledBack } from '../../test/commit-or-collide.ts'
import { during } from '../../test/during.ts'
import { judgeNow } from '../../test/judge-now.ts'
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
  const ofClient = (used: readonly { client_id: number }[]) => used.filter(row => row.client_id === clientId)
  const files = await world.inClient(clientId, db =>
    rowsOf<{ client_id: number }>(
      db,
      `select fi.client_id, count(*) as files_count, sum(fi.byte_size)::bigint as byte_size from files fi where fi.client_id = $1 group by 1`,
      [clientId],
    ),
  )
  const used = await world.platform.pool.read(null, db => rowsOf<{ client_id: number }>(db, 'select * from storage_used()', []))
  expect(ofClient(used)).toEqual(files)
}

/** Without rooms, buildings and people. */
const companyOfOneFile = async () => {
  const { id } = await buildClient(world)
  await world.inClient(id, db =>
    rowsOf(
      db,
      `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name) values ($1, 'one', sha256('x'), 4, 'image/jpeg', 'a.jpg') returning id`,
      [id],
    ),
  )
  return { clientId: id, drop: () => world.inClient(id, db => rowsOf(db, 'delete from files where client_id = $1 returning id', [id])) }
}

interface Company {
  clientId: ClientId
  contractorId: number | null
  roomIds: readonly number[]
}
type Change = (of: Company) => [text: string, values: unknown[]]

const inRooms =
  (text: string, ...more: readonly (() => unknown)[]): Change =>
  ({ clientId, roomIds }) => [text, [clientId, roomIds, ...more.map(value => value())]]
const inClient =
  (text: string, ...more: readonly (() => unknown)[]): Change =>
  ({ clientId }) => [text, [clientId, ...more.map(value => value())]]
const hireA =
  (type: 'Staff' | 'Craftsman'): Change =>
  ({ clientId, contractorId }) => [
    `insert into users (client_id, type, login_id, name, email, contractor_id) values ($1, '${type}', $2, '佐藤', 'a@example.jp', $3)`,
    [clientId, randomUUID(), type === 'Craftsman' ? contractorId : null],
  ]
const ofEach =
  (text: string): Change =>
  ({ clientId, roomIds }) => [`${text} where client_id = $1 and abs(hashint8(id)) % 3 = $2`, [clientId, roomIds.length % 3]]
const ofSomebody =
  (text: string): Change =>
  ({ clientId, roomIds }) => [
    `${text} where client_id = $1 and abs(hashint8(id)) % 3 = $2 and name = '佐藤'`,
    [clientId, roomIds.length % 3],
  ]
const changes = {
  register:
    inRooms(`insert into residents (client_id, room_id, name) select r.client_id, r.id, '清水' from rooms r where r.client_id = $1 and r.id = any($2)
    and not exists (select from residents res where res.client_id = $1 and res.room_id = r.id and res.discarded_at is null)`),
  moveOut: inRooms(`update residents set discarded_at = now() where client_id = $1 and room_id = any($2)`),
  comeBack:
    inRooms(`update residents res set discarded_at = null where res.client_id = $1 and res.id in (select max(own.id) from residents own
    where own.client_id = $1 and own.room_id = any($2) group by own.room_id having bool_and(own.discarded_at is not null))`),
  leave: inRooms(`delete from residents where client_id = $1 and room_id = any($2) and name = '清水'
    and not exists (select from orders o where o.client_id = $1 and o.resident_id = residents.id)`),
  hire: hireA('Staff'),
  hireCraftsman: hireA('Craftsman'),
  dismiss: ofSomebody('update users set discarded_at = now()'),
  promote: ({ clientId, contractorId, roomIds }) => [
    `update users set type = case when type = 'Craftsman' then 'Staff' else 'Craftsman' end, contractor_id = case when type = 'Craftsman' then null else $3::bigint end
      where client_id = $1 and abs(hashint8(id)) % 3 = $2 and name = '佐藤'`,
    [clientId, roomIds.length % 3, contractorId],
  ],
  remove: ofSomebody('delete from users'),
  build: inClient(`insert into buildings (client_id, cd, name, name_kana, address) values ($1, $2, '桜丘', null, '東京都')`, randomUUID),
  tearDown: inClient(`delete from buildings where client_id = $1 and name = '桜丘'`),
  discard: ofEach('update constructions set discarded_at = now()'),
  restore: ofEach('update constructions set discarded_at = null'),
  removeRooms: inRooms(
    `delete from rooms where client_id = $1 and id = any($2) and name = name_key and not exists (select from orders o where o.client_id = $1 and o.room_id = rooms.id)`,
  ),
  copyRooms: inRooms(
    `insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
      select r.client_id, r.construction_id, r.block_id, r.row + $3::int, r.col, $4::text || '-' || r.id, $4 || '=' || r.id from rooms r where r.client_id = $1 and r.id = any($2)`,
    () => 100 + Math.floor(Math.random() * 1_000_000_000),
    randomUUID,
  ),
  keepFiles: inRooms(
    `insert into files (client_id, storage_key, sha256, byte_size, content_type, file_name)
      select r.client_id, $3::text || r.id, sha256(r.name::bytea), 4 * r.id, 'image/jpeg', '玄関.jpg' from rooms r where r.client_id = $1 and r.id = any($2)`,
    randomUUID,
  ),
  dropFiles: inRooms(`delete from files where client_id = $1 and byte_size / 4 = any($2) and file_name = '玄関.jpg'`),
  sum: inClient('select sum_client_counts($1)'),
} as const satisfies Record<string, Change>
/** Whether anything was changed. Without an answer a cluster would copy what it selects into the rows, and there no policy lets anybody. */
const make = async (db: Db, kind: keyof typeof changes, of: Company): Promise<boolean> => {
  const [text, values] = changes[kind](of)
  return (await rowsOf(db, kind === 'sum' ? text : `${text} returning 1 as one`, values)).length > 0
}
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
    const [contractor] = await world.inClient(client.id, db =>
      rowsOf<{ id: number }>(db, `insert into contractors (client_id, name) values ($1, '電工') returning id`, [client.id]),
    )
    const company = { clientId: client.id, contractorId: contractor?.id ?? null, roomIds }
    await expectCountedRight(client.id)
    const done = new Set<string>()
    const attempt = async (transaction: Transaction): Promise<void> => {
      const changed: string[] = []
      const work = world.inClient(client.id, async db => {
        for (const { kind, at, rooms } of transaction.changes) {
          const from = at % roomIds.length
          if (await make(db, kind, { ...company, roomIds: roomIds.slice(from, from + rooms) })) changed.push(kind)
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
            await world.inClient(client.id, db =>
              make(db, kind, { clientId: client.id, contractorId: null, roomIds: roomIds.slice(from, from + 13) }),
            )
    }
    await write(['register', 'discard', 'removeRooms', 'hire', 'keepFiles'])
    const lookForFiles = () => callProcedure(owner, '0149_files.sql', 'note_files_from_before')
    await Promise.all([lookForFiles(), write(['keepFiles', 'sum', 'dropFiles', 'keepFiles', 'sum'])])
    const look = () => callProcedure(owner, '0140_clients.sql', 'note_counts_from_before')
    await Promise.all([look(), write(['restore', 'copyRooms', 'moveOut', 'build', 'discard', 'dismiss', 'restore', 'dropFiles'])])
    for (const { client } of companies) await expectCountedRight(client.id)
    await look()
    await lookForFiles()
    for (const { client } of companies) await expectCountedRight(client.id)
  })

  it('stays while a company is erased until nothing is left that was counted, were it a file', async () => {
    const { clientId, drop } = await companyOfOneFile()
    const erasable = async () => {
      const { rows } = await owner.query<{ condition: string }>(
        `select erasable_condition('client_count_changes', false, false) as condition`,
      )
      const { rowCount } = await owner.query(`select from client_count_changes t where ${rows[0]?.condition}`, [clientId])
      return rowCount
    }
    expect(await erasable()).toBe(0)
    await drop()
    expect(await erasable()).toBe(2)
  })

  it('is right when the first room of a construction comes while the construction is deleted', async () => {
    const { client } = await buildRandomCompany(world)
    const [block] = await world.inClient(client.id, async db => {
      const [building] = await rowsOf<{ id: number }>(db, 'select min(id) as id from buildings where client_id = $1', [client.id])
      const [built] = await rowsOf<{ id: number }>(
        db,
        `insert into constructions (client_id, building_id, cd, name, construction_type) values ($1, $2, 'NEW', '新築', 'renewal') returning id`,
        [client.id, building?.id],
      )
      return rowsOf<{ construction_id: number; id: number }>(
        db,
        'insert into room_blocks (client_id, construction_id, floor_number, room_number_per_floor) values ($1, $2, 1, 1) returning construction_id, id',
        [client.id, built?.id],
      )
    })
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
        await judgeNow(db, client.id, 'rooms_count_come_and_gone')
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
