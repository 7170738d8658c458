import { createServer } from 'node:net'

/** A port that nobody listens on just now. */
export const freePort = (): Promise<number> =>
  new Promise(done => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
