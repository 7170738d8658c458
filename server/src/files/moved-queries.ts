import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** What the rows of a client's files say of these keys; one without a row is not among them. */
export const listFilesOfKeys = (db: Db, clientId: ClientId, keys: readonly string[]): Promise<{ storage_key: string; sha256: Buffer }[]> =>
  rowsOf<{ storage_key: string; sha256: Buffer }>(
    db,
    `select fi.storage_key, fi.sha256 from files fi where fi.client_id = $1 and fi.storage_key = any($2::text[])`,
    [clientId, keys],
  )

/** Every company that has files, whatever became of it since: what is kept longer than it is moved as well. */
export const listClientIdsAmong = async (db: Db, ids: readonly number[]): Promise<ClientId[]> =>
  (await rowsOf<{ id: ClientId }>(db, `select cl.id from clients cl where cl.id = any($1::bigint[]) order by cl.id`, [ids])).map(
    ({ id }) => id,
  )
