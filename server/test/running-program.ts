import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endsWithTests } from './children.ts'

/** The folder of this checkout. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** What `bin/start` of some version runs, as an operator starts it. */
export interface RunningProgram {
  /** `http://127.0.0.1:…` */
  origin: string
  /** How many requests it has answered, health checks left out. */
  answered(): number
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
  kill(): void
}

const nodeOf = { PATH: process.env.PATH ?? '' }

/** Resolves when it can serve; rejects with what it said when it ended before. */
export const startProgram = async (folder: string, env: Record<string, string>, port: number): Promise<RunningProgram> => {
  const child = endsWithTests(
    spawn(process.execPath, [join(folder, 'server/src/start/main.ts'), '--api-only'], {
      env: { ...nodeOf, ...env, PORT: String(port) },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let said = ''
  let answered = 0
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answered += text.split('"route":"/api/').length - 1
  })
  const ended = new Promise<number | null>(done => child.once('exit', done))
  const origin = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(said)
    await new Promise(done => setTimeout(done, 100))
  }
  return {
    origin,
    answered: () => answered,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** `bin/admin migrate` of some version: what it said, or a rejection with what it said in `stderr`. */
export const migrateWith = async (folder: string, ownerUrl: string): Promise<string> => {
  const env = { ...nodeOf, DATABASE_URL: ownerUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'server/src/start/admin.ts'), 'migrate'], {
    env,
    cwd: folder,
  })
  return stdout
}
