import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../src/platform/settings.ts'

/**
 * What a request meets instead of the server: 503; a body of the answer that breaks in its middle; one changed byte on its way there or back;
 * a 200 for what was thrown away; half of it that arrives at the server, and no answer; no answer at all; a right or wrong checksum in it.
 */
export type Fault =
  | 'busy'
  | 'half'
  | 'changed request'
  | 'changed answer'
  | 'thrown away'
  | 'half sent'
  | 'silence'
  | 'checksum'
  | 'wrong checksum'

/** A way to a real S3 server on which things go wrong as they are told to. */
export interface FaultyS3 {
  s3: S3Settings
  /** What the next requests of this method meet, one after the other; those after them go through. */
  next(method: string, ...faults: Fault[]): void
  /** What every request meets from now on; null: nothing. */
  always(fault: Fault | null): void
  /** Nobody listens any more, and whoever was connected is cut off. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** Requests that came, as `PUT /toguchi/7/a`. */
  asked: string[]
  close(): Promise<void>
}

export const openFaultyS3 = async (s3: S3Settings): Promise<FaultyS3> => {
  const target = new URL(s3.endpoint ?? '')
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const queued: { method: string; fault: Fault }[] = []
  let forEach: Fault | null = null
  let port = 0
  const take = (method: string): Fault | null => {
    const at = queued.findIndex(each => each.method === method)
    return at < 0 ? forEach : (queued.splice(at, 1)[0]?.fault ?? null)
  }
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    void serve(target, take(incoming.method ?? ''), incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const comeBack = async () => {
    if (server.listening) return
    await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }
  const leave = async () => {
    const closed = new Promise(done => server.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await comeBack()
  return {
    s3: { ...s3, endpoint: `http://127.0.0.1:${port}` },
    next: (method, ...faults) => void queued.push(...faults.map(fault => ({ method, fault }))),
    always: fault => {
      forEach = fault
    },
    leave,
    comeBack,
    asked,
    close: () => (server.listening ? leave() : Promise.resolve()),
  }
}

const changed = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  copy[copy.length >> 1]! ^= 1
  return copy
}

const serve = async (target: URL, fault: Fault | null, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  if (fault === 'silence') return
  const body = await buffer(incoming)
  if (fault === 'busy')
    return void outgoing
      .writeHead(503, { 'content-type': 'application/xml' })
      .end('<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>')
  if (fault === 'thrown away') return void outgoing.writeHead(200, { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }).end()
  const { expect: _, ...headers } = incoming.headers
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const forward = ask(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers, agent: false },
      done,
    )
    forward.on('error', fail)
    if (fault === 'half sent') {
      forward.write(body.subarray(0, body.length >> 1))
      return void outgoing.once('close', () => forward.destroy())
    }
    forward.end(fault === 'changed request' ? changed(body) : body)
  })
  const bytes = await buffer(answer)
  const checksum = fault === 'checksum' ? incoming.headers['x-amz-checksum-sha256'] : Buffer.alloc(32).toString('base64')
  const more = fault === 'checksum' || fault === 'wrong checksum' ? { 'x-amz-checksum-sha256': checksum } : {}
  outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...more })
  if (fault === 'half') return void outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy())
  outgoing.end(fault === 'changed answer' ? changed(bytes) : bytes)
}
