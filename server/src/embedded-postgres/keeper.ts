import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../platform/http/error-code.ts'

/**
 * Stops the server when the last process that holds it is gone, however it went: each holder keeps a pipe open, and
 * the kernel closes it even after kill -9. No list of process ids, so none can be out of date.
 * A holder that slipped in while the pipe was being taken away is waited for as well.
 */
const script = `
exec 3<"$1"
cat <&3 >/dev/null
rm -f "$1"
cat <&3 >/dev/null
[ "$(head -n 1 "$3" 2>/dev/null)" = "$2" ] && kill -INT "$2"
`

const pipeOf = (folder: string, serverPid: number): string => join(folder, `holders.${serverPid}`)

/** A process's hold on a running server. */
export interface Lease {
  release(): void
  /** True while another process holds the same server. */
  isShared(): boolean
}

/** Sets a keeper beside a server just spawned and takes the first hold. */
export const keep = async (folder: string, serverPid: number, pidFile: string): Promise<Lease> => {
  const pipe = pipeOf(folder, serverPid)
  rmSync(pipe, { force: true })
  const made = spawnSync('mkfifo', ['-m', '600', pipe])
  if (made.status !== 0) throw new Error(`mkfifo ${pipe}: ${String(made.stderr)}`)
  spawn('sh', ['-c', script, 'keeper', pipe, String(serverPid), pidFile], { detached: true, stdio: 'ignore', cwd: '/' }).unref()
  for (let tries = 0; tries < 1000; tries += 1) {
    const lease = acquireLease(folder, serverPid)
    if (lease) return lease
    await sleep(5)
  }
  throw new Error(`no keeper reads ${pipe}`)
}

/** Joins the holders of a running server; undefined when it is about to stop, or its starter has no keeper yet. */
export const acquireLease = (folder: string, serverPid: number): Lease | undefined => {
  const pipe = pipeOf(folder, serverPid)
  const open = (): number => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    const descriptor = open()
    return {
      release: () => closeSync(descriptor),
      isShared: () => {
        try {
          closeSync(open())
          return true
        } catch {
          return false
        }
      },
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENXIO') return undefined
    throw error
  }
}

/** Takes away what a machine that went down left lying; a starter of this very moment keeps its pipe. */
export const forgetHoldersBut = (folder: string, serverPid: number): void => {
  const kept = pipeOf(folder, serverPid)
  for (const name of readdirSync(folder)) {
    const pipe = join(folder, name)
    if (!name.startsWith('holders.') || pipe === kept) continue
    const age = Date.now() - (statSync(pipe, { throwIfNoEntry: false })?.ctimeMs ?? 0)
    if (age > 60_000) rmSync(pipe, { force: true })
  }
}
