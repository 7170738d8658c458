import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../../../test/build.ts'
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { demandWallsAndSession, OpenWall } from './database-walls.ts'
import { connect } from './pool.ts'

let database: FreshDatabase
const strongLogin = `strong_${process.pid}`
const looseLogin = `loose_${process.pid}`

const ask = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
const as = (name: string): string => {
  const url = new URL(database.url)
  url.username = name
  url.password = 'secret'
  return url.href
}

beforeAll(async () => {
  database = await freshDatabase()
  await ask(database.url, `create role ${strongLogin} login password 'secret' bypassrls in role toguchi_app`)
  await ask(database.url, `create role ${looseLogin} login password 'secret' in role toguchi_app`)
  const pool = connect(database.appUrl)
  const client = await buildClient({ inClient: pool.write, platform: { now: () => new Date() } })
  await pool.write(client.id, db =>
    db.insertInto('events').values({ client_id: client.id, kind: 'clients.created', actor_kind: 'system', channel: 'system' }).execute(),
  )
  await pool.close()
})
afterAll(async () => {
  await ask(database.url, `drop role ${strongLogin}; drop role ${looseLogin}`)
  await database.drop()
})

/** What a pool says to its first caller. */
const firstAnswer = async (url: string): Promise<unknown> => {
  const pool = connect(url, { max: 1 })
  try {
    return await pool.ask('select 1 as one', [])
  } finally {
    await pool.close()
  }
}

describe('the second wall (review M8, M9)', () => {
  it('lets the application in by its own login', async () => {
    expect(await firstAnswer(database.appUrl)).toEqual([{ one: 1 }])
    await expect(demandWallsAndSession(database.appUrl)).resolves.toMatchObject({ isPooled: false })
  })

  it('refuses the owner of the tables, on every new connection', async () => {
    await expect(firstAnswer(database.url)).rejects.toThrow(OpenWall)
    await expect(demandWallsAndSession(database.url)).rejects.toThrow('表の所有者')
  })

  it('refuses a login that bypasses row-level security', async () => {
    await expect(firstAnswer(as(strongLogin))).rejects.toThrow(OpenWall)
  })

  it('refuses a login without limits of time', async () => {
    await expect(firstAnswer(as(looseLogin))).rejects.toThrow('statement_timeout')
  })

  it('refuses where rows are seen without a client, and serves again when they are not', async () => {
    await ask(database.url, 'alter table events disable row level security')
    await expect(firstAnswer(database.appUrl)).rejects.toThrow('企業を選ばずに行が見えます')
    await ask(database.url, 'alter table events enable row level security')
    expect(await firstAnswer(database.appUrl)).toEqual([{ one: 1 }])
  })

  it('leads from the application to nobody stronger', async () => {
    const { username: login } = new URL(database.appUrl)
    const client = new pg.Client(database.appUrl)
    await client.connect()
    await client.query('reset role')
    expect((await client.query('select current_user as name')).rows).toEqual([{ name: login }])
    await client.end()
    const { username: owner } = new URL(database.url)
    await expect(ask(database.appUrl, `set role ${owner}`)).rejects.toThrow('permission denied')
    await expect(ask(database.appUrl, 'alter table events disable row level security')).rejects.toThrow('must be owner')
  })

  it('gives nobody the mails of everybody: the mail reader is the trial’s alone', async () => {
    await expect(ask(database.appUrl, 'select * from recent_messages(10)')).rejects.toThrow('does not exist')
  })

  it('keeps long work to its client', async () => {
    const clientId = Number((await ask(database.url, 'select id from clients limit 1'))[0]?.id)
    await ask(
      database.url,
      `insert into jobs (client_id, kind, requested_by_kind, requested_by_id, input) values (${clientId}, 'poster', 'staff', 1, '{"name":"山田"}')`,
    )
    expect(await ask(database.appUrl, 'select * from jobs')).toEqual([])
  })
})
