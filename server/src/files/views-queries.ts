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

/** Pictures that others than staff are shown, and of which there is no view yet: documents, manuals, slips, photos of keys. */
export const listFilesWithoutView = (db: Db, clientId: ClientId, most: number): Promise<ViewlessFile[]> =>
  rowsOf<ViewlessFile>(
    db,
    `select fi.id, fi.storage_key, fi.file_name, key.of_key from files fi
     cross join lateral (select exists (select from key_custodies kc where kc.client_id = $1
       and fi.id in (kc.received_photo_file_id, kc.returned_photo_file_id)) as of_key) key
     where fi.client_id = $1 and fi.content_type in ('image/jpeg', 'image/png') and fi.view_file_id is null
       and (key.of_key
         or exists (select from documents doc where doc.client_id = $1 and doc.file_id = fi.id)
         or exists (select from handling_equipments he where he.client_id = $1 and he.file_id = fi.id)
         or exists (select from room_answers ran where ran.client_id = $1 and ran.slip_file_id = fi.id))
     order by fi.id limit $2`,
    [clientId, most],
  )
