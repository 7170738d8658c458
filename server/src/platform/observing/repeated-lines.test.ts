import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildClient, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { freePort } from '../../../test/free-port.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { startServer } from '../../server.ts'
import { prepareQueues, queues, type Work } from '../jobs/jobs.ts'
import { type Log, openLog } from './log.ts'
import { observeJobs } from './observe-jobs.ts'
import { unobserved } from './observing.ts'

let world: World
let staff: BuiltPerson
beforeAll(async () => {
  world = await openWorld()
  staff = await buildUser(world, await buildClient(world), 'Staff')
})

describe('a connection that is broken off', () => {
  const said: string[] = []
  let own: Log
  beforeEach(() => {
    own = openLog('debug', { write: line => void said.push(line) })
  })
  afterEach(() => void vi.useRealTimers())
  const linesOf = () => said.splice(0).map(line => JSON.parse(line) as Record<string, unknown>)
  const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

  it('is told in a line without the way through the program, and once by all who notice it', async () => {
    const client = new pg.Client(world.ownerUrl)
    await client.connect()
    const gone = new Promise<Error>(done => client.once('error', done))
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => null)
    const error = await gone
    for (let connection = 0; connection < 3; connection += 1) own.error(error, 'the outbox was not looked at')
    const refused = await new pg.Client({ host: '127.0.0.1', port: 1 }).connect().catch((reason: unknown) => reason)
    own.warn(refused, 'not ready: database')
    own.warn(refused, 'not ready: migrations')
    expect(linesOf()).toMatchObject([
      { msg: 'the outbox was not looked at' },
      { msg: 'not ready: database' },
      { msg: 'not ready: migrations' },
    ])
    for (const [code, message] of [
      ['57P01', 'the database ended the connection'],
      ['57P02', 'the database ended the connection after a crash'],
      ['57P03', 'the database takes no connections now'],
    ]) {
      own.error(Object.assign(new Error('FATAL'), { severity: 'FATAL', routine: 'ProcessInterrupts', code }))
      expect(linesOf()).toMatchObject([{ err: { code, message } }])
    }
    expect(linesOf()).toEqual([])
  })

  it('keeps every line of what is our own fault, with its way through the program', () => {
    for (let times = 0; times < 2; times += 1) own.error(new Error('ours'), 'unexpected')
    const [first, second] = linesOf()
    expect(first).toMatchObject({ msg: 'unexpected', err: { stack: expect.stringContaining('repeated-lines.test.ts') as string } })
    expect(second).toMatchObject({ msg: 'unexpected' })
  })

  it('is told with its way through the program, each time, where the mistake is ours', async () => {
    const client = new pg.Client(world.ownerUrl)
    await client.connect()
    const error = await client.query('select $1::int', [1, 2]).catch((reason: unknown) => reason)
    await client.end()
    for (let times = 0; times < 2; times += 1) own.error(error, 'unexpected')
    expect(linesOf()).toMatchObject([
      { err: { code: '08P01', stack: expect.any(String) as string } },
      { err: { code: '08P01', stack: expect.any(String) as string } },
    ])
  })

  it('is left out only where all that the line says was said', () => {
    for (const replica of ['one', 'two', 'one']) own.warn({ err: reset(), replica }, 'a read failed')
    for (const at of [{ port: 1 }, { port: 2 }, { port: 1 }]) own.warn({ err: reset(), at }, 'a read failed')
    for (const place of ['a', 'b', 'a']) own.warn(reset(), 'a read of %s failed', place)
    for (const level of ['warn', 'error', 'warn'] as const) own[level](reset(), 'elsewhere')
    for (const part of ['one', 'two', 'one']) own.child({ part }).warn(reset(), 'of a part')
    expect(linesOf().map(({ replica, at, part, level, msg }) => [replica ?? at ?? part ?? level, msg])).toEqual([
      ['one', 'a read failed'],
      ['two', 'a read failed'],
      [{ port: 1 }, 'a read failed'],
      [{ port: 2 }, 'a read failed'],
      ['warn', 'a read of a failed'],
      ['warn', 'a read of b failed'],
      ['warn', 'elsewhere'],
      ['error', 'elsewhere'],
      ['one', 'of a part'],
      ['two', 'of a part'],
    ])
  })

  it('leaves out nothing but what was told as broken off, and takes whatever stands in its place', () => {
    for (const err of ['words', undefined, null, 0, {}, { message: 'of somebody else' }])
      for (let times = 0; times < 2; times += 1) own.warn({ err }, `with ${typeof err}`)
    expect(linesOf()).toHaveLength(12)
    const round: Record<string, unknown> = { err: reset(), many: 1n }
    round['self'] = round
    own.warn(round, 'goes round')
    own.warn(round, 'goes round')
    expect(linesOf()).toHaveLength(1)
  })

  it('is said once by all requests that meet it, each of which keeps its own line', async () => {
    const { platform } = world
    const app = await buildApp({ ...platform, log: own, pool: { ...platform.pool, ask: () => Promise.reject(reset()) } })
    const ids: unknown[] = []
    for (let times = 0; times < 3; times += 1) {
      const { statusCode, headers } = await app.inject({ url: '/api/buildings', headers: staff.headers })
      expect(statusCode).toBe(503)
      ids.push(headers['x-request-id'])
    }
    await app.close()
    const all = linesOf()
    expect(all.filter(({ msg }) => msg === 'the database cannot answer')).toMatchObject([{ request_id: ids[0] }])
    expect(all.filter(({ msg }) => msg === 'request').map(({ request_id: id, status }) => [id, status])).toEqual(ids.map(id => [id, 503]))
  })

  it('keeps the line of every job', async () => {
    const handlers = Object.fromEntries(queues.map(queue => [queue, () => Promise.reject(reset())])) as unknown as Work
    const observed = observeJobs({ ...unobserved, log: own }, handlers)
    vi.useFakeTimers({ toFake: ['performance'] })
    for (const queue of ['bytes', 'outbox', 'bytes'] as const) await observed[queue]({}).catch(() => undefined)
    expect(linesOf().map(({ queue, outcome }) => [queue, outcome])).toEqual([
      ['bytes', 'failed'],
      ['outbox', 'failed'],
      ['bytes', 'failed'],
    ])
  })

  it('says a minute later how often it was left out', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const say = (times: number) => {
      for (let time = 0; time < times; time += 1) own.warn(reset(), 'away')
      return linesOf().map(({ left_out: leftOut }) => leftOut)
    }
    expect(say(4)).toEqual([undefined])
    vi.advanceTimersByTime(59_999)
    expect(say(1)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(say(3)).toEqual([4])
    vi.advanceTimersByTime(3_600_000)
    expect(say(1)).toEqual([2])
    vi.advanceTimersByTime(60_000)
    expect(say(1)).toEqual([undefined])
  })

  it('is remembered of a thousand lines and no more, and nothing is lost of the others', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const say = (replica: number) => {
      own.warn({ err: reset(), replica }, 'away')
      return linesOf().length
    }
    for (let replica = 0; replica < 1_000; replica += 1) expect(say(replica)).toBe(1)
    expect([say(0), say(999), say(1_000), say(1_000)]).toEqual([0, 0, 1, 1])
    vi.advanceTimersByTime(60_000)
    expect([say(1_000), say(1_000)]).toEqual([1, 0])
  })
})

describe('what a server runs beside its requests', () => {
  it('says of each broken connection what it was for', { timeout: 60_000 }, async () => {
    await prepareQueues(world.ownerUrl)
    const server = await startServer({ ...world.platform.settings, port: await freePort() })
    const error = vi.spyOn(server.platform.log, 'error')
    const owner = new pg.Client(world.ownerUrl)
    try {
      await owner.connect()
      const ended = new Set<string>()
      // Nobody listens for news before somebody wants them.
      server.platform.live.subscribe(1, null, () => undefined)
      await vi.waitUntil(async () => {
        const { rows } = await owner.query<{ name: string }>(
          `select application_name as name, pg_terminate_backend(pid) from pg_stat_activity
            where application_name in ('toguchi-jobs', 'toguchi-live') and datname = current_database()`,
        )
        for (const { name } of rows) ended.add(name)
        return ended.size === 2
      }, 20_000)
      const sentences = () => error.mock.calls.map(([, sentence]) => sentence)
      await vi.waitUntil(() => new Set(sentences()).size > 1, 20_000)
      expect(new Set(sentences())).toEqual(new Set(['the queues were not looked after', 'live news were not heard']))
    } finally {
      await owner.end()
      await server.close()
    }
  })
})
