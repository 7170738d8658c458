import type { ClientId } from '@toguchi/domain/access/actor'
import type { ConstructionType, SecurityEquipment } from '@toguchi/domain/constructions/labels'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface BookConstruction {
  id: number
  client_id: ClientId
  name: string | null
  manage_no: string | null
  cd: string
  construction_type: ConstructionType | null
  security_equipment: SecurityEquipment | null
  number_of_houses: number | null
  building_name: string
  building_address: string
  management_company: string | null
  manager: string | null
  building_phone: string | null
  owners_association: string | null
  contract_representative: string | null
  prime_contractor: string | null
  supplier_name: string | null
  supplier_staff_name: string | null
  sales_representative: string | null
  construction_representative: string | null
  emergency_phone_number: string | null
  client_name: string
  client_address: string | null
  use_electronic_signboard: boolean
  planned_start_on: string | null
  planned_end_on: string | null
  contract_period_start_on: string | null
  contract_period_end_on: string | null
  common_area_start_on: string | null
  common_area_end_on: string | null
  common_area_holidays: string[]
  second_common_area_start_on: string | null
  second_common_area_end_on: string | null
  privately_area_start_on: string | null
  privately_area_end_on: string | null
  privately_area_holidays: string[]
  preparation_days: string[]
  information_distribution_on: string | null
  briefing_session_at: Date | null
  option_request_end_on: string | null
  schedule_change_end_on: string | null
  decision_guide_distribution_on: string | null
  /** Crews in their order, each with who of them is named. */
  contractors: { name: string; craftsmen: string[] }[]
}

