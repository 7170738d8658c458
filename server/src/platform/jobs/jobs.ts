import { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { Db } from '../database/database.ts'
import { CompiledQuery } from 'kysely'
import { describeError } from '../observing/told-error.ts'

/**
 * The queues of the product. `documents` makes paper, `archives` zips of photos, completion books, photo ledgers and many reports at once, which take longer than anybody waits for a letter, `erasures` takes away the data of clients, a job each, `outbox` sends mail, `logos` removes the bytes of logos that were replaced, `bytes` those of files that were erased,
 * `daily` is the work of 00:05 (G-API-16), `reminders` is what is said by day only: tomorrow's visits, payments that end tomorrow, earlier frames, keys that are out too long, addresses that wait,
 * `payments` talks to the payment service.
 */
export const queues = ['documents', 'archives', 'erasures', 'outbox', 'logos', 'bytes', 'payments', 'daily', 'reminders'] as const
export type Queue = (typeof queues)[number]
/** The signal: this attempt is not the queue's any more, as another has begun or the server stops. */
export type Work = Record<Queue, (data: Record<string, unknown>, signal?: AbortSignal) => Promise<void>>

export interface Jobs {
  /** Puts work into a queue in the caller's transaction: it exists when the change exists, and not otherwise. */
  enqueue(
    db: Db,
    queue: Queue,
    data: Record<string, unknown>,
    options?: { startAfterSeconds?: number; singletonKey?: string },
  ): Promise<void>
  /** Starts working the queues in this process. */
  work(handlers: Work): Promise<void>
  /** Rejects when the queues cannot be reached. */
  check(): Promise<void>
  close(): Promise<void>
}

const schema = 'pgboss'

/** Bytes are tried for after a few seconds, then for more than a day, an hour apart: a storage that is away may stay so (decision 056). */
const retriesOf = (queue: Queue) =>
  queue === 'bytes' ? { retryLimit: 40, retryDelay: 2, retryDelayMax: 3600, retryBackoff: true } : { retryLimit: 5, retryBackoff: true }

/**
 * A zip or the data of a client may take hours; that its process has ended is seen by the heartbeat, within minutes. Of erasures one of
 * each `singletonKey` is waiting or at work.
 */
const kindOf = (queue: Queue) =>
  queue === 'archives' || queue === 'erasures'
    ? { expireInSeconds: 6 * 3600, heartbeatSeconds: 60, ...(queue === 'erasures' ? { policy: 'exclusive' } : {}) }
    : { expireInSeconds: 900 }

/** Brings the queues' own tables to their newest shape, as the owner, and lets the application use them. */
export const prepareQueues = async (ownerUrl: string): Promise<void> => {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema,
    max: 1,
    application_name: 'toguchi-queues',
    supervise: false,
    schedule: false,
  })
  boss.on('error', error => console.error(describeError(error)))
  await boss.start()
  try {
    for (const queue of queues) await boss.createQueue(queue, { ...retriesOf(queue), notify: true, ...kindOf(queue) })
    // A queue that is there already stays as it was made.
    await boss.updateQueue('bytes', retriesOf('bytes'))
  } finally {
    await boss.stop({ graceful: false })
  }
  await grantToApplication(ownerUrl)
}

/** What pg-boss says of a worker's failure is a copy of its error with the queue's name, and no Error: the log would not know it. */
export const errorOf = (said: unknown): Error => {
  if (said instanceof Error) return said
  const parts = typeof said === 'object' && said !== null ? said : { message: String(said) }
  return Object.assign(new Error(), parts)
}

/**
 * The queue in PostgreSQL, as the application's own login: the owner's hands are not needed any more once its tables are prepared. It
 * listens, so its connections lead to the server itself.
 */
export const startJobs = async (sessionUrl: string, { onError }: { onError: (error: Error) => void }): Promise<Jobs> => {
  const boss = new PgBoss({
    connectionString: sessionUrl,
    schema,
    max: 4,
    application_name: 'toguchi-jobs',
    useListenNotify: true,
    migrate: false,
    createSchema: false,
  })
  boss.on('error', error => onError(errorOf(error)))
  await boss.start()
  return {
    async enqueue(db, queue, data, { startAfterSeconds, singletonKey } = {}) {
      await boss.send(queue, data, {
        db: {
          executeSql: async (text: string, values?: unknown[]) => ({
            rows: (await db.executeQuery(CompiledQuery.raw(text, values ?? []))).rows as never[],
          }),
        },
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      })
    },
    async work(handlers) {
      for (const queue of queues)
        await boss.work<Record<string, unknown>>(
          queue,
          { batchSize: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 2 },
          async jobs => {
            for (const job of jobs) await handlers[queue](job.data, job.signal)
          },
        )
      await boss.schedule('daily', '5 0 * * *', {}, { tz: 'Asia/Tokyo' })
      await boss.schedule('reminders', '*/10 8-19 * * *', {}, { tz: 'Asia/Tokyo' })
      await boss.schedule('outbox', '* * * * *', {}, { tz: 'Asia/Tokyo' })
    },
    async check() {
      if ((await boss.getQueue('outbox')) === null) throw new Error('there is no queue of this name')
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const grantToApplication = async (ownerUrl: string) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `grant usage on schema ${schema} to toguchi_app; grant select, insert, update, delete on all tables in schema ${schema} to toguchi_app; grant execute on all functions in schema ${schema} to toguchi_app`,
    )
  } finally {
    await client.end()
  }
}
