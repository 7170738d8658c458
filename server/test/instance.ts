import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type LivePace, openLive } from '../src/platform/live/live.ts'
import type { Platform } from '../src/platform/platform.ts'
import { connect, patienceOfWork, type Pool } from '../src/platform/database/pool.ts'
import { openPatientReader } from './patience.ts'
import type { Caller, World } from './world.ts'

/** One more application on a world's database, with a pool, ears and a port of its own: what another process would be. */
export interface Instance {
  platform: Platform
  /** `http://127.0.0.1:…` */
  origin: string
  close(): Promise<void>
}

export const startInstance = async (world: World, pace: Partial<LivePace> = {}, pool?: Pool): Promise<Instance> => {
  const { databaseUrl } = world.platform.settings
  const platform: Platform = {
    ...world.platform,
    pool: pool ?? connect(databaseUrl, { movedClock: world.platform.now, patience: patienceOfWork }),
    live: openLive(databaseUrl, pace),
    fileReader: openPatientReader(world.platform.settings.storageDir),
  }
  const app = await buildApp(platform)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  let closed: Promise<void> | undefined
  const close = () =>
    (closed ??= (async () => {
      await app.close()
      await platform.pool.close()
    })())
  afterAll(close)
  return { platform, origin: `http://127.0.0.1:${address.port}`, close }
}

export interface ReadEvent {
  id: string | null
  name: string
  data: unknown
}

/** A reader of a stream of server-sent events. Events wait until they are asked for. */
export interface Reader {
  status: number
  headers: IncomingHttpHeaders
  /** The next event of this name; those before it are passed over. Rejects when the stream ends without one. */
  next(name: string): Promise<ReadEvent>
  /** Every event that has come and was not asked for. */
  waiting: readonly ReadEvent[]
  /** Whatever came, signs of life included. */
  text(): string
  ended: Promise<void>
  leave(): void
}

const eventOf = (text: string): ReadEvent | null => {
  const fields = new Map(text.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const data = fields.get('data')
  return data === undefined ? null : { id: fields.get('id') ?? null, name: fields.get('event') ?? '', data: JSON.parse(data) as unknown }
}

/** On a connection of its own: those that `fetch` keeps for later would hold the server that closes. */
const open = (url: string, headers: Record<string, string>) =>
  new Promise<{ response: IncomingMessage; leave: () => void }>((done, fail) => {
    const request = get(url, { agent: false, headers }, response => done({ response, leave: () => request.destroy() }))
    request.on('error', fail)
  })

export const readStream = async (as: Caller, url: string, headers: Record<string, string> = {}): Promise<Reader> => {
  const { response, leave } = await open(url, { ...as.headers, ...headers })
  const waiting: ReadEvent[] = []
  let whole = ''
  let unread = ''
  let over = false
  let wake = Promise.withResolvers<void>()
  response.setEncoding('utf8').on('data', (part: string) => {
    whole += part
    unread += part
    for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
      const event = eventOf(unread.slice(0, end))
      if (event) waiting.push(event)
      unread = unread.slice(end + 2)
    }
    wake.resolve()
  })
  response.on('error', () => undefined)
  const ended = new Promise<void>(done => response.once('close', done)).then(() => {
    over = true
    wake.resolve()
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    waiting,
    text: () => whole,
    ended,
    leave,
    async next(name) {
      for (;;) {
        wake = Promise.withResolvers()
        for (let event = waiting.shift(); event; event = waiting.shift()) if (event.name === name) return event
        if (over) throw new Error(`the stream ended without ${name}`)
        await wake.promise
      }
    },
  }
}
