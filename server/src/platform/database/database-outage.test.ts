import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { startInstance, type Instance } from '../../../test/instance.ts'
import { openSlowNetwork, type SlowNetwork } from '../../../test/slow-network.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { isBrokenOff, isOutage } from './database-outage.ts'
import { connect } from './pool.ts'

let world: World
let network: SlowNetwork
let instance: Instance
let staff: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  staff = await buildUser(world, await buildClient(world), 'Staff')
  network = await openSlowNetwork(world.platform.settings.databaseUrl)
  instance = await startInstance(
    world,
    {},
    connect(network.url, { max: 2, patience: { connection: 2_000, statement: 10_000, answer: 4_000 } }),
  )
})
afterAll(async () => {
  await instance.close()
  await network.close()
})

const read = () => fetch(`${instance.origin}/api/buildings`, { headers: staff.headers })
const busy = { code: 'busy', errors: { full_messages: ['ただいま混み合っています。しばらく経ってから再度お試しください。'] } }

describe('a database that hangs (review F2)', () => {
  it('is told as 503 with Retry-After, and is served at once when it is back', async () => {
    expect((await read()).status).toBe(200)
    network.hang()
    const answers = await Promise.all(Array.from({ length: 6 }, read))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toEqual(busy)
    }
    network.goOn()
    expect((await read()).status).toBe(200)
  })

  it('ends a statement that takes longer than it may, and keeps nothing of its transaction', async () => {
    const slow = instance.platform.pool.write(null, async db => {
      await db.insertInto('attempt_counters').values({ scope: 'slow', subject: 'x', count: 1, window_ends_at: new Date() }).execute()
      await db.executeQuery({ sql: 'select pg_sleep(30)', parameters: [], query: { kind: 'RawNode' } } as never)
    })
    await expect(slow.catch((error: unknown) => isOutage(error))).resolves.toBe(true)
    const kept = await world.platform.pool.ask(`select from attempt_counters where scope = 'slow'`, [])
    expect(kept).toEqual([])
  })

  it('is 503 too when connections are cut', async () => {
    const owner = new pg.Client(world.ownerUrl)
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'toguchi' and datname = current_database()`,
    )
    await owner.end()
    const statuses = new Set<number>()
    for (let tries = 0; tries < 3; tries += 1) statuses.add((await read()).status)
    expect(statuses).toContain(200)
    expect([...statuses].every(status => status === 200 || status === 503)).toBe(true)
  })
})

describe('what PostgreSQL and a pooler say of a connection', () => {
  const said = (code: string, more: object = {}) =>
    Object.assign(new Error('said'), { severity: 'FATAL', routine: 'somewhere', code, ...more })

  it('is an outage by its code, and not by the class of it', () => {
    for (const code of ['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03'])
      expect([code, isBrokenOff(said(code)), isOutage(said(code))]).toEqual([code, true, true])
    for (const code of ['08P01', '57000', '23505'])
      expect([code, isBrokenOff(said(code)), isOutage(said(code))]).toEqual([code, false, false])
  })

  it('is no outage where we gave a statement the wrong number of values (08P01)', async () => {
    const client = new pg.Client(world.ownerUrl)
    await client.connect()
    const error = await client.query('select $1::int', [1, 2]).catch((reason: unknown) => reason)
    await client.end()
    expect(error).toMatchObject({ code: '08P01' })
    expect([isBrokenOff(error), isOutage(error)]).toEqual([false, false])
  })

  it('is an outage where PgBouncer ends the connection, which says 08P01 too, and no routine', () => {
    const ended = said('08P01', { routine: undefined })
    expect([isBrokenOff(ended), isOutage(ended)]).toEqual([true, true])
    const mistaken = said('08P01', { routine: undefined, severity: 'ERROR' })
    expect([isBrokenOff(mistaken), isOutage(mistaken)]).toEqual([false, false])
  })
})
