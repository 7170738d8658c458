import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { DeliverySettings } from '@toguchi/domain/photo-archives/delivery-record'
import type { OtherFormats } from '@toguchi/domain/photo-archives/labels'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { sql } from 'kysely'
import type { ImageRow } from '../photos/photos.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { findJob } from '../platform/jobs/job-rows.ts'

/** Which photos of a construction; null and empty leave a question out. */
export interface Choice {
  area: 'all' | 'rooms' | 'common'
  timing: PhotoTiming | null
  filmed_from: string | null
  filmed_to: string | null
  room_ids: readonly number[] | null
  uuids: readonly string[] | null
}

export const everyPhoto: Choice = { area: 'all', timing: null, filmed_from: null, filmed_to: null, room_ids: null, uuids: null }

/** A photo with everything that a zip, its index and a board say of it. */
export interface ArchiveRow extends ImageRow {
  room_id: number | null
  building_name: string
  block_name: string | null
  /** The company of the craftsman who took it. */
  own_contractor: string | null
  byte_size: number
  file_key: string
  file_name: string
  view_key: string | null
  hidden_at: Date | null
}

/** The photos of a construction by area and rooms: $1 to $3, and $7. */
const chosenImages = `with image as (
     select ri.client_id, ri.id, ri.uuid, ri.construction_id, ri.room_id, ri.photography_place_entry_id, ri.constructions_option_id, ri.timing,
       ri.filming_at, ri.file_id, ri.thumbnail_file_id, ri.view_file_id, ri.width, ri.height, ri.uploaded_by_kind, ri.uploaded_by_id,
       ri.signboard_hidden, ri.signboard_work_kind, ri.signboard_place, ri.signboard_note, ri.hidden_at
     from room_images ri where ri.client_id = $1 and ri.construction_id = $2 and $3::text <> 'common'
       and ($7::bigint[] is null or ri.room_id = any($7::bigint[]))
     union all
     select ci.client_id, ci.id, ci.uuid, ci.construction_id, null::bigint, ci.photography_place_entry_id, null::bigint, ci.timing,
       ci.filming_at, ci.file_id, ci.thumbnail_file_id, ci.view_file_id, ci.width, ci.height, ci.uploaded_by_kind, ci.uploaded_by_id,
       ci.signboard_hidden, ci.signboard_work_kind, ci.signboard_place, ci.signboard_note, ci.hidden_at
     from common_area_images ci where ci.client_id = $1 and ci.construction_id = $2 and $3::text <> 'rooms' and $7::bigint[] is null)`
/** By what they are: $4 to $6, $8 and $9. */
const isChosen = `where ($9::boolean or image.hidden_at is null)
     and ($4::text is null or image.timing = $4)
     and ($5::date is null or (image.filming_at at time zone 'Asia/Tokyo')::date >= $5::date)
     and ($6::date is null or (image.filming_at at time zone 'Asia/Tokyo')::date <= $6::date)
     and ($8::uuid[] is null or image.uuid = any($8::uuid[]))`

const questionOf = (
  clientId: ClientId,
  constructionId: number,
  { area, timing, filmed_from, filmed_to, room_ids, uuids }: Choice,
  withHidden: boolean,
) => [clientId, constructionId, area, timing, filmed_from, filmed_to, room_ids, uuids, withHidden]

/**
 * The chosen photos of a construction in the order of the building: the common area first, then its rooms by wing and place, each by place
 * and stage. Those that were hidden are among them where photos are asked for by their uuids `with_hidden`.
 */
export const listArchivePhotos = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  choice: Choice,
  { withHidden, most }: { withHidden: boolean; most: number },
): Promise<ArchiveRow[]> =>
  rowsOf<ArchiveRow>(
    db,
    `${chosenImages}
     select image.uuid, image.room_id, image.photography_place_entry_id, image.constructions_option_id,
       coalesce(pp.name, ppe.free_input, co.option_name) as place_name,
       image.timing, image.filming_at, image.file_id, image.thumbnail_file_id, view.id as view_file_id, fi.sha256, fi.content_type, fi.byte_size,
       fi.storage_key as file_key, fi.file_name, image.width, image.height, image.uploaded_by_kind, image.uploaded_by_id, coalesce(u.name, ad.name) as uploaded_by,
       r.name as room_name, nullif(rb.name, '') as block_name, b.name as building_name, c.name as construction_name,
       c.use_electronic_signboard, c.electronic_signboard_type, esc.name as contractor_name, ct.name as own_contractor,
       coalesce(sgs.corner, 'lower_left') as signboard_corner, sgs.work_kind as construction_work_kind,
       image.signboard_hidden, image.signboard_work_kind, image.signboard_place, image.signboard_note,
       view.sha256 as view_sha256, view.storage_key as view_key, image.hidden_at
     from image
     join constructions c on c.client_id = $1 and c.id = image.construction_id and c.discarded_at is null
     join buildings b on b.client_id = $1 and b.id = c.building_id
     join files fi on fi.client_id = $1 and fi.id = image.file_id
     left join rooms r on r.client_id = $1 and r.id = image.room_id
     left join room_blocks rb on rb.client_id = $1 and rb.id = r.block_id
     left join signboard_settings sgs on sgs.client_id = $1 and sgs.construction_id = image.construction_id
     left join electronic_signboard_contractors esc on esc.client_id = $1 and esc.id = c.electronic_signboard_contractor_id
     left join files view on view.client_id = $1 and view.id = case when image.view_file_id is null then fi.view_file_id else image.view_file_id end
     left join photography_place_entries ppe on ppe.client_id = $1 and ppe.id = image.photography_place_entry_id
     left join photography_places pp on pp.client_id = $1 and pp.id = ppe.photography_place_id
     left join constructions_options co on co.client_id = $1 and co.id = image.constructions_option_id
     left join users u on image.uploaded_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = $1 and u.id = image.uploaded_by_id
     left join contractors ct on ct.client_id = $1 and ct.id = u.contractor_id
     left join admins ad on image.uploaded_by_kind = 'admin' and ad.id = image.uploaded_by_id
     ${isChosen}
     order by r.id is not null, rb.position, r.row, r.col, r.id, image.photography_place_entry_id is null, coalesce(ppe.position, co.position),
       coalesce(image.photography_place_entry_id, image.constructions_option_id),
       array_position(array['before_construction', 'under_construction', 'after_construction'], image.timing), image.filming_at, image.id
     limit $10`,
    [...questionOf(clientId, constructionId, choice, withHidden), most],
  )

