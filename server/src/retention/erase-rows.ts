import type { ClientId } from '@toguchi/domain/access/actor'
import { eraseClient } from '../clients/clients.ts'
import { keepSeller } from '../orders/orders.ts'
import type { Db } from '../platform/database/database.ts'
import { listUnknownKeys } from '../platform/files/files.ts'
import { mayRemoveBytes } from '../platform/files/hold-removals.ts'
import type { Platform } from '../platform/platform.ts'
import { detachRows, type ErasableTable, eraseRows, type Keeps, listErasableFiles, listErasableTables } from './queries.ts'

/** A transaction erases so many rows: short enough that nobody waits for it. */
const rowsAtOnce = 2_000
const filesAtOnce = 200

/** Erases what points to nothing and is not kept, and its bytes. Broken off it goes on where it was; doing it twice changes nothing. */
export const eraseAll = async (platform: Platform, clientId: ClientId, keeps: Keeps): Promise<void> => {
  await platform.pool.write(clientId, db => detach(platform, db, clientId))
  let tables = (await platform.pool.read(clientId, listErasableTables)).filter(({ name }) => name !== 'files')
  // A row goes once nothing points to it: what stayed in one round goes in the next. A table without rows is asked no more.
  for (let erased = 1; erased > 0;) {
    erased = await eraseFiles(platform, clientId, keeps)
    const left: ErasableTable[] = []
    for (const table of tables) {
      const gone = await eraseTable(platform, clientId, table, keeps)
      if (gone === null) continue
      erased += gone
      left.push(table)
    }
    tables = left
  }
  await sweepBytes(platform, clientId)
}

const detach = async (platform: Platform, db: Db, clientId: ClientId): Promise<void> => {
  await detachRows(db, clientId)
  await keepSeller(db, clientId)
  const logo = await eraseClient(db, clientId, platform.now())
  if (logo !== null) await platform.jobs.enqueue(db, 'logos', { logo_path: logo })
}

/** How many rows went; null where there are none left at all. */
const eraseTable = async (platform: Platform, clientId: ClientId, table: ErasableTable, keeps: Keeps): Promise<number | null> => {
  let total = 0
  for (;;) {
    const erased = await platform.pool.write(clientId, db => eraseRows(db, clientId, table, keeps, { most: rowsAtOnce }))
    if (erased === null) return total === 0 ? null : total
    total += erased
    if (erased < rowsAtOnce) return total
  }
}

/**
 * The bytes first: broken off in between, the row still says where they were, and the next round finds it. In one transaction, so that no
 * backup begins between them; while one is made this throws, and the queue or the next night comes again.
 */
const eraseFiles = async (platform: Platform, clientId: ClientId, keeps: Keeps): Promise<number> => {
  let total = 0
  for (;;) {
    const files = await platform.pool.write(clientId, async db => {
      await demandNoBackup(db)
      const found = await listErasableFiles(db, clientId, keeps, filesAtOnce)
      for (const { storage_key } of found) await platform.storage.remove(storage_key)
      const fileIds = found.map(({ id }) => id)
      if (fileIds.length > 0)
        total += (await eraseRows(db, clientId, { name: 'files', is_tenant: true }, keeps, { most: filesAtOnce, fileIds })) ?? 0
      return found.length
    })
    if (files < filesAtOnce) return total
  }
}

/** Bytes whose rows went first, and whose process ended before they followed. */
const sweepBytes = async (platform: Platform, clientId: ClientId): Promise<void> => {
  for await (const keys of platform.storage.keysIn(String(clientId))) {
    const unknown = await platform.pool.read(clientId, async db => {
      await demandNoBackup(db)
      return listUnknownKeys(db, clientId, keys)
    })
    for (const key of unknown) await platform.storage.remove(key)
  }
}

const demandNoBackup = async (db: Db): Promise<void> => {
  if (!(await mayRemoveBytes(db))) throw new Error('a backup is being made: bytes are removed after it')
}
