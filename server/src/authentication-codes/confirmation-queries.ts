import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export const insertConfirmation = (
  db: Db,
  clientId: ClientId,
  confirmation: {
    room_id: number
    resident_id: number | null
    token_hash: Buffer
    code_hash: Buffer
    email: string | null
    phone: string | null
    /** What stood on the page of who opens the room's account; nothing for a contact that is proven alone. */
    terms_id: number | null
    privacy_policy_id: number | null
    expires_at: Date
  },
) =>
  db
    .insertInto('contact_confirmations')
    .values({ client_id: clientId, ...confirmation })
    .execute()

export const voidConfirmations = (db: Db, clientId: ClientId, roomIds: readonly number[], now: Date) =>
  sql`update contact_confirmations set used_at = ${now} where client_id = ${clientId} and room_id = any(${roomIds}::bigint[]) and used_at is null`.execute(
    db,
  )

/** Ends the codes that are on their way to a contact of this kind of an account: the newest alone is good. */
export const voidOwnConfirmations = (db: Db, clientId: ClientId, residentId: number, kind: 'email' | 'phone', now: Date) =>
  db
    .updateTable('contact_confirmations')
    .set({ used_at: now })
    .where('client_id', '=', clientId)
    .where('resident_id', '=', residentId)
    .where(kind, 'is not', null)
    .where('used_at', 'is', null)
    .execute()

export const lockConfirmation = (db: Db, clientId: ClientId, roomId: number, tokenHash: Buffer) =>
  db
    .selectFrom('contact_confirmations')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('token_hash', '=', tokenHash)
    // A room that was settled meanwhile lets nobody in any more (D-03).
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('rooms as r')
          .whereRef('r.client_id', '=', 'contact_confirmations.client_id')
          .whereRef('r.id', '=', 'contact_confirmations.room_id')
          .where('r.closed_at', 'is', null)
          .select('r.id'),
      ),
    )
    .select(['id', 'resident_id', 'code_hash', 'email', 'phone', 'terms_id', 'privacy_policy_id', 'wrong_tries', 'expires_at', 'used_at'])
    .forUpdate()
    .executeTakeFirst()

export const countWrongConfirmation = (db: Db, clientId: ClientId, id: number) =>
  db
    .updateTable('contact_confirmations')
    .set(eb => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export const useConfirmation = (db: Db, clientId: ClientId, id: number, now: Date) =>
  db.updateTable('contact_confirmations').set({ used_at: now }).where('client_id', '=', clientId).where('id', '=', id).execute()

export const deleteConfirmations = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  db.deleteFrom('contact_confirmations').where('client_id', '=', clientId).where('room_id', 'in', roomIds).execute()
