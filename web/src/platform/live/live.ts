import { eventParser, type ServerEvent } from './event-parser.ts'
import { ApiError, type InputOf, type OtherAccount, type Parts, type ReadKey } from '../api/request.ts'
import { signInsAgain } from '../session/awaited-sign-in.ts'
import { openStream } from './open-stream.ts'

export type { ServerEvent }

export interface Watcher {
  /** What the page shows, as the server calls it; each stream begins with what came after. Absent: after the last event that came. */
  pageEventId?: () => string
  onEvent: (event: ServerEvent) => void
  /** Whether news comes by itself just now; said when it changes. */
  onConnected: (connected: boolean) => void
  /** No news comes: look for yourself. */
  onLook: () => void
  /** By the session of another account of the same person (D-40). */
  as?: OtherAccount
}

/** Milliseconds; tests shorten them. */
export const watchPace = {
  /** A stream on which nothing comes for so long, not even a sign of life, is dead. */
  silence: 40_000,
  /** The first wait after a failure, unless the server names another; each further one is twice as long, up to `longest`. */
  retry: 1_000,
  longest: 30_000,
  /** While no stream is to be had, the watcher looks this often. */
  look: 15_000,
  /** A page that was out of sight for so long leaves its connection to others: a browser has six for a host. */
  hidden: 60_000,
}

/** Answers that asking again does not change: the session is over until somebody signs in again, or this is not theirs to read. */
const finalAnswers = [401, 403, 404]

/**
 * Watches an endpoint of server-sent events until the returned function is called. (`EventSource` cannot carry the session.) A stream that
 * ends or breaks is begun again, naming what is shown or the last event that came; while none can be had the watcher looks for itself. Out of sight it rests,
 * and goes on as soon as it is seen or has a connection again.
 */
export const watchEvents = <K extends ReadKey>(
  key: K,
  input: InputOf<K>,
  { pageEventId, onEvent, onConnected, onLook, as }: Watcher,
): (() => void) => {
  let lastId: string | null = null
  let comeAgain = watchPace.retry
  let failures = 0
  let connected: boolean | null = null
  let heardAt = 0
  let stream: AbortController | null = null
  let resting = false
  /** Nobody is asked anything before somebody has signed in again. */
  let signedOut = false
  /** The stream was left for a reason of ours, which is no failure. */
  let leaving = false
  let over = false
  let wake = () => {}

  const say = (next: boolean) => {
    if (over || connected === next) return
    connected = next
    onConnected(next)
  }
  /** Until somebody wakes us, or so long. */
  const pause = (milliseconds: number | null) =>
    new Promise<void>(done => {
      const timer = milliseconds === null ? undefined : setTimeout(done, milliseconds)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })

  /** One stream from its first to its last byte; rejects when it fails. */
  const readOnce = async (): Promise<void> => {
    const controller = new AbortController()
    stream = controller
    const die = () => controller.abort()
    let dying = setTimeout(die, watchPace.silence)
    try {
      const eventId = pageEventId?.() ?? lastId
      const headers = { accept: 'text/event-stream', ...(eventId === null ? {} : { 'last-event-id': eventId }) }
      const response = await openStream(key, input as Parts, headers, controller.signal, as)
      if (response.body === null || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
        throw new Error('the answer is no stream')
      const parse = eventParser()
      const decoder = new TextDecoder()
      const pieces = response.body.getReader()
      for (let piece = await pieces.read(); !piece.done && !over; piece = await pieces.read()) {
        clearTimeout(dying)
        dying = setTimeout(die, watchPace.silence)
        heardAt = Date.now()
        failures = 0
        say(true)
        const { events, retry } = parse(decoder.decode(piece.value, { stream: true }))
        if (retry !== null) comeAgain = retry
        for (const event of events) {
          lastId = event.id ?? lastId
          onEvent(event)
        }
      }
    } finally {
      clearTimeout(dying)
      controller.abort()
      stream = null
    }
  }
  const leave = () => {
    if (stream === null) return
    leaving = true
    stream.abort()
  }
  /** Those whose server went down at once do not come back at once. */
  const waitAfter = (failed: boolean): number | null => {
    if (resting) return null
    if (!failed) return comeAgain * Math.random()
    failures += 1
    return Math.min(watchPace.longest, comeAgain * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
  }
  const signedInAgain = async (): Promise<void> => {
    const before = signInsAgain.get()
    signedOut = true
    const forget = signInsAgain.subscribe(() => wake())
    while (!over && signInsAgain.get() === before) await pause(null)
    forget()
    signedOut = false
  }
  const readOnAndOn = async () => {
    while (!over) {
      const failure = await readOnce().then(
        () => null,
        (error: unknown) => error,
      )
      const failed = failure !== null && !leaving
      leaving = false
      if (failed) say(false)
      if (failure instanceof ApiError && finalAnswers.includes(failure.status)) {
        if (failure.status !== 401) return stop()
        await signedInAgain()
        continue
      }
      await pause(waitAfter(failed))
    }
  }

  const looking = setInterval(() => {
    if (connected === false && !document.hidden && !signedOut) onLook()
  }, watchPace.look)
  let hiding: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    resting = true
    leave()
  }
  const goOn = () => {
    resting = false
    failures = 0
    // A device that slept does not know yet that its connection is gone.
    if (Date.now() - heardAt > watchPace.silence / 2) leave()
    wake()
  }
  const changeSight = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(rest, watchPace.hidden)
    else goOn()
  }
  document.addEventListener('visibilitychange', changeSight)
  const reach = () => {
    if (!resting) goOn()
  }
  addEventListener('online', reach)
  const stop = () => {
    over = true
    clearInterval(looking)
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', changeSight)
    removeEventListener('online', reach)
    stream?.abort()
    wake()
  }
  void readOnAndOn()
  return stop
}
