import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient } from '../../test/build.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import { failedAttempts } from '../../test/attempts.ts'
import { hashPassword } from '../platform/secrets.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const password = 'Password1'
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await hashPassword(password)
})

const signIn = (login_id: string, secret: string, from: string, path = '/api/auth/sign_in') =>
  world.send(guest, 'POST', path, JSON.stringify({ login_id, password: secret }), json, from)
const staff = () => buildUser(world, client, 'Staff', { passwordDigest })
/** As if so many had failed from this network. */
const failures = (network: string, times: number) => failedAttempts(world, { scope: 'sign_in:network', subject: network }, times)

describe('failures of one network', () => {
  it('end after a hundred in a quarter of an hour, for every way in and whatever the login ids; others go on', async () => {
    const person = await staff()
    await failures('203.0.113.7', 99)
    expect((await signIn('nobody.there', 'Wrong999', '203.0.113.7')).status).toBe(401)
    for (const path of ['/api/auth/sign_in', '/api/auth/login', '/api/admin_auth/sign_in', '/api/operator_auth/sign_in']) {
      const refused = await signIn(person.loginId, password, '203.0.113.7', path)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    }
    expect((await signIn(person.loginId, password, '203.0.113.8')).status).toBe(200)
  })

  it('are counted for all addresses of an IPv6 network together', async () => {
    const person = await staff()
    await failures('2001:db8:7:1::/64', 100)
    expect((await signIn(person.loginId, password, '2001:db8:7:1:aaaa::9')).status).toBe(429)
    expect((await signIn(person.loginId, password, '2001:db8:7:2::9')).status).toBe(200)
  })

  it('are no right sign-ins, however many share the address', async () => {
    const person = await staff()
    await failures('203.0.113.9', 99)
    for (const _ of [1, 2, 3]) expect((await signIn(person.loginId, password, '203.0.113.9')).status).toBe(200)
  })

  it('lock nobody who is asked for beyond the limit', async () => {
    const person = await staff()
    await failures('203.0.113.10', 100)
    for (let at = 0; at < 12; at += 1) await signIn(person.loginId, 'Wrong999', '203.0.113.10')
    expect((await signIn(person.loginId, password, '203.0.113.11')).status).toBe(200)
  })
})

describe('many wrong sign-ins at once', () => {
  it('from one network are served in turns, refused beyond a length, and keep a right one elsewhere waiting for none of them', async () => {
    const person = await staff()
    let settled = 0
    const wrong = Array.from({ length: 60 }, async (_, at) => {
      const { status, headers } = await signIn(`nobody.${at}`, 'Wrong999', '198.51.100.1')
      settled += status === 401 ? 1 : 0
      return { status, retryAfter: headers['retry-after'] }
    })
    // The crowd stands in line before the right one comes.
    await Promise.race(wrong)
    const before = settled
    const right = await signIn(person.loginId, password, '198.51.100.2')
    expect(right.status).toBe(200)
    // Two are hashed at once, and the lines take turns: it waits for a handful of the sixty at most.
    expect(settled - before).toBeLessThan(12)
    const busy = (await Promise.all(wrong)).filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]?.retryAfter).toBe('2')
  })

  it('that were refused unread lock no account', async () => {
    const person = await staff()
    const crowd = Array.from({ length: 40 }, () => signIn('nobody.at.all', 'Wrong999', '198.51.100.3'))
    const own = Array.from({ length: 12 }, () => signIn(person.loginId, password, '198.51.100.3'))
    await Promise.all([...crowd, ...own])
    expect((await signIn(person.loginId, password, '198.51.100.4')).status).toBe(200)
  })
})

