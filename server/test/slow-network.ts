import { connect as connectTo, createServer, type Socket } from 'node:net'

/** A way to a server on this machine that can fall silent, as a hanging database or a lost network does, and speak again. */
export interface SlowNetwork {
  /** The URL that leads through it. */
  url: string
  /** From now on nothing passes, neither way, and nobody is told. */
  hang(): void
  /** What waited passes, and everything after it. */
  goOn(): void
  close(): Promise<void>
}

export const openSlowNetwork = async (serverUrl: string): Promise<SlowNetwork> => {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let hangs = false
  const server = createServer(near => {
    const far = connectTo({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (hangs) from.pause()
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(serverUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  const each = (change: (socket: Socket) => void) => {
    for (const socket of sockets) change(socket)
  }
  return {
    url: url.href,
    hang: () => {
      hangs = true
      each(socket => socket.pause())
    },
    goOn: () => {
      hangs = false
      each(socket => socket.resume())
    },
    close: async () => {
      each(socket => socket.destroy())
      await new Promise(done => server.close(done))
    },
  }
}
