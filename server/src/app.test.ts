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
