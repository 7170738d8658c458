import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { startInstance } from '../../../test/instance.ts'
import { multipart } from '../../../test/multipart.ts'
import { onePagePdf } from '../../../test/one-page-pdf.ts'
import { guest, openWorld, type World } from '../../../test/world.ts'
import { openReplicas } from '../database/replicas/replicas.ts'
import { prepareQueues } from '../jobs/jobs.ts'
import { unobserved } from './observing.ts'
import { openMetrics } from './open-metrics.ts'

const metrics = openMetrics({ host: '127.0.0.1', port: 0 })
let world: World
let client: BuiltClient
let staff: BuiltPerson
let port: number
beforeAll(async () => {
  world = await openWorld({}, { ...unobserved, meter: metrics.meter })
  client = await buildClient(world, { name: '多摩川設備' })
  staff = await buildUser(world, client, 'Staff_Admin')
  const { platform } = world
  // Nobody is there.
  platform.replicas = openReplicas(platform.settings.databaseUrl, ['postgres://toguchi_login:x@127.0.0.1:9/toguchi'], {
    maxLagSeconds: 10,
    log: unobserved.log,
  })
  port = await metrics.listen({ platform, pools: { requests: platform.pool }, asked: platform.pool })
})
afterAll(async () => {
  await world.platform.replicas.close()
  await metrics.close()
})

const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** The value of one line; undefined when there is none. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
const file = (name: string) => readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8')

describe('the numbers of a process (issue 17)', () => {
  it('say what could not be looked up, and all the rest', async () => {
    const text = await read()
    expect(valueOf(text, 'toguchi_look_failed{of="queues"}')).toBe(1)
    expect(valueOf(text, 'toguchi_look_failed{of="storage"}')).toBe(0)
    expect(valueOf(text, 'toguchi_storage_free_bytes')).toBeGreaterThan(0)
  })

  it('say nothing of what a bucket can still take: it does not tell', async () => {
    const { platform } = world
    const others = openMetrics({ host: '127.0.0.1', port: 0 })
    const bucket = { ...platform, storage: { ...platform.storage, freeBytes: async () => null } }
    const at = await others.listen({ platform: bucket, pools: { requests: platform.pool }, asked: platform.pool })
    const text = await (await fetch(`http://127.0.0.1:${at}/metrics`)).text()
    await others.close()
    expect([valueOf(text, 'toguchi_look_failed{of="storage"}'), valueOf(text, 'toguchi_storage_free_bytes')]).toEqual([0, undefined])
  })

  it('count requests by the pattern of their route, trips and uploads, and name nobody', async () => {
    await world.send(staff, 'GET', '/api/constructions/8675309123456')
    await world.send(guest, 'GET', '/nowhere/at/all')
    const form = multipart({ 'option[name]': '多摩川' }, { name: 'option[pdf]', fileName: '多摩川.pdf', bytes: onePagePdf })
    await world.send(staff, 'POST', '/api/options', form.body, form.headers)
    const text = await read()
    expect(valueOf(text, 'toguchi_http_request_duration_seconds_count{method="GET",route="/api/constructions/:id",status="404"}')).toBe(1)
    expect(valueOf(text, 'toguchi_http_request_duration_seconds_count{method="GET",route="pages",status="404"}')).toBe(1)
    expect([valueOf(text, 'toguchi_uploads_total'), valueOf(text, 'toguchi_upload_bytes_total')]).toEqual([1, onePagePdf.length])
    expect(valueOf(text, 'toguchi_database_trips_total{pool="requests"}')).toBeGreaterThan(4)
    expect(valueOf(text, 'toguchi_database_pool_waiting{pool="requests"}')).toBe(0)
    expect(valueOf(text, 'toguchi_replica_lag_seconds{replica="127.0.0.1:9"}')).toBeGreaterThan(0)
    expect(text).not.toMatch(/8675309123456|nowhere|\P{ASCII}/u)
    expect(text).not.toContain(client.cd)
  })

  it('count what waits in queues and outboxes, by queue and transport, over all clients', async () => {
    await prepareQueues(world.ownerUrl)
    const other = await buildClient(world)
    for (const { id } of [client, other])
      await world.inClient(id, async db => {
        const message = { client_id: id, kind: 'other', transport: 'mail', subject: 's', body: 'b' } as const
        await db
          .insertInto('outbox_messages')
          .values({ ...message, recipients: ['a@example.jp'], next_attempt_at: new Date(Date.now() - 3_600_000) })
          .execute()
      })
    await world.inClient(null, db =>
      db.executeQuery({
        sql: `insert into pgboss.job (name, start_after) values ('documents', now() - interval '2 hours')`,
        parameters: [],
        query: { kind: 'RawNode' },
      } as never),
    )
    const text = await read()
    expect(valueOf(text, 'toguchi_look_failed{of="queues"}')).toBe(0)
    expect(valueOf(text, 'toguchi_queue_jobs{queue="documents",state="waiting"}')).toBe(1)
    expect(valueOf(text, 'toguchi_queue_oldest_seconds{queue="documents"}')).toBeGreaterThanOrEqual(7_200)
    expect(valueOf(text, 'toguchi_queue_jobs{queue="bytes",state="waiting"}')).toBe(0)
    expect(valueOf(text, 'toguchi_outbox_messages{transport="mail",state="waiting"}')).toBe(2)
    expect(valueOf(text, 'toguchi_outbox_oldest_seconds{transport="mail"}')).toBeGreaterThanOrEqual(3_600)
    expect(valueOf(text, 'toguchi_outbox_messages{transport="sms",state="failed"}')).toBe(0)
  })

  it('come without those of a database that hangs, which is not asked again meanwhile', { timeout: 30_000 }, async () => {
    const { platform } = world
    const { promise, resolve } = Promise.withResolvers<never[]>()
    let asked = 0
    const hanging = { ...platform.pool, ask: () => ((asked += 1), promise as Promise<never[]>) }
    const others = openMetrics({ host: '127.0.0.1', port: 0 })
    const at = await others.listen({ platform, pools: { requests: platform.pool }, asked: hanging })
    const texts = await Promise.all([1, 2].map(async () => (await fetch(`http://127.0.0.1:${at}/metrics`)).text()))
    for (const text of texts) {
      expect(['queues', 'outboxes', 'storage'].map(of => valueOf(text, `toguchi_look_failed{of="${of}"}`))).toEqual([1, 1, 0])
      expect(valueOf(text, 'toguchi_database_pool_waiting{pool="requests"}')).toBe(0)
    }
    // Once for the queues, once for the outboxes, whoever came meanwhile.
    expect(asked).toBe(2)
    resolve([])
    await others.close()
  })

  it('are answered nowhere else than at their own port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/api/configurations`)).status).toBe(404)
    const { origin } = await startInstance(world)
    expect((await fetch(`${origin}/metrics`)).status).toBe(404)
    await expect(
      openMetrics({ host: '127.0.0.1', port }).listen({ platform: world.platform, pools: {}, asked: world.platform.pool }),
    ).rejects.toThrow('METRICS_PORT')
  })
})

