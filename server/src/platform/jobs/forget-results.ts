import type { ClientId } from '@toguchi/domain/access/actor'
import { forgetFiles } from '../files/files.ts'
import type { Platform } from '../platform.ts'
import { giveUpResults, listResultKeys } from './job-rows.ts'

/**
 * Takes away what jobs of a client made before a moment, of some kinds alone where they are named. The bytes first: broken off in between,
 * the row still says where they were, and the next run goes on.
 */
export const forgetResults = async (
  platform: Platform,
  clientId: ClientId,
  before: Date,
  kinds: readonly string[] | null = null,
): Promise<void> => {
  for (const key of await platform.pool.read(clientId, db => listResultKeys(db, clientId, before, kinds)))
    await platform.storage.remove(key)
  await platform.pool.write(clientId, async db => forgetFiles(db, clientId, await giveUpResults(db, clientId, before, kinds)))
}