describe('the address of a caller', () => {
  const spent = async (from: World, peer: string, forwarded: string) => {
    await from.inClient(null, db => db.deleteFrom('attempt_counters').execute())
    const body = JSON.stringify({ login_id: 'nobody.there', password: 'Wrong999' })
    const { status } = await from.send(guest, 'POST', '/api/auth/sign_in', body, { ...json, 'x-forwarded-for': forwarded }, peer)
    const counted = await from.inClient(null, db =>
      db.selectFrom('attempt_counters').where('scope', '=', 'sign_in:network').select('subject').execute(),
    )
    return [status, ...counted.map(({ subject }) => subject)]
  }

  it('is the one that a trusted proxy adds, whatever the caller wrote before it', async () => {
    const behind = await openWorld({ trustedProxies: '10.0.0.1,10.0.1.0/24,2001:db8:ffff::/48' })
    const real = '203.0.113.50'
    for (const spoofed of ['', '198.51.100.1, ', '10.0.0.1, ', '::1, 127.0.0.1, ', 'unknown, ', `${'1.1.1.1, '.repeat(50)}`]) {
      expect(await spent(behind, '10.0.0.1', `${spoofed}${real}`)).toEqual([401, real])
      expect(await spent(behind, '::ffff:10.0.0.1', `${spoofed}${real}, 10.0.1.7`)).toEqual([401, real])
    }
    expect(await spent(behind, '2001:db8:ffff::1', '198.51.100.1, 2001:db8:1:2:3::4')).toEqual([401, '2001:db8:1:2::/64'])
    expect(await spent(behind, '10.0.0.1', `198.51.100.1, ${real}:51324`)).toEqual([401, real])
    // Nobody in between, or somebody whom nobody named.
    expect(await spent(behind, '203.0.113.9', '198.51.100.1')).toEqual([401, '203.0.113.9'])
    expect(await spent(world, '203.0.113.9', '198.51.100.1')).toEqual([401, '203.0.113.9'])
  })
})

describe('guesses of the current password', () => {
  const guess = (as: Caller, current_password: string) =>
    world.call(as, 'PATCH /api/users/me', {
      body: { user: { current_password, password: 'Newpass22', password_confirmation: 'Newpass22' } },
    })

  it('end after ten, for half an hour, and the sign-in is not locked by them', async () => {
    world.setNow('2026-11-22T10:00:00+09:00')
    for (const [person, path] of [
      [await staff(), '/api/auth/sign_in'],
      [await buildPlatformPerson(world, 'operator', undefined, { passwordDigest }), '/api/operator_auth/sign_in'],
    ] as const) {
      await world.inClient(null, db =>
        db
          .insertInto('attempt_counters')
          .values({
            scope: 'current_password',
            subject: `${person.clientId === null ? 'operator' : 'user'}:${person.clientId ?? ''}:${person.id}`,
            count: 9,
            window_ends_at: new Date('2026-11-22T01:30:00Z'),
          })
          .execute(),
      )
      expect((await guess(person, 'Wrong999')).status).toBe(422)
      const refused = await guess(person, password)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1800'])
      expect((await signIn(person.loginId, password, '198.51.100.20', path)).status).toBe(200)
      world.setNow('2026-11-22T10:30:00+09:00')
      expect((await guess(person, password)).status).toBe(200)
      world.setNow('2026-11-22T10:00:00+09:00')
    }
    world.setNow(new Date().toISOString())
  })

  it('that were refused unread count as no failure', async () => {
    const person = await staff()
    const body = JSON.stringify({ user: { current_password: password, email: 'elsewhere@example.jp' } })
    let crowded = true
    const crowd = Array.from({ length: 40 }, async () => {
      while (crowded) await hashPassword(password, '198.51.100.30').catch(() => new Promise(resolve => void setTimeout(resolve, 1)))
    })
    const statuses: number[] = []
    const caller = { headers: person.headers }
    while (statuses.filter(status => status === 503).length < 11 && !statuses.includes(429))
      statuses.push((await world.send(caller, 'PATCH', '/api/users/me', body, json, '198.51.100.30')).status)
    crowded = false
    await Promise.all(crowd)
    expect(statuses).not.toContain(429)
    expect((await world.send(caller, 'PATCH', '/api/users/me', body, json, '198.51.100.31')).status).toBe(200)
  })
})

describe('an operator', () => {
  it('reads neither addresses nor login ids of staff and craftsmen, nor in which order they stand', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    await buildUser(world, client, 'Craftsman', { name: '職人 太郎' })
    const { body } = await world.call(operator, 'GET /api/craftsmans')
    expect(body.craftsmans.map(row => Object.keys(row).toSorted())).toEqual([['contractor_id', 'contractor_name', 'id', 'name']])
    for (const sort_by of ['login_id', 'email', 'last_sign_in_at'] as const) {
      expect((await world.call(operator, 'GET /api/craftsmans', { query: { sort_by } })).status).toBe(422)
      expect((await world.call(operator, 'GET /api/staffs', { query: { sort_by } })).status).toBe(422)
    }
    expect((await world.call(operator, 'GET /api/staffs', { query: { sort_by: 'name' } })).status).toBe(200)
    expect((await world.call(await staff(), 'GET /api/staffs', { query: { sort_by: 'email' } })).status).toBe(200)
  })
})
