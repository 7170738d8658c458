import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@toguchi/domain/http/endpoint'
import { contracts } from '@toguchi/domain/routes'
import pg from 'pg'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildEveryone, buildResident, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { multipart } from '../../../test/multipart.ts'
import { buildSale, detailsOf, type Sale } from '../../../test/sale.ts'
import { guest, openWorld, type Caller, type World } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { openLog } from './log.ts'
import { unobserved } from './observing.ts'

/** What people write, and what may open a door: none of it may stand in a line. */
const written = {
  name: '多摩川 花子',
  romanName: 'Hanako Tamagawa',
  phone: '090-8765-4321',
  email: 'hanako.tamagawa@example.com',
  address: '東京都大田区田園調布9-8-7',
  code: 'QX7Z-93KD-41',
  token: 'sEcReT0tokenOfNobodyThatOpensDoors0123456789',
  password: 'Himitsu-no-kotoba-77',
  uuid: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
}
const lines: string[] = []
/** Whoever comes later in the day. */
const entered: Caller[] = []
const log = openLog('debug', { write: line => void lines.push(line) })
const json = { 'content-type': 'application/json' }

let world: World
let client: BuiltClient
let sale: Sale
let callers: Record<string, Caller>
let resident: BuiltPerson
beforeAll(async () => {
  world = await openWorld({ trustedProxies: '127.0.0.1' }, { ...unobserved, log })
  world.setNow('2026-11-21T12:00:00+09:00')
  client = await buildClient(world)
  sale = await buildSale(world, { client })
  resident = await buildResident(world, client, sale.construction.rooms[1]?.id ?? 0, { name: written.name, email: written.email })
  callers = { guest, resident, ...(await buildEveryone(world, client)) }
})

const told = (from = 0) => lines.slice(from).map(line => JSON.parse(line) as Record<string, unknown>)
const requests = (from = 0) => told(from).filter(({ msg }) => msg === 'request')
const secrets = (): string[] => [
  ...Object.values(written),
  ...[...Object.values(callers), sale.resident, ...entered]
    .flatMap(({ headers }) => [headers['access-token'], headers['client']])
    .filter(text => text !== undefined),
  '鈴木',
  'suzuki@example.jp',
]
/** The lines in which something stands that belongs to somebody; and whatever is not Latin was written by a person. */
const personal = (): string[] => lines.filter(line => secrets().some(secret => line.includes(secret)) || /\P{ASCII}/u.test(line))

const bodyOfEverything = (): Record<string, unknown> => ({
  ...written,
  search: written.name,
  login_id: written.email,
  note: written.address,
  text: written.phone,
})
const filled = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'id' || name.endsWith('_id') ? String(sale.construction.id) : name.endsWith('uuid') ? written.uuid : written.token,
  )

