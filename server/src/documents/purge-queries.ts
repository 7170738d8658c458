import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Removes documents and manuals that were hidden before a moment, or whose construction was deleted before it, so many of each. Returns
 * their files, which nothing points to any more.
 */
export const removeHiddenDocuments = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  // In two statements: each finds its rows by an index, where one with `or` would read every paper each night.
  const removeFrom = async (name: 'documents' | 'handling_equipments') => {
    const table = sql.table(name)
    const { rows: hidden } = await sql<{ file_id: number }>`
      delete from ${table} paper where paper.client_id = ${clientId} and paper.id in (
        select hidden.id from ${table} hidden where hidden.client_id = ${clientId} and hidden.discarded_at < ${before}
        order by hidden.id limit ${most} for update skip locked)
      returning paper.file_id`.execute(db)
    const { rows: ofDeleted } = await sql<{ file_id: number }>`
      delete from ${table} paper where paper.client_id = ${clientId} and paper.id in (
        select hidden.id from ${table} hidden where hidden.client_id = ${clientId} and hidden.construction_id in (
          select c.id from constructions c where c.client_id = ${clientId} and c.discarded_at < ${before})
        order by hidden.id limit ${most} for update skip locked)
      returning paper.file_id`.execute(db)
    return [...hidden, ...ofDeleted].map(({ file_id }) => file_id)
  }
  return [...(await removeFrom('documents')), ...(await removeFrom('handling_equipments'))]
}
