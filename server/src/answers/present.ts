import type { OfficeActor } from '@toguchi/domain/access/actor'
import { chasingStep, daysLeft, forecastAnswers, longAgo } from '@toguchi/domain/answers/chasing'
import type { AnswerBoard, Desk, RoomAnswer } from '@toguchi/domain/answers/contract'
import { addDays, type Day } from '@toguchi/domain/calendar/day'
import type { ReceptionStatus } from '@toguchi/domain/rooms/labels'
import { answerStanding, type AnswerStanding, isAway } from '@toguchi/domain/rooms/occupancy/occupancy'
import { askedDay, nearestFrames, offeredFrames } from '@toguchi/domain/schedule/offered-frames'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { fileUrlFor } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import { findScheduledConstruction, offerFactsOf } from '../schedule/schedule.ts'
import { listAssignees } from './call-queries.ts'
import {
  type BoardRoomRow,
  findBoardConstruction,
  findDesk,
  listAsked,
  listBoardRooms,
  listContacts,
  listRoomAnswers,
  type RoomAnswerRow,
} from './queries.ts'

const presentAnswer = (platform: Platform, actor: OfficeActor, { slip_file_id, ...row }: RoomAnswerRow): RoomAnswer => ({
  ...row,
  slip_url: slip_file_id === null ? null : fileUrlFor(platform, actor, slip_file_id),
  call_back_at: toInstant(row.call_back_at),
  called_back_at: toInstant(row.called_back_at),
  created_at: toInstant(row.created_at),
})

/** What was written down of a room, newest first. */
export const showAnswers = async (platform: Platform, db: Db, actor: OfficeActor, roomId: number): Promise<RoomAnswer[]> =>
  (await listRoomAnswers(db, actor.clientId, roomId)).map(row => presentAnswer(platform, actor, row))

const proposed = 3

/** Whoever asked two weeks ago calls about something else. */
const askedSince = (now: Date) => new Date(now.getTime() - 14 * 24 * 60 * 60 * 1000)

/** The dwelling of a call; `near` is the day that the caller would like. */
export const showDesk = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: { construction_id: number; room_id: number },
  near: Day | undefined,
): Promise<Desk> => {
  const { clientId } = actor
  const row = await findDesk(db, clientId, construction_id, room_id, offersSms(platform.settings))
  const construction = await findScheduledConstruction(db, actor, construction_id)
  if (!row || !construction) throw notFound()
  const assign =
    row.date === null || row.construction_time_frame_id === null || row.start_at === null || row.end_at === null
      ? null
      : { date: row.date, construction_time_frame_id: row.construction_time_frame_id, start_at: row.start_at, end_at: row.end_at }
  // The residents' deadline does not bind the office; spare frames stay for absences until they are released (D-24).
  const allFacts = await offerFactsOf(platform, db, clientId, construction, room_id)
  const facts = { ...allFacts, schedule_change_end_on: null }
  const free = offeredFrames(facts).filter(
    frame => frame.date !== assign?.date || frame.construction_time_frame_id !== assign.construction_time_frame_id,
  )
  const wishedSlot = { date: near ?? assign?.date ?? addDays(facts.today, 1), start_at: near ? '00:00' : (assign?.start_at ?? '00:00') }
  const contacts = await listContacts(db, clientId, construction_id, room_id)
  return {
    room: {
      id: row.id,
      construction_id: row.construction_id,
      name: row.name,
      status: row.status,
      completed_at: toInstant(row.completed_at),
      closed_at: toInstant(row.closed_at),
      reception_status_en: row.reception_status_en,
      construction_schedule_confirmed_at: toInstant(row.construction_schedule_confirmed_at),
      high_priority: row.high_priority,
      room_remarks: row.room_remarks,
      construction_remarks: row.construction_remarks,
    },
    construction: {
      id: row.construction_id,
      name: row.construction_name,
      manage_no: row.manage_no,
      building_name: row.building_name,
      schedule_change_end_on: row.schedule_change_end_on,
      is_past_deadline: row.schedule_change_end_on !== null && facts.today > row.schedule_change_end_on,
      detail_schedule_completed_at: toInstant(row.detail_schedule_completed_at),
      time_per_unit: row.time_per_unit,
    },
    assign,
    resident:
      row.resident_id === null
        ? null
        : {
            name: row.resident_name,
            name_kana: row.resident_name_kana,
            phone: row.phone,
            phone_unproven: row.phone_unproven,
            unproven_phone: row.unproven_phone,
            email: row.email,
            uses_page: row.uses_page,
            contact_channel: row.contact_channel,
          },
    presence: row.presence && { ...row.presence, presence_method: row.presence.presence_method },
    orders: row.orders.map(order => ({
      ...order,
      status: order.status,
      pay_method: order.pay_method,
      completion_at: order.completion_at === null ? null : toInstant(new Date(order.completion_at)),
    })),
    asked: (await listAsked(db, clientId, room_id, askedSince(platform.now()))).map(asked => ({ ...asked, at: toInstant(asked.at) })),
    contacts: contacts.map(contact => ({ ...contact, at: toInstant(contact.at) })),
    assignees: await listAssignees(db, clientId),
    proposals: nearestFrames(wishedSlot, free, proposed).map(({ date, construction_time_frame_id, start_at, end_at }) => ({
      date,
      construction_time_frame_id,
      start_at,
      end_at,
    })),
    asked_days: near === undefined ? [] : [addDays(near, -1), near, addDays(near, 1)].map(date => askedDay(date, allFacts)),
  }
}

