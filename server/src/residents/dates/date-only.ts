import type { ResidentActor } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/problem.ts'
import { isCodeSession } from '../../authentication-codes/authentication-codes.ts'

/** Refuses what needs the login (D-33): name, contact, orders, and the account of a refund. */
export const refuseDateOnly = async (db: Db, actor: ResidentActor, session: { id: number } | null): Promise<void> => {
  if (session !== null && (await isCodeSession(db, actor, session.id)))
    throw refused('このお手続きには、ログインIDとパスワードでのログインが必要です。', 'login_needed')
}
