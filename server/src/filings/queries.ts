import type { ClientId } from '@toguchi/domain/access/actor'
import type { FiledConstruction } from '@toguchi/domain/filings/usual-filings'
import type { FilingKind } from '@toguchi/domain/filings/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { leaveFilings } from '../documents/documents.ts'

/** What decides what is filed; the office only, so the client's own is the reach. */
export const findFiledConstruction = async (db: Db, clientId: ClientId, id: number): Promise<FiledConstruction | undefined> =>
  (
    await rowsOf<FiledConstruction>(
      db,
      `select c.construction_type, c.security_equipment, least(c.common_area_start_on, c.privately_area_start_on) as start_on,
         greatest(c.common_area_end_on, c.second_common_area_end_on, c.privately_area_end_on) as end_on
       from constructions c where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface FilingRow {
  id: number
  kind: FilingKind
  title: string
  due_on: string
  until_on: string | null
  done_on: string | null
  note: string | null
  /** How many papers it has. */
  files: number
}

export const listFilings = (db: Db, clientId: ClientId, constructionId: number): Promise<FilingRow[]> =>
  rowsOf<FilingRow>(
    db,
    `select flg.id, flg.kind, flg.title, flg.due_on, flg.until_on, flg.done_on, flg.note,
       (select count(*)::int from documents doc where doc.client_id = $1 and doc.filing_id = flg.id and doc.discarded_at is null) as files
     from filings flg
     where flg.client_id = $1 and flg.construction_id = $2 order by flg.due_on, flg.id`,
    [clientId, constructionId],
  )

/** One of them, held. */
export const lockFiling = (db: Db, clientId: ClientId, constructionId: number, id: number) =>
  db
    .selectFrom('filings')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .select(['id', 'kind', 'title', 'due_on', 'until_on', 'done_on', 'note'])
    .forUpdate()
    .executeTakeFirst()

export type NewFiling = Omit<FilingRow, 'id' | 'done_on' | 'files'>

export const insertFilings = async (db: Db, clientId: ClientId, constructionId: number, filings: readonly NewFiling[]): Promise<number[]> =>
  (
    await db
      .insertInto('filings')
      .values(filings.map(filing => ({ client_id: clientId, construction_id: constructionId, ...filing })))
      .returning('id')
      .execute()
  ).map(({ id }) => id)

export const updateFiling = (db: Db, clientId: ClientId, id: number, change: Partial<Omit<FilingRow, 'id' | 'files'>>) =>
  db.updateTable('filings').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

export const deleteFiling = (db: Db, clientId: ClientId, id: number) =>
  db.deleteFrom('filings').where('client_id', '=', clientId).where('id', '=', id).execute()

/** Takes away what was filed for constructions that were deleted before a moment: it may name people. */
export const eraseFilingsOfDiscarded = async (db: Db, clientId: ClientId, before: Date): Promise<void> => {
  const filings = await rowsOf<{ id: number }>(
    db,
    `select flg.id from filings flg join constructions c on c.client_id = flg.client_id and c.id = flg.construction_id
       where flg.client_id = $1 and c.discarded_at < $2`,
    [clientId, before],
  )
  const ids = filings.map(({ id }) => id)
  if (ids.length === 0) return
  await leaveFilings(db, clientId, ids)
  await db.deleteFrom('filings').where('client_id', '=', clientId).where('id', 'in', ids).execute()
}
