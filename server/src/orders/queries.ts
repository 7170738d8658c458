import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import type { OrderStatus, RefundMethod, RefundState } from '@toguchi/domain/orders/labels'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { RoundingRule } from '@toguchi/domain/money/tax'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { lineUser, mailAddress, mobileNumber } from '../messages/messages.ts'
import type { Db } from '../platform/database/database.ts'
import { recallMessages } from '../platform/messages/outbox.ts'
import { eraseRefundAccounts } from '../payments/payments.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { livingOrder } from '../rooms/rooms.ts'

/** Orders that hold their options: nobody can order them again for the room (G-ORD-11). An `initial` one waits for its payment page. */
const holding = `('initial', 'unpaid', 'paid', 'cancel_application')`

export interface OrderRoomRow {
  client_id: ClientId
  room_id: number
  /** Public uuids, of which the room's login page is made. */
  room_uuid: string
  construction_uuid: string
  client_uuid: string
  room_name: string
  room_status: RoomStatus
  closed_at: Date | null
  construction_id: number
  construction_name: string | null
  construction_discarded: boolean
  building_name: string
  client_name: string
  client_cd: string
  rounding_rule: RoundingRule
  use_payment: boolean
  /** Only where the construction says where cash is brought (R7). */
  use_cash_payment: boolean
  cash_place: string | null
  cash_hours: string | null
  /** The client's and the construction's together (G-CON-14). */
  use_optional_construction: boolean
  option_request_end_on: string | null
  information_distribution_on: string | null
  assigned_on: string | null
  /** How the room is entered; null: nobody has said. */
  presence_method: PresenceMethod | null
  konbini_days: number
  resident_id: number | null
  resident_name: string | null
  /** Where a mail reaches them, and a short message if there is a carrier; null where none does. */
  resident_email: string | null
  resident_line: string | null
  resident_phone: string | null
}

const roomStatement = `select r.client_id, r.id as room_id, r.uuid as room_uuid, c.uuid as construction_uuid, cl.uuid as client_uuid, r.name as room_name, r.status as room_status, r.closed_at, c.id as construction_id, c.name as construction_name,
    c.discarded_at is not null as construction_discarded, b.name as building_name, cl.name as client_name, cl.cd as client_cd, cl.rounding_rule, c.use_payment,
    cl.use_cash_payment and c.cash_place is not null as use_cash_payment, c.cash_place, c.cash_hours,
    c.use_optional_construction and cl.use_optional_construction as use_optional_construction, c.option_request_end_on,
    c.information_distribution_on, a.date as assigned_on, rp.presence_method, coalesce(ss.konbini_days, 3) as konbini_days,
    res.id as resident_id, res.name as resident_name, ${mailAddress} as resident_email,
    ${lineUser} as resident_line, ${mobileNumber(true)} as resident_phone
  from rooms r
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  join clients cl on cl.id = r.client_id
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  left join room_presences rp on rp.client_id = r.client_id and rp.room_id = r.id
  left join sale_settings ss on ss.client_id = r.client_id
  left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
  where r.client_id = $1 and r.id = $2 and ($3::bigint is null or r.construction_id = $3)`

const undiscardedRoom = `${roomStatement} and c.discarded_at is null`

