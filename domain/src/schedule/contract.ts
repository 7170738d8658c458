import { z } from 'zod'
import { isOffice } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, destroy, id, instant, multilineText, optionalMultilineText, timeOfDay } from '../http/fields.ts'
import { ActingFor } from '../access/acting-for-contract.ts'
import { orderDecisions } from '../rooms/order-decision.ts'
import { presenceMethods } from '../rooms/presence.ts'
import { receptionStatuses, roomLabels, roomStatuses } from '../rooms/labels.ts'
import { contactChannels, messageChannels, moveChannels } from './channels.ts'
import { scheduleLabels } from './labels.ts'
import { scheduleUnits } from './placement.ts'
import { canEditSchedule, canGenerateSchedule, canReadSchedule } from './policy.ts'
import { maximumRegularFrames } from './time-frames.ts'
import { SeenPlace } from '../rooms/seen-place-contract.ts'

const TimeFrame = z.object({
  id: z.int(),
  start_at: z.string(),
  end_at: z.string(),
  /** Regular frames of every working day. */
  frame_number: z.int(),
  /** Regular and spare frames of the fullest date. */
  maximum_frame_number: z.int(),
  /** In the order of the crews: numbers run over them (D-25). Empty while no crew has a share. */
  crew_frames: z.array(z.object({ assigned_contractor_id: z.int(), frame_count: z.int() })),
})

/** What a resident told us about dates, and whether the one they have is fixed. */
export const Wish = z.object({
  unavailable_dates: z.array(day),
  preferred_dates: z.array(day),
  pinned: z.boolean(),
  note: z.string().nullable(),
})
export type Wish = z.infer<typeof Wish>

export type { MoveChannel } from './channels.ts'

/** What a room's card shows in the grid. */
const RoomCard = z.object({
  id: z.int(),
  name: z.string(),
  block_position: z.int(),
  row: z.int(),
  col: z.int(),
  status: z.enum(roomStatuses),
  /** Visits that ended without the work done: the next one is a 再訪問. */
  visits: z.int(),
  reception_status: z.string(),
  reception_status_en: z.enum(receptionStatuses),
  high_priority: z.boolean(),
  closed_at: instant.nullable(),
  construction_schedule_confirmed_at: instant.nullable(),
  resident_name: z.string().nullable(),
  options_count: z.int(),
  has_customer_support_versions: z.boolean(),
  /** The best way to tell the resident: mail, else SMS, else paper. */
  contact_channel: z.enum(contactChannels),
  /** The messages that would arrive, the better one first; see `channelsFor`. */
  reachable: z.array(z.enum(messageChannels)),
  wish: Wish.nullable(),
  /** How the craftsmen are let in; null while nobody has said. */
  presence_method: z.enum(presenceMethods).nullable(),
})
export type RoomCard = z.infer<typeof RoomCard>

const Assign = z.object({
  id: z.int(),
  date: day,
  construction_time_frame_id: z.int(),
  frame_number: z.int(),
  is_spare_frame: z.boolean(),
  room: RoomCard,
})
export type Assign = z.infer<typeof Assign>

const SpareFrame = z.object({
  id: z.int(),
  date: day,
  construction_time_frame_id: z.int(),
  frame_number: z.int(),
  released_at: instant.nullable(),
})

/** The export that hangs on the wall (G-SCH-16): posting to `url` makes it anew as a job (D-28). */
const FileInfo = z.object({ file_name: z.string(), url: z.string(), updated_at: instant })

const Crew = z.object({ assigned_contractor_id: z.int(), contractor_id: z.int(), name: z.string(), absent_dates: z.array(day) })
export type Crew = z.infer<typeof Crew>

/** The last saved draft, while it is young enough to be taken back. Whether something stands in the way is judged when it is tried. */
const UndoableBatch = z.object({
  id: z.int(),
  saved_at: instant,
  undo_until: instant,
  /** Until then, by the server's clock when it answered. */
  seconds_left: z.int(),
  saved_by: z.string(),
  rooms: z.int(),
})

/** A wing of the building (D-26): its name, and the floor that its lowest row is. */
const Block = z.object({ position: z.int(), name: z.string(), floor_start: z.int() })
export type Block = z.infer<typeof Block>

const DetailSchedule = z.object({
  /** What has happened so far: whoever names it to the live stream as Last-Event-ID hears only of what it does not contain. */
  state: z.string(),
  blocks: z.array(Block),
  construction_time_frames: z.array(TimeFrame),
  /** A day of preparation stays one when it is a day off too. */
  dates: z.array(z.object({ date: day, holiday: z.boolean(), preparation: z.boolean(), past: z.boolean(), name: z.string().nullable() })),
  assigns: z.array(Assign),
  spare_frames: z.array(SpareFrame),
  maximum_frame: z.object({ frame_numbers: z.record(z.string(), z.int()), file_info: FileInfo.nullable() }),
  unassigned_rooms: z.array(RoomCard),
  detail_schedule_completed_at: instant.nullable(),
  lock_version: z.int(),
  today: day,
  time_per_unit: z.int().nullable(),
  schedule_change_end_on: day.nullable(),
  /** In the order in which frame numbers run over them. */
  crews: z.array(Crew),
  schedule_unit: z.enum(scheduleUnits),
  spare_percent: z.int(),
  /** Days that ordered options take to be prepared (`moveAsksForDecision`). */
  option_preparation_days: z.int(),
  undoable_batch: UndoableBatch.nullable(),
  can_edit: z.boolean(),
  /** May put a room against a soft reason, in writing. */
  can_override: z.boolean(),
})
export type DetailSchedule = z.infer<typeof DetailSchedule>

