import type { ChildProcess } from 'node:child_process'
import { fairQueue } from './fair-queue.ts'
import { endProcess, holdProcess, lastWordsOf, mostCpuSeconds, startProcess, watchTime } from './limited-process.ts'
import { type FieldErrors, Problem, tooMany } from '../http/problem.ts'

/** What work that is done aside may take; the figures and what enforces them: docs/decisions/023-file-reader.md. */
export interface WorkLimits {
  /** Processes at once; each may have all of the memory. Where there are several, one of them is kept free of what may take long. */
  processes: number
  /** Megabytes that a process may have resident. */
  megabytes: number
  /** How long a piece of work may wait for its turn; then its caller is asked to come again (503). */
  waitMilliseconds: number
  /** Pieces of one client that may wait, and of all clients together. */
  waitingOfClient: number
  waiting: number
  /** So many pieces of one client, all long or all short, may be ended within so many seconds; then it has to wait with such work (429). */
  endings: { most: number; withinSeconds: number }
}

export interface Work {
  /** Whose it is: one piece at a time for each client, null for what belongs to none. */
  clientId: number | null
  /** Who of the client asks (`personOf`): what waits of one person is no colleague's to wait for. */
  person?: string | undefined
  /** Which work, and with what; both cross the border between the processes. */
  name: string
  asked: unknown
  /** What it may take, in milliseconds: of a core, by all its threads together, and by the clock. */
  most: { computing: number; inAll: number }
  /** It may take long, so it leaves one process to what is short. */
  isLong?: boolean
  /** Of a file that we made ourselves: it is not refused because others of the client were ended, nor are they because it was. */
  isOurs?: boolean
  /** It goes before what its client is waiting for already: something small that somebody stands and waits for. */
  first?: boolean
}

/** Processes of their own for work that may take too much: what goes wrong there ends there. */
export interface LimitedWork {
  /**
   * The answer, and the parts that were told before it. Throws the `Problem` of the work, `TookTooMuch`, a 503 when too many wait or
   * the machine had no core for it, or a 429 for a client whose work was ended too often.
   */
  ask(work: Work): Promise<Done>
  close(): Promise<void>
}

interface Done {
  answer: unknown
  parts: readonly unknown[]
}

/** The process was ended for its memory, or for what it computed or waited for, or broke. */
export class TookTooMuch extends Error {}

/** What the process tells: once that it has started; then for each piece of work its parts, and how it ended with what it has used. */
export type ProcessMessage = { ready: true } | { part: unknown } | { ended: Ended; megabytes: number; cpuSeconds: number }
export type Ended =
  | { answer: unknown }
  | { problem: { status: number; code: string; sentence: string; fields: FieldErrors } }
  | { failure: string }

const ordinary: WorkLimits = {
  processes: 3,
  megabytes: 512,
  waitMilliseconds: 30_000,
  waitingOfClient: 20,
  waiting: 100,
  endings: { most: 3, withinSeconds: 600 },
}

/** A process that has grown, or worked for long, is replaced between two pieces of work: what it keeps would be taken off the next one. */
const mostMegabytesKept = 256

const readersBusy = () => new Problem(503, 'busy', 'ほかのファイルを処理しています。しばらく経ってから再度お試しください。', {}, {}, 10)
const tooManyEnded = (seconds: number) =>
  tooMany(
    `読み取れないファイルが続いたため、受け付けを止めています。${Math.ceil(seconds / 60)}分ほど経ってから再度お試しください。`,
    seconds,
  )

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
  const { processes, waiting, waitingOfClient, waitMilliseconds } = limits
  const inTurn = fairQueue({
    atOnce: processes,
    atOnceOfOne: 1,
    longAtOnce: Math.max(1, processes - 1),
    mostWaiting: waiting,
    mostOfOne: waitingOfClient,
    waitMilliseconds,
    busy: readersBusy,
  })
  const places = Array.from({ length: processes }, () => openPlace(() => startProcess(script, folder, limits.megabytes), onError))
  const endings = openEndings(limits.endings)
  let closed = false

  const doNow = async (work: Work): Promise<Done> => {
    const place = places.find(one => !one.isTaken())
    if (closed || !place) throw readersBusy()
    // What waited while others of its client were ended does not end another process.
    endings.refuseMore(work)
    try {
      return await place.work(work)
    } catch (error) {
      if (error instanceof TookTooMuch && !work.isOurs) endings.count(work)
      throw error
    }
  }

  return {
    async ask(work) {
      if (closed) throw readersBusy()
      endings.refuseMore(work)
      return inTurn(String(work.clientId), () => doNow(work), work)
    },
    async close() {
      closed = true
      await Promise.all(places.map(place => place.close()))
    },
  }
}

