import { Writable } from 'node:stream'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { discardRestOfBodies } from './rest-of-body.ts'

it('has nothing to throw away of a request that came by no connection, as those that build the demo town', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = fastify({ logger: { stream, level: 'error' } })
  discardRestOfBodies(app)
  app.post('/', () => 'done')
  expect((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).body).toBe('done')
  await app.close()
  expect(lines).toEqual([])
})
