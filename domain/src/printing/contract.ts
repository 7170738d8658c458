import { z } from 'zod'
import { isOffice, isWorker, only } from '../access/actor.ts'
import { canReadConstructions } from '../constructions/policy.ts'
import { contract } from '../http/endpoint.ts'
import { eventGroups } from '../events/event-groups.ts'
import { day, id, instant, listQuery, query, text } from '../http/fields.ts'
import { keyPapers } from '../rooms/keys/key-papers.ts'
import { remainingColumns } from '../rooms/contract.ts'
import { canReadHistory, canReadRemaining, canReadTimeline } from '../rooms/policy.ts'
import { roomLabels } from '../rooms/labels.ts'
import { letterStandings } from '../rooms/letter-standing.ts'
import { sheetKinds } from '../rooms/sheet-kind.ts'
import { scheduleLabels } from '../schedule/labels.ts'
import { canReadSchedule } from '../schedule/policy.ts'

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const

/** Long work that can be left and looked at again (D-28). */
export const Job = z.object({
  id: z.int(),
  state: z.enum(jobStates),
  done: z.int(),
  total: z.int(),
  /** Signed, ten minutes; null until the work is done. */
  file_url: z.string().nullable(),
  error: z.string().nullable(),
  /** What is to be said of a file that was made. */
  note: z.string().nullish(),
})
export type Job = z.infer<typeof Job>

/** A page of a paper as the typesetter lays it out for the printer, as SVG without scripts, and how many pages there are. */
export const DrawnPage = z.object({ picture: z.string(), pages: z.int() })
export type DrawnPage = z.infer<typeof DrawnPage>