describe('a line of a request', () => {
  it('says id, client, actor, route, status, time and statements, and never the address', async () => {
    const before = lines.length
    const { headers } = await world.send(
      callers['staff'] ?? guest,
      'GET',
      `/api/constructions/${sale.construction.id}?search=${written.romanName}`,
    )
    expect(requests(before)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        request_id: headers['x-request-id'],
        client: client.id,
        actor: { kind: 'staff', id: expect.any(Number) as number },
        method: 'GET',
        route: '/api/constructions/:id',
        status: 200,
        milliseconds: expect.any(Number) as number,
        statements: expect.any(Number) as number,
        msg: 'request',
      },
    ])
    // The session, begin, what was asked, and commit.
    expect(requests(before)[0]?.['statements']).toBeGreaterThanOrEqual(4)
  })

  it('has the id that a trusted proxy gave, when it is one, and else its own', async () => {
    const idOf = async (given: string, forwarded: Record<string, string>, from: string) =>
      (await world.send(guest, 'GET', '/api/configurations', undefined, { 'x-request-id': given, ...forwarded }, from)).headers[
        'x-request-id'
      ]
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    expect(await idOf('0123456789abcdef0123456789abcdef', proxied, '127.0.0.1')).toBe('0123456789abcdef0123456789abcdef')
    for (const [given, forwarded, from] of [
      [written.email, proxied, '127.0.0.1'],
      ['short', proxied, '127.0.0.1'],
      ['0123456789abcdef0123456789abcdef', proxied, '203.0.113.7'],
      ['0123456789abcdef0123456789abcdef', {}, '127.0.0.1'],
    ] as const)
      expect(await idOf(given, forwarded, from)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('names an admin with the client that they chose, and a guest not at all', async () => {
    const before = lines.length
    await world.send(callers['admin'] ?? guest, 'GET', '/api/constructions')
    await world.send(guest, 'GET', '/api/configurations')
    expect(requests(before).map(({ client: of, actor }) => [of, actor])).toEqual([
      [client.id, { kind: 'admin', id: expect.any(Number) as number }],
      [null, null],
    ])
  })
})

describe('the log of everything that anybody can ask (issue 17)', () => {
  const endpoints = Object.values(contracts).flatMap(slice => Object.entries<Endpoint>(slice))

  it('holds nothing that a person wrote, whoever knocks with it at whatever door', { timeout: 300_000 }, async () => {
    const before = lines.length
    const body = JSON.stringify(bodyOfEverything())
    let asked = 0
    for (const [key, endpoint] of endpoints) {
      const [method = '', path = ''] = key.split(' ')
      if (/\/live(\/|$)/.test(path)) continue
      // Whoever may knock, and somebody who may not; sessions of the others are not to end by a sign-out.
      const knocks = Object.entries(callers).filter(([kind]) => endpoint.access({ kind } as never))
      const caller = /sign_out|session|password/.test(path) ? guest : (knocks[asked % knocks.length]?.[1] ?? guest)
      for (const as of new Set([guest, caller])) {
        const query = `search=${encodeURIComponent(written.name)}&token=${written.token}&email=${encodeURIComponent(written.email)}`
        await world.send(as, method, `${filled(path)}?${query}`, method === 'GET' ? undefined : body, method === 'GET' ? {} : json)
        asked += 1
      }
    }
    const seen = requests(before)
    expect(seen.length).toBe(asked)
    expect(new Set(seen.map(({ route }) => route)).size).toBeGreaterThan(300)
    expect(personal()).toEqual([])
  })

  it('holds nothing of what was really done: a sign-in, answers, an order with its mail, a photo', async () => {
    const sale = await buildSale(world)
    const staff = await buildUser(world, sale.client, 'Staff', { name: written.name, email: written.email })
    const place = {
      client_id: sale.client.id,
      construction_id: sale.construction.id,
      area: 'common' as const,
      free_input: written.address,
      position: 1,
    }
    const { id } = await world.inClient(sale.client.id, db =>
      db.insertInto('photography_place_entries').values(place).returning('id').executeTakeFirstOrThrow(),
    )
    entered.push(sale.resident, staff)
    const before = lines.length
    const statuses: number[] = []
    const post = async (as: Caller, method: string, path: string, body: unknown) =>
      void statuses.push((await world.send(as, method, path, JSON.stringify(body), json)).status)
    await post(guest, 'POST', '/api/auth/sign_in', { login_id: written.email, password: written.password })
    await post(sale.resident, 'POST', '/api/residents/orders', {
      order: { pay_method: 'other', order_details_attributes: detailsOf(sale, '録画機能') },
    })
    await post(sale.resident, 'PATCH', '/api/residents/me', {
      resident: { agreement: 1, name: written.name, phone: written.phone, email: written.email },
    })
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const form = multipart(
      {
        'common_area_image[position]': `place-${id}`,
        'common_area_image[timing]': 'before_construction',
        'common_area_image[uuid]': randomUUID(),
      },
      { name: 'common_area_image[file]', fileName: `${written.name}.jpg`, bytes: picture, contentType: 'image/jpeg' },
    )
    statuses.push(
      (await world.send(staff, 'POST', `/api/constructions/${sale.construction.id}/common_area_images`, form.body, form.headers)).status,
    )
    statuses.push((await world.send(guest, 'POST', '/api/auth/sign_in', '{"password":"Himitsu-no-kotoba-77', json)).status)
    await world.runJobs()
    expect(statuses).toEqual([401, 201, 200, 201, 400])
    expect(requests(before)).toHaveLength(statuses.length)
    expect(personal()).toEqual([])
  })
})

describe('an error of ours', () => {
  it('keeps its way through the program, and not the values that PostgreSQL quotes', async () => {
    const owner = new pg.Client(world.ownerUrl)
    await owner.connect()
    await owner.query(`alter table buildings add constraint never_here check (name not like '%田園調布%')`)
    await owner.end()
    const before = lines.length
    const { status } = await world.send(
      await buildUser(world, client, 'Staff_Admin'),
      'POST',
      '/api/buildings',
      JSON.stringify({ building: { cd: 'Z1', name: written.address, zipcode: '1450071', address: written.address } }),
      json,
    )
    expect(status).toBe(500)
    const [error] = told(before).filter(({ level }) => level === 'error')
    const { err } = error as { err: { message: string; stack: string; code: string } }
    expect(err.message).toMatch(/^database, 23514, table buildings, constraint never_here/)
    expect(err.stack).toContain('server/src/platform/http/problem.ts')
    expect(error?.['request_id']).toBe(requests(before)[0]?.['request_id'])
    expect(personal()).toEqual([])
  })

  it('says nothing of a person either when it comes from elsewhere, with what led to it', async () => {
    const { platform } = world
    const inner = new Error(`550 5.1.1 <${written.email}>: ${written.name} at ${written.phone}`)
    const app = await buildApp({
      ...platform,
      pool: {
        ...platform.pool,
        ask: () => Promise.reject(new TypeError(`Unexpected token '多', "${written.romanName}" is not valid JSON`, { cause: inner })),
      },
    })
    const before = lines.length
    const { statusCode } = await app.inject({ url: '/api/buildings', headers: resident.headers })
    await app.close()
    expect(statusCode).toBe(500)
    const [error] = told(before).filter(({ level }) => level === 'error')
    expect(error).toMatchObject({
      err: { type: 'TypeError', message: 'Unexpected token <quoted>, <quoted> is not valid JSON', causes: [{ type: 'Error' }] },
    })
    expect(personal()).toEqual([])
  })
})

describe('a line of a job', () => {
  it('says queue, outcome, time and statements, done or failed, and not what it was about', async () => {
    const before = lines.length
    await world.inClient(client.id, db => world.platform.jobs.enqueue(db, 'daily', {}))
    await world.runJobs()
    await world.inClient(client.id, db => world.platform.jobs.enqueue(db, 'documents', { client_id: written.name, job_id: written.phone }))
    await world.runJobs().catch(() => undefined)
    expect(told(before).filter(({ msg }) => msg === 'job')).toMatchObject([
      {
        level: 'info',
        queue: 'daily',
        outcome: 'done',
        milliseconds: expect.any(Number) as number,
        statements: expect.any(Number) as number,
      },
      { level: 'error', queue: 'documents', outcome: 'failed', err: { stack: expect.stringContaining('server/src/') as string } },
    ])
    expect(personal()).toEqual([])
  })
})