/** A room with all that decides over its orders, by the ids of whoever may reach it, of a construction that was not deleted. */
export const findRoomOfOrders = async (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  (await rowsOf<OrderRoomRow>(db, undiscardedRoom, [clientId, roomId, constructionId]))[0]

/** The same of the own dwelling, by the session alone. */
export const findOwnRoomOfOrders = async (db: Db, actor: ResidentActor) =>
  (await rowsOf<OrderRoomRow>(db, undiscardedRoom, [actor.partOf, actor.roomId, actor.constructionId]))[0]

/** The room of an order: its money is looked after even when the construction was deleted. */
export const findRoomOfOrder = async (db: Db, clientId: ClientId, roomId: number) =>
  (await rowsOf<OrderRoomRow>(db, roomStatement, [clientId, roomId, null]))[0]

/** Keeps a construction from being deleted until the change is done; others may hold it so at the same time. */
const lockConstructionOfRoom = (db: Db, clientId: ClientId, roomId: number) =>
  rowsOf(
    db,
    `select from constructions c where c.client_id = $1
       and c.id = (select r.construction_id from rooms r where r.client_id = $1 and r.id = $2) for key share of c`,
    [clientId, roomId],
  )

/**
 * The room for an order to be placed, held: whoever changes orders takes the construction, then the room, then the order, so that two
 * never buy the same option and nobody buys what is being deleted.
 */
export const lockRoomOfOrders = async (db: Db, clientId: ClientId, constructionId: number, roomId: number) => {
  await lockConstructionOfRoom(db, clientId, roomId)
  return (await rowsOf<OrderRoomRow>(db, `${undiscardedRoom} for no key update of r`, [clientId, roomId, constructionId]))[0]
}

export interface OfferedRow {
  id: number
  option_id: number
  option_name: string
  price: number
  description: string | null
  duration: string | null
  cancellation_note: string | null
  picture_file_id: number | null
  pdf_file_id: number | null
  ordered: boolean
}

/** The options of a construction with whether this room has them already. */
export const listOffered = (db: Db, clientId: ClientId, constructionId: number, roomId: number) =>
  rowsOf<OfferedRow>(
    db,
    `select co.id, co.option_id, co.option_name, co.price, opt.description, opt.duration, opt.cancellation_note, opt.picture_file_id, opt.pdf_file_id,
       exists (select from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
         where o.client_id = $1 and o.room_id = $3 and od.constructions_option_id = co.id and o.status in ${holding}) as ordered
     from constructions_options co join options opt on opt.client_id = co.client_id and opt.id = co.option_id
     where co.client_id = $1 and co.construction_id = $2 and co.discarded_at is null order by co.position, co.id`,
    [clientId, constructionId, roomId],
  )

/** Whether another order of the room holds one of the options of this one. */
export const isOrderedElsewhere = async (db: Db, clientId: ClientId, orderId: number): Promise<boolean> =>
  (
    await rowsOf(
      db,
      `select from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
         join orders mine on mine.client_id = o.client_id and mine.id = $2 and mine.room_id = o.room_id
         join order_details ordered on ordered.client_id = mine.client_id and ordered.order_id = mine.id
           and ordered.constructions_option_id = od.constructions_option_id
       where o.client_id = $1 and o.id <> $2 and o.status in ${holding} limit 1`,
      [clientId, orderId],
    )
  ).length > 0

export interface NewOrder {
  client_id: ClientId
  construction_id: number
  room_id: number
  resident_id: number | null
  resident_name: string | null
  pay_method: PayMethod | null
  status: OrderStatus
  total_price_in_tax: number
  payment_period_end_on: string | null
  completion_at: Date | null
  request_id: string | null
  created_at: Date
}

export interface NewDetail {
  constructions_option_id: number
  option_name: string
  price: number
  price_in_tax: number
}

export const insertOrder = async (db: Db, order: NewOrder, details: readonly NewDetail[]): Promise<number> => {
  const { id } = await db
    .insertInto('orders')
    .values({ ...order, updated_at: order.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('order_details')
    .values(details.map(detail => ({ client_id: order.client_id, order_id: id, ...detail })))
    .execute()
  return id
}

export const findOrderOfRequest = (db: Db, clientId: ClientId, roomId: number, requestId: string) =>
  db
    .selectFrom('orders')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()

export type OrderChange = Partial<{
  status: OrderStatus
  status_before_cancel: 'unpaid' | 'paid' | null
  pay_method: PayMethod | null
  payment_period_end_on: string | null
  completion_at: Date | null
  canceled_at: Date | null
  cancel_applied_at: Date
  failure_reason: string | null
  collected_by_user_id: number | null
  collection_signature_file_id: number | null
}> & { updated_at: Date }

/** Under which a reminder of a payment waits. */
export const paymentReminderKey = (orderId: number): string => `order_payment:${orderId}`

/** What reminds of a payment, and has not left, is taken back with every change: it is paid, ended, or due on another day. */
export const updateOrder = async (db: Db, clientId: ClientId, id: number, change: OrderChange): Promise<void> => {
  await db.updateTable('orders').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
  await recallMessages(db, clientId, paymentReminderKey(id))
}

export interface OrderRow {
  client_id: ClientId
  id: number
  uuid: string
  construction_id: number
  construction_name: string | null
  building_name: string
  room_id: number
  room_name: string
  resident_id: number | null
  resident_name: string | null
  /** Whoever ordered, or was ordered for, lives there no more. */
  is_of_former_resident: boolean
  pay_method: PayMethod | null
  status: OrderStatus
  status_before_cancel: 'unpaid' | 'paid' | null
  total_price_in_tax: number
  /** Yen that came, without those that went back or are to go. */
  kept_amount: number
  /** The resident signed for what was collected at the door. */
  is_signed: boolean
  payment_period_end_on: string | null
  completion_at: Date | null
  canceled_at: Date | null
  cancel_applied_at: Date | null
  failure_reason: string | null
  created_at: Date
  updated_at: Date
  details: {
    id: number
    constructions_option_id: number
    option_id: number
    master_name: string
    option_name: string
    price: number
    price_in_tax: number
  }[]
  refunds: { id: number; amount: number; refund_method: RefundMethod; state: RefundState; done_at: string | null }[]
}

/** Yen that came for an order, without those that went back or are to go, as the books say (D-09). */
export const keptAmount = `(coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
    where le.client_id = $1 and le.order_id = o.id), 0)
  - coalesce((select sum(rf.amount) from refunds rf where rf.client_id = $1 and rf.order_id = o.id and rf.state <> 'done'), 0))::int`

/** What was ordered while nobody was registered is of whoever registers next, but not of those who come after somebody moved out. */
const isSinceRemoval = `not exists (select from events e where e.client_id = $1 and e.room_id = o.room_id
  and e.kind = 'residents.removed' and e.at >= o.created_at)`
const isOfFormer = `case when o.resident_id is null then not (${isSinceRemoval})
  else not exists (select from residents res where res.client_id = $1 and res.id = o.resident_id and res.discarded_at is null) end`

/** Columns and tables of an order as every page shows it. */
export const orderColumns = `o.client_id, o.id, o.uuid, o.construction_id, c.name as construction_name, b.name as building_name, o.room_id, r.name as room_name,
  o.resident_id, o.resident_name, ${isOfFormer} as is_of_former_resident, o.pay_method, o.status, o.status_before_cancel, o.total_price_in_tax, o.payment_period_end_on, o.completion_at,
  o.canceled_at, o.cancel_applied_at, o.failure_reason, o.created_at, o.updated_at, ${keptAmount} as kept_amount,
  o.collection_signature_file_id is not null as is_signed,
  (select json_agg(json_build_object('id', od.id, 'constructions_option_id', od.constructions_option_id, 'option_id', co.option_id, 'master_name', opt.name,
      'option_name', od.option_name, 'price', od.price, 'price_in_tax', od.price_in_tax) order by od.id)
    from order_details od join constructions_options co on co.client_id = od.client_id and co.id = od.constructions_option_id
    join options opt on opt.client_id = co.client_id and opt.id = co.option_id
    where od.client_id = $1 and od.order_id = o.id) as details,
  coalesce((select json_agg(json_build_object('id', rf.id, 'amount', rf.amount, 'refund_method', rf.refund_method, 'state', rf.state,
      'done_at', rf.done_at) order by rf.id)
    from refunds rf where rf.client_id = $1 and rf.order_id = o.id), '[]') as refunds`
export const orderTables = `orders o
  join rooms r on r.client_id = o.client_id and r.id = o.room_id
  join constructions c on c.client_id = o.client_id and c.id = o.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id`

/** What the resident ordered, or the office for them: never what somebody ordered who lived there before. Newest first. */
export const listOwnOrders = (db: Db, actor: ResidentActor, id: number | null = null) =>
  rowsOf<OrderRow>(
    db,
    `select ${orderColumns} from ${orderTables}
     where o.client_id = $1 and o.room_id = $2 and (o.resident_id = $3 or (o.resident_id is null and ${isSinceRemoval})) and ($4::bigint is null or o.id = $4)
     order by o.id desc`,
    [actor.partOf, actor.roomId, actor.id, id],
  )

/** An order of the client, by its id alone. */
export const findOrder = async (db: Db, clientId: ClientId, id: number): Promise<OrderRow | undefined> =>
  (await rowsOf<OrderRow>(db, `select ${orderColumns} from ${orderTables} where o.client_id = $1 and o.id = $2`, [clientId, id]))[0]

/**
 * Holds an order, its construction and room first (see `lockRoomOfOrders`); the row is read after all are held. That the construction was
 * deleted loses no money: whoever acts for it reads `construction_discarded`.
 */
export const lockOrder = async (db: Db, clientId: ClientId, id: number): Promise<{ order: OrderRow; room: OrderRoomRow } | undefined> => {
  const [orderRow] = await rowsOf<{ room_id: number }>(db, 'select room_id from orders where client_id = $1 and id = $2', [clientId, id])
  if (!orderRow) return undefined
  await lockConstructionOfRoom(db, clientId, orderRow.room_id)
  const [room] = await rowsOf<OrderRoomRow>(db, `${roomStatement} for no key update of r`, [clientId, orderRow.room_id, null])
  await rowsOf(db, 'select from orders where client_id = $1 and id = $2 for no key update', [clientId, id])
  const order = await findOrder(db, clientId, id)
  return room && order ? { order, room } : undefined
}

/** Orders of a room that are neither cancelled nor failed; those on their payment page, too. */
export const listLivingOrders = async (db: Db, clientId: ClientId, roomId: number): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select o.id from orders o where o.client_id = $1 and o.room_id = $2 and ${livingOrder} order by o.id`,
      [clientId, roomId],
    )
  ).map(({ id }) => id)

/**
 * Orders whose time to pay is over: a store's number after its last day, a payment page that nobody finished. One of them, when it is
 * named.
 */
export const listDueOrders = async (db: Db, clientId: ClientId, now: Date, pageLifetime: number, orderId: number | null = null) =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select o.id from orders o
       where o.client_id = $1 and ($4::bigint is null or o.id = $4)
         and ((o.status = 'unpaid' and o.pay_method = 'webcvs' and o.payment_period_end_on < ($2::timestamptz at time zone 'Asia/Tokyo')::date)
           or (o.status = 'initial' and o.updated_at < $2::timestamptz - make_interval(secs => 60) and not exists (
             select from payments pay where pay.client_id = $1 and pay.order_id = o.id and pay.state in ('started', 'pending')
               and coalesce(pay.expires_at, pay.created_at + make_interval(secs => $3)) > $2)))
       order by o.id`,
      [clientId, now, pageLifetime / 1000, orderId],
    )
  ).map(({ id }) => id)

const paymentToRemind = `o.status = 'unpaid' and o.pay_method = 'webcvs' and o.payment_period_end_on = $2::date + 1
  and (o.updated_at at time zone 'Asia/Tokyo')::date < $2::date
  and not exists (select from events e where e.client_id = $1 and e.kind = 'orders.payment_reminded'
    and e.subject_type = 'orders' and e.subject_id = o.id)`

/** Numbers of stores that are good until tomorrow, that are not of today, and of which nobody was reminded yet. */
export const listPaymentsToRemind = async (db: Db, clientId: ClientId, today: string): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(db, `select o.id from orders o where o.client_id = $1 and ${paymentToRemind} order by o.id`, [
      clientId,
      today,
    ])
  ).map(({ id }) => id)

