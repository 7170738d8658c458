import { invalidate, type ReadKey } from '../api/api.ts'
import { ApiError } from '../api/request.ts'
import { sendFile } from '../api/send-file.ts'
import { chosenClient } from '../session/credentials.ts'
import { knownUser, type SessionUser, watchUser } from '../session/session.ts'
import { createStore } from '../store.ts'
import { bytesOf, changeRequest, dropRequest, isKept, keepRequest, type KeptRequest, requestsOf } from './kept-requests.ts'
import { sha256Of } from './sha256.ts'

/**
 * What this device holds until the server has confirmed it (feature 16): kept on the disk first, sent again and again, also by a page that
 * was opened later, and dropped when the server has answered with the same SHA-256.
 */
export interface Outgoing extends KeptRequest {
  /** `unkept`: the device keeps nothing, so it lives in this page only. */
  state: 'keeping' | 'kept' | 'unkept' | 'sending' | 'refused'
  /** How much of it has left the device, 0 to 1. */
  share: number
}

/** What a caller says of a request; the outbox adds whose it is and when. */
export interface Request {
  id: string
  key: string
  params: Readonly<Record<string, string | number>>
  /** With the SHA-256 of the file in hex; null where the browser cannot say. */
  body: (sha256: string | null) => unknown
  file: { field: string; file: File } | null
  proof: string | null
  line: string
  group: string | null
  behind: boolean
  stale: readonly ReadKey[]
  title: string
}

/** Everything of the signed-in account that the server has not confirmed. */
export const outbox = createStore<readonly Outgoing[]>([])

/** How many the server confirmed since this page was opened. */
export const confirmedCount = createStore(0)

/** Files that were taken by this page; of those that were kept before, the bytes are read when they are needed. */
const taken = new Map<string, File>()
const stops = new Map<string, AbortController>()
/** Requests that the device could not keep: they live in this page alone. */
const inMemory = new Set<string>()
const stateAtRest = (id: string) => (inMemory.has(id) ? 'unkept' : 'kept')

/** Sent side by side; more only share the same line. */
const parallel = 2
const shortestPause = 3_000
const longestPause = 60_000
/** So many tears are no accident of the line: what lies on the device is not what was taken in. */
const mostTears = 5

let pause = shortestPause
let resumption: ReturnType<typeof setTimeout> | null = null

const other = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('toguchi-outbox')

const clientOf = (user: SessionUser): string => user.client?.cd ?? chosenClient()?.cd ?? ''
const accountOf = (user: SessionUser): string => [user.client?.cd ?? '', user.role_id, user.id].join('/')
export const ownAccount = (): string | null => {
  const user = knownUser()
  return user === null ? null : accountOf(user)
}

const find = (id: string) => outbox.get().find(each => each.id === id)
const change = (id: string, part: Partial<Outgoing>) => outbox.set(outbox.get().map(each => (each.id === id ? { ...each, ...part } : each)))
const forget = (id: string) => {
  taken.delete(id)
  inMemory.delete(id)
  outbox.set(outbox.get().filter(each => each.id !== id))
}

/** Takes a request in. Comes back when it lies on the disk, or is known not to; it is on its way from then on. */
export const send = async (request: Request): Promise<'kept' | 'unkept'> => {
  const user = knownUser()
  if (user === null) throw new Error('nobody is signed in whose request this could be')
  const { file } = request
  if (file !== null) taken.set(request.id, file.file)
  const kept: KeptRequest = {
    ...request,
    version: 1,
    account: accountOf(user),
    account_name: user.name ?? '',
    client: clientOf(user),
    body: null,
    file: file === null ? null : { field: file.field, name: file.file.name, type: file.file.type, size: file.file.size, sha256: null },
    kept_at: Date.now(),
    refusal: null,
    torn: 0,
  }
  outbox.set([...outbox.get(), { ...kept, state: 'keeping', share: 0 }])
  const state = await keep(request, kept)
  if (find(request.id) === undefined) await dropRequest(request.id).catch(() => {})
  else change(request.id, { ...kept, state })
  advance()
  return state
}

