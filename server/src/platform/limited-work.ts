import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type FieldErrors, Problem } from './problem.ts'

/** What work that is done aside may take; the figures and what enforces them: docs/decisions/023-file-reader.md. */
export interface WorkLimits {
  /** Processes at once; each may have all of the memory. */
  processes: number
  /** Megabytes that a process may have resident. */
  megabytes: number
  /** How long a piece of work may wait for its turn; then its caller is asked to come again (503). */
  waitMilliseconds: number
  /** Pieces of one client that may wait, and of all clients together. */
  waitingOfClient: number
  waiting: number
}

export interface Work {
  /** Whose it is: one piece at a time for each client, null for what belongs to none. */
  clientId: number | null
  /** Which work, and with what; both cross the border between the processes. */
  name: string
  asked: unknown
  milliseconds: number
  /** It goes before what its client is waiting for already: something small that somebody stands and waits for. */
  first?: true
}

/** Processes of their own for work that may take too much: what goes wrong there ends there. */
export interface LimitedWork {
  /** The answer, and the parts that were told before it. Throws the `Problem` of the work, `TookTooMuch`, or a 503 when too many wait. */
  ask(work: Work): Promise<{ answer: unknown; parts: readonly unknown[] }>
  close(): Promise<void>
}

/** The process was ended for its memory or its time, or broke. */
export class TookTooMuch extends Error {}

/** What the process tells: once that it has started; then for each piece of work its parts, and how it ended with what it has used. */
export type Told = { ready: true } | { part: unknown } | { ended: Ended; megabytes: number; cpuSeconds: number }
export type Ended =
  | { answer: unknown }
  | { problem: { status: number; code: string; sentence: string; fields: FieldErrors } }
  | { failure: string }

const ordinary: WorkLimits = { processes: 2, megabytes: 512, waitMilliseconds: 30_000, waitingOfClient: 20, waiting: 100 }

/** A process that has grown, or worked for long, is replaced between two pieces of work: what it keeps would be taken off the next one. */
const mostMegabytesKept = 256
const mostCpuSeconds = 300

const readersBusy = () => new Problem(503, 'busy', 'ほかのファイルを処理しています。しばらく経ってから再度お試しください。', {}, {}, 10)

interface Task extends Work {
  resolve: (done: { answer: unknown; parts: readonly unknown[] }) => void
  reject: (error: unknown) => void
}

export interface LimitedWorkOptions {
  /** The program of the processes. */
  script: URL
  /** The folder whose files they may read, beside their own program. */
  folder: string
  limits?: Partial<WorkLimits>
  /** Told when a process was ended or broke; nobody else hears why. */
  onError?: (error: Error) => void
}

export const openLimitedWork = ({ script, folder, limits: over, onError = () => undefined }: LimitedWorkOptions): LimitedWork => {
  const limits = { ...ordinary, ...over }
  const waiting: Task[] = []
  const atWork = new Set<number | null>()
  const places = Array.from({ length: limits.processes }, () => openPlace(() => startProcess(script, folder, limits), onError))
  let closed = false

  const begin = () => {
    for (const place of places) {
      if (place.isTaken()) continue
      const at = waiting.findIndex(({ clientId }) => !atWork.has(clientId))
      const [task] = at === -1 ? [] : waiting.splice(at, 1)
      if (!task) return
      atWork.add(task.clientId)
      void place.work(task).finally(() => {
        atWork.delete(task.clientId)
        begin()
      })
    }
  }

  return {
    ask: work =>
      new Promise((resolve, reject) => {
        const own = waiting.filter(({ clientId }) => clientId === work.clientId).length
        if (closed || waiting.length >= limits.waiting || own >= limits.waitingOfClient) throw readersBusy()
        const tooLong = setTimeout(() => {
          const at = waiting.indexOf(task)
          if (at === -1) return
          waiting.splice(at, 1)
          reject(readersBusy())
        }, limits.waitMilliseconds)
        const settle =
          <T>(how: (value: T) => void) =>
          (value: T) => {
            clearTimeout(tooLong)
            how(value)
          }
        const task: Task = { ...work, resolve: settle(resolve), reject: settle(reject) }
        waiting.splice(work.first ? 0 : waiting.length, 0, task)
        begin()
      }),
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.reject(readersBusy())
      await Promise.all(places.map(place => place.close()))
    },
  }
}

