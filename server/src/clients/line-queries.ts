import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface LineChannelRow {
  token_ciphertext: Buffer
  bot_user_id: string | null
  basic_id: string | null
  display_name: string | null
  checked_at: Date | null
  is_on: boolean
  linked_count: number
}

const statement = `select lch.token_ciphertext, lch.bot_user_id, lch.basic_id, lch.display_name, lch.checked_at, lch.is_on,
    (select count(*)::int from line_links ll where ll.client_id = $1) as linked_count
  from line_channels lch where lch.client_id = $1`

export const findLineChannel = async (db: Db, clientId: ClientId): Promise<LineChannelRow | undefined> =>
  (await rowsOf<LineChannelRow>(db, statement, [clientId]))[0]

/** Held against a second change. */
export const lockLineChannel = async (db: Db, clientId: ClientId): Promise<LineChannelRow | undefined> =>
  (await rowsOf<LineChannelRow>(db, `${statement} for update of lch`, [clientId]))[0]

export const insertLineChannel = (db: Db, clientId: ClientId, sealed: { token_ciphertext: Buffer; secret_ciphertext: Buffer }, now: Date) =>
  db
    .insertInto('line_channels')
    .values({ client_id: clientId, ...sealed, updated_at: now })
    .execute()

export type LineChannelColumns = Partial<{
  token_ciphertext: Buffer
  secret_ciphertext: Buffer
  bot_user_id: string
  basic_id: string
  display_name: string
  checked_at: Date | null
  is_on: boolean
}>

export const updateLineChannel = (db: Db, clientId: ClientId, change: LineChannelColumns, now: Date) =>
  db
    .updateTable('line_channels')
    .set({ ...change, updated_at: now })
    .where('client_id', '=', clientId)
    .execute()

export const deleteLineChannel = (db: Db, clientId: ClientId) => db.deleteFrom('line_channels').where('client_id', '=', clientId).execute()
