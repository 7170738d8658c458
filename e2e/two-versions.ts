import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands before the server and makes two versions of its application out of one build: after `deploy` every file has another address and the
 * service worker is another one, and the addresses of before are gone, as after any new build.
 */
export interface TwoVersions {
  port: number
  deploy: () => void
  stop: () => Promise<void>
}

const ofNext = 'assets-of-next'

export const newTwoVersions = async (to: number): Promise<TwoVersions> => {
  let isNext = false
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/', method, headers } = incoming
    const folder = isNext ? ofNext : 'assets'
    const other = isNext ? 'assets' : ofNext
    if (url.startsWith(`/${other}/`)) return void outgoing.writeHead(404).end()
    const isApplication = !url.startsWith('/api/')
    const path = url.replace(`/${folder}/`, '/assets/')
    const { 'if-none-match': _none, 'if-modified-since': _since, ...whole } = headers
    // What was changed on its way has not the file's date.
    const asked = isApplication ? { ...whole, 'accept-encoding': 'identity' } : headers
    const far = request({ host: '127.0.0.1', port: to, path, method, headers: asked }, reply => {
      if (!isNext || !isApplication || !/javascript|html|css/.test(reply.headers['content-type'] ?? '')) {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        return void reply.pipe(outgoing)
      }
      void textOf(reply).then(text => {
        const { 'content-length': _length, etag: _etag, 'last-modified': _date, ...rest } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, rest).end(nextOf(text))
      })
    })
    far.on('error', () => outgoing.destroy())
    outgoing.on('close', () => far.destroy())
    incoming.pipe(far)
  }
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  // SAFETY: a server that listens on a port has an address with one.
  return { port: (server.address() as AddressInfo).port, deploy: () => void (isNext = true), stop }
}

/** Other addresses, and so another revision of the page that names them. */
const nextOf = (text: string): string =>
  text.replaceAll(/(["'`/])assets\//g, `$1${ofNext}/`).replaceAll(/(["'`])[0-9a-f]{8}([0-9a-f]{8}\1)/g, '$100000000$2')

const textOf = async (reply: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