/** Fills in what the file says, and writes it down. */
const keep = async (request: Request, kept: KeptRequest): Promise<'kept' | 'unkept'> => {
  askToPersist()
  try {
    const bytes = request.file === null ? null : await request.file.file.arrayBuffer()
    const sha256 = bytes === null ? null : await sha256Of(bytes)
    kept.body = request.body(sha256)
    if (kept.file !== null) kept.file.sha256 = sha256
    await keepRequest(kept, bytes)
    other?.postMessage(null)
    return 'kept'
  } catch (error) {
    console.error('[outbox] the device keeps nothing', error)
    kept.body ??= request.body(null)
    inMemory.add(request.id)
    return 'unkept'
  }
}

let persistenceAsked = false
/** The browser may clear what a page keeps when the device is full, unless it was asked not to. */
const askToPersist = () => {
  if (persistenceAsked) return
  persistenceAsked = true
  void navigator.storage?.persist?.().catch(() => false)
}

/** Sends what waits at once, whatever pause it was in. */
export const sendNow = (): void => {
  pause = shortestPause
  resume()
}

/** What was refused is tried once more: a room was opened again, an assignment given back. */
export const sendAgain = (id: string): void => {
  const request = find(id)
  if (request?.state !== 'refused') return sendNow()
  change(id, { state: stateAtRest(id), refusal: null, torn: 0 })
  sendNow()
}

/** Takes one out for ever; what is on its way is stopped. */
export const drop = async (id: string): Promise<void> => {
  stops.get(id)?.abort()
  forget(id)
  await dropRequest(id).catch(() => {})
  other?.postMessage(null)
}

/** The file of a request: as it was taken, or as it lies on the disk; null where neither is left. */
export const fileOf = async (request: KeptRequest): Promise<File | null> => {
  const own = taken.get(request.id)
  if (own !== undefined) return own
  const bytes = await bytesOf(request.id)
  return bytes === null || request.file === null ? null : new File([bytes], request.file.name, { type: request.file.type })
}

const resume = () => {
  if (resumption !== null) clearTimeout(resumption)
  resumption = null
  advance()
}

/** The line is down: later again, at the latest in a minute, and whenever the device says that it is back. */
const rest = () => {
  if (resumption !== null) return
  resumption = setTimeout(resume, pause)
  pause = Math.min(pause * 2, longestPause)
}

const isHeldUp = (request: Outgoing) =>
  outbox.get().some(({ id, line }) => stops.has(id) && line === request.line) || (request.behind && isAnythingBefore(request))
/** What was refused holds nobody up: the server decides whether it goes without. */
const isAnythingBefore = ({ id, group }: Outgoing): boolean => {
  const all = outbox.get()
  return all
    .slice(
      0,
      all.findIndex(each => each.id === id),
    )
    .some(each => each.group === group && each.state !== 'refused')
}
const mayBeSent = (request: Outgoing) => {
  const user = knownUser()
  return user !== null && request.account === accountOf(user) && request.client === clientOf(user)
}

const advance = (): void => {
  if (resumption !== null) return
  for (const request of outbox.get())
    if ((request.state === 'kept' || request.state === 'unkept') && stops.size < parallel && !isHeldUp(request) && mayBeSent(request))
      void sendOne(request)
}

const sendOne = async (request: Outgoing): Promise<void> => {
  const stop = new AbortController()
  stops.set(request.id, stop)
  change(request.id, { state: 'sending', share: 0 })
  try {
    await inOneTab(request, () => deliver(request, stop.signal))
    pause = shortestPause
  } catch (error) {
    if (!stop.signal.aborted) await putOff(request, error)
  } finally {
    stops.delete(request.id)
    advance()
  }
}

/** Another tab of the same account may be sending it, or have sent it: the server would not mind, the line would. */
const inOneTab = async (request: Outgoing, deliverIt: () => Promise<void>): Promise<void> => {
  const isGone = !inMemory.has(request.id) && !(await isKept(request.id))
  if (isGone) return forget(request.id)
  if (!navigator.locks) return deliverIt()
  await navigator.locks.request(`toguchi-outbox/${request.id}`, { ifAvailable: true }, async lock => {
    if (lock === null) throw new Elsewhere()
    await deliverIt()
  })
}

/** Another tab is at it. */
class Elsewhere extends Error {}
/** The server has something else than what was taken in. */
class Torn extends Error {}
/** The device has lost the bytes. */
class Lost extends Error {}

