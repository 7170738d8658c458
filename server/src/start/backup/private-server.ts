import { spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refusalFrom } from '../../embedded-postgres/cluster.ts'
import { chooseLaunch, commandLine } from '../../embedded-postgres/launch.ts'

export interface PrivateServer {
  /** A connection as a role of the cluster, without a password. The caller ends it. */
  connect(database: string, role: string): Promise<pg.Client>
  /** Shuts it down in order: the cluster is whole then. */
  stop(): Promise<void>
}

export interface Recovery {
  /** Where archived log lies; null: only the log within the backup. */
  logArchive: string | null
  /** `immediate`: the moment at which the backup was complete; `latest`: all there is; or a moment. */
  until: 'immediate' | 'latest' | Date
  /** `current`: the one that the backup was made on. */
  timeline: number | 'current'
}

/**
 * Runs PostgreSQL on a cluster where nobody else reaches it: a socket in a folder of ours, no port, and whoever gets there is trusted. So
 * nothing has to be known of its configuration and its passwords, and nothing of them is changed. With `recovery` it resolves once the
 * cluster is recovered and begins a timeline of its own. Throws a Refusal with what the server said.
 */
export const startPrivately = async (programs: string, cluster: string, recovery: Recovery | null): Promise<PrivateServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-proof-'))
  const launch = chooseLaunch(programs, cluster)
  const files = { config_file: 'postgresql.conf', hba_file: 'pg_hba.conf', ident_file: 'pg_ident.conf' }
  for (const name of Object.values(files)) writeFileSync(join(folder, name), name === files.hba_file ? 'local all all trust\n' : '')
  if (launch.owner) for (const name of ['', ...Object.values(files)]) chownSync(join(folder, name), launch.owner.uid, launch.owner.gid)
  const settings = {
    ...Object.fromEntries(Object.entries(files).map(([setting, name]) => [setting, join(folder, name)])),
    listen_addresses: '',
    unix_socket_directories: folder,
    // Nobody looks before it is recovered, so it need not be as large as the server that was backed up.
    hot_standby: 'off',
    archive_mode: 'off',
    shared_preload_libraries: '',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    timezone: 'UTC',
    logging_collector: 'off',
    ...(recovery === null ? {} : settingsOf(recovery)),
  }
  const log = openSync(join(folder, 'server.log'), 'a', 0o600)
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args, options] = commandLine(launch, 'postgres', ['-D', cluster, ...words])
  const child = spawn(command, args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  let isOver = false
  const ended = new Promise<void>(done => {
    for (const event of ['exit', 'error'] as const)
      child.once(event, () => {
        isOver = true
        done()
      })
  })
  const connect = async (database: string, role: string): Promise<pg.Client> => {
    const client = new pg.Client({ host: folder, database, user: role, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  // Whoever leaves us in a hurry (Ctrl-C) takes the server along.
  const kill = () => child.kill('SIGINT')
  process.once('exit', kill)
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (;;) {
    if (isOver) {
      const said = readFileSync(join(folder, 'server.log'), 'utf8')
      await stop()
      if (said.includes('recovery ended before configured recovery target was reached')) throw new EndedEarly(said)
      throw refusalFrom(said, cluster)
    }
    if (await isOpen(() => connect('postgres', 'nobody in particular'))) return { connect, stop }
    await Promise.race([ended, sleep(50)])
  }
}

/** All the log that it was given is replayed, and the moment was not reached. */
export class EndedEarly extends Error {
  /** When the last change was made that it came to. */
  readonly lastChange: Date | null
  /** The last segment that it read out of the archive. */
  readonly lastSegment: string | null
  constructor(said: string) {
    super('recovery ended before its target')
    const at = /last completed transaction was at log time (\S+ \S+)\+00/.exec(said)?.[1]
    this.lastChange = at === undefined ? null : new Date(`${at.replace(' ', 'T')}Z`)
    this.lastSegment = [...said.matchAll(/restored log file "([0-9A-F]{24})" from archive/g)].at(-1)?.[1] ?? null
  }
}

/** A server that is recovered answers, if only that it does not know this role; before that it says that it is starting. */
const isOpen = async (connect: () => Promise<pg.Client>): Promise<boolean> => {
  try {
    await (await connect()).end()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '28000'
  }
}

const settingsOf = ({ logArchive, until, timeline }: Recovery): Record<string, string> => ({
  restore_command: logArchive === null ? 'false' : restoreCommandOf(logArchive),
  recovery_target_action: 'promote',
  recovery_target_timeline: String(timeline),
  ...(until === 'immediate'
    ? { recovery_target: 'immediate' }
    : until === 'latest'
      ? {}
      : { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
})

/** `%` begins a placeholder in the command, and the shell reads the rest. */
const restoreCommandOf = (folder: string): string => `test -f ${quoted(folder)}/%f.gz && gzip -dc ${quoted(folder)}/%f.gz >%p`
/** A word of the shell within a setting in which `%` begins a placeholder. */
export const quoted = (word: string): string => `'${word.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`
