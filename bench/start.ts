import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { freePort } from '../server/test/free-port.ts'
import { productionWith } from '../server/test/production.ts'
import { medianOf } from './child.ts'

/*
 * From the start of the process to /readyz 200, in the folder that bin/build makes, on a database that runs and is migrated: what a
 * restart costs. See README.md.
 */
const [rounds = 5] = process.argv.slice(2).map(Number)
const most = 1_500

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const built = join(folder, 'built')
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })

const environmentOf = (port: number, urls: Record<string, string>) => ({
  PATH: process.env.PATH,
  ...productionWith(join(folder, 'storage')),
  // The built folder's start sets production itself.
  NODE_ENV: undefined,
  PORT: String(port),
  ...urls,
})

const isReady = (port: number): Promise<boolean> =>
  new Promise(done => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, answer => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    request.on('error', () => done(false))
  })

interface Start {
  milliseconds: number
  /** Of all cores together: what is left of it on a machine that others use. */
  cpu: number
}

/** One start; the process ends in an orderly way before the next one begins. */
const measure = async (urls: Record<string, string>): Promise<Start> => {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(join(built, 'bin/start'), { env: environmentOf(port, urls), stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>(done => child.once('exit', done))
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(5)
  }
  const start = { milliseconds: performance.now() - began, cpu: cpuOf(child.pid ?? 0) }
  child.kill('SIGTERM')
  await ended
  return start
}

/** Milliseconds of a process so far, in hundredths of a second (/proc, so on Linux only): bin/start becomes the server. */
const cpuOf = (pid: number): number => {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) * 10
}

try {
  execFileSync(process.execPath, [fileURLToPath(new URL('../tools/build-folder.ts', import.meta.url)), built], { stdio: 'ignore' })
  const migrating = environmentOf(0, { DATABASE_URL: postgres.url })
  execFileSync(join(built, 'bin/admin'), ['migrate'], { env: migrating, stdio: 'ignore' })
  const ways = {
    "with the application's login": { DATABASE_APP_URL: applicationUrlOf(postgres.url) },
    "with the owner's, which looks for migrations": { DATABASE_URL: postgres.url },
  }
  for (const [way, urls] of Object.entries(ways)) {
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) starts.push(await measure(urls))
    const times = starts.map(({ milliseconds }) => milliseconds)
    const cpu = medianOf(starts.map(start => start.cpu))
    console.log(
      `until /readyz says 200, ${way}: ${medianOf(times).toFixed(0)} ms (median of ${rounds}: ${times.map(time => time.toFixed(0)).join(', ')}), ${cpu} ms of a core, load ${loadavg()[0]?.toFixed(1)}`,
    )
    if (medianOf(times) > most) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