const deliver = async (request: Outgoing, signal: AbortSignal): Promise<void> => {
  const file = request.file === null ? null : await fileOf(request)
  if (request.file !== null && file === null) throw new Lost('この端末に写真のデータが残っていません。もう一度撮影してください。')
  const answer = await sendFile(
    request.key,
    {
      params: request.params,
      body: request.body,
      ...(file === null || request.file === null ? {} : { files: { [request.file.field]: file } }),
    },
    { onProgress: share => change(request.id, { share }), signal, idempotencyKey: request.id },
  ).catch((error: unknown) => {
    // What is to be taken away and is gone already has arrived.
    if (!(request.key.startsWith('DELETE ') && apiErrorOf(error)?.status === 404)) throw error
  })
  if (!isSame(request, answer)) throw new Torn('サーバーに届いた写真が端末のものと一致しません。')
  confirmedCount.set(confirmedCount.get() + 1)
  await dropRequest(request.id).catch(() => {})
  // While the page reads anew it still stands there, so that a photo is never nowhere.
  await invalidate(request.stale as readonly ReadKey[]).catch(() => {})
  forget(request.id)
  other?.postMessage(null)
}

/** Whether the server says that it has these very bytes; where this browser could not say which, the server has compared nothing either. */
const isSame = ({ proof, file }: KeptRequest, answer: unknown): boolean => {
  if (proof === null || file === null || file.sha256 === null) return true
  const said = (answer as Readonly<Record<string, { sha256?: unknown } | undefined>> | undefined)?.[proof]
  return said?.sha256 === file.sha256
}

const apiErrorOf = (error: unknown): ApiError | null => (error instanceof Error && error.cause instanceof ApiError ? error.cause : null)

const isTear = (error: unknown) => error instanceof Torn || apiErrorOf(error)?.code === 'torn_upload'

/** Whether the same request would be answered otherwise later: all but what the server, or the loss of the bytes, has decided. */
const isForNow = (error: unknown): boolean => {
  const status = apiErrorOf(error)?.status
  return status === undefined ? !(error instanceof Lost) : status < 400 || status >= 500 || retried.has(status)
}
/** Sign in again; too slow; too early; too many. */
const retried: ReadonlySet<number> = new Set([401, 408, 425, 429])

const putOff = async (request: Outgoing, error: unknown): Promise<void> => {
  const torn = isTear(error)
  const tears = torn ? request.torn + 1 : request.torn
  if (torn ? tears < mostTears : isForNow(error)) {
    change(request.id, { state: stateAtRest(request.id), torn: tears })
    return rest()
  }
  const refusal = error instanceof Error ? error.message : String(error)
  change(request.id, { state: 'refused', refusal, torn: tears })
  if (!inMemory.has(request.id)) await changeRequest({ ...keptPartOf(request), refusal, torn: tears }).catch(() => {})
}

/** Without what only this page knows of it. */
const keptPartOf = ({ state: _state, share: _share, ...kept }: Outgoing): KeptRequest => kept

/** What lies on the disk for who is signed in, beside what this page is doing with it. */
const readAnew = async (): Promise<void> => {
  const account = ownAccount()
  const kept = account === null ? [] : await requestsOf(account)
  if (account !== ownAccount()) return
  const here = new Map(outbox.get().map(each => [each.id, each]))
  const inMemoryAlone = outbox.get().filter(each => each.account === account && (each.state === 'keeping' || inMemory.has(each.id)))
  outbox.set([
    ...kept
      .filter(({ id }) => !inMemoryAlone.some(each => each.id === id))
      .map((request): Outgoing => {
        const known = here.get(request.id)
        return known?.state === 'sending' ? known : { ...request, state: request.refusal === null ? 'kept' : 'refused', share: 0 }
      }),
    ...inMemoryAlone,
  ])
  advance()
}

const readQuietly = () => void readAnew().catch((error: unknown) => console.error('[outbox] could not be read', error))

let started = false
/** Sends what this device still holds, from now on and whenever there is hope. Once a page is enough. */
export const startOutbox = (): void => {
  if (started) return
  started = true
  readQuietly()
  watchUser(readQuietly)
  if (other !== null) other.onmessage = readQuietly
  addEventListener('online', sendNow)
  addEventListener('pageshow', sendNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendNow()
  })
}
