import type { Db } from '../platform/database.ts'

export const insertPublicIds = (db: Db, rows: { uuid: string; client_id: number; kind: 'construction' | 'room'; row_id: number }[]) =>
  db.insertInto('public_ids').values(rows).execute()

/** Where the public uuid of a letter leads. */
export const findPublicId = (db: Db, kind: 'construction' | 'room', uuid: string) =>
  db.selectFrom('public_ids').where('uuid', '=', uuid).where('kind', '=', kind).select(['client_id', 'row_id']).executeTakeFirst()

export const deletePublicIds = (db: Db, clientId: number, kind: 'construction' | 'room', rowIds: number[]) =>
  db.deleteFrom('public_ids').where('client_id', '=', clientId).where('kind', '=', kind).where('row_id', 'in', rowIds).execute()

/** The company itself, by id: every signed-in person of a client may know its name. */
export const findClient = (db: Db, id: number) =>
  db.selectFrom('clients').where('id', '=', id).where('discarded_at', 'is', null).selectAll().executeTakeFirst()

/** The next value of a numbered code, kept per client; the row lock makes repeats impossible. */
export const takeNextNumber = async (db: Db, clientId: number, kind: string): Promise<number> => {
  const { last_value } = await db
    .insertInto('code_counters')
    .values({ client_id: clientId, kind, last_value: 1 })
    .onConflict(conflict =>
      conflict.columns(['client_id', 'kind']).doUpdateSet(eb => ({ last_value: eb('code_counters.last_value', '+', 1) })),
    )
    .returning('last_value')
    .executeTakeFirstOrThrow()
  return last_value
}

/** CC and BCC that the client set for an event (G-NOT-02). */
export const findNotificationSetting = async (db: Db, clientId: number, event: string): Promise<{ cc: string[]; bcc: string[] }> =>
  (await db
    .selectFrom('notification_settings')
    .where('client_id', '=', clientId)
    .where('event', '=', event)
    .select(['cc', 'bcc'])
    .executeTakeFirst()) ?? {
    cc: [],
    bcc: [],
  }
