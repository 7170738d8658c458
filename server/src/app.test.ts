import { connect } from 'node:net'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildUser, type BuiltPerson } from '../test/build.ts'
import { buildApp } from './app.ts'
import { guest, openWorld, type World } from '../test/world.ts'

const webDir = mkdtempSync(join(tmpdir(), 'toguchi-web-'))
mkdirSync(join(webDir, '.vite'))
writeFileSync(join(webDir, 'index.html'), '<html><head></head><body>page</body></html>')
writeFileSync(join(webDir, '.vite/preloads.json'), '[]')
const besideIt = `${webDir}.secret`
writeFileSync(besideIt, 'a secret beside the pages')
afterAll(() => {
  rmSync(webDir, { recursive: true, force: true })
  rmSync(besideIt, { force: true })
})

let world: World
let staff: BuiltPerson
beforeAll(async () => {
  world = await openWorld({ webDir })
  staff = await buildUser(world, await buildClient(world), 'Staff')
})

const textOf = async (path: string) => {
  const { status, raw } = await world.send(guest, 'GET', path)
  return [status, raw.toString().slice(0, 20)]
}

describe('an application that closes', () => {
  it('lets the queues end what they do before the file reader, which they need for it', async () => {
    const closed: string[] = []
    const noted = (name: string) => async () => void closed.push(name)
    const { platform } = world
    const app = await buildApp({
      ...platform,
      live: { ...platform.live, close: noted('live') },
      jobs: { ...platform.jobs, close: noted('jobs') },
      fileReader: { ...platform.fileReader, close: noted('file reader') },
    })
    await app.close()
    expect(closed).toEqual(['live', 'jobs', 'file reader'])
  })
})

/** The first line of the answer to whoever comes by a connection of their own; or why there is none. */
const knock = (port: number): Promise<string> =>
  new Promise(done => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'))
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('error', error => done(error.message))
    socket.on('close', () => done(text.split('\r\n')[0] ?? ''))
  })

describe('an application that drains', () => {
  it('answers as always and ends each connection, so that a proxy keeps none of them', async () => {
    const app = await buildApp({ ...world.platform, shutdown: { isDraining: true } })
    const { statusCode, headers } = await app.inject({ url: '/api/users/me', headers: staff.headers })
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
    await app.close()
    expect((await world.send(staff, 'GET', '/api/users/me')).headers.connection).not.toBe('close')
  })

  it('lets in and answers who came before the port was closed', { timeout: 60_000 }, async () => {
    let end: () => void = () => undefined
    const ending = new Promise<void>(done => (end = done))
    const { platform } = world
    // While streams end, people go on asking.
    const app = await buildApp({ ...platform, live: { ...platform.live, close: () => ending } })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const closed = app.close()
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${origin}/api/users/me`, { headers: staff.headers })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const knocking = Array.from({ length: 20 }, () => knock(Number(new URL(origin).port)))
    // By then the system has taken them into the port's queue, and the application none of them.
    await new Promise<void>(done => process.nextTick(done))
    end()
    expect(await Promise.all(knocking)).toEqual(Array.from({ length: 20 }, () => 'HTTP/1.1 200 OK'))
    await closed
  })
})

describe('addresses beside the API', () => {
  it('say whether the process lives and can serve, and are no pages', async () => {
    expect(await textOf('/healthz')).toEqual([200, 'ok'])
    const { status, body } = await world.send(guest, 'GET', '/readyz')
    expect([status, body]).toEqual([
      200,
      { status: 'ok', checks: { running: 'ok', database: 'ok', migrations: 'ok', queue: 'ok', storage: 'ok' } },
    ])
    expect((await textOf('/metrics'))[0]).toBe(404)
    expect((await textOf('/login'))[0]).toBe(200)
  })

  it('say 503 and what is missing, without saying why to whoever asks', async () => {
    const { platform } = world
    const app = await buildApp({
      ...platform,
      pool: { ...platform.pool, ask: async () => [] },
      jobs: { ...platform.jobs, check: () => Promise.reject(new Error('secret of the queue')) },
      storage: { ...platform.storage, stage: () => Promise.reject(new Error('secret of the disk')) },
      shutdown: { isDraining: true },
    })
    const { statusCode, body } = await app.inject('/readyz')
    expect(statusCode).toBe(503)
    expect(JSON.parse(body)).toEqual({
      status: 'unavailable',
      checks: { running: 'failed', database: 'ok', migrations: 'failed', queue: 'failed', storage: 'failed' },
    })
    await app.close()
  })

  it('keep a node among those that serve while its bucket is away, and not while its own folder is', async () => {
    const { platform } = world
    const storage = { ...platform.storage, check: () => Promise.reject(new Error('away')) }
    const statusesWith = async (kind: 'disk' | 's3', isDraining = false) => {
      const app = await buildApp({ ...platform, settings: { ...platform.settings, storage: kind }, storage, shutdown: { isDraining } })
      const answers = [await app.inject('/readyz'), await app.inject('/readyz/node')]
      await app.close()
      expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ checks: { storage: 'failed' } })
      return answers.map(({ statusCode }) => statusCode)
    }
    expect(await statusesWith('s3')).toEqual([503, 200])
    expect(await statusesWith('disk')).toEqual([503, 503])
    expect(await statusesWith('s3', true)).toEqual([503, 503])
  })

  it('say 503 when a newer program took away what this one uses, and 200 when it only added something', async () => {
    const { platform } = world
    const applied = platform.settings.migrations.map(name => ({ name, oldest_version: null }))
    const statusBeside = async (oldest_version: string | null) => {
      const ask = (async (text: string) =>
        text.includes('schema_migrations') ? [...applied, { name: '9999_rooms.sql', oldest_version }] : []) as typeof platform.pool.ask
      const app = await buildApp({ ...platform, pool: { ...platform.pool, ask } })
      const { statusCode } = await app.inject('/readyz')
      await app.close()
      return statusCode
    }
    expect(await statusBeside(null)).toBe(200)
    expect(await statusBeside(platform.settings.version)).toBe(200)
    expect(await statusBeside('999.0.0')).toBe(503)
  })

  it('say 404 with the page that says it to a browser, where a short link leads nowhere', async () => {
    for (const name of ['AAAA', 'A'.repeat(22)]) expect(await textOf(`/r/${name}`)).toEqual([404, '<html><head></head><'])
  })

  it.each(['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '....//', 'assets/../../', 'assets/..%2f..%2f', '%c0%ae%c0%ae/', '.vite/'])(
    'lead to nothing beside the pages: %s',
    async path => {
      for (const at of [`/${path}${basename(besideIt)}`, `/${path}preloads.json`, `/api/files/${path}${basename(besideIt)}`]) {
        const { status, raw } = await world.send(guest, 'GET', at)
        expect([at, status < 500, /secret beside|^\[\]/.test(raw.toString())]).toEqual([at, true, false])
      }
    },
  )
})

describe('answers of the API', () => {
  it('are kept by nobody on the way', async () => {
    for (const path of ['/api/buildings', '/api/users/me', '/api/configurations'])
      expect((await world.send(staff, 'GET', path)).headers['cache-control']).toBe('private, no-store')
  })
})
