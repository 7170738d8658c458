import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface ProxyAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Whoever calls the proxy by HTTP/2, as browsers do, from an address of this machine. */
export interface ProxyCaller {
  ask(method: string, path: string, headers?: Record<string, string>, body?: Buffer): Promise<ProxyAnswer>
  /** A stream that stays open; what came so far, and a promise of what will have come when it holds `text`. */
  listen(path: string, headers: Record<string, string>): { until(text: string): Promise<string> }
  /** Whether its connection has ended, as nginx ends each after a thousand requests: whatever is asked then fails. */
  hasEnded(): boolean
  leave(): void
}

export const callerOf = (port: number, from = '127.0.0.1'): Promise<ProxyCaller> =>
  new Promise((done, fail) => {
    const session = connectHttp2(`https://www.example.jp:${port}`, {
      createConnection: () =>
        connectTls({
          socket: connectTcp({ host: '127.0.0.1', port, localAddress: from }),
          servername: 'www.example.jp',
          ALPNProtocols: ['h2'],
          rejectUnauthorized: false,
        }),
    })
    session.once('error', fail)
    session.once('connect', () =>
      done({ ...ways(session), hasEnded: () => session.closed || session.destroyed, leave: () => session.destroy() }),
    )
  })

/** One who opens the next connection when the last has ended, as a browser does without a word. One request at a time. */
export const browserOf = (port: number): Pick<ProxyCaller, 'ask' | 'leave'> => {
  let caller: ProxyCaller | undefined
  return {
    ask: async (...request) => {
      if (!caller || caller.hasEnded()) caller = await callerOf(port)
      return caller.ask(...request)
    },
    leave: () => caller?.leave(),
  }
}

const ways = (session: ClientHttp2Session): Pick<ProxyCaller, 'ask' | 'listen'> => ({
  ask: (method, path, headers = {}, body) => answerTo(session.request({ ':method': method, ':path': path, ...headers }), body),
  listen: (path, headers) => {
    const stream = session.request({ ':path': path, ...headers })
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    return {
      until: wanted =>
        new Promise(done => {
          const look = () => {
            if (text.includes(wanted)) done(text.slice(0, text.indexOf(wanted)))
          }
          stream.on('data', look)
          look()
        }),
    }
  },
})

const answerTo = (stream: ClientHttp2Stream, body: Buffer | undefined): Promise<ProxyAnswer> =>
  new Promise((done, fail) => {
    let head: IncomingHttpHeaders & { ':status'?: number } = {}
    let text = ''
    stream.on('response', headers => (head = headers))
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    stream.on('error', fail)
    stream.on('end', () => done({ status: head[':status'] ?? 0, headers: head, text }))
    stream.end(body)
  })
