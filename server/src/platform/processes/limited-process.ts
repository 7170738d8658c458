import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Seconds of a core after which a process is not kept, and twice of which ends one that nobody looks after any more. */
export const mostCpuSeconds = 300

const lastWords = new WeakMap<ChildProcess, string>()
/** What a process said at its end: V8 tells there that its heap was full. */
export const lastWordsOf = (child: ChildProcess) => lastWords.get(child)?.trim().slice(0, 500) ?? ''

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
/** What the program itself is made of. */
const readable = ['node_modules', 'server', 'domain', 'package.json'].map(name => path.join(repository, name))

/**
 * A process without our environment (no keys, no addresses), that reads no file but its program and the given folder, writes none and
 * starts nothing. Its memory is limited by the kernel, because libraries in native code know no limit of V8's.
 */
export const startProcess = async (script: URL, folder: string, megabytes: number): Promise<ChildProcess> => {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [
      '--permission',
      '--allow-addons',
      ...[...readable, folder].map(place => `--allow-fs-read=${place}`),
      `--max-old-space-size=${Math.floor(megabytes / 2)}`,
      // Young objects are copied between two such spaces; left alone they grow until the limit below ends the process.
      '--max-semi-space-size=8',
    ],
    // Two arenas of malloc: with one for each thread, freed memory is kept in pieces. Two threads: one piece of work at a time needs no more.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lastWords.set(child, `${lastWords.get(child) ?? ''}${text}`.slice(-4_000)))
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', code => reject(new Error(`the process did not start (${code}): ${lastWordsOf(child)}`)))
    })
    await limitMemory(child.pid ?? 0, megabytes)
    // People who look at their pages go before files that are read for others.
    os.setPriority(child.pid ?? 0, os.constants.priority.PRIORITY_LOW)
  } catch (error) {
    await endProcess(child)
    throw error
  }
  holdProcess(child, false)
  if (child.stderr instanceof Socket) child.stderr.unref()
  return child
}

/** A process that only waits for work keeps nobody from ending. */
export const holdProcess = (child: ChildProcess, whileWorking: boolean) => {
  const how = whileWorking ? 'ref' : 'unref'
  child[how]()
  child.channel?.[how]()
}

export const endProcess = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    holdProcess(child, true)
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

const looksEvery = 200

/**
 * Says why a process is to be stopped when it has computed for too long, all its threads together, or taken too long by the clock, and
 * whether it had the time that was meant for it: a loaded machine makes good files wait, and a bad one may wait for what never comes.
 * Elsewhere than on Linux only the clock counts.
 */
export const watchTime = (
  child: ChildProcess,
  most: { computing: number; inAll: number },
  stop: (why: string, hadItsTime: boolean) => void,
): { over: () => void } => {
  const late = setTimeout(() => stop(`it took more than ${most.inAll} ms`, !wantsCore(child)), most.inAll)
  const before = computedBy(child)
  const looking = setInterval(() => {
    if (computedBy(child) - before > most.computing) stop(`it computed for more than ${most.computing} ms`, true)
  }, looksEvery)
  return {
    over: () => {
      clearTimeout(late)
      clearInterval(looking)
    },
  }
}

const millisecondsOfTick = 10

/** Milliseconds of a core that a process has used; 0 when it has ended, or cannot be looked at. */
const computedBy = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    const fields = statOf(`/proc/${pid}/stat`)
    return (Number(fields[11]) + Number(fields[12])) * millisecondsOfTick
  } catch {
    return 0
  }
}

/** The state (field 3 of proc_pid_stat(5)) and the figures behind it: the name before them, in brackets, may hold anything. */
const statOf = (file: string): string[] => {
  const stat = readFileSync(file, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Whether one of its threads would compute, or waits for the disk: whoever waits for anything else sleeps (proc_pid_stat(5)). */
const wantsCore = ({ pid }: ChildProcess): boolean => {
  if (process.platform !== 'linux' || pid === undefined) return false
  try {
    return readdirSync(`/proc/${pid}/task`).some(thread => ['R', 'D'].includes(stateOf(`/proc/${pid}/task/${thread}/stat`)))
  } catch {
    return false
  }
}

/** The letter of a thread's state; empty where it has ended meanwhile. */
const stateOf = (file: string): string => {
  try {
    return statOf(file)[0] ?? ''
  } catch {
    return ''
  }
}

const run = promisify(execFile)
const kilobyte = 1024
const megabyte = 1024 * 1024
/** Pages of the program's libraries, which are files and none of its data, and of stacks that were only reserved so far. */
const megabytesBeside = 80

/**
 * What the process may map from now on. What it has reserved before without using it (half a gigabyte for V8's code) counts as data, so
 * the limit is what it has reserved by now and as much as it may still grow. Elsewhere than on Linux only V8's own limit holds.
 */
const limitMemory = async (pid: number, megabytes: number): Promise<void> => {
  if (process.platform !== 'linux') return
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const sizeOf = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * kilobyte
  const most = sizeOf('VmData') - sizeOf('VmRSS') + (megabytes - megabytesBeside) * megabyte
  await run('prlimit', [`--pid=${pid}`, `--data=${most}`, `--cpu=${mostCpuSeconds * 2}`, '--core=0'])
}
