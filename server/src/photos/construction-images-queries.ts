import type { ClientId } from '@toguchi/domain/access/actor'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { ImageRow } from './queries.ts'

/** A photo of a construction with the bytes that it can be shown from. */
export interface ConstructionImageRow extends ImageRow {
  /** Null: of the common area. */
  room_id: number | null
  /** Where the room stands in the building (D-31); null for the common area. */
  block_position: number | null
  row: number | null
  col: number | null
  posting_position: number | null
  /** Among the places of its area; null: of an option. */
  place_position: number | null
  /** The stages of the work that the place or the option asks for. */
  asked: PhotoTiming[]
  file_key: string
  file_name: string
  view_key: string | null
  view_bytes: number | null
}

/**
 * All photos of a construction that are not hidden, of its rooms and its common area, with what their boards say. What is shown of a photo
 * is chosen by `case`: behind row-level security PostgreSQL looks nothing up by a `coalesce`, and read all files of the client for each
 * photo while they were not counted; 4,000 photos took longer than a statement may.
 */
export const listConstructionImages = (db: Db, clientId: ClientId, constructionId: number): Promise<ConstructionImageRow[]> =>
  rowsOf<ConstructionImageRow>(
    db,
    `with image as (
       select ri.client_id, ri.construction_id, ri.room_id, ri.id, ri.uuid, ri.photography_place_entry_id, ri.constructions_option_id, ri.timing, ri.filming_at,
         ri.file_id, ri.thumbnail_file_id, ri.view_file_id, ri.width, ri.height, ri.uploaded_by_kind, ri.uploaded_by_id,
         ri.signboard_hidden, ri.signboard_work_kind, ri.signboard_place, ri.signboard_note
       from room_images ri where ri.client_id = $1 and ri.construction_id = $2 and ri.hidden_at is null
       union all
       select ci.client_id, ci.construction_id, null::bigint, ci.id, ci.uuid, ci.photography_place_entry_id, null::bigint, ci.timing, ci.filming_at,
         ci.file_id, ci.thumbnail_file_id, ci.view_file_id, ci.width, ci.height, ci.uploaded_by_kind, ci.uploaded_by_id,
         ci.signboard_hidden, ci.signboard_work_kind, ci.signboard_place, ci.signboard_note
       from common_area_images ci where ci.client_id = $1 and ci.construction_id = $2 and ci.hidden_at is null)
     select image.uuid, image.room_id, image.photography_place_entry_id, image.constructions_option_id,
       coalesce(pp.name, ppe.free_input, co.option_name) as place_name, ppe.position as place_position,
       array_remove(array[
         case when coalesce(ppe.before_construction, co.before_construction) then 'before_construction' end,
         case when coalesce(ppe.under_construction, co.under_construction) then 'under_construction' end,
         case when coalesce(ppe.after_construction, co.after_construction) then 'after_construction' end], null) as asked,
       image.timing, image.filming_at, image.file_id, image.thumbnail_file_id, view.id as view_file_id, fi.sha256, fi.content_type, image.width, image.height,
       image.uploaded_by_kind, image.uploaded_by_id, null as uploaded_by,
       r.name as room_name, rb.position as block_position, r.row, r.col, r.posting_position,
       c.name as construction_name, c.use_electronic_signboard, c.electronic_signboard_type, esc.name as contractor_name,
       coalesce(sgs.corner, 'lower_left') as signboard_corner, sgs.work_kind as construction_work_kind,
       image.signboard_hidden, image.signboard_work_kind, image.signboard_place, image.signboard_note, view.sha256 as view_sha256,
       fi.storage_key as file_key, fi.file_name, view.storage_key as view_key, view.byte_size as view_bytes
     from image
     join constructions c on c.client_id = $1 and c.id = image.construction_id
     left join rooms r on r.client_id = $1 and r.id = image.room_id
     left join room_blocks rb on rb.client_id = $1 and rb.id = r.block_id
     left join signboard_settings sgs on sgs.client_id = $1 and sgs.construction_id = image.construction_id
     left join electronic_signboard_contractors esc on esc.client_id = $1 and esc.id = c.electronic_signboard_contractor_id
     join files fi on fi.client_id = $1 and fi.id = image.file_id
     left join files view on view.client_id = $1 and view.id = case when image.view_file_id is null then fi.view_file_id else image.view_file_id end
     left join photography_place_entries ppe on ppe.client_id = $1 and ppe.id = image.photography_place_entry_id
     left join photography_places pp on pp.client_id = $1 and pp.id = ppe.photography_place_id
     left join constructions_options co on co.client_id = $1 and co.id = image.constructions_option_id
     order by image.filming_at, image.id`,
    [clientId, constructionId],
  )
