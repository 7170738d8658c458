import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { day, flag, id, instant, listQuery, optionalMultilineText, query } from '../http/fields.ts'
import { photoTimings } from '../photos/labels.ts'
import { dayparts } from './absence.ts'
import { Presence } from './presence-contract.ts'
import { ActingFor } from '../access/acting-for-contract.ts'
import { Block, compositionForm } from './composition-contract.ts'
import { compositionLabels, receptionStatuses, roomLabels, roomStatuses } from './labels.ts'
import { orderDecisions } from './order-decision.ts'
import * as may from './policy.ts'
import { occupancyFieldLabels } from './occupancy/occupancy.ts'
import { OccupancyForm, RoomOccupancy } from './occupancy/occupancy-contract.ts'
import { SeenPlace } from './seen-place-contract.ts'

const AssignOfRoom = z.object({
  id: z.int(),
  date: day,
  construction_time_frame_id: z.int(),
  frame_number: z.int(),
  start_at: z.string(),
  end_at: z.string(),
  is_spare_frame: z.boolean(),
})

/** The resident as staff see them; craftsmen get name and phone only (G-ROOM-16). */
const ResidentOfRoom = z.object({
  id: z.int(),
  name: z.string().nullable(),
  /** Staff only, as `email`. */
  name_kana: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** An address that the resident typed and has not proven: nothing is sent there (D-33); staff only, as `email`. */
  unproven_email: z.string().nullable(),
  /** The resident typed the number and has not proven it: no short message goes there. */
  phone_unproven: z.boolean(),
  /** Another number that the resident typed: messages go to `phone` until its code was answered. */
  unproven_phone: z.string().nullable(),
  /** Told on paper, by their own wish. */
  no_messages: z.boolean(),
  gender: z.enum(['male', 'female', 'other']).nullable(),
  own_or_rent: z.enum(['own', 'rent']).nullable(),
  /** Has opened the own page: by a login, or by the printed code alone (D-33). */
  uses_page: z.boolean(),
})

/** Days that a dwelling wishes for the next visit; the office calls by the evening of `call_by` (D-34). */
const RevisitWish = z.object({
  wishes: z.array(z.object({ date: day, daypart: z.enum(dayparts) })),
  call_by: day,
  phone: z.string().nullable(),
  note: z.string().nullable(),
})

const RoomRow = z.object({
  id: z.int(),
  construction_id: z.int(),
  assign_id: z.int().nullable(),
  incomplete_reason_id: z.int().nullable(),
  status: z.enum(roomStatuses),
  block_position: z.int(),
  row: z.int(),
  col: z.int(),
  name: z.string(),
  revisit_at: instant.nullable(),
  /** A day that was wished for the next visit, without a time. */
  revisit_on: day.nullable(),
  /** Visits that ended without the work done: one and more make the next a 再訪問. */
  visits: z.int(),
  construction_schedule_confirmed_at: instant.nullable(),
  completed_at: instant.nullable(),
  closed_at: instant.nullable(),
  reception_status: z.string(),
  reception_status_en: z.enum(receptionStatuses),
  app_register: z.boolean(),
  high_priority: z.boolean(),
  room_remarks: z.string().nullable(),
  construction_remarks: z.string().nullable(),
  special_report: z.string().nullable(),
  has_customer_support_versions: z.boolean(),
  /** Null until a report of the room was saved. */
  completion_report: z.object({ id: z.int(), template_name: z.string().nullable(), saved_at: instant }).nullable(),
})

export const Room = RoomRow.extend({
  assign: AssignOfRoom.nullable(),
  resident: ResidentOfRoom.nullable(),
  /** How the craftsmen are let in; null while nobody has said. */
  presence: Presence.nullable(),
})
export type Room = z.infer<typeof Room>

const PhotoSlot = z.object({ position: z.string(), place_name: z.string(), timing: z.enum(photoTimings), taken: z.int() })

