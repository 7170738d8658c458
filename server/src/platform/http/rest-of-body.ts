import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const megabyte = 1024 * 1024
/** More than the largest body that anybody may send. */
const mostBytes = 24 * megabyte
/** What is thrown away in a second, of all bodies together: on a fast line they would take up the whole of it. */
const bytesPerSecond = 16 * megabyte
const every = 20

/**
 * Who is answered before the body has arrived still sends it, and reads the answer afterwards: a browser that is cut off shows none. So the
 * rest is thrown away without a look at it, but no more of it than any body may have, one body after the other, and no faster than others
 * can be served beside it.
 */
export const discardRestOfBodies = (app: FastifyInstance): void => {
  const rests = new Map<IncomingMessage, { from: number }>()
  let left = 0
  let isWaiting = false

  const leave = (message: IncomingMessage) => {
    rests.delete(message)
    // The next request on this connection.
    message.socket.resume()
  }

  /** Takes in what lies ready of one body, which goes to the end of the line. */
  const discardSome = async (message: IncomingMessage, { from }: { from: number }) => {
    const { socket } = message
    const before = socket.bytesRead
    socket.resume()
    await setImmediate()
    left -= socket.bytesRead - before
    if (message.complete || socket.destroyed) return leave(message)
    if (socket.bytesRead - from > mostBytes) socket.destroy()
    socket.pause()
    rests.delete(message)
    if (!socket.destroyed) rests.set(message, { from })
  }

  const takeTurns = async () => {
    left = Math.min(0, left) + (bytesPerSecond * every) / 1_000
    const round = Array.from(rests)
    for (const [message, rest] of round) if (left > 0) await discardSome(message, rest)
    if (rests.size > 0) wait()
    else isWaiting = false
  }
  const wait = () => {
    isWaiting = true
    setTimeout(() => void takeTurns(), every).unref()
  }

  app.addHook('onResponse', async ({ raw }) => {
    // An injected request comes by no connection.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return
    raw.unpipe()
    raw.resume()
    raw.socket.pause()
    rests.set(raw, { from: raw.socket.bytesRead })
    if (!isWaiting) wait()
  })
}
