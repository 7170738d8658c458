import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../platform/refusal.ts'

/** How to run a PostgreSQL program here. */
export interface Launch {
  /** The programs' folder. */
  bin: string
  /** Words to put before the program's name. */
  prefix: string[]
  /** The account to spawn it as; empty for our own. */
  spawnAs: Account | Record<string, never>
  /** Whom its files must belong to, when not to us. */
  owner: Account | undefined
}

interface Account {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. An ordinary user simply runs it. Root runs it, in this order of preference:
 * inside a user namespace, where root's own files belong to an unprivileged id, so nothing changes hands;
 * as an unprivileged account that exists already; or, where that account could not walk to the folder (a private
 * home in a container without user namespaces), as that account with the one capability to reach files.
 * A data folder keeps the owner it was made with.
 */
export const chooseLaunch = (programs: string, dataFolder: string, userNamespaces = true): Launch => {
  const bin = join(programs, 'bin')
  const owner = statSync(dataFolder)
  const me = process.getuid?.() ?? 0
  if (me !== 0) {
    if (owner.uid !== me)
      throw new Refusal(
        `${dataFolder} は別のユーザーのものです。DATA_DIR を変えてください。(${dataFolder} belongs to another user; set DATA_DIR.)`,
      )
    return { bin, prefix: [], spawnAs: {}, owner: undefined }
  }
  if (owner.uid === 0 && userNamespaces && runs({ bin, prefix: namespace, spawnAs: {}, owner: undefined }))
    return { bin, prefix: namespace, spawnAs: {}, owner: undefined }
  const account = owner.uid === 0 ? unprivilegedAccount(programs) : { uid: owner.uid, gid: owner.gid }
  chownSync(dataFolder, account.uid, account.gid)
  const plainly: Launch = { bin, prefix: [], spawnAs: account, owner: account }
  if (runs(plainly) && spawnSync('test', ['-w', dataFolder], account).status === 0) return plainly
  const reaching: Launch = { bin, prefix: reachingAs(account), spawnAs: {}, owner: account }
  if (runs(reaching)) return reaching
  throw new Refusal(
    `rootでは内蔵PostgreSQLを起動できません。一般ユーザーで実行するか、DATABASE_URL を指定してください。(Cannot run PostgreSQL as root here; run as a user or set DATABASE_URL.)`,
  )
}

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

const reachingAs = ({ uid, gid }: Account): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  // Without it access(2), with which PostgreSQL looks for its own files, forgets the capability.
  '--securebits=+no_setuid_fixup',
]

const runs = (launch: Launch): boolean => {
  const { status, stderr } = spawnSync(...commandLine(launch, 'postgres', ['--version']))
  return status === 0 && stderr.length === 0
}

/** What to spawn for a PostgreSQL program: command, arguments, options. */
export const commandLine = (launch: Launch, program: string, args: string[]): [string, string[], LaunchOptions] => {
  const [command = '', ...rest] = [...launch.prefix, join(launch.bin, program), ...args]
  return [command, rest, { ...launch.spawnAs, cwd: '/', env: environment() }]
}

interface LaunchOptions {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
}

/** Neither somebody's PGDATA nor the language of the terminal reaches the server. */
const environment = (): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

/** The owner of the checkout, else `postgres`, else `nobody`. */
const unprivilegedAccount = (programs: string): Account => {
  const { uid, gid } = statSync(programs)
  if (uid !== 0) return { uid, gid }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find(line => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Refusal('rootで実行していますが、一般アカウントが見つかりません。(Running as root and no unprivileged account exists.)')
}
