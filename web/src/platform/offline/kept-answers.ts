import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { todayInTokyo } from '@toguchi/domain/calendar/day'
import type { Parts, SendOptions } from '../api/request.ts'
import { createStore } from '../store.ts'
import { carryingAccount, forgetDaySnapshot, daySnapshotKey } from './carries.ts'
import { isCarrying, lifetime } from './carrying-account.ts'
import type { DaySnapshot } from './day-snapshot.ts'
import { picturesCache } from './names.ts'

/**
 * What a craftsman's phone carries of today's and tomorrow's rooms, for cellars without a network (feature 16): little, kept apart by
 * account, gone with the session and after two days without the server.
 */
interface KeptAnswer {
  id: string
  account: string
  key: string
  answer: unknown
  /** When it was asked for, in milliseconds since 1970. */
  at: number
}

interface Schema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
}

/** Reads of the pages that open without a network. No photos of keys, no orders of others, no lists of the office. */
const kept: ReadonlySet<string> = new Set([
  'GET /api/users/me',
  'GET /api/configurations',
  'GET /api/constructions',
  'GET /api/constructions/:id',
  'GET /api/constructions/:construction_id/signboard',
  'GET /api/incomplete_reasons',
  'GET /api/visits',
  'GET /api/constructions/:construction_id/working_process',
  'GET /api/constructions/:construction_id/rooms/:room_id',
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report',
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
  'GET /api/constructions/:construction_id/rooms/:room_id/orders',
  'GET /api/constructions/:construction_id/rooms/:room_id/keys',
  'GET /api/constructions/:construction_id/common_area_images',
])

/** When what is on the screen was read, while the server cannot be reached; null while it can. */
export const shownSince = createStore<number | null>(null)