/** Who had work ended several times within a short while. Every process by itself, as it also has the processes that are held up. */
const openEndings = ({ most, withinSeconds }: WorkLimits['endings']) => {
  const ended = new Map<string, number[]>()
  const keyOf = ({ clientId, isLong = false }: Work) => `${clientId} ${isLong}`
  const now = () => performance.now() / 1_000

  /** When such work was ended lately, in seconds. */
  const recent = (key: string): number[] => {
    const still = (ended.get(key) ?? []).filter(at => at > now() - withinSeconds)
    if (still.length > 0) ended.set(key, still)
    else ended.delete(key)
    return still
  }

  return {
    count: (work: Work) => void ended.set(keyOf(work), [...recent(keyOf(work)), now()]),
    refuseMore: (work: Work) => {
      if (work.isOurs) return
      const first = recent(keyOf(work)).at(-most)
      if (first !== undefined) throw tooManyEnded(Math.max(1, Math.ceil(first + withinSeconds - now())))
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

  const work = async (asked: Work): Promise<Done> => {
    taken = true
    try {
      const child = await running()
      const { done, isGrown } = await doWork(child, asked, onError)
      if (isGrown) {
        current = undefined
        await endProcess(child)
      }
      return done()
    } finally {
      taken = false
    }
  }

  return {
    isTaken: () => taken,
    work,
    close: async () => {
      const child = await current?.catch(() => undefined)
      if (child) await endProcess(child)
    },
  }
}

interface Outcome {
  /** Gives what was answered, or throws. */
  done: () => Done
  /** The process is to be replaced. */
  isGrown: boolean
}

const doWork = (child: ChildProcess, work: Work, onError: (error: Error) => void): Promise<Outcome> =>
  new Promise(resolve => {
    const parts: unknown[] = []
    let reason = 'it ended by itself'
    let wasHeldUp = false
    const stop = (why: string, hadItsTime = true) => {
      reason = why
      wasHeldUp = !hadItsTime
      child.kill('SIGKILL')
    }
    const time = watchTime(child, work.most, stop)
    const settle = (outcome: Outcome) => {
      time.over()
      child.off('message', hear)
      child.off('exit', lost)
      holdProcess(child, false)
      resolve(outcome)
    }
    const lost = (code: number | null, signal: string | null) => {
      onError(new Error(`${work.name} for client ${work.clientId ?? 'none'}: ${reason} (${signal ?? code}) ${lastWordsOf(child)}`))
      const done = () => {
        // The machine had no core for it: that says nothing against the file, and nobody loses a good one by it.
        throw wasHeldUp ? readersBusy() : new TookTooMuch(work.name)
      }
      settle({ done, isGrown: false })
    }
    const hear = (message: ProcessMessage) => {
      if ('part' in message) parts.push(message.part)
      if (!('ended' in message)) return
      const { ended, megabytes, cpuSeconds } = message
      settle({
        done: () => ({ answer: answerOf(work, ended), parts }),
        isGrown: megabytes > mostMegabytesKept || cpuSeconds > mostCpuSeconds,
      })
    }
    child.on('message', hear)
    child.once('exit', lost)
    holdProcess(child, true)
    child.send({ name: work.name, asked: work.asked }, error => {
      if (error) stop(String(error))
    })
  })

const answerOf = ({ name }: Work, ended: Ended): unknown => {
  if ('answer' in ended) return ended.answer
  if ('failure' in ended) throw new Error(`${name}: ${ended.failure}`)
  const { status, code, sentence, fields } = ended.problem
  throw new Problem(status, code, sentence, fields)
}
