import { sql } from 'kysely'
import type { Db } from '../src/platform/database/database.ts'
import type { World } from './world.ts'

/** Begins a request that comes to wait for `meanwhile`, which is not committed before: two things that happen at the same moment. */
export const during = async <T>(
  world: Pick<World, 'inClient'>,
  clientId: number | null,
  meanwhile: (db: Db) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> => {
  const begun = await world.inClient(clientId, async db => {
    await meanwhile(db)
    const answer = request()
    const waits = sql<{ waits: boolean }>`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`
    while (!(await waits.execute(db)).rows[0]?.waits) await new Promise(resolve => void setTimeout(resolve, 5))
    return { answer }
  })
  return begun.answer
}
