import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { Refusal } from '../refusal.ts'
import type { Meter } from './meter.ts'
import { openLooks, prefix, type Watched } from './metric-looks.ts'

export interface Metrics {
  meter: Meter
  /** Opens the port; resolves to it. */
  listen(watched: Watched): Promise<number>
  close(): Promise<void>
}

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
    server.listen(port, host, () => {
      // What goes wrong with a connection later ends that, and nothing else.
      server.on('error', () => undefined)
      listening()
    })
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
  const laggingReads = new Counter({
    name: `${prefix}lagging_reads_total`,
    help: 'Reads that may lag, by where they were answered',
    labelNames: ['place'],
    registers,
  })
  const fallbacks = new Counter({
    name: `${prefix}replica_fallbacks_total`,
    help: 'Reads that no replica answered, by why',
    labelNames: ['reason'],
    registers,
  })
  return {
    request: (of, seconds) => request.observe({ ...of, status: String(of.status) }, seconds),
    job: (of, seconds) => job.observe(of, seconds),
    upload(count) {
      uploads.inc()
      bytes.inc(count)
    },
    laggingRead: place => laggingReads.inc({ place }),
    replicaFallback: reason => fallbacks.inc({ reason }),
  }
}
