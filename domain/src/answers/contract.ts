import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { day, email, flag, instant, kana, listQuery, optional, optionalMultilineText, phone, query, text } from '../http/fields.ts'
import { orderStatuses } from '../orders/labels.ts'
import { payMethods } from '../money/pay-method.ts'
import { orderDecisions } from '../rooms/order-decision.ts'
import { presenceMethods } from '../rooms/presence.ts'
import { receptionStatuses, roomStatuses } from '../rooms/labels.ts'
import { answerStandings, contactOutcomes, occupancies } from '../rooms/occupancy/occupancy.ts'
import { canChooseClients } from '../clients/policy.ts'
import { verifiedFacts } from '../access/verified-facts.ts'
import { answerChannels, answerLabels, callBackFilters, callOutcomes, dateAnswers, mostSlipsAtOnce } from './labels.ts'
import { chasingSteps } from './chasing.ts'
import { canChaseAnswers, canTakeAnswers } from './policy.ts'
import { askedDayKinds } from '../schedule/offered-frames.ts'
import { SeenPlace } from '../rooms/seen-place-contract.ts'

/** How the resident learns what was written down: a mail, a short message, or a sheet at the next distribution. */
const channel = z.enum(['mail', 'line', 'sms', 'paper'])
export type Told = z.infer<typeof channel>

const Place = z.object({ date: day, construction_time_frame_id: z.int(), start_at: z.string(), end_at: z.string() })

/** One call, slip or talk at the door, as it was written down. */
const RoomAnswer = z.object({
  id: z.int(),
  channel: z.enum(answerChannels),
  caller: z.string().nullable(),
  verified_fact: z.enum(verifiedFacts).nullable(),
  /** The scan, signed, ten minutes. */
  slip_url: z.string().nullable(),
  slip_content_type: z.string().nullable(),
  /** What the caller said, where somebody wrote it down; null once it was erased. */
  contents: z.string().nullable(),
  /** The promise to call back, and when it was kept. */
  call_back_at: instant.nullable(),
  called_back_at: instant.nullable(),
  written_by: z.string().nullable(),
  /** The day on which a slip came in, where it was not that of writing it down. */
  received_on: day.nullable(),
  created_at: instant,
})
export type RoomAnswer = z.infer<typeof RoomAnswer>

/** Comes as multipart too, with the scan of the slip as `room_answer[slip]` (PDF, JPEG or PNG). */
const RoomAnswerForm = z.strictObject({
  channel: z.enum(answerChannels),
  /** The day on which a slip came in; absent: today. */
  received_on: day.optional(),
  /** Who called, signed or opened the door. */
  caller: text(100),
  verified_fact: optional(z.enum(verifiedFacts)),
  date_answer: z.enum(dateAnswers).default('none'),
  /** Where the room goes, when another date was agreed; with `accept` the date that was read out, and 409 `date_changed` for another one by now. */
  assign: z.strictObject({ date: day, construction_time_frame_id: query.id }).optional(),
  /** With `move`: where the room stood on the screen, null nowhere; 409 `date_changed` when somebody else moved it meanwhile. */
  seen: SeenPlace.optional(),
  /** What becomes of ordered options with `move`; 409 `orders_undecided` as for any move. */
  order_decision: z.enum(orderDecisions).optional(),
  presence: z
    .strictObject({
      presence_method: z.enum(presenceMethods),
      proxy_name: optional(text(100)),
      proxy_relation: optional(text(50)),
      proxy_phone: optional(phone),
      consent: flag.optional(),
    })
    .optional(),
  /** What is new about whom to reach, and how; absent fields stay as they are. */
  resident: z
    .strictObject({ name: optional(text(100)), name_kana: optional(kana(100)), phone: optional(phone), email: optional(email) })
    .partial()
    .optional(),
  /** The call is written down although nothing was changed, by its `contents` or a promise to call back; the dwelling stays unanswered. */
  noted: flag.optional(),
  contents: optionalMultilineText(2000).optional(),
  /** Promised to the caller: a task until it is done. */
  call_back_at: instant.optional(),
  /** Who calls back: a member of the company; absent, whoever is at the desk. */
  call_back_user_id: optional(query.id),
  /** The number to call, where it is not the household's own. */
  call_back_phone: optional(phone),
})
export type RoomAnswerForm = z.infer<typeof RoomAnswerForm>

