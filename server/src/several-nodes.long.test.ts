import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ResponseOf } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askProxyAgain } from '../test/ask-again.ts'
import { failedAttempts } from '../test/attempts.ts'
import { issueCodes } from '../test/issue-codes.ts'
import { buildResident, buildUser, type BuiltPerson } from '../test/build.ts'
import { openMailRelay } from '../test/mail-relay.ts'
import { type NodeProcess, startNode } from '../test/node-process.ts'
import { cheapDigestOf } from '../test/password-digest.ts'
import { planConstruction, type PlannedConstruction } from '../test/planned-construction.ts'
import { browserOf } from '../test/proxy-caller.ts'
import { type Proxy, startProxy } from '../test/reverse-proxy.ts'
import { keptPhotos, photoForm, pictureOf, sha256Of } from '../test/sent-photos.ts'
import { type Caller, openWorld } from '../test/world.ts'
import { prepareQueues } from './platform/jobs/jobs.ts'

/*
 * Two nodes behind nginx, one database, one folder of files: what is done at one holds at the other, work is done once, and one that is
 * killed takes nothing with it (docs/operation.md, "Several nodes").
 */
const relay = await openMailRelay()
const world = await openWorld({
  smtpUrl: relay.url,
  trustedProxies: '127.0.0.1',
  apiHostTemplate: 'https://{client}.example.jp',
})
let site: PlannedConstruction
let position: string
let [one, other]: NodeProcess[] = []
let proxy: Proxy

type Browser = ReturnType<typeof browserOf>

const password = 'asagao-2027-tsubaki'
let member: BuiltPerson

beforeAll(async () => {
  site = await planConstruction(world, { floors: 10, perFloor: 6, start: tokyoDay(20), end: tokyoDay(50) })
  await site.complete()
  await issueCodes(world, site)
  member = await buildUser(world, site.client, 'Staff', { passwordDigest: await cheapDigestOf(password) })
  const place = {
    client_id: site.client.id,
    construction_id: site.construction.id,
    area: 'private',
    free_input: '玄関',
    position: 1,
  } as const
  const { id } = await world.inClient(site.client.id, db =>
    db.insertInto('photography_place_entries').values(place).returning('id').executeTakeFirstOrThrow(),
  )
  position = `place-${id}`
  await prepareQueues(world.ownerUrl)
  ;[one, other] = await Promise.all([startNode(world), startNode(world)])
  proxy = await startProxy('nginx', one.origin, other.origin)
}, 400_000)
afterAll(async () => {
  await proxy?.close()
  await Promise.all([one?.kill(), other?.kill()])
  await relay.close()
})

const tokyoDay = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

