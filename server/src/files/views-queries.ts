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
export const listFilesWithoutView = (db: Db, clientId: number, most: number): Promise<ViewlessFile[]> =>
  rowsOf<ViewlessFile>(
    db,
    `select f.id, f.storage_key, f.file_name, k.of_key from files f
     cross join lateral (select exists (select from key_custodies c where c.client_id = $1
       and f.id in (c.received_photo_file_id, c.returned_photo_file_id)) as of_key) k
     where f.client_id = $1 and f.content_type in ('image/jpeg', 'image/png') and f.view_file_id is null
       and (k.of_key
         or exists (select from documents d where d.client_id = $1 and d.file_id = f.id)
         or exists (select from handling_equipments h where h.client_id = $1 and h.file_id = f.id)
         or exists (select from room_answers a where a.client_id = $1 and a.slip_file_id = f.id))
     order by f.id limit $2`,
    [clientId, most],
  )