export const RoomDetail = Room.extend({
  uuid: z.string(),
  construction_name: z.string().nullable(),
  construction_manage_no: z.string().nullable(),
  building_id: z.int(),
  building_name: z.string(),
  incomplete_reason: z.string().nullable(),
  completion_comment: z.string().nullable(),
  digital_sign: z.string().nullable(),
  sign_omitted_reason: z.string().nullable(),
  photos_omitted_reason: z.string().nullable(),
  /** Every place × timing the room asks for, with how many photos it has (G-PHO-08). */
  photo_slots: z.array(PhotoSlot),
  /** Names of the ordered options, and what is collected on the day in yen (G-ROOM-16). */
  options: z.array(z.string()),
  collect_on_the_day: z.int(),
  /** The later deadline for changes that staff granted to this room alone; craftsmen do not read why. */
  /** When somebody came in vain, as long as the dwelling is offered a new date because of it. */
  absent_at: instant.nullable(),
  /** Why the reader cannot withdraw that absence; null where they can, or there is none. */
  why_no_withdrawal: z.string().nullable(),
  revisit_wish: RevisitWish.nullable(),
  /** When somebody came on the day of the visit, and when the work began (feature 15). */
  arrived_at: instant.nullable(),
  started_at: instant.nullable(),
  occupancy: RoomOccupancy,
  date_change_extension: z.object({ extended_to: day, reason: z.string().nullable() }).nullable(),
  lock_version: z.int(),
})
export type RoomDetail = z.infer<typeof RoomDetail>

