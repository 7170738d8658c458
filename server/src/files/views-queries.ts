import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface ViewlessFile {
  id: number
  storage_key: string
  file_name: string
  /** A photo of a key, which is shown smaller than what has to be read. */
  of_key: boolean
}

/**
 * Pictures that others than staff are shown, and of which there is no view yet: documents, manuals, slips, photos of keys. Asked of what names
 * them, for nearly all files of a client are photos of the works.
 */
export const listFilesWithoutView = (db: Db, clientId: ClientId, most: number): Promise<ViewlessFile[]> =>
  rowsOf<ViewlessFile>(
    db,
    `select fi.id, fi.storage_key, fi.file_name, bool_or(named.of_key) as of_key from (
       select kc.received_photo_file_id as file_id, true as of_key from key_custodies kc where kc.client_id = $1
       union all
       select kc.returned_photo_file_id, true from key_custodies kc where kc.client_id = $1
       union all
       select doc.file_id, false from documents doc where doc.client_id = $1
       union all
       select he.file_id, false from handling_equipments he where he.client_id = $1
       union all
       select ran.slip_file_id, false from room_answers ran where ran.client_id = $1 and ran.slip_file_id is not null) named
     join files fi on fi.client_id = $1 and fi.id = named.file_id and fi.content_type in ('image/jpeg', 'image/png') and fi.view_file_id is null
     group by fi.id, fi.storage_key, fi.file_name order by fi.id limit $2`,
    [clientId, most],
  )