/** A place for one process, started when it is needed and kept for the next piece of work. */
const openPlace = (start: () => Promise<ChildProcess>, onError: (error: Error) => void) => {
  let current: Promise<ChildProcess> | undefined
  let taken = false

  const running = (): Promise<ChildProcess> => {
    if (current) return current
    const started = start()
    current = started
    const forget = () => {
      if (current === started) current = undefined
    }
    started.then(child => child.once('exit', forget), forget)
    return started
  }

  const work = async (task: Task): Promise<void> => {
    taken = true
    try {
      const child = await running()
      const grown = await doTask(child, task, onError)
      if (grown) {
        current = undefined
        await end(child)
      }
    } catch (error) {
      task.reject(error)
    } finally {
      taken = false
    }
  }

  return {
    isTaken: () => taken,
    work,
    close: async () => {
      const child = await current?.catch(() => undefined)
      if (child) await end(child)
    },
  }
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    hold(child, true)
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

/** Settles the task, and answers whether the process is to be replaced. */
const doTask = (child: ChildProcess, task: Task, onError: (error: Error) => void): Promise<boolean> =>
  new Promise(resolve => {
    const parts: unknown[] = []
    let reason = 'it ended by itself'
    const stop = (why: string) => {
      reason = why
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => stop(`it took more than ${task.milliseconds} ms`), task.milliseconds)
    const settle = (how: () => void, grown = false) => {
      clearTimeout(late)
      child.off('message', hear)
      child.off('exit', lost)
      hold(child, false)
      how()
      resolve(grown)
    }
    const lost = (code: number | null, signal: string | null) => {
      onError(new Error(`${task.name} for client ${task.clientId ?? 'none'}: ${reason} (${signal ?? code}) ${lastWordsOf(child)}`))
      settle(() => task.reject(new TookTooMuch(task.name)))
    }
    const hear = (told: Told) => {
      if ('part' in told) parts.push(told.part)
      if (!('ended' in told)) return
      const { ended, megabytes, cpuSeconds } = told
      settle(
        () => ('answer' in ended ? task.resolve({ answer: ended.answer, parts }) : task.reject(errorOf(task, ended))),
        megabytes > mostMegabytesKept || cpuSeconds > mostCpuSeconds,
      )
    }
    child.on('message', hear)
    child.once('exit', lost)
    hold(child, true)
    child.send({ name: task.name, asked: task.asked }, error => {
      if (error) stop(String(error))
    })
  })

const errorOf = ({ name }: Task, ended: Exclude<Ended, { answer: unknown }>): Error => {
  if ('failure' in ended) return new Error(`${name}: ${ended.failure}`)
  const { status, code, sentence, fields } = ended.problem
  return new Problem(status, code, sentence, fields)
}

/** A process that only waits for work keeps nobody from ending. */
const hold = (child: ChildProcess, whileWorking: boolean) => {
  const how = whileWorking ? 'ref' : 'unref'
  child[how]()
  child.channel?.[how]()
}

const lastWords = new WeakMap<ChildProcess, string>()
/** What a process said at its end: V8 tells there that its heap was full. */
const lastWordsOf = (child: ChildProcess) => lastWords.get(child)?.trim().slice(0, 500) ?? ''

const repository = fileURLToPath(new URL('../../..', import.meta.url))
/** What the program itself is made of. */
const readable = ['node_modules', 'server', 'domain', 'package.json'].map(name => path.join(repository, name))

/**
 * A process without our environment (no keys, no addresses), that reads no file but its program and the given folder, writes none and
 * starts nothing. Its memory is limited by the kernel, because libraries in native code know no limit of V8's.
 */
const startProcess = async (script: URL, folder: string, { megabytes }: WorkLimits): Promise<ChildProcess> => {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [
      '--permission',
      '--allow-addons',
      ...[...readable, folder].map(place => `--allow-fs-read=${place}`),
      `--max-old-space-size=${Math.floor(megabytes / 2)}`,
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
    os.setPriority(child.pid ?? 0, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    await end(child)
    throw error
  }
  hold(child, false)
  if (child.stderr instanceof Socket) child.stderr.unref()
  return child
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
