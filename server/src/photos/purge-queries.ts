import type { ClientId } from '@toguchi/domain/access/actor'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Removes photos that were hidden before a moment, or whose construction was deleted before it, so many of each kind (D-05: the bytes stay
 * until the client's retention time). Returns their files, which nothing points to any more.
 */
export const removeHiddenPhotos = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => [
  ...(await removeFrom(db, sql.table('room_images'), clientId, before, most)),
  ...(await removeFrom(db, sql.table('common_area_images'), clientId, before, most)),
]

type FilesOfPhoto = Record<'file_id' | 'thumbnail_file_id' | 'view_file_id' | 'signboard_file_id', number | null>

/** In two statements: each finds its rows by an index, where one with `or` would read every photo each night. */
const removeFrom = async (db: Db, table: RawBuilder<unknown>, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  const { rows: hidden } = await sql<FilesOfPhoto>`
    delete from ${table} image where image.client_id = ${clientId} and image.id in (
      select hidden.id from ${table} hidden where hidden.client_id = ${clientId} and hidden.hidden_at < ${before}
      order by hidden.id limit ${most} for update skip locked)
    returning image.file_id, image.thumbnail_file_id, image.view_file_id, image.signboard_file_id`.execute(db)
  const { rows: ofDeleted } = await sql<FilesOfPhoto>`
    delete from ${table} image where image.client_id = ${clientId} and image.id in (
      select hidden.id from ${table} hidden where hidden.client_id = ${clientId} and hidden.construction_id in (
        select c.id from constructions c where c.client_id = ${clientId} and c.discarded_at < ${before})
      order by hidden.id limit ${most} for update skip locked)
    returning image.file_id, image.thumbnail_file_id, image.view_file_id, image.signboard_file_id`.execute(db)
  return [...hidden, ...ofDeleted].flatMap(row => Object.values(row)).filter(id => id !== null)
}
