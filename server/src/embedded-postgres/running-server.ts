import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What postmaster.pid says of the server of a cluster. */
export interface RunningServer {
  pid: number
  port: number
}

/** The server that runs on this cluster; undefined when there is none, or it has only begun to start. */
export const findRunning = (cluster: string): RunningServer | undefined => {
  const [pid, , , port] = readPidFile(cluster)
  return pid && port && isServer(Number(pid), cluster) ? { pid: Number(pid), port: Number(port) } : undefined
}

export const pidFileOf = (cluster: string): string => join(cluster, 'postmaster.pid')

/**
 * After kill -9 of everything the file stays, and its number may meanwhile belong to something else (in a container
 * it nearly always does): PostgreSQL would then refuse to start for ever.
 */
export const forgetDeadServer = (cluster: string): void => {
  const pid = Number(readPidFile(cluster)[0])
  if (pid && !isServer(pid, cluster)) rmSync(pidFileOf(cluster), { force: true })
}

const readPidFile = (cluster: string): string[] => {
  try {
    return readFileSync(pidFileOf(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Whether that process was started on this cluster. */
const isServer = (pid: number, cluster: string): boolean => {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return false
  }
}
