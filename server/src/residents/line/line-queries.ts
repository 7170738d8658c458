import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'

/** The official account of a client, where it is on. */
export const findLineAccount = async (db: Db, clientId: ClientId): Promise<{ basic_id: string; display_name: string } | undefined> => {
  const row = await db
    .selectFrom('line_channels')
    .where('client_id', '=', clientId)
    .where('is_on', '=', true)
    .select(['basic_id', 'display_name'])
    .executeTakeFirst()
  // What is on was checked, and has both (`line_channels_on`).
  return row && row.basic_id !== null && row.display_name !== null ? { basic_id: row.basic_id, display_name: row.display_name } : undefined
}

/** Whether a LINE user has any link to dwellings of a client. */
export const isLinkedUser = async (db: Db, clientId: ClientId, lineUserId: string): Promise<boolean> =>
  (await db
    .selectFrom('line_links')
    .where('client_id', '=', clientId)
    .where('line_user_id', '=', lineUserId)
    .select('resident_id')
    .limit(1)
    .executeTakeFirst()) !== undefined
