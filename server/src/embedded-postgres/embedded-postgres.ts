import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeFolder } from '../platform/files/make-folder.ts'
import { clusterOf, makeCluster, ownerName, readPassword, refusalFrom } from './cluster.ts'
import { forgetHoldersBut, keep, acquireLease, type Lease } from './keeper.ts'
import { chooseLaunch, commandLine, type Launch } from './launch.ts'
import { findPrograms } from './programs.ts'
import { findRunning, forgetDeadServer, pidFileOf } from './running-server.ts'
import { codeOf, messageOf } from '../platform/http/error-code.ts'

export interface PostgresOptions {
  /** Made when missing; holds the cluster, its port and its log. */
  dataDir: string
  /** Otherwise the port of the last start, or a free one. */
  port?: number
  /** Server settings (`fsync: 'off'`), for the process that starts the server. */
  settings?: Record<string, string>
  /** The product's database, made when missing. */
  database?: string
  /** False behaves as in a container that forbids user namespaces. */
  userNamespaces?: boolean
  /**
   * Starts the server again, on the same port, when it is gone although we hold it: killed, or out of memory (review F8). Called when that
   * is not possible; the caller cannot go on.
   */
  onLost?: (refusal: Error) => void
}

export interface Postgres {
  /** Of the database, as its owner. */
  url: string
  /** False when the server ran already. */
  started: boolean
  /** Lets go of the server; it stops when nobody else holds it, and then this resolves after it has. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed on `dataDir`, or joins the one that runs there: loopback only, a random
 * password, whichever account we run as, whatever the path. It stops with the last process that started or joined
 * it, also after kill -9; after kill -9 of everything the next start recovers. Throws a Refusal.
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const folder = resolve(options.dataDir)
  prepareFolder(folder)
  const launch = chooseLaunch(findPrograms(), folder, options.userNamespaces)
  makeCluster(folder, launch)
  let server = await leaseServer(folder, launch, options)
  const { port, started } = server
  const url = (database: string): string => `postgres://${ownerName}:${readPassword(folder)}@127.0.0.1:${port}/${database}`
  const database = options.database ?? 'toguchi'
  try {
    await makeDatabase(url, database)
  } catch (error) {
    server.lease.release()
    throw error
  }
  const { onLost } = options
  const watch =
    onLost &&
    watchServer(
      folder,
      () => server,
      async () => {
        server.lease.release()
        server = await leaseServer(folder, launch, { ...options, port })
      },
      onLost,
    )
  return {
    url: url(database),
    started,
    stop: async () => {
      await watch?.end()
      await letGo(folder, server.pid, server.lease)
    },
  }
}

const lookEvery = 500

/** Looks whether the server that we hold still runs, and begins it again when it does not. */
const watchServer = (folder: string, current: () => LeasedServer, startAgain: () => Promise<void>, onLost: (refusal: Error) => void) => {
  let work: Promise<void> | null = null
  const look = setInterval(() => {
    if (work !== null || findRunning(clusterOf(folder))?.pid === current().pid) return
    console.error('内蔵PostgreSQLが停止したため、もう一度起動します。(The embedded PostgreSQL is gone; starting it again.)')
    work = startAgain()
      .catch((error: unknown) => onLost(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        work = null
      })
  }, lookEvery)
  look.unref()
  return {
    end: async () => {
      clearInterval(look)
      await work
    },
  }
}

const prepareFolder = (folder: string): void => {
  try {
    makeFolder(folder)
  } catch (error) {
    throw refusalFrom(wordsOf(error), folder)
  }
}

const wordsOf = (error: unknown): string => {
  const code = codeOf(error)
  const message = messageOf(error)
  if (code === 'ENOSPC') return 'No space left on device'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') return 'Permission denied'
  return message
}

interface LeasedServer {
  lease: Lease
  pid: number
  port: number
  started: boolean
}

const leaseServer = async (folder: string, launch: Launch, options: PostgresOptions): Promise<LeasedServer> => {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const running = findRunning(clusterOf(folder))
    const joined = running && (await joinServer(folder, running.pid, running.port))
    if (joined) return joined
    const server = running ? undefined : await startServer(folder, launch, options, Date.now() > giveUpAt)
    if (server) return server
    if (Date.now() > giveUpAt + 5_000) throw refusalFrom(`${pidFileOf(clusterOf(folder))} is held by a server that does not answer`, folder)
    await sleep(50)
  }
}

