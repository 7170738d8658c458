import type { Db } from './database.ts'

/** Something happened at a construction; `eventId` is its newest event. */
export interface ConstructionNews {
  clientId: number
  constructionId: number
  eventId: number
}

/** By transaction and construction, the newest event of which watchers are told when it is committed. */
const waiting = new WeakMap<Db, Map<string, number>>()

/**
 * Tells everybody who watches the construction, in every process, when the transaction is committed, in the trip of the commit itself.
 * A trigger does not do for it: on a distributed engine it fires on a node where nobody listens (D-38).
 */
export const tellAtCommit = (db: Db, { clientId, constructionId, eventId }: ConstructionNews): void => {
  const news = waiting.get(db) ?? new Map<string, number>()
  waiting.set(db, news)
  const topic = `${Number(clientId)}:${Number(constructionId)}`
  news.set(topic, Math.max(news.get(topic) ?? 0, Number(eventId)))
}

/** What a transaction has to tell, as statements before its commit; it is told once. Payloads are three numbers (`platform/live`). */
export const takeNews = (db: Db): string[] => {
  const news = [...(waiting.get(db) ?? [])]
  waiting.delete(db)
  return news.map(([topic, eventId]) => `notify construction_events, '${topic}:${eventId}'`)
}
