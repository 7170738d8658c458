import { type ReadKey, readByServer } from '../api/api.ts'
import { createStore } from '../store.ts'
import { joinedSessions } from '../session/joined-sessions.ts'
import { watchUser } from '../session/session.ts'
import { apiErrorOf, deliver, Elsewhere, isForNow, isTear, mayHaveArrived, refusalCodeOf } from './deliver.ts'
import {
  bytesOf,
  changeRequest,
  dropRequest,
  dropUnbegun,
  isKept,
  keepRequest,
  keptIds,
  type KeptRequest,
  requestsOf,
  requestsOfOthers,
} from './kept-requests.ts'
import {
  add,
  change,
  find,
  isInMemory,
  keepInMemory,
  latestSender,
  outbox,
  type Outgoing,
  ownAccounts,
  remove,
  type Sender,
  senderOfRequest,
  senders,
  stateAtRest,
  takeOver,
} from './outgoing.ts'
import { isAwaited, tell } from './first-attempt.ts'
import { inOneTab } from './in-one-tab.ts'
import { sha256Of } from './sha256.ts'
import { lookForRoom } from './storage-room.ts'
import { lostAmong, type LostRequest, markUnsent, unmarkUnsent } from './unsent-marks.ts'

export { isOwnAccount, outbox, type Outgoing, ownAccounts, stateTexts } from './outgoing.ts'

/**
 * What this device holds until the server has confirmed it (feature 16): kept on the disk first, sent again and again, also by a page that
 * was opened later, and dropped when the server has answered with the same SHA-256.
 */
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
  /** Where that is, and its page. */
  place?: string | null
  page?: string | null
  /** What of money was taken with it, in yen. */
  amount?: number | null
  /** What its body says only in ids and numbers, for the person. */
  says?: readonly string[]
  /** Why the server would never take it as it is: it is kept on the device, and goes only when somebody says so. */
  refusal: string | null
  /** What its file shows leaves this device to the server and to nobody else. */
  isSecret?: boolean
}

/** What the server confirmed since this page was opened. */
export const confirmed = createStore<readonly Pick<KeptRequest, 'key' | 'group' | 'client'>[]>([])

/** The server does not know the signed-in account's session any more: it is over, or the account is. What waits stays here. */
export const sessionIsOver = createStore(false)

/** What others left on this device, by their names. */
export const leftByOthers = createStore<readonly { account: string; account_name: string; count: number }[]>([])

/** What this device held and holds no more: the browser, or somebody, cleared its store. */
export const lost = createStore<readonly LostRequest[]>([])
/** Whoever was told says that they know. */
export const acknowledgeLoss = (): void => {
  for (const { id } of lost.get()) unmarkUnsent(id)
  lost.set([])
}

/** Files on their way to the disk, or that it does not take; of those that are kept, the bytes are read from there. */
const taken = new Map<string, File>()
const stops = new Map<string, AbortController>()
/** When each was last tried: whoever failed waits behind those that did not. */
const tried = new Map<string, number>()
const dropped = new Set<string>()

/** Sent side by side, of those with a file and of those without: more only share the same line, and a word does not wait for pictures. */
const parallel = 2
const hasRoomFor = ({ file }: Outgoing): boolean =>
  [...stops.keys()].filter(id => (find(id)?.file === null) === (file === null)).length < parallel
const shortestPause = 3_000
const longestPause = 60_000
/** Milliseconds that a person waits for the page to be read anew. */
const longestLook = 4_000
/** So many tears are no accident of the line: what lies on the device is not what was taken in. */
const mostTears = 5

let pause = shortestPause
let resumption: ReturnType<typeof setTimeout> | null = null

/** How many requests this page has taken in: what was read of the disk before one of them knows nothing of it. */
let takenIn = 0
const roomIsAskedEvery = 5

/** What one tab tells the others; null: something changed on the disk. */
type News = { stale: readonly string[] } | null
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('toguchi-outbox')

/** The account of whoever is signed in at a company; without one, or where it is the signed-in one's own, that. */
const senderAt = (company?: string): Sender | null =>
  (company === undefined ? null : senders().find(({ client }) => client === company)) ?? latestSender()

/**
 * Takes a request in, for the signed-in account or the person's at another company. Comes back when it lies on the disk, or is known not
 * to; it is on its way from then on.
 */
export const send = async (request: Request, company?: string): Promise<'kept' | 'unkept'> => {
  const from = senderAt(company)
  if (from === null) throw new Error('nobody was signed in whose request this could be')
  if (request.file !== null) taken.set(request.id, request.file.file)
  const kept = requestFrom(from, request)
  add({ ...kept, state: 'keeping', share: 0, awaited: isAwaited(request.id) })
  const state = await keep(request, kept)
  takenIn += 1
  if (takenIn % roomIsAskedEvery === 0) void lookForRoom()
  if (dropped.has(request.id)) {
    unmarkUnsent(request.id)
    await dropRequest(request.id).catch(() => {})
  } else change(request.id, { ...kept, state: kept.refusal === null ? state : 'refused' })
  if (state === 'kept') taken.delete(request.id)
  advance()
  return state
}