interface Answered {
  status: number
  headers: Headers
  body: Record<string, never>
}
/** Asks one node, as nginx would: the host says whose it is. */
const ask = async (node: NodeProcess | undefined, as: Caller, method: string, path: string, body?: unknown): Promise<Answered> => {
  const answer = await fetch(`${node?.origin}${path}`, {
    method,
    headers: { ...as.headers, ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, body: isJson ? ((await answer.json()) as Record<string, never>) : {} }
}
const isFreeAfternoon = ({ available, current, start_at }: { available: boolean; current: boolean; start_at: string }) =>
  available && !current && start_at === '13:00'
const room = (at: number) => site.construction.rooms[at]?.id ?? 0
const pathOf = (at: number) => `/api/constructions/${site.construction.id}/rooms/${room(at)}`

describe('two nodes', { timeout: 400_000 }, () => {
  it('let somebody in at one and know them at the other, and both forget them at the sign-out', async () => {
    const signedIn = await ask(one, { headers: {} }, 'POST', '/api/auth/sign_in', { login_id: member.loginId, password })
    expect(signedIn.status).toBe(200)
    const session = {
      headers: Object.fromEntries(['access-token', 'client', 'uid', 'token-type'].map(name => [name, signedIn.headers.get(name) ?? ''])),
    }
    expect((await ask(other, session, 'GET', '/api/users/me')).status).toBe(200)
    expect((await ask(other, session, 'DELETE', '/api/auth/sign_out')).status).toBe(200)
    expect((await ask(one, session, 'GET', '/api/users/me')).status).toBe(401)
  })

  it('count wrong sign-ins together', async () => {
    await failedAttempts(world, { scope: 'sign_in:network', subject: '127.0.0.1' }, 98)
    const wrong = (node: NodeProcess | undefined) =>
      ask(node, { headers: {} }, 'POST', '/api/auth/sign_in', { login_id: randomUUID(), password: 'Wrong999' })
    expect((await wrong(one)).status).toBe(401)
    expect((await wrong(other)).status).toBe(401)
    expect([(await wrong(one)).status, (await wrong(other)).status]).toEqual([429, 429])
  })

  it('tell at one what was saved at the other', async () => {
    const answer = await fetch(`${one?.origin}/api/live`, { headers: site.staff.headers })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const until = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader.read()).value ?? ''
    }
    await until('\n\n')
    heard = ''
    expect((await ask(other, site.staff, 'PATCH', pathOf(0), { room: { room_remarks: '犬がいます' } })).status).toBe(200)
    await until(`{"construction_id":${site.construction.id}}`)
    await reader.cancel()
  })

  it('keep a frame at one that nobody gets at the other', async () => {
    const [first, second] = await Promise.all([1, 2].map(at => buildResident(world, site.client, room(at), { name: '鈴木' })))
    const { body } = await ask(one, first!, 'GET', '/api/residents/assignable_frames')
    const { dates } = body as unknown as ResponseOf<Api['GET /api/residents/assignable_frames']>
    // In the afternoon one team is there.
    const free = dates.flatMap(({ date, time_frames }) => time_frames.map(frame => ({ ...frame, date }))).find(isFreeAfternoon)
    const choice = { assign: { date: free?.date, construction_time_frame_id: free?.construction_time_frame_id } }
    expect((await ask(one, first!, 'POST', '/api/residents/assign/hold', choice)).status).toBe(201)
    expect((await ask(other, second!, 'POST', '/api/residents/assign/hold', choice)).status).toBe(409)
    expect((await ask(other, first!, 'DELETE', '/api/residents/assign/hold')).status).toBe(200)
    expect((await ask(one, second!, 'POST', '/api/residents/assign/hold', choice)).status).toBe(201)
  })

  it('do a job once and send each letter once', async () => {
    const foreman = await buildUser(world, site.client, 'Staff')
    await world.inClient(site.client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: foreman.id }).where('id', '=', site.construction.id).execute(),
    )
    const before = relay.delivered.length
    const saved = Array.from({ length: 20 }, (_, at) => 10 + at)
    await Promise.all(
      saved.map(at => ask(at % 2 ? one : other, site.staff, 'PATCH', pathOf(at), { room: { room_remarks: `ベル不可 ${at}` } })),
    )
    const printing = await ask(one, site.staff, 'POST', `/api/constructions/${site.construction.id}/distribution_sheets`, {
      kind: 'information',
    })
    expect(printing.status).toBe(202)
    const jobId = (printing.body as unknown as { job: { id: number } }).job.id
    const job = async () => ((await ask(other, site.staff, 'GET', `/api/jobs/${jobId}`)).body as unknown as { job: { state: string } }).job
    await expect.poll(async () => (await job()).state, { timeout: 150_000 }).toBe('done')
    await expect.poll(() => relay.delivered.length - before, { timeout: 150_000 }).toBeGreaterThanOrEqual(saved.length)
    const underWay = () =>
      world.inClient(site.client.id, db =>
        db.selectFrom('outbox_messages').where('state', 'in', ['waiting', 'sending']).select('id').execute(),
      )
    // Who took the last one writes that down a moment after it has arrived.
    await expect.poll(async () => (await underWay()).length, { timeout: 60_000 }).toBe(0)
    // Whatever would come twice has had its time: both look for due letters every second.
    await sleep(3_000)
    const { letters, printed } = await world.inClient(site.client.id, async db => ({
      letters: await db.selectFrom('outbox_messages').where('state', '=', 'sent').select('recipients').execute(),
      printed: await db.selectFrom('events').where('kind', '=', 'rooms.sheet_printed').select('room_id').execute(),
    }))
    expect(relay.delivered.toSorted()).toEqual(letters.flatMap(({ recipients }) => recipients).toSorted())
    expect(printed.map(event => event.room_id).toSorted((low, high) => Number(low) - Number(high))).toEqual(
      site.construction.rooms.map(({ id }) => id).toSorted((low, high) => low - high),
    )
  })
})

