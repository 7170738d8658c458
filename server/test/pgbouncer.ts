import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endsWithTests } from './children.ts'
import { freePort } from './free-port.ts'

/** A PgBouncer in transaction mode before a database: each transaction may run on another of its few connections. */
export interface PgBouncer {
  /** The URL of the login, through the pooler. */
  url: string
  stop(): Promise<void>
}

export interface PgBouncerOptions {
  /** Whoever calls, the pooler opens its connections as this login: what a careless operator sets. Otherwise as the caller. */
  forcedUrl?: string
  /** Startup parameters that it swallows. */
  ignoredParameters?: string
}

/** Installed by Debian's package where it is missing and we may (CI); otherwise the test says what to install. */
const findPgBouncer = (): string => {
  const place = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)
  if (place !== undefined) return place
  if (process.getuid?.() === 0)
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'],
    ])
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  if (existsSync('/usr/sbin/pgbouncer')) return '/usr/sbin/pgbouncer'
  throw new Error('pgbouncer is missing: install it (apt-get install pgbouncer)')
}

export const startPgBouncer = async (
  loginUrl: string,
  { forcedUrl, ignoredParameters = '' }: PgBouncerOptions = {},
): Promise<PgBouncer> => {
  const program = findPgBouncer()
  const server = new URL(loginUrl)
  const forced = forcedUrl === undefined ? null : new URL(forcedUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-pgbouncer-'))
  const database = server.pathname.slice(1)
  const as = forced === null ? '' : ` user=${forced.username} password=${forced.password}`
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${database} = host=${server.hostname} port=${server.port} dbname=${database}${as}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 3',
      `ignore_startup_parameters = ${ignoredParameters}`,
    ].join('\n'),
  )
  writeFileSync(join(folder, 'users.txt'), `"${server.username}" "${server.password}"\n`)
  // It refuses to run as root.
  for (const [name, mode] of [
    ['', 0o755],
    ['pgbouncer.ini', 0o644],
    ['users.txt', 0o644],
  ] as const)
    chmodSync(join(folder, name), mode)
  const isRoot = process.getuid?.() === 0
  const child = endsWithTests(
    spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const url = new URL(loginUrl)
  url.port = String(port)
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(5_000).then(() => child.kill('SIGKILL'))])
    rmSync(folder, { recursive: true, force: true })
  }
  // A limit, no measure.
  for (let tries = 0; tries < 1_000; tries += 1) {
    const client = new pg.Client(url.href)
    try {
      await client.connect()
      await client.end()
      return { url: url.href, stop }
    } catch {
      await sleep(50)
    }
  }
  await stop()
  throw new Error(`pgbouncer did not start:\n${log}`)
}
