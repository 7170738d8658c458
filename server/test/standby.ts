import { type ChildProcess, spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseLaunch, commandLine } from '../src/embedded-postgres/launch.ts'
import { findPrograms } from '../src/embedded-postgres/programs.ts'
import { takeBaseBackup } from '../src/start/backup/base-backup.ts'
import { manifestFile, tarFile } from '../src/start/backup/kept-backups.ts'
import { unpackDatabase } from '../src/start/backup/unpack-database.ts'
import { makeFolder } from '../src/platform/files/make-folder.ts'
import { endsWithTests } from './children.ts'
import { freePort } from './free-port.ts'

/** A copy of a running cluster that follows it by streaming, on this machine: what an operator's standby is. */
export interface Standby {
  port: number
  /** The address of a database of the primary, here. */
  urlOf(primaryUrl: string): string
  start(): Promise<void>
  /** As a machine that loses its power. */
  kill(): Promise<void>
}

/** Makes it in `folder` out of a base backup, and starts it. `ownerUrl` is the primary's, whose login may replicate. */
export const makeStandby = async (ownerUrl: string, folder: string): Promise<Standby> => {
  const [backup, cluster] = [join(folder, 'backup'), join(folder, 'cluster')]
  makeFolder(backup)
  await takeBaseBackup(ownerUrl, join(backup, tarFile), join(backup, manifestFile))
  const programs = findPrograms()
  await unpackDatabase(backup, cluster, programs)
  await rm(join(cluster, 'recovery.signal'))
  await writeFile(join(cluster, 'standby.signal'), '', { mode: 0o600 })
  const launch = chooseLaunch(programs, cluster)
  const port = await freePort()
  const primary = new URL(ownerUrl)
  const settings = {
    primary_conninfo: `host=${primary.hostname} port=${primary.port} user=${primary.username} password=${primary.password} application_name=standby`,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    hot_standby: 'on',
    wal_retrieve_retry_interval: '200ms',
    jit: 'off',
    timezone: 'UTC',
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | null = null
  const urlOf = (primaryUrl: string) => {
    const url = new URL(primaryUrl)
    url.port = String(port)
    return url.href
  }
  const kill = async () => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise(done => server?.once('exit', done))
    server.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    const [command, args, options] = commandLine(launch, 'postgres', ['-D', cluster, ...words])
    server = endsWithTests(spawn(command, args, { ...options, stdio: process.env['STANDBY_LOG'] === undefined ? 'ignore' : 'inherit' }))
    process.once('exit', () => server?.kill('SIGKILL'))
    for (let tries = 0; !(await answers(urlOf(ownerUrl))); tries += 1) {
      if (tries === 1_200) throw new Error('the standby does not answer')
      await sleep(100)
    }
  }
  await start()
  return { port, urlOf, start, kill }
}

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