/** What happened once, in the words of the office. */
const HistoryEntry = z.object({
  id: z.int(),
  at: instant,
  room: z.object({ id: z.int(), name: z.string() }).nullable(),
  what: z.string(),
  /** Who, and for whom; a line each. */
  who: z.string(),
  channel: z.string(),
  /** Where the room stood and came to stand; null where it is about no date. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** What was written beside it. */
  notes: z.array(z.string()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const historyFilter = z
  .strictObject({
    from: day,
    to: day,
    group: z.enum(eventGroups),
    /** Part of the name of who did it. */
    person: query.text,
    /** Part of a room's number. */
    room: query.text,
  })
  .partial()
  .optional()

/** What of the remaining works is written down, and in which order. */
const remainingFile = {
  access: canReadRemaining,
  body: z.strictObject({
    remaining_construction: z
      .strictObject({ building_name: text(100), incomplete_reason_id: id })
      .partial()
      .optional(),
    sort_by: z.enum(remainingColumns).optional(),
    sort_desc: z.boolean().optional(),
  }),
  labels: { building_name: '物件', incomplete_reason_id: '未完了理由', sort_by: '並び順', sort_desc: '並び順' },
  status: 202,
  response: z.object({ message: z.string(), job: Job }),
} as const

export const printing = contract({
  /**
   * One A4 page per dwelling in posting order (D-04, D-28): `information` with the provisional date, `reminder` for those that have not
   * answered (422 `nobody_to_remind`), `decision` with the confirmed date (422 `nothing_decided`). Every room's timeline says so.
   * `only: 'paper'` prints the dwellings that are to be told on paper: those whose last move in time, by whichever door, has that channel, after
   * the completion, or whose message was given up and put on paper, within the last fourteen days; 422 `no_rooms_on_paper` when there is
   * none. Printing again prints the same. `only: 'not_distributed'` leaves out whose newest sheet was printed before, and of the first letter
   * who is asked nothing any more (decision 069); 422 `all_distributed` when that is everybody.
   */
  'POST /api/constructions/:construction_id/distribution_sheets': {
    access: isOffice,
    body: z.strictObject({
      kind: z.enum(sheetKinds).default('information'),
      only: z.enum(['paper', 'not_distributed']).optional(),
      /** These dwellings alone: one whose code was reissued, or whose letter got lost. */
      room_ids: z.array(id).min(1).max(5_000).optional(),
    }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * Whose sheets can be printed now, in posting order, and when each was printed last: a decision that was printed before its date changed
   * is not distributed, and no more is a letter without a date whose dwelling has one now, or one that was printed before the completion with
   * another date than holds now (decision 054). `why_not` says why there is nobody.
   */
  'GET /api/constructions/:construction_id/distribution_sheets': {
    access: isOffice,
    response: z.object({
      /** Until then residents see no date and can change none, whatever their letters say. */
      schedule_completed: z.boolean(),
      sheets: z.array(
        z.object({
          kind: z.enum(sheetKinds),
          why_not: z.string().nullable(),
          /** Dwellings that get no letter because nobody is there: 「空室 3戸を除く」 (D-37). */
          left_out: z.string().nullable(),
          rooms: z.array(
            z.object({
              id: z.int(),
              name: z.string(),
              /** A letter that is printed now says a date. */
              dated: z.boolean(),
              /** What the first letter can still ask: the others are printed when they are chosen, in words that hold. */
              standing: z.enum(letterStandings),
              /** The owner who lives elsewhere gets one, too; where nobody is, instead. */
              to_owner: z.boolean(),
              printed_at: instant.nullable(),
              distributed: z.boolean(),
              /** To be told on paper of late: `only: 'paper'` prints these. */
              on_paper: z.boolean(),
            }),
          ),
          /** The files whose sheets count as distributed, the newest first; `alone` of `room_ids` have no other sheet that holds. */
          runs: z.array(z.object({ job_id: z.int(), printed_at: instant, room_ids: z.array(z.int()), alone: z.int() })),
        }),
      ),
    }),
  },
  /**
   * Takes back that the sheets of these files count as distributed: they were made and not handed out (decision 069). What was printed
   * with other files counts on. The message says how many dwellings are undistributed by it. 404 where none of the files counts.
   */
  'POST /api/constructions/:construction_id/distribution_sheets/not_distributed': {
    access: isOffice,
    body: z.strictObject({ kind: z.enum(sheetKinds), job_ids: z.array(id).min(1).max(5_000) }),
    response: z.object({ message: z.string() }),
  },
  /** The poster of a construction: one A4 page without anything about a person (D-03, D-28). */
  'POST /api/constructions/:construction_id/poster': {
    access: isOffice,
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * 不在票, for the office and for the craftsmen of the construction. With `visited_at` the visit in vain is recorded with it, so that the
   * slip is good at once; without, the hour is filled in at the door and the slip becomes good when the absence is recorded (D-34).
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/absence_slip': {
    access: isWorker,
    labels: { visited_at: roomLabels.visited_at },
    body: z.strictObject({ visited_at: instant.optional() }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** The slips of a day's open visits, made beforehand: a page for each with the day printed; 422 `no_visits`. */
  'POST /api/constructions/:construction_id/absence_slips': {
    access: isWorker,
    labels: { date: scheduleLabels.date },
    body: z.strictObject({ date: day }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * 鍵預り証, 誓約書 or 同意書 of a dwelling (R6), for whoever keeps its keys; what the ledger knows of a key that is here is printed, the rest
   * is written by hand. 422 `room_closed`.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/key_papers': {
    access: only('admin', 'staffAdmin', 'staff', 'craftsman'),
    body: z.strictObject({ paper: z.enum(keyPapers) }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** Whom to call: who has not answered and has a number, with name and date (feature 10); 422 `nobody_to_call`. Asking leaves an event. */
  'POST /api/constructions/:construction_id/call_list': {
    access: isOffice,
    body: z.strictObject({ format: z.enum(['pdf', 'xlsx']).default('pdf') }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * The timeline of a dwelling on A4, the oldest first, from the notice printed to the book delivered, with messages that did not arrive and
   * why (feature 24); `names: false` leaves out names, contacts and what people wrote. Asking leaves an event.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/timeline/file': {
    access: canReadTimeline,
    body: z.strictObject({ names: z.boolean().default(true) }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** 変更履歴: everything that was recorded of a construction and its rooms, the newest first (D-12). */
  'GET /api/constructions/:construction_id/history': {
    access: canReadHistory,
    mayLag: true,
    query: listQuery(['id'], { history: historyFilter }),
    response: z.object({ history: z.array(HistoryEntry), total_count: z.int().optional() }),
  },
  /** The same as a workbook, as far as it is filtered; asking leaves an event. */
  'POST /api/constructions/:construction_id/history/file': {
    access: canReadHistory,
    body: z.strictObject({ history: historyFilter }),
    labels: { from: '日付（から）', to: '日付（まで）', person: '操作した人', room: '部屋' },
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** The remaining works of all constructions, or of one, as a workbook: filtered and sorted as they were looked at. */
  'POST /api/remaining_constructions/file': { ...remainingFile },
  'POST /api/constructions/:construction_id/remaining_constructions/file': { ...remainingFile },
  /** The overall schedule on A3 landscape, four months a page (G-SCH-01, D-04, D-28). */
  'POST /api/constructions/:construction_id/overall_schedule/file': {
    access: canReadConstructions,
    body: z.strictObject({ format: z.enum(['pdf', 'xlsx']).default('pdf') }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** The detail schedule as it hangs on the wall, or as a workbook of two sheets (G-SCH-16, D-04, D-28); names of residents on request. */
  'POST /api/constructions/:construction_id/detail_schedule/file': {
    access: canReadSchedule,
    body: z.strictObject({
      format: z.enum(['pdf', 'xlsx']).default('pdf'),
      paper: z.enum(['a3', 'a4']).default('a3'),
      view: z.enum(['frame', 'room']).default('frame'),
      names: z.boolean().default(false),
    }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  'GET /api/jobs/:id': { access: isWorker, tellsOfWork: true, response: z.object({ job: Job }) },
})