const joinServer = async (folder: string, pid: number, port: number): Promise<LeasedServer | undefined> => {
  const lease = acquireLease(folder, pid)
  if (lease && (await answers(folder, port))) return { lease, pid, port, started: false }
  lease?.release()
  return undefined
}

/** Undefined when it is worth another try: another process was first, or the server killed a moment ago still has children. */
const startServer = async (
  folder: string,
  launch: Launch,
  options: PostgresOptions,
  lastTry: boolean,
): Promise<LeasedServer | undefined> => {
  const cluster = clusterOf(folder)
  forgetDeadServer(cluster)
  const port = await choosePort(folder, options.port)
  const log = openLog(folder)
  const settings = Object.entries({ ...ourSettings, ...options.settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command, args, spawnOptions] = commandLine(launch, 'postgres', ['-D', cluster, ...settings])
  const server = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', log.descriptor, log.descriptor] })
  closeSync(log.descriptor)
  const pid = server.pid
  if (pid === undefined) throw refusalFrom('cannot spawn postgres', folder)
  server.unref()
  const ended = new Promise<void>(done => server.once('exit', () => done()))
  let exited = false
  void ended.then(() => (exited = true))
  const lease = await keep(folder, pid, pidFileOf(cluster))
  while (!exited) {
    if (await answers(folder, port)) {
      writeFileSync(join(folder, 'port'), String(port))
      forgetHoldersBut(folder, pid)
      if (options.settings?.['archive_timeout'] !== undefined) await wakeArchiver(folder, port)
      return { lease, pid, port, started: true }
    }
    await Promise.race([ended, sleep(25)])
  }
  lease.release()
  const output = log.written()
  if (!lastTry && /lock file "postmaster.pid" already exists|shared memory block|Address already in use/.test(output)) return undefined
  throw refusalFrom(output, folder)
}

/**
 * Loopback only and no socket file. Neither parallel plans nor the compiler: a trial on two cores gains nothing by
 * them, and containers give them too little shared memory.
 */
const ourSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** The port asked for, else that of the last start if it is still free, else a free one below the ephemeral range. */
const choosePort = async (folder: string, preferredPort: number | undefined): Promise<number> => {
  if (preferredPort !== undefined) return preferredPort
  const last = readPort(folder)
  if (last !== undefined && (await isFree(last))) return last
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (await isFree(port)) return port
  }
}

const readPort = (folder: string): number | undefined => {
  try {
    return Number(readFileSync(join(folder, 'port'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(done => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

interface Log {
  descriptor: number
  /** What was written since it was opened. */
  written(): string
}

const openLog = (folder: string): Log => {
  const path = join(folder, 'server.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) renameSync(path, `${path}.1`)
  try {
    const descriptor = openSync(path, 'a', 0o600)
    const from = statSync(path).size
    return { descriptor, written: () => readFileSync(path).subarray(from).toString() }
  } catch (error) {
    throw refusalFrom(wordsOf(error), folder)
  }
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

const answers = async (folder: string, port: number): Promise<boolean> => {
  try {
    const client = await connect(`postgres://${ownerName}:${readPassword(folder)}@127.0.0.1:${port}/postgres`)
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * The process that hands the log over in time begins before the server is recovered, and then looks at `archive_timeout` only at its first
 * checkpoint, five minutes later: a signal makes it look now.
 */
const wakeArchiver = async (folder: string, port: number): Promise<void> => {
  const client = await connect(`postgres://${ownerName}:${readPassword(folder)}@127.0.0.1:${port}/postgres`)
  await client.query('select pg_reload_conf()').finally(() => client.end())
}

const makeDatabase = async (url: (database: string) => string, database: string): Promise<void> => {
  const client = await connect(url('postgres'))
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } catch (error) {
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}

const letGo = async (folder: string, pid: number, lease: Lease): Promise<void> => {
  lease.release()
  // The keeper needs a moment to notice; if somebody reads on after it, others hold the server too.
  for (let waited = 0; lease.isShared() && waited < 1_500; waited += 20) await sleep(20)
  if (lease.isShared()) return
  const giveUpAt = Date.now() + 30_000
  while (findRunning(clusterOf(folder))?.pid === pid && Date.now() < giveUpAt) await sleep(20)
}
