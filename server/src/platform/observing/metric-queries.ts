import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Pool } from '../database/pool.ts'
import { queues } from '../jobs/jobs.ts'

export interface QueueNumbers {
  queue: string
  waiting: number
  active: number
  failed: number
  /** Of the oldest job that should have begun; 0 where none is late. */
  oldest_seconds: number
}

/** Every queue of ours, also those in which nothing is. */
export const lookAtQueues = async (pool: Pool): Promise<QueueNumbers[]> => {
  const rows = await pool.ask<QueueNumbers>(
    `select name as queue, count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
       greatest(coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0), 0)::int as oldest_seconds
     from pgboss.job where state <> 'completed' and state <> 'cancelled' group by name`,
    [],
  )
  return queues.map(queue => rows.find(row => row.queue === queue) ?? { queue, waiting: 0, active: 0, failed: 0, oldest_seconds: 0 })
}

export interface OutboxNumbers {
  transport: 'mail' | 'line' | 'sms'
  waiting: number
  failed: number
  oldest_seconds: number
}

/**
 * Messages of all clients together, and the platform's own. Row-level security lets nobody count across clients, and no function opens it
 * for that: each client is asked in its own transaction, one after another.
 */
export const lookAtOutboxes = async (pool: Pool): Promise<OutboxNumbers[]> => {
  const clients = await pool.read(null, db =>
    db.selectFrom('clients').where('discarded_at', 'is', null).select('id').orderBy('id').execute(),
  )
  const found = await pool.ask<OutboxNumbers>(
    `select 'mail' as transport, count(*) filter (where state in ('waiting', 'sending'))::int as waiting,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(next_attempt_at) filter (where state in ('waiting', 'sending'))), 0)::int as oldest_seconds
     from platform_messages where state in ('waiting', 'sending', 'failed')`,
    [],
  )
  for (const { id } of clients) found.push(...(await outboxOf(pool, id)))
  return (['mail', 'line', 'sms'] as const).map(transport => sumOf(transport, found))
}

const outboxOf = (pool: Pool, clientId: ClientId): Promise<OutboxNumbers[]> =>
  pool.read(clientId, async db => {
    const { rows } = await sql<OutboxNumbers>`
      select transport, count(*) filter (where state in ('waiting', 'sending'))::int as waiting,
        count(*) filter (where state = 'failed')::int as failed,
        coalesce(extract(epoch from now() - min(next_attempt_at) filter (where state in ('waiting', 'sending'))), 0)::int as oldest_seconds
      from outbox_messages where client_id = ${clientId} and transport <> 'paper' and state in ('waiting', 'sending', 'failed') group by transport`.execute(
      db,
    )
    return rows
  })

const sumOf = (transport: OutboxNumbers['transport'], found: readonly OutboxNumbers[]): OutboxNumbers => {
  const own = found.filter(row => row.transport === transport)
  const sum = (of: (row: OutboxNumbers) => number) => own.reduce((total, row) => total + of(row), 0)
  return {
    transport,
    waiting: sum(row => row.waiting),
    failed: sum(row => row.failed),
    oldest_seconds: Math.max(0, ...own.map(row => row.oldest_seconds)),
  }
}
