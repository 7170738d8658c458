import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Removes documents and manuals that were hidden before a moment, so many of each. Returns their files, which nothing points to any more. */
export const removeHiddenDocuments = async (db: Db, clientId: number, before: Date, most: number): Promise<number[]> => {
  const removeFrom = async (name: 'documents' | 'handling_equipments') => {
    const table = sql.table(name)
    const { rows } = await sql<{ file_id: number }>`
      delete from ${table} d where d.client_id = ${clientId} and d.id in (
        select h.id from ${table} h where h.client_id = ${clientId} and h.discarded_at < ${before} order by h.id limit ${most}
        for update skip locked)
      returning d.file_id`.execute(db)
    return rows.map(({ file_id }) => file_id)
  }
  return [...(await removeFrom('documents')), ...(await removeFrom('handling_equipments'))]
}
