import { connect, type Socket } from 'node:net'

/** One request as the bytes that go over the wire, made anew each time because a change names another room each time. */
export type MakeRequest = () => Buffer

/** The bytes of an HTTP/1.1 request that keeps its connection. */
export const requestBytes = (
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Buffer => {
  const content = body === undefined ? '' : body
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${content}`)
}

export interface Load {
  port: number
  connections: number
  milliseconds: number
  request: MakeRequest
}

/**
 * Requests per second that a server answers when every connection asks again as soon as it has its answer. It reads no more of an
 * answer than where it ends, because it shares the machine with what it measures. Throws at the first answer that is not a 200.
 */
export const measure = async ({ port, connections, milliseconds, request }: Load): Promise<number> => {
  let answered = 0
  const began = performance.now()
  const until = began + milliseconds
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open(port)
      try {
        while (performance.now() < until) {
          await exchange(socket, request())
          answered += 1
        }
      } finally {
        socket.destroy()
      }
    }),
  )
  return (answered * 1_000) / (performance.now() - began)
}

/** The body of one answer, for looking at what is measured. */
export const askOnce = async (port: number, request: Buffer): Promise<unknown> => {
  const socket = await open(port)
  try {
    return JSON.parse((await exchange(socket, request)).toString()) as unknown
  } finally {
    socket.destroy()
  }
}

const open = (port: number): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket))
    socket.once('error', fail)
  })

const exchange = (socket: Socket, request: Buffer): Promise<Buffer> =>
  new Promise((done, fail) => {
    let head: Buffer = Buffer.alloc(0)
    const chunks: Buffer[] = []
    let missing = -1
    const end = (settle: () => void) => {
      socket.off('data', take)
      socket.off('close', broken)
      settle()
    }
    const broken = () => end(() => fail(new Error('the server closed the connection')))
    const takeHead = (chunk: Buffer): Buffer | undefined => {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const at = head.indexOf('\r\n\r\n')
      if (at < 0) return undefined
      const text = head.toString('latin1', 0, at)
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      const body = head.subarray(at + 4)
      if (/^HTTP\/1\.1 20[01] /.test(text) && missing >= 0) return body
      end(() => fail(new Error(`${text}\n\n${body.toString()}`)))
      return undefined
    }
    const take = (chunk: Buffer) => {
      const body = missing < 0 ? takeHead(chunk) : chunk
      if (body === undefined) return
      missing -= body.length
      chunks.push(body)
      if (missing <= 0) end(() => done(Buffer.concat(chunks)))
    }
    socket.on('data', take)
    socket.once('close', broken)
    socket.write(request)
  })
