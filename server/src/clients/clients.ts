/** Front door of the clients slice: what other slices need of the company itself. */
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { drawNextNumbers } from './queries.ts'

export { dropLogo, listUnknownLogoKeys, logoFolder, withLogo } from './keep-logo.ts'
export { changeClient, eraseClient, registerClient } from './save-client.ts'
export { sumCounts } from './sum-counts.ts'
export { showClient } from './show-client.ts'
export {
  deletePublicIds,
  endFirstSteps,
  enterClient,
  findClient,
  findClientByUuid,
  findEndingClient,
  findNotificationSetting,
  findPublicId,
  insertPublicIds,
  isOpenTo,
  listClientsToForget,
  listClientsWithWork,
  listEveryClientId,
  lockEndingClient,
  drawNextNumbers,
} from './queries.ts'

/** A code that the server assigns: `B00001`, `K000001` (G-BLD-02, G-CON-05). */
export const nextCode = async (db: Db, clientId: ClientId, kind: 'building' | 'construction'): Promise<string> => {
  const [code] = await nextCodes(db, clientId, kind, 1)
  if (code === undefined) throw new Error('a counter gave no number')
  return code
}

/** As many codes in a row, taken at once. */
export const nextCodes = async (db: Db, clientId: ClientId, kind: 'building' | 'construction', count: number): Promise<string[]> => {
  const last = await drawNextNumbers(db, clientId, kind, count)
  const numbers = Array.from({ length: count }, (_, at) => String(last - count + 1 + at))
  return numbers.map(number => (kind === 'building' ? `B${number.padStart(5, '0')}` : `K${number.padStart(6, '0')}`))
}
