import { attemptEach } from '../platform/attempt-each.ts'
import { toDay } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { listClientsWithWork, sumClientCounts } from './queries.ts'

/** Every ten minutes: a sum in the place of what was noted of a client's counts one by one (decision 111). The counts stay as they are. */
export const sumCounts = async (platform: Platform): Promise<void> => {
  const clients = await platform.pool.read(null, db => listClientsWithWork(db, 'counts', toDay(platform.now())))
  await attemptEach(clients, clientId => platform.pool.write(clientId, db => sumClientCounts(db, clientId)))
}