/** How a dwelling of the board counts among the answers. */
export const standingOf = ({ reception_status_en: reception_status, ...room }: BoardRoomRow): AnswerStanding =>
  answerStanding({ ...room, reception_status })

const answeredOn = (room: BoardRoomRow): Day | null => {
  if (room.reception_status_en === 'not_yet') return null
  return room.answered_at === null ? longAgo : toDay(room.answered_at)
}

/** How the answers of a construction stand, what to do today, and what to expect (feature 10). */
export const showBoard = async (platform: Platform, db: Db, actor: OfficeActor, constructionId: number): Promise<AnswerBoard> => {
  const boardConstruction = await findBoardConstruction(db, actor.clientId, constructionId)
  if (!boardConstruction) throw notFound()
  const {
    client_cd: _cd,
    client_uuid: _clientUuid,
    uuid: _uuid,
    blocks,
    is_planned,
    is_settled,
    has_letters,
    ...construction
  } = boardConstruction
  const rooms = await listBoardRooms(db, actor.clientId, constructionId, offersSms(platform.settings))
  const standing = new Map(rooms.map(room => [room.id, standingOf(room)]))
  const asked = rooms.filter(room => standing.get(room.id) !== 'left_out')
  const standingAs = (as: AnswerStanding) => asked.filter(room => standing.get(room.id) === as)
  const waitedFor = [...standingAs('answered'), ...standingAs('unanswered')]
  const deadline = { ...construction, today: toDay(platform.now()) }
  return {
    construction,
    today: deadline.today,
    days_left: daysLeft(deadline),
    step: chasingStep({ ...deadline, is_planned, is_settled, has_asked: has_letters || standingAs('answered').length > 0 }),
    total: asked.length,
    answered: standingAs('answered').length,
    unanswered: standingAs('unanswered').length,
    unreachable: standingAs('unreachable').length,
    refused: standingAs('refused').length,
    away: {
      vacant: rooms.filter(room => room.occupancy === 'vacant').length,
      long_absent: rooms.filter(room => room.occupancy === 'long_absent').length,
    },
    counts: countsOf(waitedFor),
    forecast: forecastAnswers({ ...deadline, answered_on: waitedFor.map(answeredOn) }),
    blocks,
    rooms: rooms.map(
      ({
        uuid: _roomUuid,
        posting_position: _posting,
        resident_id: _resident,
        mail_address: _mail,
        line_user: _line,
        mobile_number: _mobile,
        start_at: _start,
        end_at: _end,
        reception_status_en,
        answered_at,
        sheet_printed_at,
        status: _status,
        change_until: _until,
        is_closed: _closed,
        has_owner_contact: _reachable,
        owner_name,
        owner_phone,
        ...room
      }) => ({
        ...room,
        standing: standing.get(room.id) ?? 'left_out',
        // Nobody is there to take a call.
        phone: isAway(room.occupancy) ? null : room.phone,
        owner: owner_name === null ? null : { name: owner_name, phone: owner_phone },
        reception_status_en: reception_status_en,
        answered_on: answered_at === null ? null : toDay(answered_at),
        sheet_printed_on: sheet_printed_at === null ? null : toDay(sheet_printed_at),
      }),
    ),
  }
}

const countsOf = (rooms: readonly BoardRoomRow[]): Record<ReceptionStatus, number> => {
  const count = (status: ReceptionStatus) => rooms.filter(room => room.reception_status_en === status).length
  return {
    not_yet: count('not_yet'),
    web: count('web'),
    tel: count('tel'),
    paper: count('paper'),
    mail: count('mail'),
    visit: count('visit'),
    other: count('other'),
  }
}
