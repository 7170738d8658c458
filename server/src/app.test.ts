import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildUser, type BuiltPerson } from '../test/build.ts'
import { guest, openWorld, type World } from '../test/world.ts'

const webDir = mkdtempSync(join(tmpdir(), 'toguchi-web-'))
mkdirSync(join(webDir, '.vite'))
writeFileSync(join(webDir, 'index.html'), '<html><head></head><body>page</body></html>')
writeFileSync(join(webDir, '.vite/preloads.json'), '[]')
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

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

describe('addresses beside the API', () => {
  it('say whether the process lives and can serve, and are no pages', async () => {
    expect(await textOf('/healthz')).toEqual([200, 'ok'])
    expect(await textOf('/ready')).toEqual([200, 'ok'])
    expect((await textOf('/metrics'))[0]).toBe(404)
    expect((await textOf('/login'))[0]).toBe(200)
  })
})

describe('answers of the API', () => {
  it('are kept by nobody on the way', async () => {
    for (const path of ['/api/buildings', '/api/users/me', '/api/configurations'])
      expect((await world.send(staff, 'GET', path)).headers['cache-control']).toBe('private, no-store')
  })
})
