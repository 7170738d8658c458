import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Erases how staff and craftsmen who were discarded before a moment could be reached and signed in. Their names stay: who of the office
 * did what is kept as long as what was done (docs/decisions/015-erasing-people.md). Returns who they are.
 */
export const eraseDiscardedUsers = async (db: Db, clientId: ClientId, before: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update users set email = '', unconfirmed_email = null, email_needs_consent = false, email_changes_at = null, phone = null, proven_phone = null, proven_email = null, password_digest = null, login_id = 'erased-' || id
    where client_id = ${clientId} and discarded_at < ${before} and email is distinct from '' returning id`.execute(db)
  return rows.map(({ id }) => id)
}
