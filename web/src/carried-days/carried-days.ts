import { addDays } from '@toguchi/domain/calendar/day'
import { ApiError, type AnswerOf, queryClient, type ReadKey, send, type SendOptions } from '../platform/api/api.ts'
import { call } from '../platform/api/request.ts'
import { carryingAccount } from '../platform/offline/carries.ts'
import { beginToCarry } from '../platform/offline/carrying-account.ts'
import { forgetOldAnswers, keepAnswer, shownSince } from '../platform/offline/kept-answers.ts'
import { pictureKey, picturesCache } from '../platform/offline/names.ts'
import { renewTickets } from '../platform/outbox/hand-in-tickets.ts'
import { confirmed, outbox } from '../platform/outbox/outbox.ts'
import { openJoinedSessions } from '../platform/session/joined-accounts.ts'
import { accountOf, findJoinedSession, joinedSessions } from '../platform/session/joined-sessions.ts'
import { knownUser, onSessionEnd } from '../platform/session/session.ts'

type Day = AnswerOf<'GET /api/visits'>
type Photo = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/room_images'>['room_images'][number]

/** Nobody waits for these reads, and nobody is told when one fails; `as` one of the person's other accounts. */
type Way = Pick<SendOptions, 'silent' | 'errors' | 'fresh' | 'as'>
// What is carried already would stand in for the server, and grow no older by it.
const quietly: Way = { silent: true, errors: 'nobody', fresh: true }
const renewal = 10 * 60_000
/**
 * Milliseconds after which a server that was silent, or a round that some of its reads failed in, is tried again; each further round that is
 * not whole waits twice as long as the one before, up to the renewal of a whole one: what fails for hours is not to be asked for by every
 * phone without a pause.
 */
export const carryPace = { retry: 20_000 }
/** Milliseconds until a room is read anew of which the server has heard: what was pressed together is read once. */
const settling = 300

let stop: (() => void) | null = null

/**
 * Makes a craftsman's phone carry today's and tomorrow's rooms of all his companies: the application installs itself, and what those rooms'
 * pages read is read ahead, with the pictures of before (feature 16). Begun once a session; what is carried goes with it. Called again, it
 * carries what the user was given since.
 */
export const startCarrying = (): void => {
  if (stop === null) {
    beginToCarry(knownUser()?.client?.cd ?? '')
    offerInstallation()
    // Where there is no secure context there is none, and the pages need their network as before.
    void navigator.serviceWorker?.register('/service-worker.js').catch(() => {})
    const timer = setInterval(carry, renewal)
    addEventListener('online', carryAnew)
    const stopListening = confirmed.subscribe(carryConfirmed)
    const stopLooking = shownSince.subscribe(retrySoon)
    stop = () => {
      clearInterval(timer)
      stopRetrying()
      removeEventListener('online', carryAnew)
      stopListening()
      stopLooking()
    }
    carryAnew()
  } else carry()
}

onSessionEnd(() => {
  stop?.()
  stop = null
})

/** Only who works on the site is offered the application for the home screen. */
const offerInstallation = (): void => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/craftsman.webmanifest'
  document.head.append(link)
}

let carrying: Promise<void> | null = null
let isWantedAgain = false
/** Whether all that could be read was, in the last round. */
let isWhole = true
/** Milliseconds until a round that is not whole is followed by the next. */
let pause = 0
/** Whether the server answered the last round at all; one that ended with its first read costs nothing. */
let isAnswered = false
const nextPause = (): number => (isWhole ? 0 : Math.max(carryPace.retry, Math.min(isAnswered ? pause * 2 : pause, renewal)))

/** One round at a time; the first read that reaches nobody ends it: without a network all the others would fail, too. */
const carry = (): void => {
  carrying ??= carryAccounts()
    .catch(() => void (isWhole = false))
    .finally(() => {
      carrying = null
      pause = nextPause()
      if (isWantedAgain) carryAnew()
      else retrySoon()
    })
}

/** What a round has read that began before somebody else went on here, or before the line was back, is not all. */
const carryAnew = (): void => {
  isWantedAgain = carrying !== null
  pause = 0
  carry()
}

let retrying: { timer: ReturnType<typeof setTimeout>; pause: number } | undefined
const stopRetrying = (): void => {
  clearTimeout(retrying?.timer)
  retrying = undefined
}
/** While the screen shows what the phone carries, and until all is carried. A device without a network hears of the next one by itself. */
const retrySoon = (): void => {
  const isShown = shownSince.get() !== null
  if (stop === null || (!isShown && isWhole)) return
  // What is on the screen does not wait for a room that fails for hours: the server is asked by one read.
  const next = isShown ? carryPace.retry : Math.max(pause, carryPace.retry)
  if (retrying !== undefined && retrying.pause <= next) return
  stopRetrying()
  const timer = setTimeout(() => {
    retrying = undefined
    if (!navigator.onLine || (shownSince.get() === null && isWhole)) return
    carry()
  }, next)
  retrying = { timer, pause: next }
}

