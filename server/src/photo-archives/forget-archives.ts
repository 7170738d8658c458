import { listClientsToForget } from '../clients/clients.ts'
import { archiveKinds } from '@toguchi/domain/photo-archives/labels'
import { attemptEach } from '../platform/attempt-each.ts'
import { forgetResults } from '../platform/jobs/forget-results.ts'
import type { Platform } from '../platform/platform.ts'
import { jobKindOf } from './write-archive.ts'

/** Zips are made again from what is kept: after three days they only take room. */
const keptFor = 3 * 86_400_000

/** Daily: takes away zips of photos that were made more than three days ago. */
export const forgetArchives = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.now().getTime() - keptFor)
  const kinds = archiveKinds.map(jobKindOf)
  const clients = await platform.pool.read(null, db => listClientsToForget(db, 'results', before, kinds))
  await attemptEach(clients, clientId => forgetResults(platform, clientId, before, kinds))
}
