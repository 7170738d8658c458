import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../test/world.ts'
import { prepareQueues, startJobs } from './jobs.ts'

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