const ClientOfDwelling = z.object({ cd: z.string(), name: z.string(), logo_path: z.string().nullable() })

/** A dwelling as it is called about: at which client, and nothing of a person (D-41). */
const DwellingOfClient = z.object({
  client: ClientOfDwelling,
  construction_id: z.int(),
  building_name: z.string(),
  room_id: z.int(),
  room_name: z.string(),
})
export type DwellingOfClient = z.infer<typeof DwellingOfClient>

/** What was written down of a call, and what became of it. */
const CallFacts = {
  id: z.int(),
  created_at: instant,
  channel: z.enum(answerChannels),
  outcome: z.enum(callOutcomes),
  call_back_at: instant.nullable(),
  called_back_at: instant.nullable(),
}
const Call = z.object({
  ...CallFacts,
  construction_id: z.int(),
  building_name: z.string(),
  room_id: z.int(),
  room_name: z.string(),
  /** The number that was asked for, else the household's as it stands now. */
  phone: z.string().nullable(),
  /** Null once it was erased. */
  caller: z.string().nullable(),
  contents: z.string().nullable(),
  /** The time that was promised is over, and nobody called back. */
  is_overdue: z.boolean(),
  /** Who calls back; null where that is the desk's. */
  assignee: z.string().nullable(),
  /** It falls to whoever asks: by name, or at the desk. */
  is_own: z.boolean(),
  /** What came of calling back; null once it was erased. */
  call_back_result: z.string().nullable(),
  /** Who took it: `operator:5`, to filter by, and the name. */
  writer: z.string(),
  written_by: z.string().nullable(),
})
export type Call = z.infer<typeof Call>

