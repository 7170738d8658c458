import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBuilding, type BuiltClient, buildClient, buildConstruction, type BuiltPerson, buildUser } from '../../../../test/build.ts'
import { freshDatabase } from '../../../../test/database.ts'
import { type Instance, startInstance } from '../../../../test/instance.ts'
import { openSlowNetwork } from '../../../../test/slow-network.ts'
import { makeStandby, type Standby } from '../../../../test/standby.ts'
import { type Caller, openWorld, type World } from '../../../../test/world.ts'
import { type Postgres, startPostgres } from '../../../embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../../../migrate/app-login.ts'
import { migrate } from '../../../migrate/migrate.ts'
import { examineReplicas } from '../../../start/doctor/examine-replicas.ts'
import { prepareQueues } from '../../jobs/jobs.ts'
import { openLog } from '../../observing/log.ts'
import { openMetrics } from '../../observing/open-metrics.ts'
import { unobserved } from '../../observing/observing.ts'
import { connect } from '../pool.ts'
import { logPosition, openLogHistory } from './log-history.ts'
import { openReplica, standingOfPrimary, type StandingOfPrimary } from './replica.ts'
import { openReplicas, type Replicas } from './replicas.ts'

const folder = mkdtempSync(join(tmpdir(), 'toguchi-replicas-'))
const metrics = openMetrics({ host: '127.0.0.1', port: 0 })
const lines: Record<string, unknown>[] = []
const log = openLog('info', { write: line => void lines.push(JSON.parse(line) as Record<string, unknown>) })
let primary: Postgres
let standby: Standby
let world: World
let numbersAt: number
let client: BuiltClient
let other: BuiltClient
let writer: BuiltPerson
let reader: BuiltPerson

beforeAll(async () => {
  primary = await startPostgres({ dataDir: join(folder, 'primary') })
  await migrate(primary.url)
  await prepareQueues(primary.url)
  standby = await makeStandby(primary.url, join(folder, 'standby'))
  const appUrl = applicationUrlOf(primary.url)
  world = await openWorld({}, { ...unobserved, meter: metrics.meter }, { url: primary.url, appUrl, drop: async () => undefined })
  // Far more than a test takes: what is stale is stale for as long as it lasts.
  world.platform.replicas = replicasOf([standby.urlOf(appUrl)], 120)
  const { platform } = world
  numbersAt = await metrics.listen({ platform, pools: {}, asked: platform.pool })
}, 400_000)

beforeEach(async () => {
  client = await buildClient(world)
  other = await buildClient(world)
  writer = await buildUser(world, client, 'Staff_Admin')
  reader = await buildUser(world, client, 'Staff')
  await wroteLongAgo()
  await resume()
  await isRead()
})

