import { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { Db } from './database.ts'
import { CompiledQuery } from 'kysely'

/**
 * The queues of the product. `documents` makes paper, `outbox` sends mail, `logos` removes the bytes of logos that were replaced,
 * `daily` is the work of 00:05 (G-API-16), `reminders` tells residents of tomorrow's visits, by day only,
 * `payments` talks to the payment service.
 */
export const queues = ['documents', 'outbox', 'logos', 'payments', 'daily', 'reminders'] as const
export type Queue = (typeof queues)[number]
export type Work = Record<Queue, (data: Record<string, unknown>) => Promise<void>>

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
  close(): Promise<void>
}

const schema = 'pgboss'

/** The queue in PostgreSQL. Its own connection is the owner's, because pg-boss keeps its own tables; our rows stay behind the pool. */
export const startJobs = async (databaseUrl: string, { onError }: { onError: (error: Error) => void }): Promise<Jobs> => {
  const boss = new PgBoss({ connectionString: databaseUrl, schema, max: 4, application_name: 'toguchi-jobs', useListenNotify: true })
  boss.on('error', onError)
  await boss.start()
  for (const queue of queues) await boss.createQueue(queue, { retryLimit: 5, retryBackoff: true, expireInSeconds: 900, notify: true })
  await grantToApplication(databaseUrl)
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
            for (const job of jobs) await handlers[queue](job.data)
          },
        )
      await boss.schedule('daily', '5 0 * * *', {}, { tz: 'Asia/Tokyo' })
      await boss.schedule('reminders', '*/10 8-19 * * *', {}, { tz: 'Asia/Tokyo' })
      await boss.schedule('outbox', '* * * * *', {}, { tz: 'Asia/Tokyo' })
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const grantToApplication = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `grant usage on schema ${schema} to toguchi_app; grant select, insert, update, delete on all tables in schema ${schema} to toguchi_app; grant execute on all functions in schema ${schema} to toguchi_app`,
    )
  } finally {
    await client.end()
  }
}
