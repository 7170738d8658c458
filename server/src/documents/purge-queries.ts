import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** `recordsBefore`: of what law keeps (完成図・打合せ記録, decision 053). */
interface Moments {
  before: Date
  recordsBefore: Date
}

/**
 * Removes documents and manuals that were hidden before a moment, or whose construction was deleted before it, so many of each; records of
 * a deleted construction by their own moment. Returns their files, which nothing points to any more. Each in a statement of its own, which
 * finds its rows by an index: one with `or` would read every paper each night.
 */
export const removeHiddenDocuments = async (db: Db, clientId: ClientId, moments: Moments, most: number): Promise<number[]> => [
  ...(await removeHiddenPapers(db, clientId, moments.before, most)),
  ...(await removePapersOfDeleted(db, clientId, moments, most)),
  ...(await removeHiddenManuals(db, clientId, moments.before, most)),
  ...(await removeManualsOfDeleted(db, clientId, moments.before, most)),
]

const removeHiddenPapers = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ file_id: number }>`
    delete from documents doc where doc.client_id = ${clientId} and doc.id in (
      select hidden.id from documents hidden where hidden.client_id = ${clientId} and hidden.discarded_at < ${before}
      order by hidden.id limit ${most} for update skip locked)
    returning doc.file_id`.execute(db)
  return rows.map(({ file_id }) => file_id)
}

const removePapersOfDeleted = async (db: Db, clientId: ClientId, { before, recordsBefore }: Moments, most: number): Promise<number[]> => {
  const { rows } = await sql<{ file_id: number }>`
    delete from documents doc where doc.client_id = ${clientId} and doc.id in (
      select hidden.id from documents hidden
      join constructions c on c.client_id = ${clientId} and c.id = hidden.construction_id
      where hidden.client_id = ${clientId}
        and c.discarded_at < case when hidden.record_kind is null then ${before}::timestamptz else ${recordsBefore}::timestamptz end
      order by hidden.id limit ${most} for update of hidden skip locked)
    returning doc.file_id`.execute(db)
  return rows.map(({ file_id }) => file_id)
}

const removeHiddenManuals = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ file_id: number }>`
    delete from handling_equipments he where he.client_id = ${clientId} and he.id in (
      select hidden.id from handling_equipments hidden where hidden.client_id = ${clientId} and hidden.discarded_at < ${before}
      order by hidden.id limit ${most} for update skip locked)
    returning he.file_id`.execute(db)
  return rows.map(({ file_id }) => file_id)
}

const removeManualsOfDeleted = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ file_id: number }>`
    delete from handling_equipments he where he.client_id = ${clientId} and he.id in (
      select hidden.id from handling_equipments hidden
      join constructions c on c.client_id = ${clientId} and c.id = hidden.construction_id
      where hidden.client_id = ${clientId} and c.discarded_at < ${before}
      order by hidden.id limit ${most} for update of hidden skip locked)
    returning he.file_id`.execute(db)
  return rows.map(({ file_id }) => file_id)
}
