/** Front door of the clients slice: what other slices need of the company itself. */
import type { Db } from '../platform/database.ts'
import { takeNextNumber } from './queries.ts'

export { deletePublicIds, findClient, findNotificationSetting, findPublicId, insertPublicIds } from './queries.ts'

/** A code that the server assigns: `B00001`, `K000001` (G-BLD-02, G-CON-05). */
export const nextCode = async (db: Db, clientId: number, kind: 'building' | 'construction'): Promise<string> => {
  const number = await takeNextNumber(db, clientId, kind)
  return kind === 'building' ? `B${String(number).padStart(5, '0')}` : `K${String(number).padStart(6, '0')}`
}
