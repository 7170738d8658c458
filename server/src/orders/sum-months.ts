import { listClientsWithWork } from '../clients/clients.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { toDay } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { sumOrderMonths } from './lists/client-orders-queries.ts'

/** Every ten minutes: a sum in the place of what was noted of a client's months one by one (decision 111). The sums stay as they are. */
export const sumMonths = async (platform: Platform): Promise<void> => {
  const clients = await platform.pool.read(null, db => listClientsWithWork(db, 'months', toDay(platform.now())))
  await attemptEach(clients, clientId => platform.pool.write(clientId, db => sumOrderMonths(db, clientId)))
}
