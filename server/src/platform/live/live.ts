import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What a watcher of a construction hears. */
export type News =
  /** Something was committed; `eventId` is the newest event of the statement that tells it. */
  | { kind: 'changed'; eventId: number; constructionId: number }
  /** A room got a photo, or lost one. */
  | { kind: 'photographed'; constructionId: number; roomId: number }
  /** Somebody came, went, or began or stopped editing. */
  | { kind: 'presence' }
  /** Something may have been missed: look for yourself. */
  | { kind: 'look' }
  /** The server is closing: nothing more will be heard here. */
  | { kind: 'closed' }

/** Milliseconds and measures of what is live; tests shorten them. */
export interface LivePace {
  /** While no connection hears, watchers look for themselves this often. */
  look: number
  /** How often the connection is tried by a word to itself. */
  probe: number
  /** The first wait before another connection; each further one is twice as long, up to `look`. */
  retry: number
  /** Between two signs of life on a stream, which proxies would otherwise take for dead. */
  heartbeat: number
  /** A stream ends by itself after this time: its reader comes again with the token and the rights of that moment. */
  streamLife: number
  /** Streams that one person may have open in one process. */
  streamsPerPerson: number
  /** A reader who leaves more bytes than this lying is sent away. */
  unreadBytes: number
}

export const usualPace: LivePace = {
  look: 10_000,
  probe: 30_000,
  retry: 250,
  heartbeat: 15_000,
  streamLife: 120_000,
  streamsPerPerson: 10,
  unreadBytes: 64 * 1024,
}

export interface Live {
  pace: LivePace
  /**
   * Tells `listener`, which must not throw, what happens at a construction of a client, or at all of them (null): to look at once, and again when something may have
   * been missed. Returns what ends it.
   */
  subscribe(clientId: number, constructionId: number | null, listener: (news: News) => void): () => void
  /** Calls `ended`, which must not throw, when the session is ended in whatever process: what was let in with it is sent away. */
  onSessionEnd(sessionId: number, ended: () => void): () => void
  /** Lets a person in who opens one more stream, or null when they have as many as they may. Returns what lets them out again. */
  admit(person: string): (() => void) | null
  /** How many streams are open in this process. */
  streams(): number
  /** Tells every watcher that it is over, and closes the connection. */
  close(): Promise<void>
}

const probeChannel = 'live_probe'
const topicOf = (clientId: number | string, constructionId: number | string | null) => `${clientId}:${constructionId ?? 'all'}`
const sessionTopic = (sessionId: string) => `session ${sessionId}`
const channels = ['construction_events', 'room_photos', 'schedule_presence', 'session_ended', 'contract_ended', probeChannel]

/**
 * PostgreSQL's notifications, heard over one connection of this process that is not the pool's. It is opened for the first watcher and
 * again whenever it breaks; then everybody is told to look. Whether it hears it learns by a word to itself: a connection whose other end
 * vanished, and a pooler that swallows notifications, say nothing. While none hears, watchers are told to look every ten seconds.
 */
