import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { foldLoginId, loginId, password } from '../accounts/contract.ts'
import { contract } from '../http/endpoint.ts'
import { day, email, id, instant, kana, multilineText, optional, phone, text, typed } from '../http/fields.ts'
import { payMethods } from '../money/pay-method.ts'
import { receptionStatuses, roomStatuses } from '../rooms/labels.ts'
import { Presence } from '../rooms/presence-contract.ts'
import { ActingFor } from '../access/acting-for-contract.ts'
import { dayparts, mostWishes } from '../rooms/absence.ts'
import { ShownTexts } from '../legal-texts/contract.ts'
import { genders, ownOrRent, residentLabels } from './labels.ts'
import { isMobile } from '../messages/mobile.ts'
import { canEditResident, canExportResident, canExtendDateChange, canReissueCode, isResident } from './policy.ts'
import { presenceMethods } from '../rooms/presence.ts'
import { readingSizes, readingWords } from '../text/reading.ts'

const uuid = z.guid('の形式が正しくありません')
/** The room of a letter, by the three public uuids of its address. */
const RoomOfLetter = { client_uuid: uuid, construction_uuid: uuid, room_uuid: uuid }
const NewPassword = { password, password_confirmation: password }
const Success = z.object({ success: z.literal(true) })
const Message = z.object({ message: z.string() })

/** The signed-in resident (spec §3), with where they belong. */
export const LoggedInResident = z.object({
  id: z.int(),
  role_id: z.literal(6),
  login_id: z.string().nullable(),
  name: z.string().nullable(),
  name_kana: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  phone: z.string().nullable(),
  own_or_rent: z.enum(ownOrRent).nullable(),
  email: z.string().nullable(),
  /** What was typed is stored at once; until it is proven nothing but the confirmation code goes there, and messages to the one before (D-33). */
  email_proven: z.boolean(),
  phone_proven: z.boolean(),
  /** Wants no messages: told on paper, but for codes, links that were asked for, and warnings. */
  no_messages: z.boolean(),
  agreement: z.union([z.literal(0), z.literal(1)]),
  /** The code alone in a dwelling that has a login: date and presence; name, contact and login are not shown. */
  date_only: z.boolean(),
  /** How the pages are written for this resident. */
  reading_size: z.enum(readingSizes),
  reading_words: z.enum(readingWords),
  room_id: z.int(),
  room: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  construction: z.object({ id: z.int(), uuid: z.string(), name: z.string().nullable(), building_name: z.string() }),
  client: z.object({ uuid: z.string(), cd: z.string(), name: z.string(), logo_path: z.string().nullable() }),
  /** The address of the room's own login page (G-RES-10). */
  login_path: z.string(),
})
export type LoggedInResident = z.infer<typeof LoggedInResident>

/** Mobile numbers only: a short message reaches no other telephone. */
const mobilePhone = phone.refine(isMobile, 'は070・080・090で始まる番号を入力してください')
/** One contact, or the statement that there is none (D-02). */
const Contact = z
  .strictObject({ email: email.optional(), phone: mobilePhone.optional(), none: z.literal(true).optional() })
  .refine(ways => Object.values(ways).filter(value => value !== undefined).length === 1, 'を1つ選択してください')
export type Contact = z.infer<typeof Contact>
/** A contact of the own account as it is typed, or the one that waits there already. */
const ContactToProve = z.union([z.enum(['email', 'phone']), z.strictObject({ email }), z.strictObject({ phone: mobilePhone })])

/** Sign-in takes `email` or `login` as other names of `login_id`, as DTA clients send them (D-14). */
const Credentials = z
  .strictObject({
    ...RoomOfLetter,
    login_id: typed(254).optional(),
    email: typed(254).optional(),
    login: typed(254).optional(),
    password,
  })
  .transform(({ login_id, email: address, login, ...rest }) => ({ ...rest, login_id: foldLoginId(login_id ?? login ?? address ?? '') }))

const agreement = z
  .union([z.literal(0), z.literal(1), z.boolean(), z.enum(['0', '1'])])
  .transform(value => value === 1 || value === true || value === '1')

const Place = { date: day, construction_time_frame_id: z.int(), start_at: z.string(), end_at: z.string() }
const AssignOfResident = z.object(Place)

const Room = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  status: z.enum(roomStatuses),
  reception_status_en: z.enum(receptionStatuses),
  construction_schedule_confirmed_at: instant.nullable(),
  closed_at: instant.nullable(),
})