const requestFrom = ({ account, account_name, client }: Sender, { file, ...request }: Request): KeptRequest => ({
  ...request,
  version: 1,
  account,
  account_name,
  client,
  body: request.body(null),
  file: file === null ? null : { field: file.field, name: file.file.name, type: file.file.type, size: file.file.size, sha256: null },
  kept_at: Date.now(),
  begun: false,
  torn: 0,
})

/** Fills in what the file says, and writes it down. */
const keep = async (request: Request, kept: KeptRequest): Promise<'kept' | 'unkept'> => {
  askToPersist()
  try {
    const bytes = request.file === null ? null : await request.file.file.arrayBuffer()
    const sha256 = bytes === null ? null : await sha256Of(bytes)
    kept.body = request.body(sha256)
    if (kept.file !== null) kept.file.sha256 = sha256
    await keepRequest(kept, bytes)
    markUnsent(kept.id, kept)
    otherTabs?.postMessage(null)
    return 'kept'
  } catch (error) {
    console.error('[outbox] the device keeps nothing', error)
    keepInMemory(request.id)
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

/** What was refused is tried once more, also by a later page: a room was opened again, an assignment given back. */
export const sendAgain = (id: string): void => {
  const request = find(id)
  if (request?.state === 'refused') note(request, { state: stateAtRest(id), refusal: null, torn: 0 })
  sendNow()
}

/** What was refused goes with another body: the person saw why, and wants it nevertheless. */
export const sendInstead = (id: string, body: unknown): void => {
  const request = find(id)
  if (request?.state === 'refused') note(request, { body })
  sendAgain(id)
}

/** Takes one out for ever; what is on its way is stopped. */
export const drop = async (id: string): Promise<void> => {
  dropped.add(id)
  stops.get(id)?.abort()
  forget(id)
  unmarkUnsent(id)
  await dropRequest(id).catch(() => {})
  otherTabs?.postMessage(null)
}

const forget = (id: string) => {
  taken.delete(id)
  tried.delete(id)
  remove(id)
}

/** Takes one out that has not begun to leave, from any tab; false where it has meanwhile, or may have arrived. */
export const dropUnsent = async (id: string): Promise<boolean> => {
  // Whoever sends it holds it, also while the disk does not say so yet.
  const isOut = await inOneTab(id, async () => {
    const request = find(id)
    if (request === undefined || request.begun || request.state === 'sending') return false
    if (request.state !== 'keeping' && !isInMemory(id) && !(await dropUnbegun(id))) return false
    await drop(id)
    return true
  }).catch(() => false)
  if (!isOut) readQuietly()
  return isOut
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
  outbox.get().some(({ id, line, account }) => stops.has(id) && line === request.line && account === request.account) ||
  (request.behind && isAnythingBefore(request))
/** What was refused holds nobody up: the server decides whether it goes without. */
const isAnythingBefore = ({ id, group, account }: Outgoing): boolean => {
  const all = outbox.get()
  return all
    .slice(
      0,
      all.findIndex(each => each.id === id),
    )
    .some(each => each.group === group && each.account === account && each.state !== 'refused')
}
const advance = (): void => {
  if (resumption !== null) return
  const waiting = outbox.get().filter(({ state }) => state === 'kept' || state === 'unkept')
  for (const request of waiting.toSorted((a, b) => (tried.get(a.id) ?? 0) - (tried.get(b.id) ?? 0)))
    if (hasRoomFor(request) && !isHeldUp(request) && senderOfRequest(request) !== null) void sendOne(request)
}

const sendOne = async (request: Outgoing): Promise<void> => {
  const stop = new AbortController()
  stops.set(request.id, stop)
  tried.set(request.id, Date.now())
  change(request.id, { state: 'sending', share: 0 })
  try {
    await inOneTab(request.id, () => deliverOnce(request, stop.signal))
    pause = shortestPause
  } catch (error) {
    if (!stop.signal.aborted) {
      if (mayHaveArrived(error)) void begin(request.id)
      putOff(request, error)
    }
  } finally {
    stops.delete(request.id)
    advance()
  }
}

/** From now on it may have arrived, whatever is heard of it. Comes back when that lies on the disk; false where nothing of it does. */
const begin = async (id: string): Promise<boolean> => {
  if (find(id)?.begun === true) return true
  change(id, { begun: true })
  if (isInMemory(id)) return true
  // A full disk stops nothing that could leave it.
  const isHere = await changeRequest(id, { begun: true }).catch(() => true)
  otherTabs?.postMessage(null)
  return isHere
}

const deliverOnce = async (request: Outgoing, signal: AbortSignal): Promise<void> => {
  // Another tab may have sent it, and another account may have signed in there.
  if (!isInMemory(request.id) && !(await isKept(request.id))) return leaveToOthers(request.id)
  const file = request.file === null ? null : await fileOf(request)
  const from = senderOfRequest(request)
  if (from === null) throw new Elsewhere()
  // Of a device without a network nothing leaves, unless that comes back before the attempt is over.
  if (navigator.onLine && !(await begin(request.id))) return leaveToOthers(request.id)
  const beginNow = () => void begin(request.id)
  const onProgress = (share: number) => {
    beginNow()
    change(request.id, { share })
  }
  addEventListener('online', beginNow)
  const delivered = deliver(request, { file, onProgress, signal, as: from.as })
  const answer = await delivered.finally(() => removeEventListener('online', beginNow))
  if (from.as === undefined) sessionIsOver.set(false)
  const { key, group, client } = request
  confirmed.set([...confirmed.get(), { key, group, client }])
  unmarkUnsent(request.id)
  await dropRequest(request.id).catch(() => {})
  // While the page reads anew it still stands there, so that a photo is never nowhere.
  // SAFETY: reads are kept by their names; one that a later version does not have makes nothing stale.
  const read = readByServer(request.stale as readonly ReadKey[])
    .catch(() => {})
    .then(() => forget(request.id))
  // Whoever waits for it does so for as long as for any read of what this device carries.
  tell(request.id, { is: 'confirmed', answer, read: Promise.race([read, new Promise(done => setTimeout(done, longestLook))]) })
  await read
  otherTabs?.postMessage({ stale: request.stale } satisfies News)
}

const leaveToOthers = (id: string): void => {
  tell(id, { is: 'waiting', error: null })
  forget(id)
}

const putOff = (request: Outgoing, error: unknown): void => {
  const torn = isTear(error)
  const from = senderOfRequest(request)
  // Of another account of the same person the session may be gone, too: the signed-in one goes on.
  if (apiErrorOf(error)?.status === 401 && from !== null && from.as === undefined) sessionIsOver.set(true)
  const tears = torn ? request.torn + 1 : request.torn
  if (torn ? tears < mostTears : isForNow(error)) {
    note(request, { state: stateAtRest(request.id), ...(torn ? { torn: tears } : {}) })
    tell(request.id, { is: 'waiting', error })
    return rest()
  }
  note(request, {
    state: 'refused',
    refusal: error instanceof Error ? error.message : String(error),
    refusal_code: refusalCodeOf(error),
    torn: tears,
  })
  tell(request.id, { is: 'refused', error })
}

/** Says something of a request in this page, and on the disk where that keeps it: a server that fails for an hour costs no writes. */
const note = ({ id }: Outgoing, part: Partial<Outgoing>): void => {
  change(id, part)
  const { state: _state, share: _share, awaited: _awaited, ...kept } = part
  if (!isInMemory(id) && Object.keys(kept).length > 0) void changeRequest(id, kept).catch(() => {})
}

/** What lies on the disk for all accounts of who is signed in, beside what this page is doing with it. */
const readAnew = async (): Promise<void> => {
  const accounts = ownAccounts()
  readFor = accounts.join()
  const before = takenIn
  const kept = await requestsOf(...accounts)
  const others = await requestsOfOthers(...accounts)
  if (accounts.join() !== ownAccounts().join()) return
  if (before !== takenIn) return readAnew()
  takeOver(kept)
  leftByOthers.set(others)
  advance()
}

/** Somebody else changed what lies on the disk: another tab, or whoever handed in what an ended account had left. */
export const readQuietly = (): void => void readAnew().catch((error: unknown) => console.error('[outbox] could not be read', error))

/** What another tab has sent is read anew here as it is there, and stands here until then. */
const hearNews = ({ data }: MessageEvent<News>): void => {
  // SAFETY: as in the tab that sent it.
  void readByServer((data?.stale ?? []) as readonly ReadKey[])
    .catch(() => {})
    .then(readQuietly)
}

let readFor = ''
/** A renewed token is no other account: what lies on the disk is the same. */
const readWhereOthers = () => {
  const accounts = ownAccounts().join()
  if (accounts !== readFor) readQuietly()
}

let started = false
/** Sends what this device still holds, from now on and whenever there is hope. Once a page is enough. */
export const startOutbox = (): void => {
  if (started) return
  started = true
  void keptIds().then(
    kept => lost.set(lostAmong(kept)),
    () => {},
  )
  readQuietly()
  watchUser(readQuietly)
  watchUser(() => sessionIsOver.set(false))
  joinedSessions.subscribe(readWhereOthers)
  if (otherTabs !== null) otherTabs.onmessage = hearNews
  addEventListener('online', sendNow)
  addEventListener('pageshow', sendNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendNow()
  })
}
