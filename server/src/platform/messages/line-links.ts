import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import { recordEvents } from '../events.ts'
import { lineUser, mobileNumber } from './contact-channels.ts'

export interface LinkCode {
  resident_id: number
  room_id: number
  construction_id: number
}

/** Gives a resident a code to send to the official account; the one before counts no more. */
export const saveLinkCode = (db: Db, clientId: ClientId, residentId: number, code: { code_hash: Buffer; expires_at: Date }) =>
  db
    .insertInto('line_link_codes')
    .values({ client_id: clientId, resident_id: residentId, ...code })
    .onConflict(conflict => conflict.columns(['client_id', 'resident_id']).doUpdateSet(code))
    .execute()

/** Spends a code: whose it was, while they live there; undefined for a wrong, late or spent one. */
export const spendLinkCode = async (db: Db, clientId: ClientId, codeHash: Buffer, now: Date): Promise<LinkCode | undefined> => {
  const { rows } = await sql<LinkCode>`delete from line_link_codes lc using residents res, rooms r
    where lc.client_id = ${clientId} and lc.code_hash = ${codeHash} and lc.expires_at > ${now}
      and res.client_id = ${clientId} and res.id = lc.resident_id and res.discarded_at is null
      and r.client_id = ${clientId} and r.id = res.room_id
    returning lc.resident_id, r.id as room_id, r.construction_id`.execute(db)
  return rows[0]
}

export const saveLineLink = (db: Db, clientId: ClientId, residentId: number, lineUserId: string, now: Date) =>
  db
    .insertInto('line_links')
    .values({ client_id: clientId, resident_id: residentId, line_user_id: lineUserId, linked_at: now })
    .onConflict(conflict => conflict.columns(['client_id', 'resident_id']).doUpdateSet({ line_user_id: lineUserId, linked_at: now }))
    .execute()

/** Since when a resident's messages come by LINE, whether or not the official account is on; undefined: they do not. */
export const findLineLink = (db: Db, clientId: ClientId, residentId: number) =>
  db
    .selectFrom('line_links')
    .where('client_id', '=', clientId)
    .where('resident_id', '=', residentId)
    .select(['line_user_id', 'linked_at'])
    .executeTakeFirst()

/** The LINE user whom a message to a resident reaches just now; null: none. */
export const findLineUser = async (db: Db, clientId: ClientId, residentId: number): Promise<string | null> =>
  (
    await rowsOf<{ line_user_id: string | null }>(
      db,
      `select ${lineUser} as line_user_id from residents res where res.client_id = $1 and res.id = $2`,
      [clientId, residentId],
    )
  )[0]?.line_user_id ?? null

/** Forgets the links of residents, and codes that would make one. */
export const deleteLineLinks = async (db: Db, clientId: ClientId, residentIds: readonly number[]): Promise<void> => {
  if (residentIds.length === 0) return
  await sql`delete from line_link_codes where client_id = ${clientId} and resident_id = any(${[...residentIds]}::bigint[])`.execute(db)
  await sql`delete from line_links where client_id = ${clientId} and resident_id = any(${[...residentIds]}::bigint[])`.execute(db)
}

/** Forgets all links of a client: LINE's ids of people are of one provider, and mean nobody at another. */
export const deleteEveryLineLink = async (db: Db, clientId: ClientId): Promise<void> => {
  await db.deleteFrom('line_link_codes').where('client_id', '=', clientId).execute()
  await db.deleteFrom('line_links').where('client_id', '=', clientId).execute()
}

/**
 * LINE says that somebody is not reached any more, or they said so there: the links they had by then end, and their timelines say it.
 * Whoever has linked anew since is not meant. Returns how many ended.
 */
export const endLinksOfLineUser = async (db: Db, clientId: ClientId, lineUserId: string, by: Date): Promise<number> => {
  const { rows } = await sql<LinkCode>`delete from line_links ll using residents res, rooms r
    where ll.client_id = ${clientId} and ll.line_user_id = ${lineUserId} and ll.linked_at <= ${by}
      and res.client_id = ${clientId} and res.id = ll.resident_id and r.client_id = ${clientId} and r.id = res.room_id
    returning ll.resident_id, r.id as room_id, r.construction_id`.execute(db)
  await recordEvents(
    db,
    rows.map(({ resident_id, room_id, construction_id }) => ({
      kind: 'residents.line_unlinked',
      actor: 'system',
      clientId,
      constructionId: construction_id,
      roomId: room_id,
      subject: { type: 'residents', id: resident_id },
      channel: 'other',
      residentVisible: true,
    })),
  )
  return rows.length
}

/** The mobile number of whom a message is to; null where no short message reaches them. */
export const findNumberOfMessage = async (db: Db, clientId: ClientId, messageId: number, sms: boolean): Promise<string | null> =>
  (
    await rowsOf<{ phone: string | null }>(
      db,
      `select ${mobileNumber(sms)} as phone from outbox_messages m
       join residents res on res.client_id = m.client_id and res.id = m.resident_id and res.discarded_at is null
       where m.client_id = $1 and m.id = $2`,
      [clientId, messageId],
    )
  )[0]?.phone ?? null