/** An answer about presence: a proxy with name and telephone, consent where nobody is at home (`presenceProblems`). */
const PresenceForm = z.strictObject({
  presence_method: z.enum(presenceMethods),
  proxy_name: optional(text(100)),
  proxy_relation: optional(text(50)),
  proxy_phone: optional(phone),
  consent: z.boolean().optional(),
})

/** Who sits before the page: the resident, or a family member, by name where they say it (D-33). */
export const AnsweredBy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('self') }),
  z.strictObject({ kind: z.literal('family'), name: text(100).optional() }),
])

/** Days wished for the next visit, where no frame is left (D-34). */
const WishForm = z.strictObject({
  wishes: z
    .array(z.strictObject({ date: day, daypart: z.enum(dayparts) }))
    .min(1, 'を1日以上入力してください')
    .max(mostWishes, `は${mostWishes}日までです`),
  /** Needed where no telephone number is known. */
  phone: optional(phone),
  note: optional(multilineText(500)),
})
export type WishForm = z.infer<typeof WishForm>
const RevisitWish = z.object({
  wishes: z.array(z.object({ date: day, daypart: z.enum(dayparts) })),
  /** The office calls by the evening of this day. */
  call_by: day,
})

const OfferedWish = {
  wish: RevisitWish.nullable(),
  /** Nobody knows a telephone number yet. */
  needs_phone: z.boolean(),
  /** What can be wished for (`wishDays`). */
  wish_days: z.array(day),
}

/** Everything that is held about one resident, table by table, to be saved as a file (D-12): to be read, and for another program. */
const Exported = z.object({
  file_name: z.string(),
  data: z.record(z.string(), z.unknown()),
  page: z.object({ file_name: z.string(), html: z.string() }),
})

/** Everything the top page says; what is not possible comes with its reason. */
const ResidentConstruction = z.object({
  construction: z.object({
    id: z.int(),
    uuid: z.string(),
    name: z.string().nullable(),
    manage_no: z.string().nullable(),
    building_name: z.string(),
    client_name: z.string(),
    /** Null where the construction has none: the office's number, good on weekdays, is none for an emergency (otherwise than G-CON-21). */
    emergency_phone_number: z.string().nullable(),
    /** The person in charge, else the client's usual name (G-CON-11). */
    construction_staff_name: z.string().nullable(),
    briefing_session_at: instant.nullable(),
    /** Minutes that the work in one dwelling takes. */
    time_per_unit: z.int().nullable(),
    privately_area_start_on: day.nullable(),
    privately_area_end_on: day.nullable(),
    /** Where and when a key is taken and given back (R6). */
    key_handover: z.string(),
  }),
  room: Room,
  /** Null until the detail schedule is completed (G-RES-13), and while the room has no frame. */
  assign: AssignOfResident.nullable(),
  /** An earlier frame is kept for this dwelling, and waits for an answer (decision 064). */
  has_earlier_offer: z.boolean(),
  /** Somebody came in vain, and a new date is to be chosen, or was wished for (D-34). */
  absence: z.object({ visited_at: instant, ...OfferedWish }).nullable(),
  deadlines: z.object({
    schedule_change_end_on: day.nullable(),
    /** Null where no option can be bought. */
    option_request_end_on: day.nullable(),
    decision_guide_distribution_on: day.nullable(),
  }),
  /** The last day on which this room may change: the later one of the construction's and what staff granted (`dateChangeEndOf`). */
  date_change_end_on: day.nullable(),
  own_date_changes: z.int(),
  own_date_change_limit: z.int(),
  presence: Presence.nullable(),
  /** What the resident chooses from. */
  presence_methods: z.array(z.enum(presenceMethods)),
  can_change_presence: z.boolean(),
  why_no_presence_change: z.string().nullable(),
  /** Set when the room is closed: the last day on which these pages can be read. */
  readable_until: day.nullable(),
  can_change_date: z.boolean(),
  why_no_date_change: z.string().nullable(),
  can_confirm_date: z.boolean(),
  why_no_date_confirmation: z.string().nullable(),
  can_change_options: z.boolean(),
  why_no_option_order: z.string().nullable(),
  use_payment: z.boolean(),
  pay_methods: z.array(z.enum(payMethods)),
  today: day,
})
export type ResidentConstruction = z.infer<typeof ResidentConstruction>