/** Rooms of which the server has heard since they were carried: a copy from before would take back what was done there. */
const outdated = new Map<string, ConfirmedRoom>()
interface ConfirmedRoom {
  client: string
  construction_id: number
  room_id: number
}
let heard = 0

const carryConfirmed = (): void => {
  const all = confirmed.get()
  for (const { group, client } of all.slice(heard)) {
    const [, construction_id, room_id] = /^constructions\/(\d+)\/rooms\/(\d+)$/.exec(group ?? '') ?? []
    if (construction_id !== undefined && room_id !== undefined)
      outdated.set(`${client} ${group}`, { client, construction_id: Number(construction_id), room_id: Number(room_id) })
  }
  heard = all.length
  carryOutdated()
}

let refreshing: Promise<void> | null = null
/** At once, but once for all that a room still sends: its last photo brings all the others. */
const carryOutdated = (): void => {
  refreshing ??= carryRooms()
    .catch(() => {})
    .finally(() => (refreshing = null))
}

const carryRooms = async (): Promise<void> => {
  await new Promise(done => setTimeout(done, settling))
  for (let next = nextOutdated(); next !== undefined; next = nextOutdated()) {
    const [name, { client, construction_id, room_id }] = next
    const session = findJoinedSession(client)
    outdated.delete(name)
    // At a company where nobody is signed in any more nothing is carried, and no other company is asked for its rooms.
    if (session === undefined && client !== knownUser()?.client?.cd) continue
    const way: Way = session === undefined ? quietly : { ...quietly, as: accountOf(session) }
    try {
      await carryDay('GET /api/visits', {}, way)
      await carryDay('GET /api/constructions/:construction_id/working_process', { params: { construction_id } }, way).catch(endOfLine)
      await carryRoom(construction_id, room_id, way, partsOf(carryingAccount() ?? ''))
    } catch (error) {
      // With the next round, when the line is back.
      outdated.set(name, { client, construction_id, room_id })
      throw error
    }
  }
}

const nextOutdated = () => {
  const onTheirWay = new Set(outbox.get().flatMap(({ state, client, group }) => (state === 'sending' ? [`${client} ${group}`] : [])))
  return [...outdated].find(([name]) => !onTheirWay.has(name)) ?? [...outdated][0]
}

const carryAccounts = async (): Promise<void> => {
  const account = carryingAccount()
  if (knownUser() === null || account === null) return
  await forgetOldAnswers()
  const wasSilent = shownSince.get() !== null
  isAnswered = false
  await send('GET /api/users/me', {}, quietly)
  isAnswered = true
  // The server is back: what the screen shows of the phone's own is read anew.
  if (wasSilent) void queryClient.invalidateQueries().catch(() => {})
  await openJoinedSessions().catch(endOfLine)
  await renewTickets().catch(endOfLine)
  const part = partsOf(account)
  const ways: Way[] = [quietly, ...joinedSessions.get().map(session => ({ ...quietly, as: accountOf(session) }))]
  const rooms: { way: Way; date: string; construction_id: number; room_id: number }[] = []
  for (const way of ways)
    for (const { date, visits } of (await part(() => carryAccount(way, part))) ?? [])
      rooms.push(...visits.map(({ construction_id, id }) => ({ way, date, construction_id, room_id: id })))
  // An assignment that was given since would leave its photos behind at the end of the account.
  await renewTickets(constructionsByCompany(rooms)).catch(endOfLine)
  const pictures = new Set<string>()
  // Of all companies today's first.
  for (const { way, construction_id, room_id } of rooms.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)))
    for (const url of await carryRoom(construction_id, room_id, way, part)) pictures.add(url)
  isWhole = part.isWhole()
  await keepPictures(pictures, account)
  // Those of another day, or whose reads failed, are not among them.
  if (outdated.size > 0) carryOutdated()
}

const constructionsByCompany = (rooms: readonly { way: Way; construction_id: number }[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const own = knownUser()?.client?.cd ?? ''
  const byCompany = Map.groupBy(rooms, ({ way }) => way.as?.caller?.client?.cd ?? own)
  return new Map([...byCompany].map(([cd, carried]) => [cd, new Set(carried.map(({ construction_id }) => construction_id))]))
}

type Part = (<T>(read: () => Promise<T>) => Promise<T | null>) & { isWhole: () => boolean }

/** Somebody else goes on here, or nobody: the session of the round's own reads is another one's by now. */
class AnotherAccount extends Error {}
const assertGoesOn = (account: string): void => {
  if (carryingAccount() !== account) throw new AnotherAccount()
}

/**
 * Does one part of a round. What one room or company refuses is nothing to the others; a server that cannot be reached is, and the end of
 * the session.
 */
const partsOf = (account: string): Part => {
  let whole = true
  const part = async <T>(read: () => Promise<T>): Promise<T | null> => {
    assertGoesOn(account)
    try {
      return await read()
    } catch (error) {
      endOfLine(error)
      if (error instanceof AnotherAccount) throw error
      // Whoever says no says so tomorrow; who is busy, or fails, does not.
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) whole = false
      return null
    }
  }
  return Object.assign(part, { isWhole: () => whole })
}

