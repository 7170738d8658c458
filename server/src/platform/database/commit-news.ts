import type { Db } from './database.ts'

/** Something happened at a construction; `eventId` is its newest event. */
export interface ConstructionNews {
  clientId: number
  constructionId: number
  eventId: number
}

interface Waiting {
  /** By construction, the newest event of which watchers are told when it is committed. */
  changed: Map<string, number>
  /** Rooms that got a photo or lost one. */
  photographed: Set<string>
}
const waiting = new WeakMap<Db, Waiting>()

const waitingOf = (db: Db): Waiting => {
  const news = waiting.get(db) ?? { changed: new Map<string, number>(), photographed: new Set<string>() }
  waiting.set(db, news)
  return news
}

/**
 * Tells everybody who watches the construction, in every process, when the transaction is committed, in the trip of the commit itself.
 * A trigger does not do for it: on a distributed engine it fires on a node where nobody listens (D-38).
 */
export const tellAtCommit = (db: Db, { clientId, constructionId, eventId }: ConstructionNews): void => {
  const { changed } = waitingOf(db)
  const topic = `${Number(clientId)}:${Number(constructionId)}`
  changed.set(topic, Math.max(changed.get(topic) ?? 0, Number(eventId)))
}

interface PhotographedRoom {
  clientId: number
  constructionId: number
  roomId: number
}

/** Photos come in streams: of them only those hear who look at their very room. */
export const tellPhotosAtCommit = (db: Db, { clientId, constructionId, roomId }: PhotographedRoom): void =>
  void waitingOf(db).photographed.add(`${Number(clientId)}:${Number(constructionId)}:${Number(roomId)}`)

/** What a transaction has to tell, as statements before its commit; it is told once. Payloads are three numbers (`platform/live`). */
export const takeNews = (db: Db): string[] => {
  const { changed, photographed } = waitingOf(db)
  waiting.delete(db)
  return [
    ...[...changed].map(([topic, eventId]) => `notify construction_events, '${topic}:${eventId}'`),
    ...[...photographed].map(room => `notify room_photos, '${room}'`),
  ]
}
