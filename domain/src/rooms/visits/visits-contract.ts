import { z } from 'zod'
import { anyone } from '../../access/actor.ts'
import { contract } from '../../http/endpoint.ts'
import { day, instant } from '../../http/fields.ts'
import { photoTimings } from '../../photos/labels.ts'
import { Room, RoomDetail } from '../contract.ts'
import { canReadRooms, canVisitRooms, isOwnDay } from '../policy.ts'
import { keyStates } from './key-states.ts'
import { noticeAnswers } from './on-our-way.ts'

/** A room on the day of its visit: what its card on a phone says (G-ROOM-18, feature 15). */
export const Visit = Room.extend({
  /** Names of the ordered options that are fitted. */
  options: z.array(z.string()),
  /** Yen. */
  collect_on_the_day: z.int(),
  /** Whether anything is collected at the door, or was: then the day has a 当日集金表 (C9). */
  collects_on_the_day: z.boolean(),
  missing_photos: z.int(),
  /** Which they are, so that a phone counts none twice that it is just sending. */
  missing_places: z.array(z.object({ position: z.string(), timing: z.enum(photoTimings) })),
  /** Whose frame it is (D-25); null for spare frames and for what no crew has taken. */
  assigned_contractor_id: z.int().nullable(),
  /** What the resident said about the date: who is at home, and when. */
  wish_note: z.string().nullable(),
  /** Where the dwelling's key is, for whom one is left. */
  key: z.enum(keyStates),
  /** When somebody came on that day, and when the work began; null before. */
  arrived_at: instant.nullable(),
  started_at: instant.nullable(),
  /** 「まもなく伺います」 of the day, and what was answered to it; null where nobody was told. */
  notice: z.object({ sent_at: instant, answer: z.enum(noticeAnswers).nullable(), answered_at: instant.nullable() }).nullable(),
})
export type Visit = z.infer<typeof Visit>

/** Crews with a share of the frames, in their order; `own` where the caller is named for it. */
export const VisitCrew = z.object({ assigned_contractor_id: z.int(), name: z.string(), own: z.boolean() })
export type VisitCrew = z.infer<typeof VisitCrew>

const ConstructionOfDay = z.object({
  id: z.int(),
  name: z.string().nullable(),
  building_id: z.int(),
  building_name: z.string(),
  building_address: z.string().nullable(),
  emergency_phone_number: z.string().nullable(),
  crews: z.array(VisitCrew),
})
export type ConstructionOfDay = z.infer<typeof ConstructionOfDay>

/** The nearest days with visits before and after, for the arrows. */
const neighbouringDates = { previous_date: day.nullable(), next_date: day.nullable() }

const VisitForm = z.strictObject({
  visit: z.strictObject({
    /** When it was pressed, by the device's clock; absent: now (feature 16: it may arrive hours later). */
    at: instant.optional(),
  }),
})
const Saved = z.object({ message: z.string(), room: RoomDetail, arrived_at: instant.nullable(), started_at: instant.nullable() })

const Notice = z.object({
  building_name: z.string(),
  room_name: z.string(),
  /** Of the visit that was told of. */
  date: day,
  /** Null where the room was moved away from that day. */
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  /** `ended`: somebody came, the room is done, or it is not its day any more. */
  state: z.enum(['open', 'ended']),
  answer: z.enum(noticeAnswers).nullable(),
  answered_at: instant.nullable(),
  /** Where the household looks at its date and chooses another. */
  own_page_path: z.string(),
  /** Whom the household calls. */
  phone: z.string(),
})
export type Notice = z.infer<typeof Notice>

export const visits = contract({
  /** The caller's rooms of a day at all constructions of this client (D-44), in walking order (`walkingOrder`). */
  'GET /api/visits': {
    access: isOwnDay,
    query: z.strictObject({ date: day.optional() }),
    response: z.object({
      date: day,
      today: day,
      client: z.object({ cd: z.string(), name: z.string() }),
      constructions: z.array(ConstructionOfDay),
      visits: z.array(Visit.extend({ own: z.boolean() })),
      ...neighbouringDates,
    }),
  },
  /** Every visit of a day at one construction, in the order of the day. */
  'GET /api/constructions/:construction_id/working_process': {
    access: canReadRooms,
    query: z.strictObject({ date: day.optional() }),
    response: z.object({
      date: day,
      construction: z.object({
        id: z.int(),
        name: z.string().nullable(),
        building_name: z.string(),
        emergency_phone_number: z.string().nullable(),
      }),
      summary: z.object({ waiting: z.int(), completed: z.int(), reschedule: z.int(), total: z.int() }),
      rooms: z.array(Visit),
      crews: z.array(VisitCrew),
      today: day,
      ...neighbouringDates,
    }),
  },
  /** 到着. A second one of the day changes nothing. 422 `wrong_status`: the room is done, `no_visit`: it has no visit today. */
  'POST /api/constructions/:construction_id/rooms/:room_id/arrival': { access: canVisitRooms, body: VisitForm, response: Saved },
  /** 開始; who did not press 到着 has arrived with it. The same refusals. */
  'POST /api/constructions/:construction_id/rooms/:room_id/start': { access: canVisitRooms, body: VisitForm, response: Saved },
  /** Pressed at the wrong door: 到着 and 開始 of today are taken back. 404 where there is none. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/arrival': { access: canVisitRooms, response: Saved },
  /**
   * 「まもなく伺います」 by hand: of the first room of a day nobody leaves one before it. 422 `no_visit`, `wrong_status`; `already_told`;
   * `no_channel`: neither mail nor short message reaches the household, or nobody is to be at home; `not_now`: before its frame less 30
   * minutes, after it, or at night.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/on_our_way': { access: canVisitRooms, response: Saved },
  /** The page behind the link of 「まもなく伺います」. Nobody is named on it. */
  'GET /api/visit_notices/:notice_uuid': { access: anyone, scope: 'platform', response: z.object({ notice: Notice }) },
  /** Lands on the craftsman's card at once; it may be changed until somebody came. 422 `notice_ended`. */
  'POST /api/visit_notices/:notice_uuid/answer': {
    access: anyone,
    scope: 'platform',
    body: z.strictObject({ answer: z.enum(noticeAnswers) }),
    response: z.object({ message: z.string(), notice: Notice }),
  },
})