const WantedPlace = z.strictObject({ date: day, construction_time_frame_id: id })
const AssignForm = z.strictObject({ assign: WantedPlace })
const ChoiceForm = z.strictObject({ assign: WantedPlace, answered_by: AnsweredBy.optional() })

const ResidentFields = {
  name: text(100),
  name_kana: optional(kana(100)),
  gender: optional(z.enum(genders)),
  phone: optional(phone),
  own_or_rent: optional(z.enum(ownOrRent)),
  email: optional(email),
}
const fieldsOfResident = {
  name: ResidentFields.name.optional(),
  name_kana: ResidentFields.name_kana.optional(),
  gender: ResidentFields.gender.optional(),
  phone: ResidentFields.phone.optional(),
  own_or_rent: ResidentFields.own_or_rent.optional(),
  email: ResidentFields.email.optional(),
}

/** A room's resident as the office sees it. */
const ResidentOfRoom = z.object({
  id: z.int(),
  name: z.string().nullable(),
  name_kana: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  phone: z.string().nullable(),
  own_or_rent: z.enum(ownOrRent).nullable(),
  email: z.string().nullable(),
  /** The resident typed it, and has not proven it. */
  unproven_email: z.string().nullable(),
  unproven_phone: z.string().nullable(),
  /** Not for operators. */
  login_id: z.string().nullable().optional(),
  registered: z.boolean(),
})

/** The calendar one chooses from (G-RES-12). */
const FramesByDay = z.array(
  z.object({
    date: day,
    kind: z.enum(['available', 'full', 'closed']),
    time_frames: z.array(
      z.object({
        ...Place,
        available: z.boolean(),
        /** Not free just now, and only because others are deciding (D-06). */
        held: z.boolean(),
        /** The resident's own frame as it is now. */
        current: z.boolean(),
      }),
    ),
  }),
)

/** The token of a 不在票, with the client whose slip it is: public addresses name their client (D-13). */
const Slip = { client_uuid: uuid, token: z.string().max(100) }

const own = { access: isResident, strategies: ['resident'] } as const

