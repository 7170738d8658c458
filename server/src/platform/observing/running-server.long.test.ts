import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { openWorld } from '../../../test/world.ts'
import { startServer } from '../../server.ts'
import { prepareQueues } from '../jobs/jobs.ts'

it(
  'a server that runs answers with its numbers and sends its traces, and refuses a port for them that is taken',
  { timeout: 240_000 },
  async () => {
    const world = await openWorld()
    await prepareQueues(world.ownerUrl)
    const sent: string[] = []
    const collector = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => void sent.push(chunk.toString())).on('end', () => response.end('{}'))
    })
    const collectorPort = await freePort()
    await new Promise<void>(listening => collector.listen(collectorPort, '127.0.0.1', listening))
    const { settings } = world.platform
    const metrics = { host: '127.0.0.1', port: await freePort() }
    const [port, other] = [await freePort(), await freePort()]
    const server = await startServer({ ...settings, port, metrics, tracesUrl: `http://127.0.0.1:${collectorPort}` })
    try {
      expect((await fetch(`http://127.0.0.1:${port}/api/buildings`)).status).toBe(401)
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
      const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
      expect(text).toMatch(/^toguchi_http_request_duration_seconds_count\{method="GET",route="\/api\/buildings",status="401"\} 1$/m)
      expect(text).toMatch(/^toguchi_database_pool_waiting\{pool="work"\} 0$/m)
      expect(text).not.toMatch(/^toguchi_look_failed\{.*\} 1$/m)
      await expect(startServer({ ...settings, port: other, metrics })).rejects.toThrow('METRICS_PORT')
    } finally {
      await server.close()
      await new Promise<void>(closed => collector.close(() => closed()))
    }
    expect(sent.join('')).toContain('GET /api/buildings')
  },
)