let opened: Promise<IDBPDatabase<Schema>> | null = null
const database = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= openDB<Schema>('toguchi-answers', 1, {
    upgrade: db => void db.createObjectStore('answers', { keyPath: 'id' }),
    terminated: () => void (opened = null),
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** A call by who asks and what, however its parts were written: empty ones count as none. */
const idOf = (account: string, key: string, input: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(input).filter(([, part]) => typeof part === 'object' && part !== null && Object.keys(part).length > 0)
  return JSON.stringify([account, key, parts.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** When each read that this page has an answer to was asked. */
const newest = new Map<string, number>()
/** Of two answers to one read that counts which was asked for later, whichever comes first; not where the device's clock was put back. */
const isOutdated = (at: number, other = 0): boolean => at < other && other <= Date.now()
/** Notes an answer to a read that was asked at `at`; false where a newer one is here. */
const isNewest = (id: string, at: number): boolean => {
  if (isOutdated(at, newest.get(id))) return false
  newest.set(id, at)
  return true
}

/**
 * `account`: whose read it was, the signed-in one or another one of the same person (D-40); `at`: when it was asked, in milliseconds since
 * 1970.
 */
export const keepAnswer = async (
  key: string,
  input: object,
  answer: unknown,
  account = carryingAccount(),
  at = Date.now(),
): Promise<void> => {
  shownSince.set(null)
  // With the session what was carried has gone, and nothing comes after it.
  if (!kept.has(key) || account === null || !isCarrying(account)) return
  const id = idOf(account, key, { ...input })
  if (!isNewest(id, at)) return
  const { store, done } = (await database()).transaction('answers', 'readwrite')
  const put = async () => {
    // Another tab may know better.
    if (!isOutdated(at, (await store.get(id))?.at) && isCarrying(account)) await store.put({ id, account, key, answer, at })
  }
  await Promise.all([put(), done])
}

/** The session, the right, or the thing itself has ended. */
const endedRights: ReadonlySet<number> = new Set([401, 403, 404])
export const isEndOfRight = ({ status }: { status: number }): boolean => endedRights.has(status)

/** What the device has instead of an answer that failed; what somebody may not read any more does not lie on their phone either. */
export const insteadOf = async (
  error: { status: number; isUnreachable: boolean },
  key: string,
  input: object,
  account: string | null,
  { fresh = false }: Pick<SendOptions, 'fresh'>,
): Promise<unknown> => {
  // Whoever says no is there: nobody is without a network.
  if (!error.isUnreachable) shownSince.set(null)
  if (isEndOfRight(error)) await forgetRefused(input, error.status, account).catch(() => {})
  return error.isUnreachable && !fresh ? keptAnswer(key, input, account) : undefined
}

/** Milliseconds after which what is carried stands in for an answer, and after which it does so while the server is known to be silent. */
export const readPace = { patience: 4_000, impatience: 500 }

/**
 * What the device has instead of an answer that takes too long: a server, or a line, that hangs is not one that says no. Undefined where it
 * has nothing. The answer that comes afterwards is kept, and told to whoever asked (`late`), unless one that was asked for later came before it;
 * `at`: when this one was, in milliseconds since 1970.
 */
export const insteadOfWaiting = async (
  asked: Promise<unknown>,
  at: number,
  key: string,
  input: Parts,
  account: string | null,
  options: SendOptions,
): Promise<unknown> => {
  const pace = shownSince.get() === null ? readPace.patience : readPace.impatience
  let isOver = false
  const over = () => void (isOver = true)
  asked.then(over, over)
  await new Promise(done => setTimeout(done, pace))
  if (isOver) return undefined
  const carried = await keptAnswer(key, input, account)
  if (carried === undefined || isOver) return undefined
  const tell = async (answer: unknown) => {
    // The disk may take its time, or nothing at all.
    void keepAnswer(key, input, answer, account, at).catch(() => {})
    if (account === null || !isNewest(idOf(account, key, { ...input }), at)) return
    if (options.as === undefined ? carryingAccount() === account : isCarrying(account)) options.late?.(answer)
  }
  asked.then(tell).catch(() => {})
  return carried
}

/** What was read last, at most two days ago; undefined where nothing was. */
export const keptAnswer = async (key: string, input: object, account = carryingAccount()): Promise<unknown> => {
  if (!kept.has(key) || account === null) return undefined
  const { query } = input as { query?: { date?: string } }
  const today = todayInTokyo(new Date())
  const [ofToday, asAsked] = await Promise.all([
    days.has(key) && query?.date === undefined ? find(account, key, { ...input, query: { ...query, date: today } }) : undefined,
    find(account, key, input),
  ])
  const entry = ofToday === undefined || (asAsked !== undefined && isNewer(asAsked, ofToday, today)) ? asAsked : ofToday
  if (entry === undefined) return undefined
  if (entry.at < Date.now() - lifetime) {
    await forgetAnswers()
    return undefined
  }
  shownSince.set(Math.min(shownSince.get() ?? entry.at, entry.at))
  return entry.answer
}

/** The list of a day that is not named is today's: carried yesterday, it would be yesterday's, and today's lies under its date. */
const days: ReadonlySet<string> = new Set(['GET /api/visits', 'GET /api/constructions/:construction_id/working_process'])

/** What a page has read since the day was carried, where it is of the same day. */
const isNewer = (asked: KeptAnswer, carried: KeptAnswer, today: string): boolean =>
  // SAFETY: both reads of a day name it.
  asked.at > carried.at && (asked.answer as { date?: string }).date === today

const find = async (account: string, key: string, input: object): Promise<KeptAnswer | undefined> => {
  // A device that keeps nothing has nothing to answer with.
  return database().then(
    db => db.get('answers', idOf(account, key, { ...input })),
    () => undefined,
  )
}

/**
 * What a refused read stands for goes: all of the account where its session has ended (401), else all of the construction or room that the
 * read was about.
 */
const forgetRefused = async ({ params = {} }: { params?: object }, status: number, account: string | null): Promise<void> => {
  const about = status === 401 ? {} : placeOf({ ...params })
  if (account === null || (status !== 401 && Object.keys(about).length === 0)) return
  forgetDaySnapshot()
  const transaction = (await database()).transaction('answers', 'readwrite')
  for (const { id, account: owner } of await transaction.store.getAll())
    if (owner === account && isWithin(id, about)) await transaction.store.delete(id)
  await transaction.done
}

type Place = Partial<Record<'construction_id' | 'room_id', string>>

/** The construction, and the room in it, that a read is about; one construction is read under `id`. */
const placeOf = ({ construction_id, id, room_id }: { construction_id?: unknown; id?: unknown; room_id?: unknown }): Place => {
  const construction = construction_id ?? id
  return {
    ...(construction === undefined ? {} : { construction_id: JSON.stringify(construction) }),
    ...(room_id === undefined ? {} : { room_id: JSON.stringify(room_id) }),
  }
}

const isWithin = (id: string, { construction_id, room_id }: Place): boolean => {
  // SAFETY: as idOf wrote it.
  const [, , parts] = JSON.parse(id) as [string, string, [string, Record<string, unknown>][]]
  const place = placeOf(Object.fromEntries(parts)['params'] ?? {})
  return (
    (construction_id === undefined || place.construction_id === construction_id) && (room_id === undefined || place.room_id === room_id)
  )
}

/** What was read longer ago than it may be kept: of rooms that nobody looked at since. */
export const forgetOldAnswers = async (): Promise<void> => {
  forgetOldSnapshot()
  const transaction = (await database()).transaction('answers', 'readwrite')
  for (const entry of await transaction.store.getAll()) if (entry.at < Date.now() - lifetime) await transaction.store.delete(entry.id)
  await transaction.done
}

const forgetOldSnapshot = (): void => {
  try {
    // SAFETY: as ./day-snapshot.ts keeps it.
    const kept = JSON.parse(localStorage.getItem(daySnapshotKey) ?? 'null') as DaySnapshot | null
    if (kept !== null && Date.now() >= kept.until) forgetDaySnapshot()
  } catch {
    forgetDaySnapshot()
  }
}

/** With the session, and after two days without the server. */
export const forgetAnswers = async (): Promise<void> => {
  forgetDaySnapshot()
  shownSince.set(null)
  newest.clear()
  await (await database()).clear('answers')
  await globalThis.caches?.delete(picturesCache)
}