afterAll(async () => {
  await world?.platform.replicas.close()
  await metrics.close()
  await standby?.kill()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const replicasOf = (urls: readonly string[], maxLagSeconds: number): Replicas =>
  openReplicas(applicationUrlOf(primary.url), urls, { max: 10, maxLagSeconds, movedClock: undefined, log, patience })
/** A machine that does something else for seconds is no standby that hangs. Of one that hangs each read is known to after as long. */
const patience = {
  looks: { connection: 5_000, statement: 5_000, answer: 5_000 },
  reads: { connection: 5_000, statement: 5_000, answer: 5_000 },
}

const on = async (url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
  const server = new pg.Client(url)
  await server.connect()
  return server
    .query<Record<string, unknown>>(text, values)
    .then(({ rows }) => rows)
    .finally(() => server.end())
}
const onStandby = (text: string) => on(standby.urlOf(primary.url), text)
const pause = async () => {
  await onStandby('select pg_wal_replay_pause()')
  await until(async () => (await onStandby('select pg_get_wal_replay_pause_state() as state'))[0]?.['state'] === 'paused')
}
const resume = () => onStandby('select pg_wal_replay_resume()')
/** Sessions that were opened in this second have to see what opened them. */
const wroteLongAgo = () => on(primary.url, `update sessions set created_at = now() - interval '1 day', last_write_at = null`)

const until = async (holds: () => Promise<boolean>) => {
  for (let tries = 0; tries < 2_400; tries += 1) {
    if (await holds()) return
    await sleep(50)
  }
  throw new Error('it never came about')
}
/** All that the primary has is on the standby, and the application knows. */
const isRead = () => until(async () => (await placesOf(reader)).primary === 0)

const numbers = async (): Promise<Map<string, number>> => {
  const text = await (await fetch(`http://127.0.0.1:${numbersAt}/metrics`)).text()
  return new Map(text.split('\n').map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}
/** Where reads were answered while this was done. */
const during = async (work: () => Promise<unknown>) => {
  const before = await numbers()
  await work()
  const after = await numbers()
  const count = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
  return {
    replica: count('toguchi_lagging_reads_total{place="replica"}'),
    primary: count('toguchi_lagging_reads_total{place="primary"}'),
    refused: count('toguchi_replica_fallbacks_total{reason="refused"}'),
    behind: count('toguchi_replica_fallbacks_total{reason="behind"}'),
    none: count('toguchi_replica_fallbacks_total{reason="none"}'),
  }
}
const namesOf = async (as: Caller) => (await world.call(as, 'GET /api/buildings')).body.buildings.map(({ name }) => name)
const placesOf = (as: Caller) => during(() => namesOf(as))
const build = (as: Caller, name: string) =>
  world.call(as, 'POST /api/buildings', { body: { building: { name, zipcode: '1050011', address: '東京都港区芝公園4-2-8' } } })

describe('reads that may lag (decision 105)', { timeout: 400_000 }, () => {
  it('are answered by the standby, and no others', async () => {
    const reads = async () => Promise.all([namesOf(reader), namesOf(writer), namesOf(reader)])
    expect(await during(reads)).toMatchObject({ replica: 3, primary: 0 })
    expect(await during(async () => expect((await world.call(reader, 'GET /api/constructions')).status).toBe(200))).toMatchObject({
      replica: 1,
    })
    const building = await buildBuilding(world, client)
    expect(await during(() => world.call(reader, 'GET /api/buildings/:id', { params: { id: building.id } }))).toMatchObject({
      replica: 0,
      primary: 0,
    })
    const craftsman = await buildUser(world, client, 'Craftsman')
    await wroteLongAgo()
    expect(await during(() => world.call(craftsman, 'GET /api/constructions'))).toMatchObject({ replica: 0, primary: 0 })
    // Looks are no transactions of ours.
    const read = `select count(*)::int as n from pg_stat_activity where application_name = 'toguchi' and query = 'commit'`
    expect((await onStandby(read))[0]?.['n']).toBeGreaterThan(0)
  })

  it('show the writer what they wrote although replay stands still, others what was before, and both the same later', async () => {
    await pause()
    expect((await build(writer, '芝公園ハイツ')).status).toBe(201)
    const own = await during(async () => expect(await namesOf(writer)).toEqual(['芝公園ハイツ']))
    expect(own).toMatchObject({ primary: 1, behind: 1 })
    // Each mark is a write more: the next write finds it young enough.
    const marked = () => on(primary.url, 'select last_write_at from sessions where client_key = $1', [writer.headers['client']])
    const mark = await marked()
    expect(mark[0]?.['last_write_at']).toBeInstanceOf(Date)
    await build(writer, '芝公園ヒルズ')
    expect(await marked()).toEqual(mark)
    const others = await during(async () => expect(await namesOf(reader)).toEqual([]))
    expect(others).toMatchObject({ replica: 1, primary: 0 })
    // A session that was opened by now sees what was there when it was.
    const newcomer = await buildUser(world, client, 'Staff')
    expect((await namesOf(newcomer)).toSorted()).toEqual(['芝公園ハイツ', '芝公園ヒルズ'])
    await resume()
    await until(async () => (await namesOf(reader)).length === 2)
    expect(await placesOf(writer)).toMatchObject({ replica: 1, primary: 0 })
  })

  it('show a person what a job wrote for them, once they were told of it', async () => {
    await pause()
    await buildBuilding(world, client, { name: '仕事の建物' })
    expect(await namesOf(reader)).toEqual([])
    await world.send(reader, 'GET', '/api/jobs/1')
    expect(await namesOf(reader)).toEqual(['仕事の建物'])
  })

  it('are never refused by a replica: what it does not know of is asked of the primary', async () => {
    await pause()
    const { id: construction_id } = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const read = () => world.call(reader, 'GET /api/constructions/:construction_id/history', { params: { construction_id } })
    expect(await during(async () => expect((await read()).status).toBe(200))).toMatchObject({ primary: 1, refused: 1 })
  })

  it('end with the session, which the primary alone is asked for', async () => {
    await pause()
    await on(primary.url, 'delete from sessions where client_key = $1', [reader.headers['client']])
    expect((await world.send(reader, 'GET', '/api/buildings')).status).toBe(401)
  })

  it('are behind row-level security there, too, and nothing is written', async () => {
    await buildBuilding(world, client, { name: '自社の建物' })
    await buildBuilding(world, other, { name: '他社の建物' })
    const stranger = await buildUser(world, other, 'Staff')
    await wroteLongAgo()
    await until(async () => (await namesOf(reader)).length === 1 && (await namesOf(stranger)).length === 1)
    const read = await during(async () =>
      expect([await namesOf(reader), await namesOf(stranger)]).toEqual([['自社の建物'], ['他社の建物']]),
    )
    expect(read).toMatchObject({ replica: 2, primary: 0 })
    const direct = connect(standby.urlOf(applicationUrlOf(primary.url)))
    const all = await direct.read(client.id, db => db.selectFrom('buildings').select('name').execute())
    const none = await direct.read(null, db => db.selectFrom('buildings').select('name').execute())
    expect([all, none]).toEqual([[{ name: '自社の建物' }], []])
    const attempt = { scope: 'replica', subject: 'x', count: 1, window_ends_at: new Date() }
    await expect(direct.write(null, db => db.insertInto('attempt_counters').values(attempt).execute())).rejects.toThrow(
      /read-only|recovery/,
    )
    await direct.close()
  })

  it('fail nobody when the standby is killed in the middle of them, and go there again when it is back', async () => {
    await buildBuilding(world, client, { name: '止まらない建物' })
    await until(async () => (await namesOf(reader)).length === 1)
    // The lock reaches the standby, so that reads are under way there when it goes.
    const locker = new pg.Client(primary.url)
    await locker.connect()
    await locker.query('begin; lock table buildings in access exclusive mode')
    // With the next commit the standby hears of it.
    await wroteLongAgo()
    const locked = `select count(*)::int as n from pg_locks where relation = 'buildings'::regclass and mode = 'AccessExclusiveLock' and granted`
    await until(async () => (await onStandby(locked))[0]?.['n'] === 1)
    const waiting = `select count(*)::int as n from pg_stat_activity where application_name = 'toguchi' and wait_event_type = 'Lock'`
    const reads = Array.from({ length: 5 }, () => namesOf(reader))
    await until(async () => (await onStandby(waiting))[0]?.['n'] === 5)
    await standby.kill()
    await locker.query('rollback')
    await locker.end()
    expect(await Promise.all(reads)).toEqual(reads.map(() => ['止まらない建物']))
    expect(await placesOf(reader)).toMatchObject({ replica: 0, primary: 1, none: 1 })
    expect((await world.send(reader, 'GET', '/readyz')).body).toMatchObject({ checks: { database: 'ok' } })
    await standby.start()
    await isRead()
    expect(await placesOf(reader)).toMatchObject({ replica: 1, primary: 0 })
  })
})

describe('a replica', { timeout: 400_000 }, () => {
  let near: Instance
  const readNear = async () => {
    const answer = await fetch(`${near.origin}/api/buildings`, { headers: reader.headers })
    return ((await answer.json()) as { buildings: { name: string }[] }).buildings.map(({ name }) => name)
  }

  it('that is further behind than it may be is left alone, and taken back when it has caught up', async () => {
    near = await startInstance(world)
    near.platform.replicas = replicasOf([standby.urlOf(applicationUrlOf(primary.url))], 3)
    await until(async () => (await during(readNear)).replica === 1)
    await pause()
    await buildBuilding(world, client, { name: '遅れた建物' })
    await until(async () => (await during(readNear)).none === 1)
    expect(await readNear()).toEqual(['遅れた建物'])
    // Where more is allowed, it is read still.
    expect(await namesOf(reader)).toEqual([])
    await resume()
    await until(async () => (await during(readNear)).replica === 1)
    expect(await readNear()).toEqual(['遅れた建物'])
    await near.platform.replicas.close()
    const told = lines.filter(({ msg }) => /a replica is (read|left alone)/.test(String(msg))).map(({ msg }) => msg)
    expect(told.slice(-3)).toEqual(['a replica is read', 'a replica is left alone', 'a replica is read'])
  })

  it('that nobody writes to stays as near as it is, and its lag can be watched', async () => {
    near = await startInstance(world)
    near.platform.replicas = replicasOf([standby.urlOf(applicationUrlOf(primary.url))], 3)
    await sleep(5_000)
    await until(async () => (await during(readNear)).replica === 1)
    await near.platform.replicas.close()
    const name = `toguchi_replica_lag_seconds{replica="127.0.0.1:${standby.port}"}`
    await pause()
    await buildBuilding(world, client)
    const before = (await numbers()).get(name) ?? Infinity
    await until(async () => ((await numbers()).get(name) ?? 0) > before + 2)
  })

  it('is examined by bin/admin doctor', async () => {
    const appUrl = applicationUrlOf(primary.url)
    const examine = (over: { urls?: string[]; seconds?: number } = {}) =>
      examineReplicas(appUrl, { databaseReplicaUrls: over.urls ?? [standby.urlOf(appUrl)], replicaLagSeconds: over.seconds ?? 120 })
    const name = `レプリカ 127.0.0.1:${standby.port}`
    expect(await examine()).toEqual([
      { is: 'good', says: expect.stringContaining(`${name}はプライマリーの写し`) },
      { is: 'good', says: `${name}に遅れはありません（0秒、0バイト）。` },
    ])
    await pause()
    await buildBuilding(world, client)
    const [, late] = await examine({ seconds: 1 })
    expect(late).toMatchObject({ is: 'wrong', says: expect.stringMatching(/が\d+秒、[\d,]+バイト遅れていて/) })
    const [strong] = await examine({ urls: [standby.urlOf(primary.url)] })
    expect(strong).toMatchObject({ is: 'wrong', says: expect.stringContaining('行レベルセキュリティを回避できる権限') })
  })

  it('that hangs keeps nobody, and is read again when it goes on', async () => {
    const network = await openSlowNetwork(standby.urlOf(applicationUrlOf(primary.url)))
    near = await startInstance(world)
    near.platform.replicas = replicasOf([network.url], 120)
    await buildBuilding(world, client, { name: '待たない建物' })
    await until(async () => (await during(readNear)).replica === 1 && (await readNear()).length === 1)
    network.hang()
    const reads = await during(async () =>
      expect(await Promise.all(Array.from({ length: 5 }, readNear))).toEqual(Array.from({ length: 5 }, () => ['待たない建物'])),
    )
    expect(reads).toMatchObject({ replica: 0, primary: 5 })
    network.goOn()
    await until(async () => (await during(readNear)).replica === 1)
    await near.platform.replicas.close()
    await network.close()
  })

  it('that is the primary itself, another database or nobody is never read', async () => {
    const foreign = await freshDatabase()
    const urls = [applicationUrlOf(primary.url), foreign.appUrl, 'postgres://toguchi_login:x@127.0.0.1:9/toguchi']
    for (const url of urls) {
      const heard = lines.length
      const replicas = replicasOf([url], 120)
      await until(async () => lines.length > heard)
      expect(lines[heard]).toMatchObject({ msg: 'a replica is left alone', fault: expect.any(String) })
      expect(await replicas.read(null, null, async () => 'read')).toEqual({ instead: 'none' })
      await replicas.close()
    }
    await foreign.drop()
  })

  it('that has more than the primary has is left alone: the primary was put back by a copy of its disk', async () => {
    const standingNow = async () => ((await on(primary.url, standingOfPrimary)) as unknown as [StandingOfPrimary])[0]
    const history = openLogHistory()
    history.note(0, logPosition((await standingNow()).position))
    const replica = openReplica(standby.urlOf(applicationUrlOf(primary.url)), history, { max: 1, movedClock: undefined })
    // Asked anew each time: the primary writes by itself, and the standby follows it beyond what was asked before.
    const isReadAgain = async () => {
      await replica.look(await standingNow())
      return replica.fault === null
    }
    try {
      await until(isReadAgain)
      await replica.look({ ...(await standingNow()), position: '0/1' })
      expect(replica.fault).toBe('it is ahead of the primary')
      await until(isReadAgain)
    } finally {
      await replica.close()
    }
  })

  it('of a database that was restored, or whose place another server took, is never read: it is the copy of another past', async () => {
    const restored = await makeStandby(primary.url, join(folder, 'restored'))
    try {
      await on(restored.urlOf(primary.url), 'select pg_promote()')
      const restoredUrl = restored.urlOf(applicationUrlOf(primary.url))
      // The restored one is about where the standby is, and then beyond it.
      for (const rows of [0, 10_000]) {
        await on(restored.urlOf(primary.url), `create table if not exists filler (words text)`)
        await on(restored.urlOf(primary.url), `insert into filler select repeat('x', 1000) from generate_series(1, ${rows})`)
        const heard = lines.length
        const replicas = openReplicas(restoredUrl, [standby.urlOf(applicationUrlOf(primary.url))], {
          max: 10,
          maxLagSeconds: 120,
          movedClock: undefined,
          log,
        })
        await until(async () => lines.length > heard)
        expect(lines[heard]).toMatchObject({ msg: 'a replica is left alone', fault: 'it is of another timeline' })
        expect(await replicas.read(null, null, async () => 'read')).toEqual({ instead: 'none' })
        await replicas.close()
      }
      const [finding] = await examineReplicas(restoredUrl, {
        databaseReplicaUrls: [standby.urlOf(applicationUrlOf(primary.url))],
        replicaLagSeconds: 120,
      })
      expect(finding).toMatchObject({ is: 'wrong', says: expect.stringContaining('タイムラインがプライマリーと異なります') })
    } finally {
      await restored.kill()
    }
  })
})
