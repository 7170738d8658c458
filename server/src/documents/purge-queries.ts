import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Removes documents and manuals that were hidden before a moment, or whose construction was deleted before it, so many of each; records of
 * a deleted construction (完成図・打合せ記録, decision 053) only where that was before `recordsBefore`. Returns their files, which nothing
 * points to any more.
 */
export const removeHiddenDocuments = async (
  db: Db,
  clientId: ClientId,
  { before, recordsBefore }: { before: Date; recordsBefore: Date },
  most: number,
): Promise<number[]> => {
  const removeFrom = async (name: 'documents' | 'handling_equipments') => {
    const deletedBefore =
      name === 'documents'
        ? sql`case when hidden.record_kind is null then ${before}::timestamptz else ${recordsBefore}::timestamptz end`
        : sql`${before}::timestamptz`
    const table = sql.table(name)
    const { rows } = await sql<{ file_id: number }>`
      delete from ${table} paper where paper.client_id = ${clientId} and paper.id in (
        select hidden.id from ${table} hidden where hidden.client_id = ${clientId} and (hidden.discarded_at < ${before}
          or exists (select from constructions c where c.client_id = ${clientId} and c.id = hidden.construction_id and c.discarded_at < ${deletedBefore})) order by hidden.id limit ${most}
        for update skip locked)
      returning paper.file_id`.execute(db)
    return rows.map(({ file_id }) => file_id)
  }
  return [...(await removeFrom('documents')), ...(await removeFrom('handling_equipments'))]
}
