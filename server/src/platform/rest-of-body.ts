import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** More than the largest body that anybody may send. */
const mostBytes = 32 * 1024 * 1024
const looksEvery = 200

/**
 * Who is answered before the body has arrived still sends it, and reads the answer afterwards: a browser that is cut off shows none. So the
 * rest is thrown away without a look at it, but no more of it than any body may have.
 */
export const discardRestOfBodies = (app: FastifyInstance): void => {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && !raw.destroyed) discardRest(raw)
  })
}

const discardRest = (message: IncomingMessage) => {
  message.unpipe()
  message.resume()
  const { socket } = message
  const from = socket.bytesRead
  const looking = setInterval(() => {
    if (message.complete || socket.destroyed) clearInterval(looking)
    else if (socket.bytesRead - from > mostBytes) socket.destroy()
  }, looksEvery)
  looking.unref()
}
