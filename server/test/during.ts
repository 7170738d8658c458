import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/platform/database/database.ts'
import type { World } from './world.ts'

/** Begins a request that comes to wait for `meanwhile`, which is not committed before: two things that happen at the same moment. */
export const during = async <T>(
  world: Pick<World, 'inClient' | 'ownerUrl'>,
  clientId: number | null,
  meanwhile: (db: Db) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> => {
  const begun = await world.inClient(clientId, async db => {
    await meanwhile(db)
    const answer = request()
    const waits = process.env.TEST_NODES === undefined ? waitsHere : await waitsOnNodes(world, db)
    while (!(await waits(db))) await new Promise(resolve => void setTimeout(resolve, 5))
    return { answer }
  })
  return begun.answer
}

/** What a request answers while what `meanwhile` did is not committed; `it waited` where it came to wait for that. */
export const beside = async <T>(
  world: Pick<World, 'inClient' | 'ownerUrl'>,
  clientId: number | null,
  meanwhile: (db: Db) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T | 'it waited'> => {
  let answer: Promise<T> | undefined
  const first = await world.inClient(clientId, async db => {
    await meanwhile(db)
    answer = request()
    let isOver = false
    const over = () => void (isOver = true)
    answer.then(over, over)
    const waits = process.env.TEST_NODES === undefined ? waitsHere : await waitsOnNodes(world, db)
    while (!isOver) {
      if (await waits(db)) return 'it waited' as const
      await new Promise(resolve => void setTimeout(resolve, 5))
    }
    return answer
  })
  await answer
  return first
}

const waitsHere = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`.execute(db)
  return rows[0]?.waits === true
}

/** Of a cluster the row that somebody waits for may lie on any node: Citus knows each process by a number over all of them. */
const waitsOnNodes = async ({ ownerUrl }: Pick<World, 'ownerUrl'>, db: Db) => {
  const { rows } = await sql<{ gpid: string }>`select citus_backend_gpid()::text as gpid`.execute(db)
  return async (): Promise<boolean> => {
    const owner = new pg.Client(ownerUrl)
    await owner.connect()
    try {
      return (await owner.query('select from citus_lock_waits where blocking_gpid = $1', [rows[0]?.gpid])).rowCount !== 0
    } finally {
      await owner.end()
    }
  }
}
