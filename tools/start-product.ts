import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Product {
  dataDir: string
  port: number | string
  /** Ends it, also before it serves. */
  signal?: AbortSignal
}

/**
 * Starts the product as bin/start does, on a folder of its own; a folder without data gets a fresh demo town. Returns what stops it, once
 * it serves; throws with what it said when it does not.
 */
export const startProduct = async ({ dataDir, port, signal }: Product): Promise<() => Promise<void>> => {
  const { NODE_ENV: _, DATABASE_URL: __, ...env } = process.env
  const server = spawn(process.execPath, ['server/src/start/main.ts'], {
    // The trial asks nobody for a second factor; here whoever turned one on is asked, so that a journey can (D-39).
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, SECOND_FACTOR: 'optional' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  })
  const ended = once(server, 'exit')
  let output = ''
  const serves = new Promise<boolean>(done => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        // The last line of the greeting.
        if (output.includes('Ctrl-C')) done(true)
      })
    server.once('exit', () => done(false))
    server.once('error', () => done(false))
  })
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
  }
  if (await serves) return stop
  throw new Error(`the server did not start:\n${output}`)
}