export const openLive = (
  databaseUrl: string,
  { onError, ...changed }: Partial<LivePace> & { onError?: (error: unknown) => void } = {},
): Live => {
  const pace: LivePace = { ...usualPace, ...changed }
  const topics = new Map<string, Set<(news: News) => void>>()
  const people = new Map<string, number>()
  const closing = new AbortController()
  let hears = false
  let hearing: Promise<void> | null = null

  const publish = (topic: string, news: News) => {
    for (const listener of topics.get(topic) ?? []) listener(news)
  }
  const notifyAll = (news: News) => {
    for (const topic of topics.keys()) publish(topic, news)
  }
  /** Whoever watches anything of a client looks whether they still may. */
  const notifyWatchersOf = (clientId: string) => {
    for (const topic of topics.keys()) if (topic.startsWith(`${clientId}:`)) publish(topic, { kind: 'look' })
  }
  const dispatch = ({ channel, payload = '' }: pg.Notification) => {
    // The third is the newest event, of photos their room.
    const [clientId = '', constructionId = '', third] = payload.split(':')
    if (channel === 'construction_events')
      for (const place of [constructionId, null])
        publish(topicOf(clientId, place), { kind: 'changed', eventId: Number(third), constructionId: Number(constructionId) })
    if (channel === 'room_photos')
      for (const place of [constructionId, null])
        publish(topicOf(clientId, place), { kind: 'photographed', constructionId: Number(constructionId), roomId: Number(third) })
    if (channel === 'contract_ended') notifyWatchersOf(clientId)
    if (channel === 'session_ended') publish(sessionTopic(payload), { kind: 'closed' })
    if (channel === 'schedule_presence') publish(topicOf(clientId, constructionId), { kind: 'presence' })
  }

  const report = (error: unknown) => {
    if (!closing.signal.aborted) onError?.(error)
  }
  /** One connection from its beginning to its end; returns whether it ever heard. It reads no table, so it proves no wall. */
  const hearOnce = async (): Promise<boolean> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'toguchi-live',
      connectionTimeoutMillis: pace.look,
      keepAlive: true,
    })
    const over = new AbortController()
    const end = () => over.abort()
    client.on('error', report)
    client.on('end', end)
    closing.signal.addEventListener('abort', end)
    client.on('notification', dispatch)
    let heard = false
    try {
      await client.connect()
      await client.query(['set synchronous_commit = off', ...channels.map(channel => `listen ${channel}`)].join('; '))
      while (!over.signal.aborted) {
        await speakToItself(client, pace.look)
        if (!hears) notifyAll({ kind: 'look' })
        hears = true
        heard = true
        await pause(pace.probe, over.signal)
      }
    } catch (error) {
      report(error)
    } finally {
      hears = false
      closing.signal.removeEventListener('abort', end)
      // A connection whose other end is silent would wait for its farewell for ever.
      client.connection.stream.destroy()
    }
    return heard
  }

  const hearOnAndOn = async () => {
    let wait = pace.retry
    while (!closing.signal.aborted) {
      if (await hearOnce()) wait = pace.retry
      await pause(wait, closing.signal)
      wait = Math.min(wait * 2, pace.look)
    }
  }
  const looking = setInterval(() => {
    if (!hears) notifyAll({ kind: 'look' })
  }, pace.look)
  looking.unref()

  const listenTo = (topic: string, listener: (news: News) => void) => {
    if (closing.signal.aborted) {
      listener({ kind: 'closed' })
      return () => undefined
    }
    const listeners = topics.get(topic) ?? new Set()
    topics.set(topic, listeners.add(listener))
    hearing ??= hearOnAndOn()
    listener({ kind: 'look' })
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
    }
  }
  return {
    pace,
    subscribe: (clientId, constructionId, listener) => listenTo(topicOf(clientId, constructionId), listener),
    onSessionEnd: (sessionId, ended) =>
      listenTo(sessionTopic(String(sessionId)), ({ kind }) => {
        if (kind === 'closed') ended()
      }),
    admit(person) {
      const already = people.get(person) ?? 0
      if (already >= pace.streamsPerPerson) return null
      people.set(person, already + 1)
      return () => {
        const left = (people.get(person) ?? 1) - 1
        if (left === 0) people.delete(person)
        else people.set(person, left)
      }
    },
    streams: () => [...people.values()].reduce((sum, of) => sum + of, 0),
    async close() {
      clearInterval(looking)
      closing.abort()
      notifyAll({ kind: 'closed' })
      topics.clear()
      await hearing
    },
  }
}

/** Resolves when a word that the connection sends comes back over it as a notification; rejects when it does not in time. */
const speakToItself = (client: pg.Client, milliseconds: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const word = randomUUID()
  const recognize = ({ channel, payload }: pg.Notification) => {
    if (channel === probeChannel && payload === word) resolve()
  }
  const lose = () => reject(new Error('the connection to the notifications is gone'))
  const silence = setTimeout(() => reject(new Error('the connection to the notifications does not hear')), milliseconds)
  client.on('notification', recognize)
  client.once('end', lose)
  client.query('select pg_notify($1, $2)', [probeChannel, word]).catch(reject)
  return promise.finally(() => {
    clearTimeout(silence)
    client.off('notification', recognize)
    client.off('end', lose)
  })
}

const pause = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