/** What a book says of its construction. */
export const findBookConstruction = async (db: Db, clientId: ClientId, id: number): Promise<BookConstruction | undefined> =>
  (
    await rowsOf<BookConstruction>(
      db,
      `select c.id, c.client_id, c.name, c.manage_no, c.cd, c.construction_type, c.security_equipment, c.number_of_houses, b.name as building_name,
         b.address as building_address, b.management_company, b.manager, b.phone as building_phone, c.owners_association,
         c.contract_representative, c.prime_contractor, su.name as supplier_name, sst.name as supplier_staff_name,
         salesperson.name as sales_representative, representative.name as construction_representative, c.emergency_phone_number,
         cl.name as client_name, cl.address as client_address, c.use_electronic_signboard, c.planned_start_on, c.planned_end_on,
         c.contract_period_start_on, c.contract_period_end_on, c.common_area_start_on, c.common_area_end_on, c.common_area_holidays,
         c.second_common_area_start_on, c.second_common_area_end_on, c.privately_area_start_on, c.privately_area_end_on,
         c.privately_area_holidays, c.preparation_days, c.information_distribution_on, c.briefing_session_at, c.option_request_end_on,
         c.schedule_change_end_on, c.decision_guide_distribution_on,
         coalesce((select json_agg(json_build_object('name', ct.name, 'craftsmen', coalesce((select json_agg(u.name order by u.id)
               from assigned_craftsmans am join users u on u.client_id = am.client_id and u.id = am.craftsman_id and u.discarded_at is null
               where am.client_id = $1 and am.assigned_contractor_id = ac.id), '[]')) order by ac.position, ac.id)
           from assigned_contractors ac join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
           where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null), '[]') as contractors
       from constructions c
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = c.client_id
       left join suppliers su on su.client_id = c.client_id and su.id = c.supplier_id
       left join supplier_staffs sst on sst.client_id = c.client_id and sst.id = c.supplier_staff_id
       left join users salesperson on salesperson.client_id = c.client_id and salesperson.id = c.sales_staff_id
       left join users representative on representative.client_id = c.client_id and representative.id = c.construction_staff_id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface BookRoom {
  id: number
  name: string
  block_name: string | null
  status: RoomStatus
  completed_at: Date | null
  closed_at: Date | null
  visits: number
  incomplete_reason: string | null
  reported: boolean
  signed: boolean
  sign_omitted: boolean
  photos_omitted: boolean
}

/** Every room in the order of the building. */
export const listBookRooms = (db: Db, clientId: ClientId, constructionId: number): Promise<BookRoom[]> =>
  rowsOf<BookRoom>(
    db,
    `select r.id, r.name, nullif(rb.name, '') as block_name, r.status, r.completed_at, r.closed_at, r.visits, ir.name as incomplete_reason,
       exists (select from room_completion_reports rcr where rcr.client_id = $1 and rcr.room_id = r.id) as reported,
       r.digital_sign_file_id is not null as signed, r.sign_omitted_reason is not null as sign_omitted,
       r.photos_omitted_reason is not null as photos_omitted
     from rooms r
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     left join incomplete_reasons ir on ir.client_id = r.client_id and ir.id = r.incomplete_reason_id
     where r.client_id = $1 and r.construction_id = $2 order by rb.position, r.row, r.col`,
    [clientId, constructionId],
  )

export interface PostponedRow {
  room_id: number
  at: Date
  reason: string | null
}

/** Every time that the work of a room was left for another day, and why (残工事). */
export const listPostponed = (db: Db, clientId: ClientId, constructionId: number): Promise<PostponedRow[]> =>
  rowsOf<PostponedRow>(
    db,
    `select r.id as room_id, e.at, ir.name as reason
     from events e
     join rooms r on r.client_id = e.client_id and r.id = e.room_id
     left join incomplete_reasons ir on ir.client_id = e.client_id and ir.id = (e.change ->> 'incomplete_reason_id')::bigint
     where e.client_id = $1 and e.construction_id = $2 and e.kind in ('rooms.rescheduled', 'rooms.absence_recorded')
     order by e.id`,
    [clientId, constructionId],
  )

export interface MissingSlots {
  /** Null: of the common area. */
  room_id: number | null
  name: string
  slots: number
}

/* Of a place `ppe`, each timing with whether it asks for a photo (G-PHO-06). */
const askedTimings = `(values ('before_construction', ppe.before_construction), ('under_construction', ppe.under_construction),
        ('after_construction', ppe.after_construction)) as asked (timing, wanted)`

/** Rooms whose places to photograph are not all photographed, and why not is not said, in the order of the building. */
export const listRoomsWithoutPhotos = (db: Db, clientId: ClientId, constructionId: number): Promise<MissingSlots[]> =>
  rowsOf<MissingSlots>(
    db,
    `select lacking.room_id, lacking.name, lacking.slots from (
       select r.id as room_id, r.name, rb.position as block_position, r.row, r.col,
         (select count(*)::int from photography_place_entries ppe cross join lateral ${askedTimings}
           where ppe.client_id = $1 and ppe.construction_id = $2 and ppe.area = 'private' and ppe.discarded_at is null and asked.wanted
             and not exists (select from room_images ri where ri.client_id = $1 and ri.room_id = r.id
               and ri.photography_place_entry_id = ppe.id and ri.timing = asked.timing and ri.hidden_at is null)) as slots
       from rooms r
       join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id
       where r.client_id = $1 and r.construction_id = $2 and r.photos_omitted_reason is null and c.use_private_photo
         and (r.status = 'completed' or r.closed_at is null)) lacking
     where lacking.slots > 0 order by lacking.block_position, lacking.row, lacking.col`,
    [clientId, constructionId],
  )

/** Places of the common area that lack a photo. */
export const listCommonPlacesWithoutPhotos = (db: Db, clientId: ClientId, constructionId: number): Promise<MissingSlots[]> =>
  rowsOf<MissingSlots>(
    db,
    `select lacking.room_id, lacking.name, lacking.slots from (
       select null::bigint as room_id, coalesce(pp.name, ppe.free_input, '') as name, ppe.position, ppe.id,
         (select count(*)::int from ${askedTimings} where asked.wanted and not exists (select from common_area_images ci
           where ci.client_id = $1 and ci.construction_id = $2 and ci.photography_place_entry_id = ppe.id and ci.timing = asked.timing
             and ci.hidden_at is null)) as slots
       from photography_place_entries ppe
       join constructions c on c.client_id = ppe.client_id and c.id = ppe.construction_id
       left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
       where ppe.client_id = $1 and ppe.construction_id = $2 and ppe.area = 'common' and ppe.discarded_at is null and c.use_common_photo) lacking
     where lacking.slots > 0 order by lacking.position, lacking.id`,
    [clientId, constructionId],
  )

export type WhyNotBound = 'encrypted' | 'unreadable' | 'too_large'

export interface AttachmentRow {
  /** `documents/12`, `handling_equipments/3`. */
  key: string
  title: string
  file_id: number
  file_name: string
  content_type: string
  byte_size: number
  sha256: Buffer
  storage_key: string
  /** Of a picture what is shown instead of it. */
  view_key: string | null
  /** Of a PDF that was read: how many pages can be bound in, or why not. */
  pages: number | null
  why_not: WhyNotBound | null
  /** Of a PDF that was read: form fields, stamps or the like are not drawn. */
  leaves_out: boolean
  /** Craftsmen may see it: every attached file, and manuals that are meant for the app. */
  for_app: boolean
}

/** Attached files and manuals of a construction, the oldest first; in-house documents never. */
export const listAttachments = (db: Db, clientId: ClientId, constructionId: number): Promise<AttachmentRow[]> =>
  rowsOf<AttachmentRow>(
    db,
    `select attached.key, attached.title, fi.id as file_id, fi.file_name, fi.content_type, fi.byte_size, fi.sha256, fi.storage_key,
       view.storage_key as view_key, cba.pages, cba.why_not,
       coalesce(cba.leaves_out, false) as leaves_out, attached.for_app
     from (
       select 1 as sort, doc.id, 'documents/' || doc.id as key, doc.title, doc.file_id, true as for_app from documents doc
       where doc.client_id = $1 and doc.construction_id = $2 and doc.kind = 'attachment_file' and doc.discarded_at is null
       union all
       select 2, he.id, 'handling_equipments/' || he.id, he.file_name, he.file_id, he.for_app from handling_equipments he
       where he.client_id = $1 and he.construction_id = $2 and he.discarded_at is null) attached
     join files fi on fi.client_id = $1 and fi.id = attached.file_id
     left join files view on view.client_id = $1 and view.id = fi.view_file_id
     left join completion_book_attachments cba on cba.client_id = $1 and cba.file_id = attached.file_id
     order by attached.sort, attached.id`,
    [clientId, constructionId],
  )

/** What was found can be found no more: it counts as a file that nobody has looked into. */
export const forgetReadAttachment = (db: Db, clientId: ClientId, fileId: number) =>
  db.deleteFrom('completion_book_attachments').where('client_id', '=', clientId).where('file_id', '=', fileId).execute()

export const saveReadAttachment = (
  db: Db,
  clientId: ClientId,
  file_id: number,
  read: { pages: number | null; why_not: WhyNotBound | null; leaves_out: boolean },
) =>
  db
    .insertInto('completion_book_attachments')
    .values({ client_id: clientId, file_id, ...read })
    .onConflict(conflict => conflict.columns(['client_id', 'file_id']).doUpdateSet(read))
    .execute()