const TimelineEntry = z.object({
  id: z.int(),
  kind: z.string(),
  at: instant,
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
  acting_for: z.enum(['resident']).nullable(),
  channel: z.string(),
  change: z.record(z.string(), z.unknown()),
  personal: z.record(z.string(), z.unknown()).nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

const Saved = z.object({ message: z.string(), room: RoomDetail })
const Remaining = z.object({
  room_id: z.int(),
  room_name: z.string(),
  construction_id: z.int(),
  construction_name: z.string().nullable(),
  building_name: z.string(),
  status: z.enum(roomStatuses),
  date: day.nullable(),
  incomplete_reason: z.string().nullable(),
  revisit_at: instant.nullable(),
  revisit_on: day.nullable(),
  visits: z.int(),
  revisit_wish: RevisitWish.nullable(),
  room_remarks: z.string().nullable(),
  /** 工事担当 of its construction, who goes on with it. */
  owner: z.string().nullable(),
  /** The day it was called off, or nobody came; and how many days ago that is. Null where that is not known. */
  since: day.nullable(),
  days: z.int().nullable(),
  /** Left over for longer than it may be (G-DASH-01). */
  is_late: z.boolean(),
})
export type Remaining = z.infer<typeof Remaining>
export const remainingColumns = [
  'building_name',
  'construction_name',
  'room_name',
  'status',
  'date',
  'incomplete_reason',
  'revisit_at',
  'call_by',
  'owner',
  'since',
] as const
const remainingFilters = {
  remaining_construction: z.strictObject({ building_name: query.text, incomplete_reason_id: query.id }).partial().optional(),
}
const Remains = z.object({ remaining_constructions: z.array(Remaining), total_count: z.int() })

export const rooms = contract({
  'GET /api/constructions/:construction_id/rooms': {
    access: may.canReadRooms,
    query: z.strictObject({
      room: z
        .strictObject({ status: z.enum(roomStatuses), reception_status: z.enum(receptionStatuses), name: query.text })
        .partial()
        .optional(),
    }),
    response: z.object({
      rooms: z.array(Room),
      blocks: z.array(Block),
      composition_version: z.int(),
      /** They hold data and cannot be removed (G-ROOM-11). */
      room_ids_in_use: z.array(z.int()),
    }),
  },
  'PATCH /api/constructions/:construction_id/room_composition': {
    access: may.canComposeRooms,
    labels: compositionLabels,
    body: z.strictObject({
      construction: compositionForm({
        number_of_houses: z.int().min(1).max(9999).nullable().optional(),
        composition_version: z.int().optional(),
      }),
    }),
    response: z.object({
      message: z.string(),
      rooms: z.array(Room),
      blocks: z.array(Block),
      composition_version: z.int(),
      room_ids_in_use: z.array(z.int()),
      warning: z.string().nullable(),
    }),
  },
  /** Dwellings of every construction by number, resident or telephone: the desk with somebody on the line. */
  'GET /api/rooms': {
    access: may.canSearchRooms,
    mayLag: true,
    query: z.strictObject({ room: z.strictObject({ keyword: z.string().trim().min(1).max(100) }) }),
    response: z.object({
      rooms: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          construction_id: z.int(),
          construction_name: z.string().nullable(),
          building_name: z.string(),
          resident_name: z.string().nullable(),
          date: day.nullable(),
          start_at: z.string().nullable(),
          end_at: z.string().nullable(),
          status: z.enum(roomStatuses),
        }),
      ),
    }),
  },
  'GET /api/constructions/:construction_id/rooms/:room_id': { access: may.canReadRooms, response: z.object({ room: RoomDetail }) },
  'PATCH /api/constructions/:construction_id/rooms/:room_id': {
    access: may.canChangeRooms,
    labels: roomLabels,
    body: z.strictObject({
      room: z
        .strictObject({
          room_remarks: optionalMultilineText(1000),
          construction_remarks: optionalMultilineText(1000),
          special_report: optionalMultilineText(1000),
          /** Key or label (G-ROOM-04). */
          reception_status: z.string().max(20),
          app_register: z.boolean(),
          high_priority: z.boolean(),
          revisit_at: instant.nullable(),
          /** The version that was read: whoever wrote in between is not overwritten, 409 (G-API-16). */
          lock_version: z.int(),
        })
        .partial(),
      acting_for: ActingFor.optional(),
    }),
    response: Saved,
  },
  /**
   * Who is in the dwelling, what came of trying to reach them, who opens, and the owner who lives elsewhere (D-37). With 入室辞退 the frame may
   * be freed for others, and 409 `orders_undecided` asks what becomes of ordered options.
   */
  'PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy': {
    access: may.canChangeOccupancy,
    labels: occupancyFieldLabels,
    body: z.strictObject({
      occupancy: OccupancyForm,
      order_decision: z.enum(orderDecisions).optional(),
      frees_frame: flag.optional(),
    }),
    response: Saved,
  },
  /** The date as it stands is agreed to. 409 `date_changed` when it is another one by now than was `seen`. */
  'POST /api/constructions/:construction_id/rooms/:room_id/confirmation': {
    access: may.canConfirmDates,
    labels: roomLabels,
    body: z.strictObject({ seen: SeenPlace.optional(), acting_for: ActingFor.optional() }),
    response: Saved,
  },
  /** With the company's reason for absences and a visit it is an absence, as `absence` records it (decision 092). */
  'POST /api/constructions/:construction_id/rooms/:room_id/reschedule': {
    access: may.canReschedule,
    labels: roomLabels,
    body: z.strictObject({
      room: z.strictObject({
        incomplete_reason_id: id,
        revisit_at: instant.nullish(),
        /** A day without a time: nobody invents one. */
        revisit_on: day.nullish(),
        /** With the company's reason for absences: when somebody stood at the door. Absent: on the day of the visit, if it has come. */
        visited_at: instant.optional(),
        room_remarks: optionalMultilineText(1000),
      }),
      /** 409 `orders_undecided` where the room has ordered options. */
      order_decision: z.enum(orderDecisions).optional(),
    }),
    response: Saved,
  },
  'POST /api/constructions/:construction_id/rooms/:room_id/close': {
    access: may.canCloseRooms,
    labels: roomLabels,
    body: z.strictObject({
      room: z.strictObject({ incomplete_reason_id: id.optional() }).default({}),
      /** 409 `orders_undecided` where a room that was not completed has ordered options. */
      order_decision: z.enum(orderDecisions).optional(),
    }),
    response: Saved,
  },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/close': { access: may.canReopenRooms, response: Saved },
  'GET /api/constructions/:construction_id/rooms/:room_id/events': {
    access: may.canReadTimeline,
    response: z.object({ events: z.array(TimelineEntry) }),
  },
  'GET /api/remaining_constructions': {
    access: may.canReadRemaining,
    query: listQuery(remainingColumns, remainingFilters),
    response: Remains,
  },
  'GET /api/constructions/:construction_id/remaining_constructions': {
    access: may.canReadRooms,
    query: listQuery(remainingColumns, remainingFilters),
    response: Remains,
  },
})
