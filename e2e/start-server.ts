import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the product as bin/start does, in a folder of its own with a fresh demo town, and stops it after the journeys. */
const startServer = async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-e2e-'))
  // The workers that start after this inherit it; see letters.ts.
  process.env.E2E_DATA_DIR = join(folder, 'data')
  const { NODE_ENV: _, DATABASE_URL: __, ...env } = process.env
  const server = spawn(process.execPath, ['server/src/start/main.ts'], {
    // The trial asks nobody for a second factor; here whoever turned one on is asked, so that a journey can (D-39).
    env: { ...env, PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, SECOND_FACTOR: 'optional' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(done => server.once('exit', () => done()))
  let output = ''
  const ready = new Promise<boolean>(done => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        // The last line of the greeting.
        if (output.includes('Ctrl-C')) done(true)
      })
    server.once('exit', () => done(false))
  })
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (await ready) return stop
  await stop()
  throw new Error(`the server did not start:\n${output}`)
}

// Playwright takes the default export of a global set-up.
// oxlint-disable-next-line import/no-default-export
export default startServer