/** A dwelling that was looked for. */
const FoundDwelling = z.object({
  room_id: z.int(),
  room_name: z.string(),
  construction_id: z.int(),
  construction_name: z.string().nullable(),
  building_name: z.string(),
  resident_name: z.string().nullable(),
  date: day.nullable(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  reception_status_en: z.enum(receptionStatuses),
  /** The work is done, 完了確定 or not yet: what is called about is after-care. */
  is_completed: z.boolean(),
  closed_at: instant.nullable(),
  /** The number that was typed is the household's, proven or written down by the office: the caller is known by one fact already. */
  by_phone: z.boolean(),
  /** The household's number that was looked for but nobody has proven: whoever held a session may have typed it. It says nothing of a caller. */
  unproven_phone: z.string().nullable(),
})
export type FoundDwelling = z.infer<typeof FoundDwelling>

const AskedDay = z.object({
  date: day,
  kind: z.enum(askedDayKinds),
  /** Every time frame of an open day, full ones too. */
  time_frames: z.array(
    z.object({ construction_time_frame_id: z.int(), start_at: z.string(), end_at: z.string(), free: z.int(), spare: z.int() }),
  ),
})
export type AskedDay = z.infer<typeof AskedDay>

/** Everything somebody on the telephone needs of one dwelling (feature 12). */
const Desk = z.object({
  room: z.object({
    id: z.int(),
    construction_id: z.int(),
    name: z.string(),
    status: z.enum(roomStatuses),
    completed_at: instant.nullable(),
    closed_at: instant.nullable(),
    reception_status_en: z.enum(receptionStatuses),
    construction_schedule_confirmed_at: instant.nullable(),
    high_priority: z.boolean(),
    room_remarks: z.string().nullable(),
    construction_remarks: z.string().nullable(),
  }),
  construction: z.object({
    id: z.int(),
    name: z.string().nullable(),
    manage_no: z.string().nullable(),
    building_name: z.string(),
    schedule_change_end_on: day.nullable(),
    /** Residents choose no more; the office still does (G-SCH-10). */
    is_past_deadline: z.boolean(),
    /** Dates are promised only once the schedule is completed. */
    detail_schedule_completed_at: instant.nullable(),
    time_per_unit: z.int().nullable(),
  }),
  assign: Place.nullable(),
  resident: z
    .object({
      name: z.string().nullable(),
      name_kana: z.string().nullable(),
      phone: z.string().nullable(),
      phone_unproven: z.boolean(),
      /** Typed by the resident beside the other, and not proven. */
      unproven_phone: z.string().nullable(),
      email: z.string().nullable(),
      /** Has opened the own page, by a login or the printed code (D-33). */
      uses_page: z.boolean(),
      contact_channel: channel,
    })
    .nullable(),
  presence: z.object({ presence_method: z.enum(presenceMethods), proxy_name: z.string().nullable() }).nullable(),
  orders: z.array(
    z.object({
      id: z.int(),
      status: z.enum(orderStatuses),
      pay_method: z.enum(payMethods).nullable(),
      total_price_in_tax: z.int(),
      payment_period_end_on: day.nullable(),
      completion_at: instant.nullable(),
      options: z.array(z.string()),
      /** Numbers of the receipts that were issued. */
      receipts: z.array(z.int()),
    }),
  ),
  /** What was said or done last, newest first: of the timeline what came from the resident, and the support history. */
  contacts: z.array(
    z.object({
      at: instant,
      kind: z.string(),
      change: z.record(z.string(), z.unknown()),
      channel: z.string().nullable(),
      by: z.string().nullable(),
      caller: z.string().nullable(),
      contents: z.string().nullable(),
    }),
  ),
  /**
   * What the chatbot could not answer and told the household to call about, until somebody has, newest first: each conversation with what was
   * asked in it. `id` is that of the last one, by which it is settled.
   */
  asked: z.array(z.object({ id: z.int(), at: instant, count: z.int(), questions: z.array(z.string()) })),
  /** Who of the company may be asked to call back. */
  assignees: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The three free frames nearest to the present one, or to the day that was asked for; spare ones only when they are released. */
  proposals: z.array(Place),
  /** The day that was asked for, with the days before and after it; none where no day was. */
  asked_days: z.array(AskedDay),
})
export type Desk = z.infer<typeof Desk>

/** One dwelling of the board. */
const BoardRoom = z.object({
  id: z.int(),
  name: z.string(),
  block_position: z.int(),
  row: z.int(),
  col: z.int(),
  reception_status_en: z.enum(receptionStatuses),
  standing: z.enum(answerStandings),
  occupancy: z.enum(occupancies),
  contact_outcome: z.enum(contactOutcomes).nullable(),
  /** Lives elsewhere. */
  owner: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
  resident_name: z.string().nullable(),
  resident_name_kana: z.string().nullable(),
  phone: z.string().nullable(),
  contact_channel: channel,
  date: day.nullable(),
  construction_time_frame_id: z.int().nullable(),
  answered_on: day.nullable(),
  reminded_on: day.nullable(),
  sheet_printed_on: day.nullable(),
})
export type BoardRoom = z.infer<typeof BoardRoom>

const AnswerBoard = z.object({
  construction: z.object({
    id: z.int(),
    name: z.string().nullable(),
    building_name: z.string(),
    information_distribution_on: day.nullable(),
    schedule_change_end_on: day.nullable(),
  }),
  today: day,
  /** 0 on the last day, negative after it. */
  days_left: z.int().nullable(),
  step: z.enum(chasingSteps),
  /** Dwellings that are asked: answered + unanswered + unreachable + refused (D-37). */
  total: z.int(),
  answered: z.int(),
  unanswered: z.int(),
  unreachable: z.int(),
  refused: z.int(),
  /** Dwellings without a person, asked or not. */
  away: z.object({ vacant: z.int(), long_absent: z.int() }),
  /** Of the answered and the unanswered. */
  counts: z.record(z.enum(receptionStatuses), z.int()),
  forecast: z.object({ expected: z.int(), daily_share: z.number(), days: z.int() }).nullable(),
  blocks: z.array(z.object({ position: z.int(), name: z.string(), floor_start: z.int() })),
  rooms: z.array(BoardRoom),
})
export type AnswerBoard = z.infer<typeof AnswerBoard>

/** Answers that do not come by the web, the desk that takes them, and the board that says which are missing. */
export const roomAnswers = contract({
  'GET /api/constructions/:construction_id/rooms/:room_id/answers': {
    access: canTakeAnswers,
    response: z.object({ room_answers: z.array(RoomAnswer) }),
  },
  /**
   * Writes down in one transaction what was said: the date that suits or another one, how the craftsmen get in, whom to reach. The
   * resident is told as if they had answered on the web. 409 with the nearest free frames when the frame has gone, and `date_changed` with
   * who moved the room and where it stands; 422 `nothing_said`.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/answers': {
    access: canTakeAnswers,
    upload: true,
    ownTransactions: true,
    status: 201,
    labels: answerLabels,
    body: z.strictObject({ room_answer: RoomAnswerForm }),
    response: z.object({
      message: z.string(),
      room_answer: RoomAnswer,
      contact_channel: channel,
      /** What the date is now, read out before the receiver goes down; null when nothing was said about it. */
      read_back: z.string().nullable(),
    }),
  },
  /**
   * Dwellings by number and building (「1203 青葉」), telephone or name; the best match first, closed ones last, at most 30. The dwelling of
   * `room_id` is always among them, first, whatever the words say: it was found by others, over all clients.
   */
  'GET /api/desk': {
    access: canTakeAnswers,
    mayLag: true,
    query: z.strictObject({ keyword: query.text, room_id: query.id.optional() }),
    response: z.object({ dwellings: z.array(FoundDwelling) }),
  },
  /**
   * The same over all contracted clients (D-41): a whole telephone number, or building and room; likeliest first, closed ones last, at most 20. A POST, for each
   * search is recorded by who, when and of what kind, and no number stands in an address. 422 `search_too_wide` for anything less, 429 beyond
   * 120 an hour.
   */
  'POST /api/admin/desk_searches': {
    access: canChooseClients,
    scope: 'platform',
    labels: answerLabels,
    body: z.strictObject({ keyword: text(100) }),
    response: z.object({ dwellings: z.array(DwellingOfClient.extend({ closed_at: instant.nullable() })) }),
  },
  /**
   * 本日の電話: what was written down on a day (today), newest first, 500 a page, and the promises to call back: those still to be kept, the
   * next first, only those of whoever asks, or all with those that were kept, the newest first; at most 200.
   */
  'GET /api/calls': {
    access: canTakeAnswers,
    query: z.strictObject({
      date: day.optional(),
      outcome: z.enum(callOutcomes).optional(),
      writer: query.text.optional(),
      call_backs: z.enum(callBackFilters).optional(),
      page: query.id.optional(),
    }),
    response: z.object({
      date: day,
      calls: z.array(Call),
      has_more_calls: z.boolean(),
      call_backs: z.array(Call),
      has_more_call_backs: z.boolean(),
      /** Everybody who wrote something down on that day, whatever is filtered. */
      writers: z.array(z.object({ writer: z.string(), name: z.string().nullable() })),
    }),
  },
  /** The caller was called back, with what came of it. 422 `called_back` when somebody did already. */
  'POST /api/calls/:id/called_back': {
    access: canTakeAnswers,
    labels: answerLabels,
    body: z
      .strictObject({ call: z.strictObject({ call_back_result: optionalMultilineText(2000) }).partial() })
      .partial()
      .default({}),
    response: z.object({ message: z.string() }),
  },
  /** Whoever asks calls back from now on: a member of the company by name, an admin or operator as the desk. 422 `called_back`. */
  'POST /api/calls/:id/take_over': { access: canTakeAnswers, response: z.object({ message: z.string() }) },
  /** The caller's own calls of today, at whichever client, the newest first unless it is asked for otherwise: dwellings, and nothing of a person (decision 049). */
  'GET /api/admin/calls': {
    access: canChooseClients,
    scope: 'platform',
    query: listQuery(['id', 'created_at', 'client_name', 'outcome'], {
      call: z
        .strictObject({ outcome: z.enum(callOutcomes), client_cd: text(8) })
        .partial()
        .optional(),
    }),
    response: z.object({
      date: day,
      calls: z.array(DwellingOfClient.extend(CallFacts)),
      total_count: z.int().optional(),
      /** How many callers wait to be called back by the desk, at whichever contracted client, the most urgent first. */
      call_backs: z.array(z.object({ client: ClientOfDwelling, open: z.int(), overdue: z.int() })),
    }),
  },
  'GET /api/constructions/:construction_id/rooms/:room_id/desk': {
    access: canTakeAnswers,
    query: z.strictObject({ near: day.optional() }),
    response: z.object({ desk: Desk }),
  },
  'GET /api/constructions/:construction_id/answer_board': {
    access: canTakeAnswers,
    response: z.object({ answer_board: AnswerBoard }),
  },
  /**
   * Slips that came in a pile, each with the date ticked that the letter proposed: every one is an answer on paper as if it had been written
   * down alone, all or none (O14). `seen` is where the room stood on the screen; 409 `date_changed` names the room that was moved meanwhile.
   * Who has answered by another way since is left as it is, and said.
   */
  'POST /api/constructions/:construction_id/paper_acceptances': {
    access: canTakeAnswers,
    labels: answerLabels,
    status: 201,
    body: z.strictObject({
      paper_acceptance: z.strictObject({
        rooms: z
          .array(z.strictObject({ id: query.id, seen: z.strictObject({ date: day, construction_time_frame_id: query.id }) }))
          .min(1)
          .max(mostSlipsAtOnce),
        /** The day on which they came in; absent: today. */
        received_on: day.optional(),
      }),
    }),
    response: z.object({
      message: z.string(),
      accepted: z.int(),
      already_answered: z.int(),
      /** By which the pile is taken back, for ten minutes, in which nobody is told of it; null where nothing was written down. */
      pile_id: z.int().nullable(),
    }),
  },
  /**
   * Takes a pile of slips back while nobody was told: its dwellings have not answered, as before. 422 `too_late_to_undo` after ten minutes; 409
   * `changed_since` where one of them was answered, moved or done since.
   */
  'DELETE /api/constructions/:construction_id/paper_acceptances/:id': {
    access: canTakeAnswers,
    response: z.object({ message: z.string() }),
  },
  /**
   * Reminds who has not answered by mail or short message, each at most once a day; from 20:00 to 8:00 the messages wait for the morning
   * and are taken back when an answer comes before. 422 `nobody_to_remind`.
   */
  'POST /api/constructions/:construction_id/answer_reminders': {
    access: canChaseAnswers,
    body: z.strictObject({ answer_reminder: z.strictObject({ room_ids: z.array(query.id).max(5_000).optional() }).default({}) }),
    response: z.object({
      message: z.string(),
      answer_reminder: z.object({
        mails: z.int(),
        lines: z.int(),
        messages: z.int(),
        /** Without an address that a message reaches: paper or the telephone. */
        unreachable: z.int(),
        /** Reminded today already. */
        already: z.int(),
        /** The morning until which the messages wait; null when they leave now. */
        waits_until: instant.nullable(),
      }),
    }),
  },
})