export interface ChosenSize {
  photos: number
  /** Of the originals. */
  byte_size: number
  /** Of the pictures by which they are shown. */
  shown_byte_size: number
}

/** How many photos are chosen, and how large they are; hidden ones are not counted. */
export const sizeChosen = async (db: Db, clientId: ClientId, constructionId: number, choice: Choice): Promise<ChosenSize> => {
  const [size] = await rowsOf<ChosenSize>(
    db,
    `${chosenImages}
     select count(*)::int as photos, coalesce(sum(fi.byte_size), 0)::bigint as byte_size,
       coalesce(sum(coalesce(view.byte_size, fi.byte_size)), 0)::bigint as shown_byte_size
     from image
     join constructions c on c.client_id = $1 and c.id = image.construction_id and c.discarded_at is null
     join files fi on fi.client_id = $1 and fi.id = image.file_id
     left join files view on view.client_id = $1 and view.id = case when image.view_file_id is null then fi.view_file_id else image.view_file_id end
     ${isChosen}`,
    questionOf(clientId, constructionId, choice, false),
  )
  return size ?? { photos: 0, byte_size: 0, shown_byte_size: 0 }
}

export interface ArchiveSite {
  name: string | null
  manage_no: string | null
  cd: string
  /** As the boards say it. */
  work_kind: string | null
}

/** What a zip is called after; none when the construction was deleted. */
export const findArchiveSite = async (db: Db, clientId: ClientId, constructionId: number): Promise<ArchiveSite | undefined> =>
  (
    await rowsOf<ArchiveSite>(
      db,
      `select c.name, c.manage_no, c.cd, sgs.work_kind from constructions c
       left join signboard_settings sgs on sgs.client_id = $1 and sgs.construction_id = c.id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, constructionId],
    )
  )[0]

/** How many rooms of a list are the construction's. */
export const countRooms = async (db: Db, clientId: ClientId, constructionId: number, ids: readonly number[]): Promise<number> =>
  (
    await rowsOf<{ rooms: number }>(
      db,
      `select count(*)::int as rooms from rooms r where r.client_id = $1 and r.construction_id = $2 and r.id = any($3::bigint[])`,
      [clientId, constructionId, ids],
    )
  )[0]?.rooms ?? 0

export interface DrawingRow {
  id: number
  title: string
  storage_key: string
  sha256: Buffer
}

/** The attached files of a construction that the form takes as 参考図: JPEG, in the order they came. */
export const listDrawings = (db: Db, clientId: ClientId, constructionId: number): Promise<DrawingRow[]> =>
  rowsOf<DrawingRow>(
    db,
    `select doc.id, doc.title, fi.storage_key, fi.sha256 from documents doc
     join files fi on fi.client_id = $1 and fi.id = doc.file_id
     where doc.client_id = $1 and doc.construction_id = $2 and doc.kind = 'attachment_file' and doc.discarded_at is null
       and fi.content_type = 'image/jpeg'
     order by doc.id`,
    [clientId, constructionId],
  )

type DeliveryRow = Omit<DeliverySettings, 'other_formats'> & { other_formats: OtherFormats }

export const findDelivery = async (db: Db, clientId: ClientId, constructionId: number): Promise<DeliverySettings | undefined> =>
  (
    await rowsOf<DeliveryRow>(
      db,
      `select pd.major_category, pd.before_category, pd.under_category, pd.after_category, pd.work_type, pd.work_kind, pd.work_detail,
         pd.media_number, pd.other_formats, pd.after_is_representative
       from photo_deliveries pd where pd.client_id = $1 and pd.construction_id = $2`,
      [clientId, constructionId],
    )
  )[0]

export const saveDelivery = (db: Db, clientId: ClientId, constructionId: number, settings: DeliverySettings) =>
  db
    .insertInto('photo_deliveries')
    .values({ client_id: clientId, construction_id: constructionId, ...settings })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet({ ...settings }))
    .execute()

/** Two of the same person's questions about the zips of a construction come one after the other, until the transaction ends. */
export const lockArchives = (db: Db, { clientId, kind, id }: ReachedActor, constructionId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`photo archives ${kind} ${id} ${constructionId}`}, ${clientId}))`.execute(db)

type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>

/** The zip of a construction that is being made for a person; one of before yesterday will not be any more. */
export const findUnfinishedArchive = async (
  db: Db,
  { clientId, kind, id }: ReachedActor,
  kinds: readonly string[],
  constructionId: number,
): Promise<JobRow | undefined> =>
  (
    await rowsOf<JobRow>(
      db,
      `select j.client_id, j.id, j.state, j.done, j.total, j.file_id, j.error, j.note from jobs j
       where j.client_id = $1 and j.requested_by_kind = $2 and j.requested_by_id = $3 and j.kind = any($4::text[])
         and j.state in ('waiting', 'running') and j.input->>'construction_id' = $5::text and j.created_at > now() - interval '1 day'
       order by j.id limit 1`,
      [clientId, kind, id, kinds, String(constructionId)],
    )
  )[0]