/** The same of one order that is held. */
export const isPaymentToRemind = async (db: Db, clientId: ClientId, orderId: number, today: string): Promise<boolean> =>
  (await rowsOf(db, `select from orders o where o.client_id = $1 and o.id = $3 and ${paymentToRemind}`, [clientId, today, orderId]))
    .length > 0

/** Orders to be paid in cash whose day is over and of which staff were not told yet. */
export const listOverdueCash = (db: Db, clientId: ClientId, today: string) =>
  rowsOf<{ id: number; construction_id: number; room_id: number }>(
    db,
    `select o.id, o.construction_id, o.room_id from orders o
     where o.client_id = $1 and o.status = 'unpaid' and o.pay_method = 'cash' and o.payment_period_end_on < $2::date
       and not exists (select from events e where e.client_id = $1 and e.kind = 'orders.cash_overdue'
         and e.subject_type = 'orders' and e.subject_id = o.id)
     order by o.id`,
    [clientId, today],
  )

/**
 * Takes the people out of the orders of rooms (D-12): the orders, their money and its numbers stay, and to whom receipts were given where
 * the contract has ended. Returns the files that nothing points to any more: signatures for what was collected.
 */
export const erasePeopleOfOrders = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<number[]> => {
  const values = [clientId, roomIds]
  const own = '(select id from orders where client_id = $1 and room_id = any($2::bigint[]))'
  await rowsOf(
    db,
    `update receipts rec set addressee = null where rec.client_id = $1 and rec.order_id in ${own} and not ${keepsAddresseesText}`,
    values,
  )
  await eraseRefundAccounts(db, clientId, roomIds)
  const signatures = await rowsOf<{ file_id: number | null }>(
    db,
    `select o.collection_signature_file_id as file_id from orders o where o.client_id = $1 and o.room_id = any($2::bigint[]) for update`,
    values,
  )
  await rowsOf(
    db,
    `update orders o set resident_name = null, collection_signature_file_id = null where o.client_id = $1 and o.room_id = any($2::bigint[])`,
    values,
  )
  return signatures.flatMap(({ file_id }) => file_id ?? [])
}

/** SQL: the contract of the client has ended, and nobody can set any more how long its receipts say to whom they were given (decision 048). */
export const keepsAddresseesText = `exists (select from clients cl where cl.id = $1 and cl.status = 'terminated')`

/** SQL: a room `r` has money that is still to go back; whoever erases its people waits for it (D-12). */
export const owesRefundText = `exists (select from orders o join refunds rf on rf.client_id = o.client_id and rf.order_id = o.id
  where o.client_id = $1 and o.room_id = r.id and rf.state <> 'done')`