describe('docs/metrics.md, the dashboard and the alerts', () => {
  const namesIn = (text: string) => new Set(text.match(/\btoguchi_\w+/g))
  const series = (text: string) => new Set([...text.matchAll(/^(toguchi_\w+)[{ ]/gm)].map(([, name]) => name))

  it('name numbers that there are', async () => {
    metrics.meter.job({ queue: 'documents', outcome: 'done' }, 1)
    await world.send(staff, 'GET', '/api/buildings')
    const there = series(await read())
    for (const name of ['monitoring/dashboard.json', 'monitoring/alerts.yml']) {
      const named = [...namesIn(file(name))]
      expect(named.length).toBeGreaterThan(8)
      expect(named.filter(each => !there.has(each))).toEqual([])
    }
  })

  it('leave out none of ours', async () => {
    const ours = [...(await read()).matchAll(/^# TYPE (toguchi_\w+)/gm)]
      .map(([, name]) => name)
      .filter(name => !/_(process|nodejs)_/.test(name ?? ''))
    const table = [...file('metrics.md').matchAll(/^\| `(toguchi_\w+)`/gm)].map(([, name]) => name)
    expect(new Set(table)).toEqual(new Set(ours))
  })

  it('are a dashboard of Grafana with something asked in every panel', () => {
    const { panels } = JSON.parse(file('monitoring/dashboard.json')) as { panels: { type: string; targets?: { expr: string }[] }[] }
    expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.every(({ expr }) => expr === ''))).toEqual([])
  })
})
