import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Account } from '../account.ts'

const ofAccount = ({ strategy, clientId, accountId }: Account) =>
  sql<boolean>`sessions.strategy = ${strategy} and sessions.account_id = ${accountId} and sessions.client_id is not distinct from ${clientId}`

/** The sessions of an account, the newest use first. */
export const listSessions = (db: Db, account: Account, now: Date) =>
  db
    .selectFrom('sessions')
    .where(ofAccount(account))
    .where('expires_at', '>', now)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one session of an account; no row when it is nobody's or somebody else's. */
export const deleteSessionOf = (db: Db, account: Account, id: number) =>
  db.deleteFrom('sessions').where(ofAccount(account)).where('id', '=', id).returning('id').executeTakeFirst()
