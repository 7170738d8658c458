import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildUser } from '../../../test/build.ts'
import { startInstance, type Instance } from '../../../test/instance.ts'
import { type Caller, guest, openWorld, type World } from '../../../test/world.ts'

let world: World
let instance: Instance
let staff: Caller
let own: string

beforeAll(async () => {
  world = await openWorld()
  instance = await startInstance(world)
  const client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  own = `/api/constructions/${(await buildConstruction(world, client)).id}/attachment_files`
})
afterAll(() => instance.close())

const form = 'multipart/form-data; boundary=x'
const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** Sends a body that never ends, and answers the status it was given once the server has hung up. */
const sendForEver = (as: Caller, begin = ''): Promise<number> =>
  new Promise(done => {
    const { port, hostname } = new URL(instance.origin)
    const socket = connect(Number(port), hostname)
    const headers = { host: hostname, ...as.headers, 'content-type': form, 'transfer-encoding': 'chunked' }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    let answer = ''
    socket.on('data', bytes => (answer += bytes.toString('latin1')))
    // Whoever hung up left some of it unread.
    socket.on('error', () => undefined)
    socket.on('close', () => done(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])))
    socket.write(`POST ${own} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${begin === '' ? '' : chunkOf(begin)}`)
    const piece = chunkOf('x'.repeat(256 * 1024))
    const goOn = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', goOn)
    goOn()
  })

it('a body without end is read no further than any body may be, once it is refused', async () => {
  const answers = [sendForEver(guest), sendForEver(staff, field.repeat(40))]
  expect(await Promise.all(answers)).toEqual([401, 413])
})

it('a connection whose refused body ends goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  const send = () =>
    new Promise<number | undefined>((done, fail) => {
      const sent = request(`${instance.origin}${own}`, { method: 'POST', agent, headers: { ...staff.headers, 'content-type': form } })
      sent.on('response', answer => answer.resume().on('end', () => done(answer.statusCode)))
      sent.on('socket', socket => socket.on('ready', () => ports.add(socket.localPort)))
      sent.on('error', fail)
      sent.end(`${field.repeat(40)}--x\r\n\r\n${'x'.repeat(1024 * 1024)}`)
    })
  try {
    expect([await send(), await send()]).toEqual([413, 413])
    expect(ports.size).toBe(1)
  } finally {
    agent.destroy()
  }
})
