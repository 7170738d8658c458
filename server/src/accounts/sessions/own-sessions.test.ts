import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient } from '../../../test/build.ts'
import { guest, openWorld, type Caller, type World } from '../../../test/world.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const password = 'Password1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
})

const staff = () => buildUser(world, client, 'Staff', { passwordDigest })
const listOf = async (caller: Caller) => (await world.call(caller, 'GET /api/users/me/sessions')).body.sessions
const statusAs = async (caller: Caller) => (await world.call(caller, 'GET /api/users/me')).status
/** Another device of somebody, signed in. */
const signIn = async ({ loginId }: { loginId: string }): Promise<Caller> => {
  const { headers } = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: loginId, password } })
  return { headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(headers[name])])) }
}
const useAt = (caller: Caller, address: string, userAgent = windows) =>
  world.send(caller, 'GET', '/api/users/me', undefined, { 'user-agent': userAgent }, address)
const idOf = async (caller: Caller) => (await listOf(caller)).find(({ current }) => current)?.id ?? 0

describe('GET /api/users/me/sessions', () => {
  it('shows where somebody is signed in: the device in words, the address, and which one asks', async () => {
    const person = await staff()
    const laptop = await signIn(person)
    await useAt(laptop, '203.0.113.5', `${windows} ${'x'.repeat(300)}`)
    const sessions = await listOf(person)
    expect(sessions.map(({ device, address, current }) => ({ device, address, current }))).toContainEqual({
      device: 'WindowsのChrome',
      address: '203.0.113.5',
      current: false,
    })
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
  })
  it('knows the last use to ten minutes, and writes it no more often', async () => {
    const person = await staff()
    const start = new Date('2026-11-22T03:00:00Z').getTime()
    const after = (minutes: number) => world.setNow(new Date(start + minutes * 60_000).toISOString())
    const used = () =>
      world.inClient(null, db =>
        db.selectFrom('sessions').where('uid', '=', person.loginId).select(['last_used_at', 'address']).executeTakeFirstOrThrow(),
      )
    after(0)
    await useAt(person, '203.0.113.5')
    after(9)
    await useAt(person, '203.0.113.6')
    expect(await used()).toEqual({ last_used_at: new Date(start), address: '203.0.113.5' })
    after(10)
    await useAt(person, '203.0.113.6')
    expect(await used()).toEqual({ last_used_at: new Date(start + 600_000), address: '203.0.113.6' })
    expect((await listOf(person))[0]?.last_used_at).toBe('2026-11-22T12:10:00+09:00')
    world.setNow(new Date().toISOString())
  })
  it('is for admins, operators and craftsmen, too; nobody sees those of others', async () => {
    const others = [
      await buildPlatformPerson(world, 'admin'),
      await buildPlatformPerson(world, 'operator'),
      await buildUser(world, client, 'Craftsman'),
      await buildUser(world, await buildClient(world), 'Staff'),
    ]
    for (const person of others) expect((await listOf(person)).map(({ current }) => current)).toEqual([true])
  })
})

describe('DELETE /api/users/me/sessions', () => {
  it('ends the others and the links they asked for, and keeps the one that asks', async () => {
    const person = await staff()
    const bystander = await staff()
    const others = [await signIn(person), await signIn(person)]
    const link = await world.call(others[0] ?? guest, 'POST /api/users/one_time_tokens', { body: {} })
    const { status } = await world.call(person, 'DELETE /api/users/me/sessions')
    expect(status).toBe(200)
    expect(await Promise.all([person, ...others, bystander].map(statusAs))).toEqual([200, 401, 401, 200])
    const { one_time_token } = link.body
    expect((await world.call(guest, 'POST /api/users/auto_login', { body: { one_time_token } })).status).toBe(401)
  })
})

describe('DELETE /api/users/me/sessions/:id', () => {
  it('ends one, and the others go on', async () => {
    const person = await staff()
    const [laptop, telephone] = [await signIn(person), await signIn(person)]
    const id = await idOf(laptop)
    expect((await world.call(person, 'DELETE /api/users/me/sessions/:id', { params: { id } })).status).toBe(200)
    expect(await Promise.all([person, laptop, telephone].map(statusAs))).toEqual([200, 401, 200])
    expect((await world.call(person, 'DELETE /api/users/me/sessions/:id', { params: { id } })).status).toBe(404)
  })
  it('finds nobody else’s, of whatever company or kind', async () => {
    const person = await staff()
    const others = [
      await staff(),
      await buildUser(world, await buildClient(world), 'Staff'),
      await buildPlatformPerson(world, 'admin'),
      await buildPlatformPerson(world, 'operator'),
    ]
    for (const other of others) {
      const id = await idOf(other)
      expect(id).toBeGreaterThan(0)
      expect((await world.call(person, 'DELETE /api/users/me/sessions/:id', { params: { id } })).status).toBe(404)
      expect(await statusAs(other)).toBe(200)
    }
  })
})
