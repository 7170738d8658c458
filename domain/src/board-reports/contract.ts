import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, email, id, instant, typed } from '../http/fields.ts'
import { DrawnPage, Job } from '../printing/contract.ts'
import { openers } from '../rooms/occupancy/occupancy.ts'
import { attemptKinds, hardRoomKinds } from './hard-rooms.ts'
import { boardReportLabels as labels, longestRequests, mostReportPages } from './labels.ts'
import { canReadBoardReports, canSendBoardReports } from './policy.ts'

/** A dwelling that the board is told of by its number alone: whoever lives there is not named. */
const HardRoom = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(hardRoomKinds),
  /** Visits in vain since the works began. */
  absences: z.int(),
  /** Why it was closed without being done. */
  reason: z.string().nullable(),
  /** What was tried when, the newest first. */
  attempts: z.array(z.object({ kind: z.enum(attemptKinds), at: instant })),
})

/** The same for the office, which goes on with it. */
const ListedHardRoom = HardRoom.extend({
  date: day.nullable(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  opener: z.enum(openers).nullable(),
  /** Why they refuse, or what was noted of the key. */
  notes: z.array(z.string()),
  next_step: z.string(),
  /** Visited in vain twice, without a date, and the board has not been written to since: a task of the office. */
  awaits_board_letter: z.boolean(),
  /** The board can be written to about it. */
  can_write_to_board: z.boolean(),
})
export type ListedHardRoom = z.infer<typeof ListedHardRoom>

/** How a construction stands now, and what its week brought. */
const Figures = z.object({
  rooms: z.int(),
  /** Dwellings that are asked: 空室 and 長期不在 without an owner's contact are not (D-37). */
  asked: z.int(),
  answered: z.int(),
  unanswered: z.int(),
  done: z.int(),
  /** Closed without being done. */
  given_up: z.int(),
  /** Neither done nor given up. */
  remaining: z.int(),
  /** Of those that remain: without a date, and those that need a new one. */
  without_date: z.int(),
  to_reschedule: z.int(),
  /** Dwellings whose visit lies in the week, and those that were done in it. */
  planned_in_week: z.int(),
  done_in_week: z.int(),
  planned_next_week: z.int(),
  /** Visits in vain of the week. */
  absences_in_week: z.int(),
  /** Spare frames that are left, and how many will be needed. */
  spares: z.int(),
  spares_needed: z.int(),
  hard_rooms: z.array(HardRoom),
})
export type BoardFigures = z.infer<typeof Figures>

const Link = z.object({
  id: z.int(),
  week_on: day,
  recipients: z.array(z.string()),
  created_at: instant,
  created_by: z.string().nullable(),
  expires_at: instant,
  withdrawn_at: instant.nullable(),
  /** Whoever has it reads the report: neither withdrawn nor run out. */
  good: z.boolean(),
  opened: z.int(),
  last_opened_at: instant.nullable(),
  file_url: z.string(),
})

const requests = typed(longestRequests)
const week = z.strictObject({ week_on: day })

export const boardReports = contract({
  /**
   * 理事会報告書 of a week, any of whose days names it (this one unless said): how things stand, what the board is asked for, where it goes, and
   * what was sent so far. 422 `week_to_come` for one that has not begun.
   */
  'GET /api/constructions/:construction_id/board_report': {
    access: canReadBoardReports,
    labels,
    query: week.partial(),
    response: z.object({
      week_on: day,
      weeks: z.array(day),
      figures: Figures,
      requests: z.string(),
      addresses: z.array(z.string()),
      links: z.array(Link),
    }),
  },
  /**
   * 空室・入室辞退一覧: every dwelling that nobody has come into, because it is empty, refuses, cannot be reached, was visited in vain or was given
   * up, with what was tried when and what is to be done next (D-34, D-37).
   */
  'GET /api/constructions/:construction_id/hard_rooms': {
    access: canReadBoardReports,
    mayLag: true,
    response: z.object({
      construction: z.object({ name: z.string().nullable(), building_name: z.string() }),
      hard_rooms: z.array(ListedHardRoom),
    }),
  },
  /** The same as a workbook; asking leaves an event. */
  'POST /api/constructions/:construction_id/hard_rooms/file': {
    access: canReadBoardReports,
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * A letter to the board for each dwelling that was visited in vain twice, a page each: those named, or all that wait for one. 422
   * `nobody_missed` where there is none. It counts as handed out once it is made.
   */
  'POST /api/constructions/:construction_id/board_letters': {
    access: canSendBoardReports,
    labels,
    body: z.strictObject({ room_ids: z.array(id).min(1).max(1000).optional() }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** Keeps what the board is asked for in a week; an empty text takes it back. */
  'PATCH /api/constructions/:construction_id/board_report': {
    access: canSendBoardReports,
    labels,
    body: z.strictObject({ board_report: z.strictObject({ week_on: day, requests }) }),
    response: z.object({ message: z.string() }),
  },
  /** A page of the report as it would be now, with a text that need not be kept; keeps nothing. */
  'POST /api/constructions/:construction_id/board_report/preview': {
    access: canReadBoardReports,
    labels,
    ownTransactions: true,
    body: z.strictObject({ week_on: day, requests, page: z.int().min(1).max(mostReportPages).default(1) }),
    response: DrawnPage,
  },
  /** Makes it as a PDF of two pages, and the annex where the second does not hold every dwelling. */
  'POST /api/constructions/:construction_id/board_report': {
    access: canSendBoardReports,
    labels,
    body: week,
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * Makes it and mails a link to it, good for thirty days, to the construction's 理事会の送付先, which are named again: 409 `addresses_changed`
   * where they are others by now, 422 `no_addresses` where there are none.
   */
  'POST /api/constructions/:construction_id/board_report/mail': {
    access: canSendBoardReports,
    labels,
    body: week.extend({ addresses: z.array(email).max(10) }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** Withdraws a link: from now on it leads nowhere. */
  'DELETE /api/constructions/:construction_id/board_report/links/:id': {
    access: canSendBoardReports,
    response: z.object({ message: z.string() }),
  },
  /**
   * What the link of a mail leads to. 422 `link_gone` in one sentence for one that is unknown, withdrawn or run out; these count by network.
   * Each opening leaves an event.
   */
  'POST /api/board_reports/open': {
    access: anyone,
    scope: 'platform',
    ownTransactions: true,
    body: z.strictObject({ client_uuid: z.uuid(), token: z.string().max(100) }),
    response: z.object({
      building_name: z.string(),
      title: z.string(),
      issuer: z.string(),
      week_on: day,
      made_at: instant,
      expires_at: instant,
      url: z.string(),
    }),
  },
})
