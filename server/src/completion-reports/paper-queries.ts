import type { ClientId } from '@toguchi/domain/access/actor'
import type { ConstructionType } from '@toguchi/domain/constructions/labels'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface PaperConstruction {
  name: string | null
  manage_no: string | null
  cd: string
  construction_type: ConstructionType | null
  building_name: string
  building_address: string | null
  client_name: string
  prime_contractor: string | null
  /** Every crew's company, in their order. */
  contractors: string[]
}

/** What stands at the head of every report of a construction. */
export const findPaperConstruction = async (db: Db, clientId: ClientId, id: number): Promise<PaperConstruction | undefined> =>
  (
    await rowsOf<PaperConstruction>(
      db,
      `select c.name, c.manage_no, c.cd, c.construction_type, b.name as building_name, b.address as building_address, cl.name as client_name,
         c.prime_contractor,
         (select coalesce(json_agg(ct.name order by ac.position, ac.id), '[]') from assigned_contractors ac
           join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
           where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null) as contractors
       from constructions c
       join clients cl on cl.id = c.client_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface VisitRow {
  room_id: number
  date: string | null
  /** The crew whose frame it was (D-25); null where nobody has taken it. */
  contractor_name: string | null
}

/** When rooms were visited, and by whose crew. */
export const listVisitsOf = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(
    db,
    `select r.id as room_id, coalesce((r.completed_at at time zone 'Asia/Tokyo')::date, a.date) as date, crew.contractor_name
     from rooms r
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join lateral (
       select share.contractor_name from (
         select ct.name as contractor_name, sum(cfr.frame_count) over (order by ac.position, ac.id) as up_to
         from crew_frames cfr
         join assigned_contractors ac on ac.client_id = cfr.client_id and ac.id = cfr.assigned_contractor_id and ac.discarded_at is null
         join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
         where cfr.client_id = $1 and cfr.construction_time_frame_id = a.construction_time_frame_id) share
       where a.frame_number <= share.up_to order by share.up_to limit 1) crew on true
     where r.client_id = $1 and r.id = any($2::bigint[])`,
    [clientId, roomIds],
  )

export interface PhotoRow {
  room_id: number
  place_name: string
  timing: PhotoTiming
  filming_at: Date
  storage_key: string
  /** When photos of the place are asked for. */
  before_construction: boolean
  under_construction: boolean
  after_construction: boolean
}

/** The newest photo of every place and timing of rooms, in the order of the places: small derived copies, never the originals (D-05). */
export const listReportPhotos = (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<PhotoRow[]> =>
  rowsOf<PhotoRow>(
    db,
    `select photo.room_id, photo.place_name, photo.timing, photo.filming_at, photo.storage_key,
       photo.before_construction, photo.under_construction, photo.after_construction from (
       select distinct on (ri.room_id, ri.photography_place_entry_id, ri.constructions_option_id, ri.timing)
         ri.room_id, coalesce(pp.name, ppe.free_input, co.option_name) as place_name, ri.timing, ri.filming_at, fi.storage_key,
         coalesce(ppe.before_construction, co.before_construction) as before_construction,
         coalesce(ppe.under_construction, co.under_construction) as under_construction,
         coalesce(ppe.after_construction, co.after_construction) as after_construction,
         ri.photography_place_entry_id is null as of_option, coalesce(ppe.position, co.position) as position,
         coalesce(ri.photography_place_entry_id, ri.constructions_option_id) as place_id
       from room_images ri
       join files fi on fi.client_id = ri.client_id and fi.id = ri.thumbnail_file_id
       left join photography_place_entries ppe on ppe.client_id = ri.client_id and ppe.id = ri.photography_place_entry_id
       left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
       left join constructions_options co on co.client_id = ri.client_id and co.id = ri.constructions_option_id
       where ri.client_id = $1 and ri.room_id = any($2::bigint[]) and ri.hidden_at is null
       order by ri.room_id, ri.photography_place_entry_id, ri.constructions_option_id, ri.timing, ri.filming_at desc, ri.id desc) photo
     order by photo.room_id, photo.of_option, photo.position, photo.place_id`,
    [clientId, roomIds],
  )

/** Where the bytes of files lie, by file. */
export const findStorageKeys = async (db: Db, clientId: ClientId, fileIds: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (
      await rowsOf<{ id: number; storage_key: string }>(
        db,
        'select id, storage_key from files where client_id = $1 and id = any($2::bigint[])',
        [clientId, fileIds],
      )
    ).map(({ id, storage_key }) => [id, storage_key]),
  )

/** Which of these rooms a construction of the client has, and which of them are not completed. */
export const listRoomStates = (db: Db, clientId: ClientId, constructionId: number, roomIds: readonly number[]) =>
  rowsOf<{ id: number; name: string; completed: boolean }>(
    db,
    `select r.id, r.name, r.status = 'completed' as completed from rooms r
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     where r.client_id = $1 and r.construction_id = $2 and r.id = any($3::bigint[]) order by rb.position, r.row, r.col`,
    [clientId, constructionId, roomIds],
  )
