import type { Db } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'

/**
 * While a backup is made, bytes stay: the copy of the database may still name them (decision 097). The backup holds this lock from before it
 * copies the database until it has the files; it goes with the backup's connection, however that ends.
 */
export const removalsHold = `hashtext('toguchi kept bytes')`

/**
 * Whether bytes may be removed whose rows this transaction sees gone, or takes away itself: until it ends no backup begins. Rows that went
 * before one begins are not in its database.
 */
export const mayRemoveBytes = async (db: Db): Promise<boolean> =>
  (await rowsOf<{ may: boolean }>(db, `select pg_try_advisory_xact_lock_shared(${removalsHold}) as may`, []))[0]?.may === true

/** Seconds after which what a backup holds back is tried for again. */
export const triedAgainAfter = 600
