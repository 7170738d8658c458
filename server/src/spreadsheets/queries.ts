import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** From here on the work can be taken back without ending the transaction: a rehearsal is the real thing, undone. */
export const beginRehearsal = (db: Db) => sql`savepoint rehearsal`.execute(db)
export const undoRehearsal = (db: Db) => sql`rollback to savepoint rehearsal`.execute(db)

/** Imports into one list of a client follow one another; released when the transaction ends. */
export const waitForTurn = (db: Db, clientId: ClientId, kind: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`spreadsheets ${kind}`}, ${clientId}))`.execute(db)
