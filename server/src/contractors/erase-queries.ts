import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** Erases who represented companies that were discarded before a moment, and where; their names say whose work it was, and stay. */
export const eraseDiscardedContractors = async (db: Db, clientId: ClientId, before: Date): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `update contractors ct set representative_name = null, address = null
       where ct.client_id = $1 and ct.discarded_at < $2 and num_nonnulls(ct.representative_name, ct.address) > 0
       returning ct.id`,
      [clientId, before],
    )
  ).map(({ id }) => id)
