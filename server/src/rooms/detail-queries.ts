import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { openAbsence, openWish, type WishRow } from './absences/absence-queries.ts'
import { occupancyColumns, type OccupancyRow, occupancyTable } from './occupancy/queries.ts'
import { accessibleConstruction, accessibleTo, roomColumns, type RoomRow, roomTables } from './queries.ts'

/** Of a room that was not finished: why, and what is open because somebody came in vain. */
interface UnfinishedRow {
  incomplete_reason: string | null
  absent_at: Date | null
  revisit_wish: WishRow | null
}
const finished: UnfinishedRow = { incomplete_reason: null, absent_at: null, revisit_wish: null }

/** Of a room in which something was ordered. */
interface OrderedRow {
  slots: Slot[]
  options: string[]
  collect_on_the_day: number
}
const nothingOrdered: OrderedRow = { slots: [], options: [], collect_on_the_day: 0 }

export type RoomDetailRow = Omit<DetailRow, 'has_orders'> & UnfinishedRow & OrderedRow

interface Slot {
  position: string
  place_name: string
  before_construction: number | null
  under_construction: number | null
  after_construction: number | null
}

interface DetailRow extends RoomRow, OccupancyRow {
  date_change_extended_to: string | null
  date_change_extension_reason: string | null
  uuid: string
  lock_version: number
  construction_name: string | null
  construction_manage_no: string | null
  special_report_default: string | null
  building_id: number
  building_name: string
  completion_comment: string | null
  digital_sign_file_id: number | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  slots: Slot[]
  has_orders: boolean
  arrived_at: Date | null
  started_at: Date | null
}

const activeOrder = `o.status in ('unpaid', 'paid', 'cancel_application')`
export const optionsOfRoom = `coalesce((select json_agg(od.option_name order by od.id) from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
    where o.client_id = $1 and o.room_id = r.id and ${activeOrder}), '[]') as options,
  coalesce((select sum(o.total_price_in_tax)::int from orders o where o.client_id = $1 and o.room_id = r.id and o.pay_method = 'other' and o.status = 'unpaid'), 0)
    as collect_on_the_day`

const placesOfRoom = `select 1 as sort, ppe.position as at, ppe.id, 'place-' || ppe.id as position, coalesce(pp.name, ppe.free_input) as place_name, ppe.before_construction, ppe.under_construction, ppe.after_construction,
        ppe.id as place_id, null::bigint as option_id
      from photography_place_entries ppe left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
      where ppe.client_id = $1 and ppe.construction_id = r.construction_id and ppe.area = 'private' and ppe.discarded_at is null`
const orderedPlacesOfRoom = `select 2 as sort, co.position as at, co.id, 'option-' || co.id as position, co.option_name as place_name, co.before_construction, co.under_construction, co.after_construction,
        null::bigint as place_id, co.id as option_id
      from constructions_options co where co.client_id = $1 and co.construction_id = r.construction_id
        and exists (select from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
          where o.client_id = $1 and o.room_id = r.id and od.constructions_option_id = co.id and ${activeOrder})`
/* Each timing with its count of photos or null where none is asked for (G-PHO-08). */
const slotsOfPlaces = (
  places: string,
) => `coalesce((select json_agg(json_build_object('position', slot.position, 'place_name', slot.place_name,
      'before_construction', case when slot.before_construction then taken.before_count end, 'under_construction', case when slot.under_construction then taken.under_count end,
      'after_construction', case when slot.after_construction then taken.after_count end) order by slot.sort, slot.at, slot.id)
    from (${places}) slot
    cross join lateral (
      select count(*) filter (where ri.timing = 'before_construction') as before_count, count(*) filter (where ri.timing = 'under_construction') as under_count,
        count(*) filter (where ri.timing = 'after_construction') as after_count
      from room_images ri where ri.client_id = $1 and ri.room_id = r.id and ri.hidden_at is null
        and (ri.photography_place_entry_id = slot.place_id or ri.constructions_option_id = slot.option_id)) taken), '[]') as slots`

/** Places of the construction and ordered options. */
export const slotsOfRoom = slotsOfPlaces(`${placesOfRoom} union all ${orderedPlacesOfRoom}`)

/**
 * The statement of a room’s page, without what only some rooms have (`findUnfinished`, `findOrdered`): a cluster plans anew, at two places,
 * whatever joins, and each table takes its time there (decision 108).
 */
export const detailStatement = `select ${roomColumns}, r.uuid, r.lock_version, r.date_change_extended_to, r.date_change_extension_reason, c.name as construction_name, c.manage_no as construction_manage_no, c.special_report_default,
    b.id as building_id, b.name as building_name, r.completion_comment, r.digital_sign_file_id, r.sign_omitted_reason, r.photos_omitted_reason,
    ${slotsOfPlaces(placesOfRoom)}, rv.arrived_at, rv.started_at, ${occupancyColumns},
    exists (select from orders o where o.client_id = $1 and o.room_id = r.id) as has_orders
  from ${roomTables}
  ${occupancyTable}
  left join room_visits rv on rv.client_id = r.client_id and rv.room_id = r.id and rv.visit_on = a.date
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where ${accessibleConstruction} and c.id = $3 and r.id = $4`

/** One room with everything its page shows. */
export const findRoomDetail = async (
  db: Db,
  actor: WorkerActor,
  constructionId: number,
  roomId: number,
): Promise<RoomDetailRow | undefined> => {
  const [row] = await rowsOf<DetailRow>(db, detailStatement, [...accessibleTo(actor), constructionId, roomId])
  if (!row) return undefined
  const { has_orders: hasOrders, slots, ...room } = row
  const isUnfinished = row.incomplete_reason_id !== null || row.status === 'reschedule'
  const unfinished = isUnfinished ? await findUnfinished(db, row.client_id, roomId) : finished
  const ordered = hasOrders ? await findOrdered(db, row.client_id, roomId) : nothingOrdered
  return { ...room, ...unfinished, ...ordered, slots: [...slots, ...ordered.slots] }
}

const findUnfinished = async (db: Db, clientId: ClientId, roomId: number): Promise<UnfinishedRow> =>
  (
    await rowsOf<UnfinishedRow>(
      db,
      `select ir.name as incomplete_reason, ${openAbsence} as absent_at, ${openWish} as revisit_wish
       from rooms r left join incomplete_reasons ir on ir.client_id = r.client_id and ir.id = r.incomplete_reason_id
       where r.client_id = $1 and r.id = $2`,
      [clientId, roomId],
    )
  )[0] ?? finished

const findOrdered = async (db: Db, clientId: ClientId, roomId: number): Promise<OrderedRow> =>
  (
    await rowsOf<OrderedRow>(
      db,
      `select ${slotsOfPlaces(orderedPlacesOfRoom)}, ${optionsOfRoom} from rooms r where r.client_id = $1 and r.id = $2`,
      [clientId, roomId],
    )
  )[0] ?? nothingOrdered
