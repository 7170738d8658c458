import type { ClientId } from '@toguchi/domain/access/actor'
import { forgetFiles } from '../files/files.ts'
import { mayRemoveBytes } from '../files/hold-removals.ts'
import type { Platform } from '../platform.ts'
import { giveUpResults, listResultKeys } from './job-rows.ts'

/**
 * Takes away what jobs of a client made before a moment, of some kinds alone where they are named. The bytes first: broken off in between,
 * the row still says where they were, and the next run goes on; so it does where a backup is being made.
 */
export const forgetResults = async (
  platform: Platform,
  clientId: ClientId,
  before: Date,
  kinds: readonly string[] | null = null,
): Promise<void> => {
  await platform.pool.write(clientId, async db => {
    // Bytes and rows in one transaction: no backup begins between them.
    if (!(await mayRemoveBytes(db))) return
    for (const key of await listResultKeys(db, clientId, before, kinds)) await platform.storage.remove(key)
    await forgetFiles(db, clientId, await giveUpResults(db, clientId, before, kinds))
  })
}
