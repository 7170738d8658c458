import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Account, Accounts } from './account.ts'

export interface NewSession extends Account {
  clientKey: string
  uid: string
  tokenHash: Buffer
  expiresAt: Date
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      strategy: session.strategy,
      client_id: session.clientId,
      account_id: session.accountId,
      client_key: session.clientKey,
      uid: session.uid,
      token_hash: session.tokenHash,
      expires_at: session.expiresAt,
    })
    .execute()

/** Keeps the newest `most` sessions of an account (G-ACC-04). */
export const deleteOldestSessions = (db: Db, account: Account, most: number) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', eb =>
      eb
        .selectFrom('sessions')
        .where('strategy', '=', account.strategy)
        .where('account_id', '=', account.accountId)
        .where(sql<boolean>`client_id is not distinct from ${account.clientId}`)
        .orderBy('id', 'desc')
        .offset(most)
        .select('id'),
    )
    .execute()

export const sessionExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('sessions').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

export const deleteSession = (db: Db, id: number) => db.deleteFrom('sessions').where('id', '=', id).execute()

/** Ends the sessions of accounts, all or all but one (D-14). */
export const deleteSessionsOf = (db: Db, { strategy, clientId, accountIds }: Accounts, exceptSessionId?: number) => {
  const all = db
    .deleteFrom('sessions')
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`client_id is not distinct from ${clientId}`)
  return (exceptSessionId === undefined ? all : all.where('id', '<>', exceptSessionId)).execute()
}

export const deleteEndedSessions = (db: Db, now: Date) => db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
