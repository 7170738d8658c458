import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A line to the server that can really be cut: no browser's idea of being offline, but sockets that are torn and a port that refuses; or that
 * hangs: it takes every connection and every byte, and nothing comes back.
 */
export interface Line {
  port: number
  cut: () => Promise<void>
  hang: () => void
  mend: () => Promise<void>
}

export const newLine = async (to: number): Promise<Line> => {
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  let isHanging = false
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(near => {
      const far = connect(to, '127.0.0.1')
      const pair = [near, far] as const
      pairs.add(pair)
      near.on('close', () => void pairs.delete(pair))
      if (!isHanging) join(pair)
      for (const [socket, other] of [pair, [far, near]] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => void sockets.delete(socket))
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server: Server | null = await listen(0)
  // SAFETY: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
    server = null
  }
  const hang = () => {
    isHanging = true
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
  }
  const mend = async () => {
    if (isHanging) pairs.forEach(join)
    isHanging = false
    server ??= await listen(port)
  }
  return { port, cut, hang, mend }
}

const join = ([near, far]: readonly [Socket, Socket]): void => {
  near.pipe(far)
  far.pipe(near)
}