describe('one of two nodes is killed while both are used', { timeout: 1_500_000 }, () => {
  /** Of the first try; what a browser does then is to ask again, with the same key. */
  const failed: string[] = []
  const again = async (browser: Browser, what: string, send: (key: string) => Promise<number>): Promise<void> => {
    const key = randomUUID()
    for (let tries = 0; tries < 30; tries += 1) {
      const status = await send(key).catch(() => {
        browser.leave()
        return 0
      })
      if (status >= 200 && status < 300) return
      // Only that nobody answered is mended by asking again.
      if (status !== 0 && status !== 503) throw new Error(`${what}: ${status}`)
      failed.push(what)
      await sleep(200)
    }
    throw new Error(`${what} was never taken`)
  }

  /** Photos are sent to the rooms after these, ten to each. */
  const roomsChanged = 40
  const placesForPhotos = 200
  const texts = new Map<number, string>()
  const photos = new Map<string, string>()
  let reads = 0
  const change = async (browser: Browser, number: number) => {
    const at = number % roomsChanged
    const text = `お電話ください ${number}`
    const body = Buffer.from(JSON.stringify({ room: { room_remarks: text } }))
    await again(browser, 'PATCH', async key => {
      const headers = { ...site.staff.headers, 'content-type': 'application/json', 'idempotency-key': key }
      return (await browser.ask('PATCH', pathOf(at), headers, body)).status
    })
    texts.set(room(at), text)
  }
  const photograph = async (browser: Browser, at: number) => {
    const bytes = await pictureOf(at)
    await again(browser, 'photo', async uuid => {
      const { body, headers } = photoForm({ uuid, position, timing: 'before_construction' }, bytes)
      const path = `${pathOf(roomsChanged + Math.floor(at / 10))}/room_images`
      const { status } = await askProxyAgain(browser, 'POST', path, { ...site.staff.headers, ...headers }, body)
      if (status >= 200 && status < 300) photos.set(uuid, sha256Of(bytes))
      return status
    })
  }
  const read = async (browser: Browser) => {
    await again(browser, 'GET', async () => (await browser.ask('GET', pathOf(0), site.staff.headers)).status)
    reads += 1
  }

  it('loses nothing, does nothing twice, and what failed is mended by asking again', async () => {
    let isOver = false
    let [changed, taken] = [0, 0]
    // Each has a connection of its own: one that breaks takes no request of another with it.
    const stream = async (step: (browser: Browser) => Promise<unknown>, goesOn = () => !isOver) => {
      const browser = browserOf(proxy.port)
      while (goesOn()) await step(browser)
      browser.leave()
    }
    const photosGoOn = () => !isOver && taken < placesForPhotos
    const streams = [
      ...[0, 1].map(() => stream(browser => change(browser, changed++))),
      ...[0, 1].map(() => stream(browser => photograph(browser, taken++), photosGoOn)),
      // A browser does not ask without a pause.
      ...[0, 1, 2].map(() => stream(browser => Promise.all([read(browser), sleep(20)]))),
    ]
    // However long it takes: a stream that breaks says why.
    const until = async (hasCome: () => boolean) => {
      while (!hasCome()) await Promise.race([sleep(50), Promise.all(streams)])
    }
    await until(() => texts.size > 5 && photos.size > 5 && reads > 10)
    await one?.kill()
    const before = { changed, taken: photos.size, reads }
    await until(() => changed - before.changed > 10 && photos.size - before.taken > 10 && reads - before.reads > 10)
    isOver = true
    await Promise.all(streams)
    expect(texts.size).toBeGreaterThan(10)
    expect(photos.size).toBeGreaterThan(10)
    expect(reads).toBeGreaterThan(20)
    // Read requests go to the other node by themselves: nobody sees that one is gone.
    expect(failed.filter(what => what === 'GET')).toEqual([])
    // At most what each stream had in hand when it happened.
    expect(failed.length).toBeLessThanOrEqual(4)

    const rooms = await world.inClient(site.client.id, db =>
      db.selectFrom('rooms').where('room_remarks', 'like', 'お電話ください %').select(['id', 'room_remarks']).execute(),
    )
    expect(new Map(rooms.map(({ id, room_remarks }) => [id, room_remarks]))).toEqual(texts)
    expect(await keptPhotos(world, site.client.id)).toEqual({ count: photos.size, hashes: photos })
  })
})
