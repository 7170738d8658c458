import type { ClientId } from '@toguchi/domain/access/actor'
import { attemptEach } from '../attempt-each.ts'
import type { Db } from '../database/database.ts'
import { clientValue } from '../database/part-of-client.ts'
import { partsOf, rowsOf } from '../database/rows.ts'
import type { Platform } from '../platform.ts'
import { forgetFiles } from './files.ts'
import { mayRemoveBytes, triedAgainAfter } from './hold-removals.ts'

/**
 * Takes files and their views out of the client's keeping. Their bytes follow once the transaction holds, for one that failed would point to
 * bytes that are gone: by the queue, and where the storage is away for longer than it tries, by the daily work (decision 056).
 */
export const forgetWithBytes = async (platform: Platform, db: Db, clientId: ClientId, fileIds: readonly number[]): Promise<void> => {
  const storageKeys = await forgetFiles(db, clientId, fileIds)
  if (storageKeys.length === 0) return
  await rowsOf(
    db,
    `insert into bytes_to_remove (client_id, storage_key) select $1, given from unnest($2::text[]) as given returning client_id`,
    [clientId, storageKeys],
  )
  await platform.jobs.enqueue(db, 'bytes', { client_id: clientId })
}

/**
 * Removes what was forgotten of a client; what is gone already is no fault. Throws at the end what could not be removed, and keeps it. While
 * a backup is made nothing goes, and the queue comes again.
 */
export const removeBytes = async (platform: Platform, clientId: number): Promise<void> => {
  const keys = await platform.pool.read(clientId, async db => ((await mayRemoveBytes(db)) ? listBytesToRemove(db, clientId) : null))
  if (keys === null)
    return platform.pool.write(clientId, db =>
      platform.jobs.enqueue(db, 'bytes', { client_id: clientId }, { startAfterSeconds: triedAgainAfter }),
    )
  await attemptEach(partsOf(keys), part => removePart(platform, clientId, part))
}

const removePart = async (platform: Platform, clientId: number, keys: readonly string[]): Promise<void> => {
  const removed: string[] = []
  try {
    await attemptEach(keys, async key => {
      await platform.storage.remove(key)
      removed.push(key)
    })
  } finally {
    await platform.pool.write(clientId, db =>
      rowsOf(db, `delete from bytes_to_remove where client_id = $1 and storage_key = any($2::text[])`, [clientId, removed]),
    )
  }
}

const listBytesToRemove = async (db: Db, clientId: number): Promise<string[]> =>
  (await db.selectFrom('bytes_to_remove').where('client_id', '=', clientValue(clientId)).select('storage_key').execute()).map(
    ({ storage_key }) => storage_key,
  )
