import type { ClientActor, ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { clientValue, clientValueOf } from '../database/part-of-client.ts'
import type { Platform } from '../platform.ts'

export interface NewJob {
  kind: string
  input: Record<string, unknown>
  total: number
}

/**
 * Asks for a document, in the transaction of the request: a row that its requester follows, and work in the queue that carries only the
 * client and the id (review M8).
 */
export const enqueueDocument = async (
  { jobs }: Pick<Platform, 'jobs'>,
  db: Db,
  actor: ReachedActor,
  asked: NewJob,
  queue: 'documents' | 'archives' = 'documents',
) => {
  const job = await insertJob(db, actor, asked)
  await jobs.enqueue(db, queue, { client_id: actor.clientId, job_id: job.id })
  return job
}

const insertJob = (db: Db, actor: ReachedActor, job: NewJob) =>
  db
    .insertInto('jobs')
    .values({
      client_id: actor.clientId,
      kind: job.kind,
      requested_by_kind: actor.kind,
      requested_by_id: actor.id,
      input: JSON.stringify(job.input),
      total: job.total,
    })
    .returning(['client_id', 'id', 'state', 'done', 'total', 'file_id', 'error', 'note'])
    .executeTakeFirstOrThrow()

/** Work that a request does itself, while whoever sent it looks on: it is found by the token that came along. */
export const beginWatched = async (db: Db, actor: ReachedActor, { kind, token }: Watched, at: Date): Promise<number> =>
  (
    await db
      .insertInto('jobs')
      .values({
        client_id: actor.clientId,
        kind,
        requested_by_kind: actor.kind,
        requested_by_id: actor.id,
        input: JSON.stringify({ token }),
        state: 'running',
        started_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

interface Watched {
  kind: string
  token: string
}

/** How far it is; `note` names what is being counted. */
export const tellWatched = (db: Db, clientId: ClientId, id: number, counted: { note: string; done: number; total: number }) =>
  db.updateTable('jobs').set(counted).where('client_id', '=', clientId).where('id', '=', id).where('state', '=', 'running').execute()

export const endWatched = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db.updateTable('jobs').set({ state: 'done', finished_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Such work of the caller's own, as long as it is under way. */
export const findWatched = (db: Db, actor: ClientActor, { kind, token }: Watched) =>
  db
    .selectFrom('jobs')
    .where('client_id', '=', clientValueOf(actor))
    .where('state', '=', 'running')
    .where('kind', '=', kind)
    .where('requested_by_kind', '=', actor.kind)
    .where('requested_by_id', '=', actor.id)
    .where(sql`input ->> 'token'`, '=', token)
    .select(['note', 'done', 'total'])
    .executeTakeFirst()

/** A job of the caller's own client and their own asking. */
export const findJob = (db: Db, actor: ClientActor, id: number) =>
  db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('client_id', '=', clientValueOf(actor))
    .where('requested_by_kind', '=', actor.kind)
    .where('requested_by_id', '=', actor.id)
    .select(['client_id', 'id', 'state', 'done', 'total', 'file_id', 'error', 'note'])
    .executeTakeFirst()

/** Takes a job for working; one that is done stays done, so a queue may deliver it twice. */
export const startJob = (db: Db, clientId: number, id: number, at: Date) =>
  db
    .updateTable('jobs')
    .set(eb => ({ state: 'running', started_at: at, attempts: eb('attempts', '+', 1), done: 0 }))
    .where('client_id', '=', clientValue(clientId))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['id', 'client_id', 'kind', 'requested_by_kind', 'requested_by_id', 'input', 'total', 'attempts'])
    .executeTakeFirst()

/** One attempt at a job: the queue may begin another while this one is still at work. */
export interface JobAttempt {
  client_id: ClientId
  id: number
  attempts: number
}

/** What the row of an attempt says for as long as it is the one under way. */
const underWay = ({ client_id, id, attempts }: JobAttempt) => ({ client_id, id, state: 'running' as const, attempts })
const jobOf = (db: Db, job: JobAttempt) => db.updateTable('jobs').where(eb => eb.and(underWay(job)))

/** Whether an attempt is still the one under way; it stays so until the transaction ends. */
export const holdJob = async (db: Db, job: JobAttempt): Promise<boolean> => {
  const row = await db
    .selectFrom('jobs')
    .where(eb => eb.and(underWay(job)))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Of the attempt under way alone, as all that follows here: what an older one says overturns nothing. */
export const finishJob = (db: Db, job: JobAttempt, { fileId, note }: { fileId: number | null; note: string | null }, at: Date) =>
  jobOf(db, job)
    .set(eb => ({ state: 'done', file_id: fileId, note, finished_at: at, done: eb.ref('total') }))
    .execute()

export const failJob = (db: Db, job: JobAttempt, sentence: string, at: Date) =>
  jobOf(db, job).set({ state: 'failed', error: sentence, finished_at: at }).execute()

/** Told late it is told no more: a job never goes back. */
export const setJobProgress = (db: Db, job: JobAttempt, done: number) => jobOf(db, job).set({ done }).where('done', '<', done).execute()

/** For work of which only a look at it tells how much it is. */
export const setJobTotal = (db: Db, job: JobAttempt, total: number) => jobOf(db, job).set({ total }).execute()

/** Where the bytes lie that such jobs made. */
export const listResultKeys = async (db: Db, clientId: ClientId, before: Date, kinds: readonly string[] | null = null): Promise<string[]> =>
  (
    await sql<{ storage_key: string }>`
      select fi.storage_key from jobs j join files fi on fi.client_id = ${clientId} and fi.id = j.file_id
      where j.client_id = ${clientId} and coalesce(j.finished_at, j.created_at) < ${before}
        and (${kinds}::text[] is null or j.kind = any(${kinds}::text[]))`.execute(db)
  ).rows.map(({ storage_key }) => storage_key)

/**
 * Gives up what jobs of a client made before a moment, and what they were asked with, also where they never ended: papers can be made
 * again, and the old ones name people. Of some kinds alone where they are named: what they make is too large to be kept as long as papers are.
 * Returns the files, which nothing points to any more.
 */
export const giveUpResults = async (
  db: Db,
  clientId: ClientId,
  before: Date,
  kinds: readonly string[] | null = null,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; file_id: number | null }>`
    select j.id, j.file_id from jobs j where j.client_id = ${clientId} and coalesce(j.finished_at, j.created_at) < ${before}
      and (${kinds}::text[] is null or j.kind = any(${kinds}::text[])) and (j.file_id is not null or j.input <> '{}') for update`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await sql`update jobs set file_id = null, input = '{}' where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(db)
  return rows.flatMap(({ file_id }) => file_id ?? [])
}
