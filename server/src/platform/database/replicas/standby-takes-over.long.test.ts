import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildClient, type BuiltClient, type BuiltPerson, buildUser } from '../../../../test/build.ts'
import { makeStandby, type Standby } from '../../../../test/standby.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { clusterOf } from '../../../embedded-postgres/cluster.ts'
import { type Postgres, startPostgres } from '../../../embedded-postgres/embedded-postgres.ts'
import { findRunning } from '../../../embedded-postgres/running-server.ts'
import { applicationUrlOf } from '../../../migrate/app-login.ts'
import { migrate } from '../../../migrate/migrate.ts'
import { takeBaseBackup } from '../../../start/backup/base-backup.ts'
import { unobserved } from '../../observing/observing.ts'
import { prepareQueues, startJobs } from '../../jobs/jobs.ts'

/* What docs/operation.md says of a primary that is lost: `pg_promote()` on the standby, the nodes' URLs changed, and a new backup. */
const folder = mkdtempSync(join(tmpdir(), 'toguchi-takeover-'))
let primary: Postgres
let standby: Standby
let client: BuiltClient
let writer: BuiltPerson

const worldOn = (url: string): Promise<World> =>
  openWorld({}, unobserved, { url, appUrl: applicationUrlOf(url), drop: async () => undefined })
const ask = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const connection = new pg.Client(url)
  await connection.connect()
  return connection
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => connection.end())
}
const until = async (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 120_000, interval: 100 })

beforeAll(async () => {
  primary = await startPostgres({ dataDir: join(folder, 'primary') })
  await migrate(primary.url)
  await prepareQueues(primary.url)
  standby = await makeStandby(primary.url, join(folder, 'standby'))
  // What is acknowledged is on the standby, too.
  await ask(primary.url, `alter system set synchronous_standby_names = 'standby'`)
  await ask(primary.url, 'select pg_reload_conf()')
  await until(async () => (await ask(primary.url, 'select sync_state from pg_stat_replication'))[0]?.['sync_state'] === 'sync')
}, 400_000)

afterAll(async () => {
  await standby?.kill()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

it(
  'a standby takes the place of a lost primary with every write that was acknowledged, sessions and jobs',
  { timeout: 600_000 },
  async () => {
    const before = await worldOn(primary.url)
    client = await buildClient(before)
    writer = await buildUser(before, client, 'Staff_Admin')
    const acknowledged: string[] = []
    let isLost = false
    const write = async (hand: number) => {
      for (let turn = 0; !isLost; turn += 1) {
        const name = `建物${hand}-${turn}`
        const { status } = await before.call(writer, 'POST /api/buildings', {
          body: { building: { name, zipcode: '1050011', address: '東京都港区芝公園4-2-8' } },
        })
        if (status === 201) acknowledged.push(name)
        else isLost = true
      }
    }
    const hands = [1, 2, 3, 4].map(write)
    await until(async () => acknowledged.length > 40)
    const running = findRunning(clusterOf(join(folder, 'primary')))
    if (!running) throw new Error('the primary does not run')
    process.kill(running.pid, 'SIGKILL')
    await Promise.all(hands)

    const promoted = standby.urlOf(primary.url)
    await ask(promoted, 'select pg_promote()')
    const after = await worldOn(promoted)
    const namesNow = async () => (await ask(promoted, 'select name from buildings')).map(({ name }) => String(name))
    const names = await namesNow()
    expect(acknowledged.filter(name => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    // Nobody signs in anew, and the keys of rows go on where they were.
    const { status } = await after.call(writer, 'POST /api/buildings', {
      body: { building: { name: '引き継いだ建物', zipcode: '1050011', address: '東京都港区芝公園4-2-8' } },
    })
    expect(status).toBe(201)
    expect(await namesNow()).toContain('引き継いだ建物')
    const jobs = await startJobs(applicationUrlOf(promoted), { onError: fault => expect.unreachable(fault.message) })
    await jobs.check()
    await jobs.close()
    // A backup of the new primary, at once.
    await takeBaseBackup(promoted, join(folder, 'base.tar'), join(folder, 'manifest'))
  },
)
