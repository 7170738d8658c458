import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The addresses and numbers by which the residents of rooms, past ones too, were written to. */
export const listContactsOf = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ contact: string }>`
    select distinct contact from (
      select unnest(array[res.email, res.unproven_email, res.phone, res.unproven_phone]) as contact from residents res
      where res.client_id = ${clientId} and res.room_id = any(${[...roomIds]}::bigint[])
      union all
      select unnest(array[cf.email, cf.phone]) from contact_confirmations cf
      where cf.client_id = ${clientId} and cf.room_id = any(${[...roomIds]}::bigint[])) contacts
    where contact is not null and contact <> ''
      -- Whoever lives elsewhere as well keeps what they were written there.
      and not exists (select from residents elsewhere where elsewhere.client_id = ${clientId} and elsewhere.room_id <> all(${[...roomIds]}::bigint[])
        and elsewhere.discarded_at is null and elsewhere.email = contact)
      and not exists (select from residents elsewhere where elsewhere.client_id = ${clientId} and elsewhere.room_id <> all(${[...roomIds]}::bigint[])
        and elsewhere.discarded_at is null and elsewhere.phone = contact)`.execute(db)
  return rows.map(({ contact }) => contact)
}

/** Erases the residents of rooms, past ones too; the rows stay for what hangs on them (D-12). Returns their ids. */
export const eraseResidents = async (db: Db, clientId: ClientId, roomIds: readonly number[], now: Date): Promise<number[]> => {
  const erased = await db
    .updateTable('residents')
    .set({
      login_id: null,
      password_digest: null,
      name: null,
      name_kana: null,
      gender: null,
      phone: null,
      own_or_rent: null,
      email: null,
      unproven_email: null,
      unproven_phone: null,
      erased_at: now,
      updated_at: now,
    })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .where('erased_at', 'is', null)
    .returning('id')
    .execute()
  await db.deleteFrom('room_presences').where('client_id', '=', clientId).where('room_id', 'in', roomIds).execute()
  return erased.map(({ id }) => id)
}
