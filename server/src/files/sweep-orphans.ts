import { listEveryClientId, listUnknownLogoKeys, logoFolder } from '../clients/clients.ts'
import type { Db } from '../platform/database/database.ts'
import { listUnknownKeys, namesKept } from '../platform/files/files.ts'
import { mayRemoveBytes } from '../platform/files/hold-removals.ts'
import { day } from '../platform/files/staging.ts'
import type { Platform } from '../platform/platform.ts'

/** Milliseconds: what is older was looked at on the days before; what escaped them all is found on the first of a month. */
const lookedBack = 8 * day
/** So many are an ordinary day's, however few files there are; of more, a tenth of all at most. */
const ordinary = 100
const mostOfAll = 0.1

/**
 * Daily work: removes kept bytes that no row tells of and that are older than a day: their process ended between keeping and commit. It
 * looks at what was kept of late, and on the first of a month at everything: its cost is that of the new files. Where that would remove a
 * large part of what it looked at, the database is an older one than the files, or another installation's: it throws, and a person decides.
 * While a backup is made nothing goes: what it names must be there (decision 097); the next day looks again. `at` is the moment by the clock
 * of whoever keeps, which a trial may have moved.
 */
export const sweepOrphans = async (platform: Platform, at = Date.now()): Promise<void> => {
  const { pool, storage } = platform
  const orphans: string[] = []
  let all = 0
  const names = new Date(at).getUTCDate() === 1 ? undefined : namesKept(at - lookedBack, at)
  const look = async (found: AsyncIterable<string[]>, unknownOf: (keys: string[]) => Promise<string[]>) => {
    for await (const keys of found) {
      all += keys.length
      for (const key of await unknownOf(keys)) {
        const keptAt = await storage.keptAt(key)
        if (keptAt !== null && at - keptAt > day) orphans.push(key)
      }
    }
  }
  // Of rows that were gone while no backup was made, no later one tells.
  const unlessHeld = (list: (db: Db) => Promise<string[]>) => async (db: Db) => ((await mayRemoveBytes(db)) ? list(db) : [])
  for (const clientId of await pool.read(null, listEveryClientId))
    await look(storage.keysIn(String(clientId), names), keys =>
      pool.read(
        clientId,
        unlessHeld(db => listUnknownKeys(db, clientId, keys)),
      ),
    )
  await look(storage.keysIn(logoFolder), keys =>
    pool.read(
      null,
      unlessHeld(db => listUnknownLogoKeys(db, keys)),
    ),
  )
  if (orphans.length > Math.max(ordinary, all * mostOfAll))
    throw new Error(
      `${orphans.length} of ${all} kept files have no row: nothing was removed, the database may be an older one than the files`,
    )
  for (const key of orphans) await storage.remove(key)
}
