import type { OfficeActor } from '@toguchi/domain/access/actor'
import { importPhases, type ImportPhase } from '@toguchi/domain/spreadsheets/labels'
import type { Db } from '../platform/database/database.ts'
import { beginWatched, endWatched, findWatched, tellWatched } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'

/** Says how many rows of a file are through. */
export type Tell = (phase: ImportPhase, done: number, total: number) => void

const kind = 'spreadsheet_import'
/** Milliseconds between two that are written down. */
const interval = 400

/**
 * Does the work of an import while its rows are counted, on a connection of its own: the transaction of the work shows nothing before its
 * end. What cannot be told holds nothing up. Without a token nobody looks on.
 */
export const whileTelling = async <T>(
  platform: Platform,
  actor: OfficeActor,
  token: string | undefined,
  work: (tell: Tell) => Promise<T>,
): Promise<T> => {
  if (token === undefined) return work(() => {})
  const { clientId } = actor
  const inOwn = <R>(run: (db: Db) => Promise<R>): Promise<R> => platform.pool.write(clientId, run)
  const id = await inOwn(db => beginWatched(db, actor, { kind, token }, platform.now()))
  let told = 0
  let telling: Promise<unknown> | undefined
  const tell: Tell = (note, done, total) => {
    if (telling !== undefined || performance.now() - told < interval) return
    told = performance.now()
    telling = inOwn(db => tellWatched(db, clientId, id, { note, done, total }))
      .catch(() => undefined)
      .finally(() => (telling = undefined))
  }
  try {
    return await work(tell)
  } finally {
    await telling
    await inOwn(db => endWatched(db, clientId, id, platform.now()))
  }
}

/** How far an import of the caller's own is; null before its rows are known, and when it has ended. */
export const findProgress = async (db: Db, actor: OfficeActor, token: string) => {
  const job = await findWatched(db, actor, { kind, token })
  const phase = importPhases.find(name => name === job?.note)
  return job === undefined || phase === undefined ? null : { phase, done: job.done, total: job.total }
}