/** A server that cannot be reached ends what is being done. */
const endOfLine = (error: unknown): void => {
  if (error instanceof ApiError && error.isUnreachable) throw error
}

/** The days of an account, with their constructions. */
const carryAccount = async (way: Way, part: Part): Promise<Day[]> => {
  if (way.as !== undefined) await send('GET /api/users/me', {}, way)
  await send('GET /api/configurations', {}, way)
  // Why nobody opened is asked at the door.
  await part(() => send('GET /api/incomplete_reasons', { query: { exclude_pagination: true } }, way))
  const days = await daysOf(way)
  for (const construction_id of new Set(days.flatMap(({ visits }) => visits.map(visit => visit.construction_id))))
    await part(() => carryConstruction(construction_id, days, way))
  return days
}

/** Today, and tomorrow where somebody is visited. */
const daysOf = async (way: Way): Promise<Day[]> => {
  const today = await carryDay('GET /api/visits', {}, way)
  if (today.next_date !== addDays(today.today, 1)) return [today]
  return [today, await send('GET /api/visits', { query: { date: today.next_date } }, way)]
}

/** A day that is read without its date lies under it, too: tomorrow, in a cellar, it is not today's any more. */
const carryDay = async <K extends 'GET /api/visits' | 'GET /api/constructions/:construction_id/working_process'>(
  key: K,
  input: Readonly<Record<string, object>>,
  way: Way,
): Promise<AnswerOf<K>> => {
  // Another account of the same person may go on before the answer is there.
  const account = way.as?.account ?? carryingAccount()
  const at = Date.now()
  // SAFETY: both take their date alone, and the second its construction.
  const answer = (await call(key, { ...input, query: {} }, way)) as AnswerOf<K>
  await keepAnswer(key, { ...input, query: { date: answer.today } }, answer, account, at)
  return answer
}

/** Its own page, and its lists of the days. */
const carryConstruction = async (construction_id: number, days: readonly Day[], way: Way): Promise<void> => {
  await send('GET /api/constructions/:id', { params: { id: construction_id } }, way)
  await send('GET /api/constructions/:construction_id/signboard', { params: { construction_id } }, way).catch(endOfLine)
  await carryDay('GET /api/constructions/:construction_id/working_process', { params: { construction_id } }, way)
  for (const { date, today, visits } of days)
    if (date !== today && visits.some(visit => visit.construction_id === construction_id))
      await send('GET /api/constructions/:construction_id/working_process', { params: { construction_id }, query: { date } }, way)
}

const readsOfRoom = [
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report',
  'GET /api/constructions/:construction_id/rooms/:room_id/orders',
  'GET /api/constructions/:construction_id/rooms/:room_id/keys',
] as const satisfies readonly ReadKey[]

/** Reads what a room's page reads, and names the pictures of before. */
const carryRoom = async (construction_id: number, room_id: number, way: Way, part: Part): Promise<string[]> => {
  const input = { params: { construction_id, room_id } }
  const images = await part(() => send('GET /api/constructions/:construction_id/rooms/:room_id/room_images', input, way))
  await Promise.all(readsOfRoom.map(key => part(() => send(key, input, way))))
  return (images?.room_images ?? []).filter(({ timing }) => timing === 'before_construction').flatMap(picturesOf)
}

const picturesOf = ({ thumbnail_url, view_url }: Photo): string[] => (thumbnail_url === null ? [view_url] : [thumbnail_url, view_url])

/**
 * Each picture once, however often its link is another one; those of rooms that are not visited any more go, once all rooms are known. Who
 * is not there any more gets none: they would lie on the device for the next.
 */
const keepPictures = async (urls: ReadonlySet<string>, account: string): Promise<void> => {
  if (globalThis.caches === undefined) return
  assertGoesOn(account)
  const cache = await caches.open(picturesCache)
  const wanted = new Map([...urls].map(url => [pictureKey(url, location.origin), url]))
  for (const [key, url] of wanted) {
    if ((await cache.match(key)) !== undefined) continue
    assertGoesOn(account)
    const answer = await fetch(url).catch(() => null)
    assertGoesOn(account)
    if (answer?.ok === true) await cache.put(key, answer)
  }
  assertGoesOn(account)
  if (isWhole) for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}
