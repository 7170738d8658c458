import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
} from '../../../test/build.ts'
import { startInstance } from '../../../test/instance.ts'
import { type PgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { migrate } from '../../migrate/migrate.ts'
import { databasesOf } from '../../start/databases.ts'
import { demandWallsAndSession, OpenWall } from './database-walls.ts'
import { connect } from './pool.ts'

/*
 * Behind PgBouncer 1.18 in transaction mode (review M9): it knows no named statements, swallows what a connection was opened with, and
 * gives the next transaction another connection.
 */
let world: World
let bouncer: PgBouncer
const stops: (() => Promise<unknown>)[] = []
let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client, { floors: 10, perFloor: 5 })
  await buildConstruction(world, await buildClient(world))
  bouncer = await startPgBouncer(world.platform.settings.databaseUrl)
  stops.push(bouncer.stop)
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

describe('behind a pooler', () => {
  it('answers parallel reads and writes, each for its own client', async () => {
    const pool = connect(bouncer.url, { max: 12 })
    const instance = await startInstance(world, {}, pool)
    stops.push(instance.close)
    const rooms = `${instance.origin}/api/constructions/${construction.id}/rooms`
    const reads = Array.from({ length: 60 }, () => fetch(rooms, { headers: staff.headers }))
    const writes = construction.rooms.slice(0, 20).map(({ id }) =>
      fetch(`${rooms}/${id}`, {
        method: 'PATCH',
        headers: { ...staff.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ room: { room_remarks: `備考 ${id}` } }),
      }),
    )
    const answers = await Promise.all([...reads, ...writes])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const answer of answers.slice(0, 60)) expect(((await answer.json()) as { rooms: unknown[] }).rooms).toHaveLength(50)
    // Nothing of a client stays behind on the pooler's connections.
    const seen = await Promise.all(
      Array.from({ length: 12 }, () => pool.ask<{ rows: number }>('select count(*)::int as rows from rooms', [])),
    )
    expect(seen.flat()).toEqual(seen.flat().map(() => ({ rows: 0 })))
  })

  it('keeps the limits of the login', async () => {
    const pool = connect(bouncer.url, { max: 1 })
    stops.push(pool.close)
    expect(await pool.ask(`select current_setting('statement_timeout') as limit`, [])).toEqual([{ limit: '6s' }])
  })

  it('refuses the owner in the application’s place, however he got there', async () => {
    const careless = await startPgBouncer(world.platform.settings.databaseUrl, { forcedUrl: world.ownerUrl, ignoredParameters: 'options' })
    stops.push(careless.stop)
    const pool = connect(careless.url, { max: 1 })
    stops.push(pool.close)
    await expect(pool.ask('select 1', [])).rejects.toThrow(OpenWall)
  })

  it('says in a sentence that queues and notifications need the server itself', async () => {
    await expect(demandWallsAndSession(bouncer.url)).rejects.toThrow('DATABASE_SESSION_URL')
    await expect(demandWallsAndSession(world.platform.settings.databaseUrl)).resolves.toMatchObject({ isPooled: false })
    const { databaseSessionUrl } = databasesOf(world.ownerUrl, { databaseUrl: null, databaseAppUrl: bouncer.url, databaseSessionUrl: null })
    expect(new URL(databaseSessionUrl).port).toBe(new URL(world.ownerUrl).port)
  })

  it('migrates past the pooler only', async () => {
    const owners = await startPgBouncer(world.ownerUrl)
    stops.push(owners.stop)
    await expect(migrate(owners.url)).rejects.toThrow('DATABASE_APP_URL')
  })
})
