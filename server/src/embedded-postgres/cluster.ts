import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../platform/refusal.ts'
import { commandLine, type Launch } from './launch.ts'
import { codeOf } from '../platform/http/error-code.ts'

/** The owner of the embedded cluster. */
export const ownerName = 'toguchi'

export const clusterOf = (folder: string): string => join(folder, 'cluster')

const passwordOf = (cluster: string): string => join(cluster, 'toguchi.password')
export const readPassword = (folder: string): string => readFileSync(passwordOf(clusterOf(folder)), 'utf8')

/**
 * Makes the cluster unless it exists. It grows beside its place and is moved there complete with its password, so a
 * crash halfway leaves nothing that looks finished, and of two processes at once one wins.
 */
export const makeCluster = (folder: string, launch: Launch): void => {
  const cluster = clusterOf(folder)
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  forgetUnfinished(folder)
  const growing = join(folder, `new-cluster.${process.pid}`)
  const passwordFile = join(folder, `new-password.${process.pid}`)
  const password = randomBytes(24).toString('base64url')
  try {
    mkdirSync(growing, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (launch.owner) for (const path of [growing, passwordFile]) chownSync(path, launch.owner.uid, launch.owner.gid)
    initialise(growing, passwordFile, launch)
    writeFileSync(passwordOf(growing), password, { mode: 0o600 })
    moveUnlessThere(growing, cluster)
  } finally {
    rmSync(growing, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

const initialise = (growing: string, passwordFile: string, launch: Launch): void => {
  const access = ['--username', ownerName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // The built-in locale sorts texts alike on every machine, whatever languages it has.
  const storage = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums']
  const [command, args, options] = commandLine(launch, 'initdb', ['-D', growing, ...access, ...storage])
  const { status, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw refusalFrom(error?.message ?? stderr, growing)
}

const moveUnlessThere = (growing: string, cluster: string): void => {
  try {
    renameSync(growing, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

const forgetUnfinished = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const pid = /^new-(?:cluster|password)\.(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** What PostgreSQL wrote before it gave up, as one sentence. */
export const refusalFrom = (output: string, folder: string): Refusal => {
  if (/No space left on device/.test(output)) return new Refusal(`ディスクの空きがありません: ${folder} (No space left on the disk.)`)
  if (/Permission denied|Read-only file system/.test(output))
    return new Refusal(`${folder} に書き込めません。DATA_DIR を変えてください。(Not writable; set DATA_DIR.)`)
  const cause = output
    .split('\n')
    .filter(line => /FATAL|PANIC|error:|ERROR/.test(line))
    .at(-1)
  return new Refusal(
    `内蔵PostgreSQLを起動できません: ${cause ?? (output.trim().split('\n').at(-1) || folder)} (PostgreSQL does not start.)`,
  )
}
