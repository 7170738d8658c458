import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** Where a login id of staff or craftsmen leads: unique over all clients (G-ACC-18). */
export const findLogin = (db: Db, loginId: string) =>
  db.selectFrom('logins').where('login_id', '=', loginId.toLowerCase()).select(['client_id', 'user_id']).executeTakeFirst()

export const renameLogin = (db: Db, clientId: ClientId, userId: number, loginId: string) =>
  db
    .updateTable('logins')
    .set({ login_id: loginId.toLowerCase() })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()

export const deleteLogin = (db: Db, clientId: ClientId, userId: number) =>
  db.deleteFrom('logins').where('client_id', '=', clientId).where('user_id', '=', userId).execute()

/** Those of these login ids that somebody has, of whatever client, in small letters (G-ACC-18). */
export const listTakenLogins = async (db: Db, loginIds: readonly string[]): Promise<string[]> =>
  loginIds.length === 0
    ? []
    : (
        await rowsOf<{ login_id: string }>(db, 'select login_id from taken_logins($1) as login_id', [loginIds.map(id => id.toLowerCase())])
      ).map(row => row.login_id)
