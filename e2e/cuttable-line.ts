import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A line to the server that can really be cut: no browser's idea of being offline, but sockets that are torn and a port that refuses. */
export interface Line {
  port: number
  cut: () => Promise<void>
  mend: () => Promise<void>
}

export const newLine = async (to: number): Promise<Line> => {
  const sockets = new Set<Socket>()
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(near => {
      const far = connect(to, '127.0.0.1')
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        socket.pipe(other)
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
  const mend = async () => {
    server ??= await listen(port)
  }
  return { port, cut, mend }
}
