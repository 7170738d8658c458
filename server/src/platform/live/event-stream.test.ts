import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { readStream } from '../../../test/instance.ts'
import { guest } from '../../../test/world.ts'
import { answerWithEvents, type EventStream } from './event-stream.ts'
import { usualPace } from './live.ts'

const app = Fastify()
let begun = Promise.withResolvers<EventStream>()
app.get('/', (_request, reply) => {
  const stream = answerWithEvents(reply, { ...usualPace, unreadBytes: 100_000 })
  stream.send({ name: 'first', data: { text: '一行\n二行' }, id: '7' })
  begun.resolve(stream)
  return reply
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
afterAll(() => app.close())

const begin = () => {
  begun = Promise.withResolvers()
  return begun.promise
}

it('writes events as the standard says, and ends when it is told to', async () => {
  const began = begin()
  const reader = await readStream(guest, `http://127.0.0.1:${port}/`)
  const stream = await began
  expect(await reader.next('first')).toEqual({ id: '7', name: 'first', data: { text: '一行\n二行' } })
  expect(reader.text()).toMatch(/^retry: \d+\n\n/)
  stream.send({ name: 'last', data: [] })
  stream.end()
  await reader.next('last')
  await reader.ended
  expect(stream.gone.aborted).toBe(true)
  stream.send({ name: 'late', data: [] })
})

it('is over when the reader leaves', async () => {
  const began = begin()
  const reader = await readStream(guest, `http://127.0.0.1:${port}/`)
  const stream = await began
  const gone = new Promise(done => stream.gone.addEventListener('abort', done))
  reader.leave()
  await gone
})

it('sends a reader away who does not read', async () => {
  const began = begin()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const stream = await began
  // What the two ends of a connection keep for each other is full before anything waits in the server.
  while (!stream.gone.aborted) {
    stream.send({ name: 'more', data: 'x'.repeat(50_000) })
    await turn()
  }
  socket.destroy()
})