export const residents = contract({
  /**
   * Whom to call, and whether somebody answers now (decision 049): of the construction or client that an address names, else of the signed-in
   * resident's, else of the client whose host it is, else of the installation. An address that is nobody's is no error: pages that were not
   * found ask too.
   */
  'GET /api/call_center': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ client_uuid: uuid.optional(), construction_uuid: uuid.optional() }),
    response: z.object({
      phone: z.string(),
      hours: z.string(),
      /** Null where the words of the hours do not say it unmistakably. */
      is_answered: z.boolean().nullable(),
    }),
  },
  /** Leaks nothing but which rooms there are and which are registered; before the distribution day not even that (G-SCH-09). */
  'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid': {
    access: anyone,
    scope: 'platform',
    response: z.object({
      client: z.object({ uuid: z.string(), name: z.string(), cd: z.string(), logo_path: z.string().nullable() }),
      construction: z.object({
        uuid: z.string(),
        name: z.string().nullable(),
        building_name: z.string(),
        information_distribution_on: day.nullable(),
      }),
      accepting: z.boolean(),
      why_not_accepting: z.string().nullable(),
      rooms: z.array(
        z.object({
          uuid: z.string(),
          name: z.string(),
          block_position: z.int(),
          block_name: z.string(),
          row: z.int(),
          col: z.int(),
          registered: z.boolean(),
        }),
      ),
    }),
  },
  /**
   * The printed code signs the dwelling in (D-33); where it has a login, for date and presence alone. With a contact a confirmation code
   * goes there first (D-02); for a dwelling with a login code and new password are the way back (D-03).
   */
  'POST /api/resident_auth/authentication_code': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z
      .strictObject({
        ...RoomOfLetter,
        authentication_code: z.string().max(100),
        contact: Contact.optional(),
        email: email.optional(),
        password: password.optional(),
        password_confirmation: password.optional(),
        shown_texts: ShownTexts.optional(),
      })
      .transform(({ email: address, contact, ...rest }) => ({
        ...rest,
        contact: contact ?? (address === undefined ? undefined : { email: address }),
      })),
    response: z.union([
      z.object({ message: z.string(), confirmation_token: z.string(), expires_at: instant }),
      z.object({ message: z.string(), data: LoggedInResident }),
    ]),
  },
  'POST /api/resident_auth/confirmation_code': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ room_uuid: uuid, confirmation_token: z.string().max(200), confirmation_code: z.string().max(50) }),
    response: z.object({ data: LoggedInResident }),
  },
  'POST /api/resident_auth/sign_in': {
    access: anyone,
    scope: 'platform',
    formBody: true,
    labels: residentLabels,
    body: Credentials,
    response: z.object({ data: LoggedInResident }),
  },
  'DELETE /api/resident_auth/sign_out': { ...own, scope: 'platform', response: Success },
  'GET /api/resident_auth/validate_token': { ...own, response: z.object({ success: z.literal(true), data: LoggedInResident }) },
  'POST /api/resident_auth/login_id_reminder': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ ...RoomOfLetter, email }),
    response: Message,
  },
  'POST /api/resident_auth/password': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ ...RoomOfLetter, login_id: text(254).transform(foldLoginId), email }),
    response: Message,
  },
  'PUT /api/resident_auth/password': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ reset_password_token: z.string().max(200), ...NewPassword }),
    response: z.object({ message: z.string(), login_path: z.string() }),
  },
  /**
   * The address in a short message (D-35), and the six characters that letters print (decision 060): 302 to the dwelling's own page; 404, in a
   * browser as a page, once it is gone. 429 for a network that tries addresses. `early` is handed on: the message was of an earlier frame.
   */
  'GET /r/:room': {
    access: anyone,
    scope: 'platform',
    strategies: [],
    // Not strict: who sends a link on may add something to it.
    query: z.object({ early: z.string().optional() }),
    response: z.never(),
  },
  'GET /api/residents/me': { ...own, response: z.object({ resident: LoggedInResident }) },
  'PATCH /api/residents/me': {
    ...own,
    ownTransactions: true,
    labels: residentLabels,
    body: z.strictObject({
      resident: z.strictObject({
        login_id: loginId.optional(),
        current_password: password.optional(),
        password: password.optional(),
        password_confirmation: password.optional(),
        ...fieldsOfResident,
        agreement: agreement.optional(),
        no_messages: z.boolean().optional(),
        reading_size: z.enum(readingSizes).optional(),
        reading_words: z.enum(readingWords).optional(),
      }),
      shown_texts: ShownTexts.optional(),
    }),
    response: z.object({ message: z.string(), resident: LoggedInResident }),
  },
  /**
   * Sends a confirmation code to the own contact that was not proven yet, or that is typed here and kept in the same transaction;
   * confirmation_code proves it. 422 `no_sms` for a telephone where nobody carries short messages, `nothing_to_prove`.
   */
  'POST /api/residents/contact_confirmation': {
    ...own,
    ownTransactions: true,
    labels: residentLabels,
    body: z.strictObject({ contact: ContactToProve }),
    status: 201,
    response: z.object({ message: z.string(), confirmation_token: z.string(), expires_at: instant }),
  },
  'GET /api/residents/construction': { ...own, response: ResidentConstruction },
  'GET /api/residents/assignable_frames': { ...own, response: z.object({ dates: FramesByDay }) },
  /** Keeps a frame for five minutes while the resident decides (D-06); the hold before it is let go. */
  'POST /api/residents/assign/hold': {
    ...own,
    labels: residentLabels,
    body: AssignForm,
    status: 201,
    response: z.object({ assign: AssignOfResident, expires_at: instant }),
  },
  'DELETE /api/residents/assign/hold': { ...own, response: Success },
  'PATCH /api/residents/assign': {
    ...own,
    labels: residentLabels,
    body: ChoiceForm,
    response: z.object({ message: z.string(), assign: AssignOfResident, room: Room }),
  },
  /** `assign` is the date that was read on the page; another one by now is 409 `date_changed`, and nothing is confirmed. */
  'POST /api/residents/assign/confirmation': {
    ...own,
    labels: residentLabels,
    body: z.strictObject({ assign: WantedPlace.optional(), answered_by: AnsweredBy.optional() }),
    response: z.object({ message: z.string(), room: Room }),
  },
  'PUT /api/residents/presence': {
    ...own,
    labels: residentLabels,
    body: z.strictObject({ presence: PresenceForm, answered_by: AnsweredBy.optional() }),
    response: z.object({ message: z.string(), presence: Presence }),
  },
  /** After an absence, where no frame is left or none fits: days by which somebody calls (D-34); a newer wish replaces it. */
  'PUT /api/residents/revisit_wish': {
    ...own,
    labels: residentLabels,
    body: z.strictObject({ revisit_wish: WishForm, answered_by: AnsweredBy.optional() }),
    response: z.object({ message: z.string(), revisit_wish: RevisitWish }),
  },
  /**
   * The page behind the QR of a 不在票 (D-34). Nobody is named on it. `waiting`: the visit is not recorded yet; `ended`: chosen, or the
   * office has ended it. Both show nothing but the building and the room, and the date that was found after that visit.
   */
  'POST /api/resident_auth/absence': {
    access: anyone,
    scope: 'platform',
    body: z.strictObject(Slip),
    response: z.object({
      state: z.enum(['open', 'waiting', 'ended']),
      building_name: z.string(),
      room_name: z.string(),
      manage_no: z.string().nullable(),
      /** Where the printed code is asked for. */
      code_path: z.string(),
      /** When somebody comes; null where nothing is fixed, when it is past, and for the slip of an earlier visit. */
      decided: AssignOfResident.nullable(),
      /** By the printed code, too. */
      can_change_date: z.boolean(),
      open: z
        .object({
          visited_at: instant,
          time_per_unit: z.int().nullable(),
          dates: FramesByDay,
          presence_methods: z.array(z.enum(presenceMethods)),
          key_handover: z.string(),
          ...OfferedWish,
          today: day,
        })
        .nullable(),
    }),
  },
  'POST /api/resident_auth/absence/hold': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ ...Slip, assign: WantedPlace }),
    status: 201,
    response: z.object({ assign: AssignOfResident, expires_at: instant }),
  },
  /** Takes the frame and, if it is said, who is at home; the token ends with it. */
  'POST /api/resident_auth/absence/assign': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ ...Slip, assign: WantedPlace, presence: PresenceForm.optional(), answered_by: AnsweredBy.optional() }),
    response: z.object({ message: z.string(), assign: AssignOfResident }),
  },
  'POST /api/resident_auth/absence/wish': {
    access: anyone,
    scope: 'platform',
    labels: residentLabels,
    body: z.strictObject({ ...Slip, revisit_wish: WishForm, answered_by: AnsweredBy.optional() }),
    response: z.object({ message: z.string(), revisit_wish: RevisitWish }),
  },
  /** Everything held about the resident who asks (D-12). */
  'POST /api/residents/export': { ...own, response: Exported },
  /** The part of the room's timeline that concerns the resident, newest first (D-12). */
  'GET /api/residents/events': {
    ...own,
    response: z.object({
      events: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          sentence: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
          by: z.string(),
          at: instant,
        }),
      ),
    }),
  },
  'PATCH /api/constructions/:construction_id/rooms/:room_id/resident': {
    access: canEditResident,
    labels: residentLabels,
    body: z.strictObject({ resident: z.strictObject(fieldsOfResident), acting_for: ActingFor.optional() }),
    response: z.object({ message: z.string(), resident: ResidentOfRoom }),
  },
  /** After a call or on paper; without `acting_for` the office says it of itself. */
  'PUT /api/constructions/:construction_id/rooms/:room_id/presence': {
    access: canEditResident,
    labels: residentLabels,
    body: z.strictObject({ presence: PresenceForm, acting_for: ActingFor.optional() }),
    response: z.object({ message: z.string(), presence: Presence }),
  },
  /** A later deadline for this room alone (practice §2); asking again replaces it. */
  'POST /api/constructions/:construction_id/rooms/:room_id/date_change_extension': {
    access: canExtendDateChange,
    labels: residentLabels,
    body: z.strictObject({ date_change_extension: z.strictObject({ extended_to: day, reason: multilineText(500) }) }),
    response: z.object({ message: z.string(), date_change_extension: z.object({ extended_to: day, reason: z.string() }) }),
  },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/date_change_extension': { access: canExtendDateChange, response: Message },
  'POST /api/constructions/:construction_id/rooms/:room_id/resident/export': { access: canExportResident, response: Exported },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/resident': { access: canReissueCode, response: Message },
  /** Wrong codes pause a dwelling, and wrong passwords its login; whoever keeps its resident sees until when, and may end it. */
  'GET /api/constructions/:construction_id/rooms/:room_id/entry_lock': {
    access: canEditResident,
    response: z.object({ locked_until: instant.nullable() }),
  },
  /** 422 `not_locked`. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/entry_lock': {
    access: canEditResident,
    response: z.object({ message: z.string(), locked_until: z.null() }),
  },
  'POST /api/constructions/:construction_id/rooms/:room_id/authentication_code': { access: canReissueCode, response: Message },
})
