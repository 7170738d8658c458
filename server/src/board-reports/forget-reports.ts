import { listClientsToForget } from '../clients/clients.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { forgetWithBytes } from '../platform/files/remove-bytes.ts'
import type { Platform } from '../platform/platform.ts'
import { removeOldLinks } from './queries.ts'

/** Daily: takes away the links that have run out, with what they led to and to whom they went. */
export const forgetBoardReports = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, db => listClientsToForget(db, 'links', platform.now())), clientId =>
    platform.pool.write(clientId, async db => forgetWithBytes(platform, db, clientId, await removeOldLinks(db, clientId, platform.now()))),
  )
