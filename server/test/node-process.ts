import { spawn } from 'node:child_process'
import { endsWithTests } from './children.ts'
import { freePort } from './free-port.ts'
import type { World } from './world.ts'
import type { ServerSettings } from '../src/platform/settings.ts'

const program = `
  import { startServer } from ${JSON.stringify(new URL('../src/server.ts', import.meta.url).href)}
  const server = await startServer(JSON.parse(process.env.NODE_SETTINGS))
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  console.log('up')`

/** One server in a process of its own, on the database and the storage of a world: one node of several. */
export interface NodeProcess {
  /** `http://127.0.0.1:…` */
  origin: string
  /** SIGKILL: as if the machine were gone. */
  kill(): Promise<void>
  /** SIGTERM: what it has begun is finished first. Resolves with the exit code. */
  stop(): Promise<number | null>
}

export const startNode = async (world: World, over: Partial<ServerSettings> = {}): Promise<NodeProcess> => {
  const port = await freePort()
  const settings = { ...world.platform.settings, ...over, port }
  const child = endsWithTests(
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, NODE_SETTINGS: JSON.stringify(settings) },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const ended = new Promise<number | null>(done => child.once('exit', done))
  const up = await Promise.race([new Promise<boolean>(done => child.stdout.once('data', () => done(true))), ended.then(() => false)])
  if (!up) throw new Error('the node did not start')
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
