import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

export interface DoorPhotoRow {
  uuid: string
  absence_uuid: string
  filming_at: Date
  file_id: number
  view_file_id: number
  thumbnail_file_id: number
  sha256: Buffer
  uploaded_by_kind: string
  uploaded_by_id: number
  uploaded_by: string | null
}

/** The photos of a room's door that are not hidden, in the order they were taken; one of them by its uuid. */
export const listDoorPhotos = (db: Db, clientId: ClientId, roomId: number, uuid: string | null = null): Promise<DoorPhotoRow[]> =>
  rowsOf<DoorPhotoRow>(
    db,
    `select ap.uuid, ap.absence_uuid, ap.filming_at, ap.file_id, ap.view_file_id, ap.thumbnail_file_id, fi.sha256, ap.uploaded_by_kind, ap.uploaded_by_id,
       coalesce(u.name, ad.name) as uploaded_by
     from absence_photos ap
     join files fi on fi.client_id = ap.client_id and fi.id = ap.file_id
     left join users u on ap.uploaded_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = ap.client_id and u.id = ap.uploaded_by_id
     left join admins ad on ap.uploaded_by_kind = 'admin' and ad.id = ap.uploaded_by_id
     where ap.client_id = $1 and ap.room_id = $2 and ap.hidden_at is null and ($3::uuid is null or ap.uuid = $3::uuid)
     order by ap.filming_at, ap.id`,
    [clientId, roomId, uuid],
  )

export interface FoundDoorPhoto {
  id: number
  room_id: number
  absence_uuid: string
  sha256: Buffer
  hidden_at: Date | null
  uploaded_by_kind: string
  uploaded_by_id: number
}

/** A photo by the uuid of its device, hidden or not, of whichever room. */
export const findDoorPhoto = async (db: Db, clientId: ClientId, uuid: string): Promise<FoundDoorPhoto | undefined> =>
  (
    await rowsOf<FoundDoorPhoto>(
      db,
      `select ap.id, ap.room_id, ap.absence_uuid, fi.sha256, ap.hidden_at, ap.uploaded_by_kind, ap.uploaded_by_id
       from absence_photos ap join files fi on fi.client_id = ap.client_id and fi.id = ap.file_id
       where ap.client_id = $1 and ap.uuid = $2::uuid`,
      [clientId, uuid],
    )
  )[0]

export const countDoorPhotos = async (db: Db, clientId: ClientId, absenceUuid: string): Promise<number> =>
  (
    await rowsOf<{ photos: number }>(
      db,
      `select count(*)::int as photos from absence_photos ap where ap.client_id = $1 and ap.absence_uuid = $2::uuid and ap.hidden_at is null`,
      [clientId, absenceUuid],
    )
  )[0]?.photos ?? 0

export interface NewDoorPhoto {
  uuid: string
  construction_id: number
  room_id: number
  absence_uuid: string
  filming_at: Date
  file_id: number
  thumbnail_file_id: number
  view_file_id: number
  width: number
  height: number
  uploaded_by_kind: string
  uploaded_by_id: number
}

export const insertDoorPhoto = (db: Db, clientId: ClientId, photo: NewDoorPhoto) =>
  db
    .insertInto('absence_photos')
    .values({ client_id: clientId, ...photo })
    .execute()

export const hideDoorPhoto = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db.updateTable('absence_photos').set({ hidden_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()

/**
 * Removes photos that were hidden before a moment, or whose construction was deleted before it, so many at once; returns their files, which
 * nothing points to any more.
 */
export const removeHiddenDoorPhotos = async (db: Db, clientId: ClientId, before: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ file_id: number; thumbnail_file_id: number; view_file_id: number }>`
    delete from absence_photos ap where ap.client_id = ${clientId} and ap.id in (
      select hidden.id from absence_photos hidden where hidden.client_id = ${clientId} and (hidden.hidden_at < ${before} or hidden.construction_id in (
        select c.id from constructions c where c.client_id = ${clientId} and c.discarded_at < ${before}))
      order by hidden.id limit ${most} for update skip locked)
    returning ap.file_id, ap.thumbnail_file_id, ap.view_file_id`.execute(db)
  return rows.flatMap(row => Object.values(row))
}
