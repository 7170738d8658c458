import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { errorOf, prepareQueues, startJobs } from './jobs.ts'

const world = await openWorld()

describe('the queue of erasures', () => {
  it('takes one job of a client at a time, and has it for hours', async () => {
    await prepareQueues(world.ownerUrl)
    const errors: Error[] = []
    const jobs = await startJobs(world.platform.settings.databaseSessionUrl, { onError: error => errors.push(error) })
    try {
      for (const client_id of [1, 1, 2])
        await world.inClient(null, db => jobs.enqueue(db, 'erasures', { client_id }, { singletonKey: String(client_id) }))
    } finally {
      await jobs.close()
    }
    const waiting = await world.platform.pool.ask<{ data: unknown; expire_seconds: number; heartbeat_seconds: number | null }>(
      `select data, expire_seconds, heartbeat_seconds from pgboss.job where name = 'erasures' order by data ->> 'client_id'`,
      [],
    )
    expect(waiting).toEqual([1, 2].map(client_id => ({ data: { client_id }, expire_seconds: 6 * 3600, heartbeat_seconds: 60 })))
    expect(errors).toEqual([])
  })
})

describe('the queue of bytes', () => {
  it('tries for hours, also where it was made to give up after minutes', async () => {
    const rowOf = () =>
      world.platform.pool.ask<{ retry_limit: number; retry_delay: number; retry_delay_max: number }>(
        `select retry_limit, retry_delay, retry_delay_max from pgboss.queue where name = 'bytes'`,
        [],
      )
    await prepareQueues(world.ownerUrl)
    const owner = new pg.Client({ connectionString: world.ownerUrl })
    await owner.connect()
    await owner.query(`update pgboss.queue set retry_limit = 5, retry_delay = 1, retry_delay_max = null where name = 'bytes'`)
    await owner.end()
    await prepareQueues(world.ownerUrl)
    expect(await rowOf()).toEqual([{ retry_limit: 40, retry_delay: 2, retry_delay_max: 3600 }])
  })
})

it('tells what pg-boss says of a failure as an error, with what the log knows it by', () => {
  const parts = { code: '42P01', severity: 'ERROR', routine: 'parserOpenTable' }
  const thrown = Object.assign(new Error('relation is gone'), parts)
  const said = errorOf({ ...parts, message: thrown.message, stack: thrown.stack, queue: 'outbox' })
  expect(said).toBeInstanceOf(Error)
  expect(said).toMatchObject({ message: 'relation is gone', code: '42P01', routine: 'parserOpenTable', stack: thrown.stack })
  expect(errorOf(thrown)).toBe(thrown)
})
