import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Platform } from '../platform.ts'
import type { Pool } from '../database/pool.ts'
import { Refusal } from '../refusal.ts'
import { lookAtOutboxes, lookAtQueues } from './metric-queries.ts'
import type { Meter } from './meter.ts'

/** What the numbers that are looked up are looked up in. */
export interface Watched {
  platform: Pick<Platform, 'live' | 'storage' | 'log'>
  /** By what they are for: `requests`, `work`. */
  pools: Readonly<Record<string, Pool>>
  /** Where queues and outboxes are asked for: not where requests wait. */
  asked: Pool
}

export interface Metrics {
  meter: Meter
  /** Opens the port; resolves to it. */
  listen(watched: Watched): Promise<number>
  close(): Promise<void>
}

/** Of everything that is ours; docs/observing.md names each. */
const prefix = 'toguchi_'
/** Seconds: from what nobody notices to where a request is given up. */
const buckets = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const jobBuckets = [0.1, 1, 5, 30, 120, 600, 3_600]

/**
 * Numbers in Prometheus' format, at a port of their own (issue 17, decision 095). Labels are routes, queues and transports: no client and
 * no person.
 */
export const openMetrics = ({ host, port }: { host: string; port: number }): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const meter = openMeter(registry)
  let server: Server | null = null
  return {
    meter,
    async listen(watched) {
      const look = openLooks(registry, watched)
      const put = async () => {
        await look()
        return registry.metrics()
      }
      server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
        put().then(
          text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          (error: unknown) => {
            watched.platform.log.error(error, 'the numbers were not put together')
            response.writeHead(500).end()
          },
        )
      })
      await listenAt(server, host, port)
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    async close() {
      server?.closeAllConnections()
      await new Promise<void>(closed => (server ? server.close(() => closed()) : closed()))
      registry.clear()
    },
  }
}

const listenAt = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((listening, fail) => {
    server.once('error', error =>
      fail(
        new Refusal(
          `METRICS_HOST と METRICS_PORT（${host}:${port}）で待ち受けられません。別の値を指定してください: ${error.message} (Cannot listen there for metrics.)`,
        ),
      ),
    )
    server.listen(port, host, listening)
  })

const openMeter = (registry: Registry): Meter => {
  const registers = [registry]
  const request = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Requests by route, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const job = new Histogram({
    name: `${prefix}job_duration_seconds`,
    help: 'Jobs by queue and outcome',
    labelNames: ['queue', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const uploads = new Counter({ name: `${prefix}uploads_total`, help: 'Files that arrived whole', registers })
  const bytes = new Counter({ name: `${prefix}upload_bytes_total`, help: 'Their bytes', registers })
  return {
    request: (of, seconds) => request.observe({ ...of, status: String(of.status) }, seconds),
    job: (of, seconds) => job.observe(of, seconds),
    upload(count) {
      uploads.inc()
      bytes.inc(count)
    },
  }
}

/**
 * Numbers that are looked up when somebody asks for them. What cannot be looked up keeps its last numbers, and `toguchi_look_failed` says
 * so. Returns what looks.
 */
const openLooks = (registry: Registry, { platform, pools, asked }: Watched): (() => Promise<void>) => {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] })
  const failed = gauge('look_failed', 'Whether these numbers could not be looked up', 'of')
  const orTell = async (of: string, look: () => Promise<void>): Promise<void> => {
    try {
      await look()
      failed.set({ of }, 0)
    } catch (error) {
      failed.set({ of }, 1)
      platform.log.warn(error, `no numbers of ${of}`)
    }
  }
  const streams = gauge('live_streams', 'Open streams of live changes')
  const free = gauge('storage_free_bytes', 'Bytes that the storage can still take')
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', 'queue', 'state')
  const oldestJob = gauge('queue_oldest_seconds', 'For how long the oldest job should have begun', 'queue')
  const messages = gauge('outbox_messages', 'Messages by transport and state', 'transport', 'state')
  const oldestMessage = gauge('outbox_oldest_seconds', 'For how long the oldest message should have left', 'transport')
  const lookAtPools = openPools(registry, pools)
  const looks: Record<string, () => Promise<void>> = {
    async storage() {
      const bytes = await platform.storage.freeBytes()
      if (bytes === null) throw new Error('the storage does not tell')
      free.set(bytes)
    },
    async queues() {
      for (const { queue, oldest_seconds, ...states } of await lookAtQueues(asked)) {
        for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count)
        oldestJob.set({ queue }, oldest_seconds)
      }
    },
    async outboxes() {
      for (const { transport, oldest_seconds, ...states } of await lookAtOutboxes(asked)) {
        for (const [state, count] of Object.entries(states)) messages.set({ transport, state }, count)
        oldestMessage.set({ transport }, oldest_seconds)
      }
    },
  }
  return async () => {
    streams.set(platform.live.streams())
    lookAtPools()
    await Promise.all(Object.entries(looks).map(([of, look]) => orTell(of, look)))
  }
}

const openPools = (registry: Registry, pools: Watched['pools']): (() => void) => {
  const labelled = { labelNames: ['pool'], registers: [registry] }
  const inUse = new Gauge({ name: `${prefix}database_pool_in_use`, help: 'Connections in use', ...labelled })
  const waiting = new Gauge({ name: `${prefix}database_pool_waiting`, help: 'Callers who wait for a connection', ...labelled })
  const trips = new Counter({
    name: `${prefix}database_trips_total`,
    help: 'Trips to the database, begin and commit among them',
    ...labelled,
  })
  return () => {
    trips.reset()
    for (const [pool, connections] of Object.entries(pools)) {
      const load = connections.load()
      inUse.set({ pool }, load.inUse)
      waiting.set({ pool }, load.waiting)
      trips.inc({ pool }, load.trips)
    }
  }
}
