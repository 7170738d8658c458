import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildUser } from '../../../test/build.ts'
import { guest, openWorld, type World } from '../../../test/world.ts'
import { openLog, silentLog } from './log.ts'
import { noMeter } from './meter.ts'
import { openTraces } from './open-traces.ts'
import type { Tracer } from './tracer.ts'

const run = promisify(execFile)

interface Exported {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector as OpenTelemetry's listens: OTLP over HTTP, in JSON. */
const bodies: string[] = []
const paths: string[] = []
const collector = createServer((request, response) => {
  const chunks: Buffer[] = []
  paths.push(request.url ?? '')
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const spans = (): Exported[] =>
  bodies.flatMap(body =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Exported[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(scope => scope.spans),
    ),
  )
const valueOf = ({ attributes }: Exported, key: string) => Object.values(attributes.find(each => each.key === key)?.value ?? {})[0]

let tracer: Tracer
let world: World
beforeAll(async () => {
  await new Promise<void>(listening => collector.listen(0, '127.0.0.1', listening))
  const address = collector.address()
  tracer = openTraces(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`, silentLog)
  world = await openWorld({ trustedProxies: '127.0.0.1' }, { log: silentLog, meter: noMeter, tracer })
})
afterAll(() => new Promise<void>(closed => collector.close(() => closed())))

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

describe('traces (issue 17)', () => {
  it('are sent of requests, their transactions and jobs, of a trusted proxy’s trace, and hold nothing but patterns and numbers', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff', { name: '多摩川 花子' })
    const proxied = { traceparent, 'x-forwarded-for': '203.0.113.9' }
    await world.send(staff, 'GET', '/api/constructions/77777?search=hanako', undefined, proxied)
    await world.send(guest, 'GET', '/api/configurations', undefined, { traceparent })
    await world.inClient(client.id, db => world.platform.jobs.enqueue(db, 'daily', {}))
    await world.runJobs()
    await tracer.close()

    expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
    const request = spans().find(({ name }) => name === 'GET /api/constructions/:id')
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 })
    expect(['http.route', 'http.response.status_code'].map(key => request && valueOf(request, key))).toEqual([
      '/api/constructions/:id',
      404,
    ])
    const inside = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(inside.map(({ name, traceId: of }) => [name, of])).toContainEqual(['transaction read', traceId])
    // Nobody else says which trace a request belongs to.
    expect(
      spans()
        .filter(({ traceId: of }) => of === traceId)
        .every(({ name }) => !name.includes('configurations')),
    ).toBe(true)
    const job = spans().find(({ name }) => name === 'job daily')
    expect(spans().some(({ name, parentSpanId }) => name === 'transaction write' && parentSpanId === job?.spanId)).toBe(true)
    expect(bodies.join('')).not.toMatch(/77777|hanako|\P{ASCII}/u)
  })

  it('that nobody takes are told to the log, and hold nothing up', async () => {
    const lines: string[] = []
    const lost = openTraces('http://127.0.0.1:1', openLog('warn', { write: line => void lines.push(line) }))
    lost.begin('request', { kind: 'server' }).end('GET /x', {}, false)
    await lost.close()
    expect(lines.join('')).toContain('traces were not taken')
  })

  it('and numbers are not even loaded where nobody asks for them', { timeout: 60_000 }, async () => {
    const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      import { createRequire } from 'node:module'
      const { cache } = createRequire(import.meta.url)
      const loaded = () => Object.keys(cache).filter(file => /prom-client|@opentelemetry/.test(file)).length
      await import(${at('../../server.ts')})
      await (await import(${at('open-observing.ts')})).openObserving({ logLevel: 'silent', metrics: null, tracesUrl: null })
      const without = loaded()
      await import(${at('open-traces.ts')})
      console.log(JSON.stringify([without, loaded() > 0]))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
    expect(JSON.parse(stdout)).toEqual([0, true])
  })
})
