import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedAttempts } from '../../test/attempts.ts'
import { buildClient, buildConstruction, buildUser, type BuiltConstruction, type BuiltPerson } from '../../test/build.ts'
import { startInstance, type Instance } from '../../test/instance.ts'
import { callerOf, type ProxyCaller } from '../../test/proxy-caller.ts'
import { proxies, startProxy, type Proxy } from '../../test/reverse-proxy.ts'
import { photoForm } from '../../test/sent-photos.ts'
import { openWorld } from '../../test/world.ts'

/** The application as docs/operation.md has it behind a proxy on the same machine. */
const world = await openWorld({ trustedProxies: '127.0.0.1', apiHostTemplate: 'https://{client}.example.jp' })
const megabyte = 1024 * 1024

let staff: BuiltPerson
let construction: BuiltConstruction
let position: string

beforeAll(async () => {
  const client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
  const place = { client_id: client.id, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 } as const
  const { id } = await world.inClient(client.id, db =>
    db.insertInto('photography_place_entries').values(place).returning('id').executeTakeFirstOrThrow(),
  )
  position = `place-${id}`
})

describe.each(proxies)('deploy/ with %s', kind => {
  let instance: Instance
  let proxy: Proxy
  let caller: ProxyCaller
  beforeAll(async () => {
    instance = await startInstance(world)
    proxy = await startProxy(kind, instance.origin)
    caller = await callerOf(proxy.port)
  })
  afterAll(async () => {
    caller.leave()
    await proxy.close()
  })

  const room = () => `/api/constructions/${construction.id}/rooms/${construction.rooms[0]?.id}`

  it('passes a stream on piece by piece', async () => {
    const stream = caller.listen('/api/live', staff.headers)
    await stream.until('event: changed')
    const schedule = caller.listen(`/api/constructions/${construction.id}/detail_schedule/live`, staff.headers)
    await schedule.until('\n\n')
    const change = JSON.stringify({ room: { room_remarks: randomUUID() } })
    const { status } = await caller.ask(
      'PATCH',
      room(),
      { ...staff.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      Buffer.from(change),
    )
    expect(status).toBe(200)
    // The stream is still open: it would end only after minutes, and what is held back until then never comes.
    expect(await stream.until(`{"construction_id":${construction.id}}`)).toContain('retry: ')
  })

  const send = (bytes: Buffer) => {
    const { body, headers } = photoForm({ uuid: randomUUID(), position, timing: 'before_construction' }, bytes)
    return caller.ask('POST', `${room()}/room_images`, { ...staff.headers, ...headers }, body)
  }

  it('lets a photo of 20 MB through, and says in our words that one is larger', async () => {
    expect((await send(await photoOf(20 * megabyte))).status).toBe(201)
    for (const size of [21 * megabyte, 25 * megabyte]) {
      const answer = await send(await photoOf(size))
      expect([size, answer.status, JSON.parse(answer.text)]).toEqual([
        size,
        413,
        { errors: { full_messages: ['ファイルサイズは20MB以下にしてください。'] }, code: 'file_too_large' },
      ])
    }
  })

  const signIn = (as: ProxyCaller) =>
    as.ask(
      'POST',
      '/api/auth/sign_in',
      // What a caller says of its own address counts nothing.
      { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' },
      Buffer.from(JSON.stringify({ login_id: randomUUID(), password: 'Wrong999' })),
    )

  it("says the caller's address: the 101st wrong sign-in is refused, another network's first is not", async () => {
    const from = kind === 'nginx' ? '127.0.0.2' : '127.0.0.3'
    await failedAttempts(world, { scope: 'sign_in:network', subject: from }, 99)
    const guessing = await callerOf(proxy.port, from)
    const elsewhere = await callerOf(proxy.port, '127.0.0.4')
    expect((await signIn(guessing)).status).toBe(401)
    expect((await signIn(guessing)).status).toBe(429)
    expect((await signIn(elsewhere)).status).toBe(401)
    guessing.leave()
    elsewhere.leave()
  })

  it('sends what is read to another node when one is gone', async () => {
    const [one, other] = [await startInstance(world), await startInstance(world)]
    const both = await startProxy(kind, one.origin, other.origin)
    const reader = await callerOf(both.port)
    expect((await reader.ask('GET', '/api/configurations')).status).toBe(200)
    await one.close()
    const answers: number[] = []
    for (let tries = 0; tries < 20; tries += 1) answers.push((await reader.ask('GET', '/api/configurations')).status)
    expect(answers).toEqual(answers.map(() => 200))
    reader.leave()
    await other.close()
    await both.close()
  })

  it('writes no path of a letter into its logs, and that nobody answers in our words', async () => {
    const letter = '/password_reminder/edit?reset_password_token=kX7secretQ9'
    expect((await caller.ask('GET', letter)).status).toBeLessThan(500)
    await instance.close()
    expect((await caller.ask('GET', letter)).status).toBe(503)
    // Buffered by neither.
    if (kind === 'nginx') expect(proxy.said()).toMatch(/ GET \S+ 503 /)
    expect(proxy.said()).not.toMatch(/kX7secretQ9|password_reminder/)
    const answer = await caller.ask('GET', '/api/configurations')
    expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text)]).toEqual([
      503,
      '5',
      { errors: { full_messages: ['ただいま接続できません。しばらく経ってから再度お試しください。'] }, code: 'unavailable' },
    ])
  })
})

/** A whole JPEG of so many bytes: its comments are long, its picture is not. */
const photoOf = async (size: number): Promise<Buffer> => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const comments: Buffer[] = []
  for (let left = size - picture.length; left > 0;) {
    const length = Math.min(left, 65_000)
    comments.push(Buffer.from([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 255]), Buffer.alloc(length - 4, 32))
    left -= length
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)])
}