export const SavedSchedule = DetailSchedule.extend({ message: z.string() })

export const TimeFrameForm = z.strictObject({
  id: id.optional(),
  start_at: timeOfDay,
  end_at: timeOfDay,
  frame_number: z.int().min(1).max(maximumRegularFrames),
  _destroy: destroy,
})
export type TimeFrameForm = z.infer<typeof TimeFrameForm>

const Place = { date: day, construction_time_frame_id: id, frame_number: z.int().min(1).max(220) }
const AssignForm = z.strictObject({
  id: id.optional(),
  room_id: id,
  ...Place,
  /** Why it goes there against a soft reason. */
  reason: multilineText(200).optional(),
  /** How its resident is told; absent: the way that reaches them. */
  channel: z.enum(moveChannels).optional(),
  /** What becomes of its ordered options; 409 `orders_undecided` where it is missing (`moveAsksForDecision`). */
  order_decision: z.enum(orderDecisions).optional(),
  _destroy: destroy,
})
export type AssignForm = z.infer<typeof AssignForm>
const SpareFrameForm = z.strictObject({
  id: id.optional(),
  ...Place,
  /** Offered to residents from now on, or no longer (D-24); absent: as it was. */
  released: z.boolean().optional(),
  _destroy: destroy,
})
export type SpareFrameForm = z.infer<typeof SpareFrameForm>
/** A day off of the private area that is added, or taken away. */
const HolidayForm = z.strictObject({ date: day, _destroy: destroy })
export type HolidayForm = z.infer<typeof HolidayForm>

/** How the household is told of a move; null: it is no news to it. */
const Told = z.enum(contactChannels).nullable()

export const schedule = contract({
  'GET /api/constructions/:construction_id/detail_schedule': { access: canReadSchedule, response: DetailSchedule },
  'POST /api/constructions/:construction_id/detail_schedule': {
    access: canGenerateSchedule,
    labels: scheduleLabels,
    body: z.strictObject({
      detail_schedule: z.strictObject({
        construction_order_id: id,
        construction_time_frames_attributes: z.array(TimeFrameForm).min(1).max(20),
      }),
      /** Existing assigns are made anew, all but confirmed and completed rooms (G-SCH-19). */
      force: z.boolean().optional(),
    }),
    status: 201,
    response: SavedSchedule,
  },
  'PATCH /api/constructions/:construction_id/detail_schedule': {
    access: canEditSchedule,
    labels: scheduleLabels,
    body: z.strictObject({
      detail_schedule: z.strictObject({
        lock_version: z.int().min(0),
        assigns_attributes: z.array(AssignForm).max(5_000).default([]),
        spare_frames_attributes: z.array(SpareFrameForm).max(5_000).default([]),
        holidays_attributes: z.array(HolidayForm).max(400).default([]),
      }),
    }),
    response: SavedSchedule,
  },
  'POST /api/constructions/:construction_id/detail_schedule/completion': {
    access: canGenerateSchedule,
    response: z.object({ message: z.string(), detail_schedule_completed_at: instant }),
  },
  /** Frames free for one room now, for the operator on the telephone: working days from today on, spare frames included. */
  'GET /api/constructions/:construction_id/rooms/:room_id/free_frames': {
    access: isOffice,
    response: z.object({
      dates: z.array(
        z.object({
          date: day,
          time_frames: z.array(
            z.object({
              construction_time_frame_id: z.int(),
              start_at: z.string(),
              end_at: z.string(),
              frame_numbers: z.array(z.int()),
              spare_frame_numbers: z.array(z.int()),
            }),
          ),
        }),
      ),
    }),
  },
  /**
   * The work was not done, and its next visit is a free frame (D-34): as reschedule and assign, in one transaction. 409 with the nearest
   * free frames when it has gone; then the room is as it was.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/revisit': {
    access: isOffice,
    labels: { ...roomLabels, ...scheduleLabels },
    body: z.strictObject({
      room: z.strictObject({ incomplete_reason_id: id, visited_at: instant.optional(), room_remarks: optionalMultilineText(1000) }),
      assign: z.strictObject({ date: day, construction_time_frame_id: id, frame_number: z.int().min(1).max(220).optional() }),
      /** 409 `orders_undecided` where the room has ordered options. */
      order_decision: z.enum(orderDecisions).optional(),
    }),
    status: 201,
    response: z.object({ message: z.string(), told: Told, assign: Assign }),
  },
  /**
   * One room to another frame, for staff and operators (D-22). Without `frame_number` the first free one of the time frame. 409
   * `date_changed` when the room stands elsewhere by now than was `seen`, or its date was confirmed meanwhile; a date that was confirmed
   * stays so (G-SCH-24).
   */
  'PATCH /api/constructions/:construction_id/rooms/:room_id/assign': {
    access: isOffice,
    labels: scheduleLabels,
    body: z.strictObject({
      assign: z.strictObject({ date: day, construction_time_frame_id: id, frame_number: z.int().min(1).max(220).optional() }),
      seen: SeenPlace.optional(),
      seen_confirmed: z.boolean().optional(),
      /** 409 `orders_undecided` where the room has ordered options and the day is inside their preparation. */
      order_decision: z.enum(orderDecisions).optional(),
      acting_for: ActingFor.optional(),
    }),
    response: z.object({ message: z.string(), told: Told, assign: Assign }),
  },
})
