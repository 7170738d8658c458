import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** No short message of this client goes to the number any more; false when none did before. */
export const optOut = async (db: Db, clientId: ClientId, phone: string): Promise<boolean> =>
  (await sql`insert into sms_opt_outs (client_id, phone) values (${clientId}, ${phone}) on conflict do nothing returning phone`.execute(db))
    .rows.length > 0

/** The number gets short messages again; false when it did. */
export const takeOptOutBack = async (db: Db, clientId: ClientId, phone: string): Promise<boolean> =>
  (await sql`delete from sms_opt_outs where client_id = ${clientId} and phone = ${phone} returning phone`.execute(db)).rows.length > 0
