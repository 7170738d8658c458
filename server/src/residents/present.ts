import type { Actor, ResidentActor } from '@toguchi/domain/access/actor'
import { payMethods, type PayMethod } from '@toguchi/domain/money/pay-method'
import type { LoggedInResident, ResidentConstruction } from '@toguchi/domain/residents/contract'
import type { Presence } from '@toguchi/domain/rooms/presence-contract'
import { loginPath } from '@toguchi/domain/residents/login-path'
import { callByOf, wishedDaysOf } from '@toguchi/domain/rooms/absence'
import {
  dateChangeEndOf,
  lastReadableDay,
  type ResidentFacts,
  whyNoDateChange,
  whyNoDateConfirmation,
  whyNoOptionOrder,
  whyNoPresenceChange,
} from '@toguchi/domain/residents/deadlines'
import { keyHandoverText } from '@toguchi/domain/rooms/keys/key-handover'
import { wishDays } from '@toguchi/domain/residents/wish-days'
import { canReadLoginId } from '@toguchi/domain/residents/policy'
import { ownPresenceMethods, type PresenceMethod } from '@toguchi/domain/rooms/presence'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { signInFirst } from '../platform/http/problem.ts'
import { type OwnRoomRow, presentResident } from './own-room-queries.ts'
import type { ResidentRow } from './queries.ts'

/** The resident as every sign-in and `me` answers it; the code alone shows nobody's name, contact or login (D-33). */
export const loggedInResident = async (db: Db, own: Pick<ResidentActor, 'partOf' | 'id'>, dateOnly = false): Promise<LoggedInResident> => {
  const row = await presentResident(db, own)
  if (!row) throw signInFirst()
  return {
    id: row.id,
    role_id: 6,
    ...(dateOnly
      ? { login_id: null, name: null, name_kana: null, gender: null, phone: null, own_or_rent: null, email: null }
      : {
          login_id: row.login_id,
          name: row.name,
          name_kana: row.name_kana,
          gender: row.gender,
          phone: row.unproven_phone ?? row.phone,
          own_or_rent: row.own_or_rent,
          email: row.unproven_email ?? row.email,
        }),
    email_proven: dateOnly || row.unproven_email === null,
    phone_proven: dateOnly || (row.unproven_phone === null && !row.phone_unproven),
    no_messages: !dateOnly && row.no_messages_since !== null,
    date_only: dateOnly,
    agreement: row.agreed_at === null ? 0 : 1,
    reading_size: row.reading_size,
    reading_words: row.reading_words,
    room_id: row.room_id,
    room: { id: row.room_id, uuid: row.room_uuid, name: row.room_name },
    construction: { id: row.construction_id, uuid: row.construction_uuid, name: row.construction_name, building_name: row.building_name },
    client: { uuid: row.client_uuid, cd: row.client_cd, name: row.client_name, logo_path: row.logo_path },
    login_path: loginPath(row),
  }
}

/** A room's resident for the office: no password, no digest; and for operators nothing to sign in with (M1). */
export const residentOfRoom = (row: ResidentRow, actor: Actor) => ({
  id: row.id,
  name: row.name,
  name_kana: row.name_kana,
  gender: row.gender,
  phone: row.phone,
  own_or_rent: row.own_or_rent,
  email: row.email,
  unproven_email: row.unproven_email,
  unproven_phone: row.unproven_phone,
  ...(canReadLoginId(actor) ? { login_id: row.login_id } : {}),
  registered: row.login_id !== null,
})

/** What decides over the resident's possibilities today. */
export const factsOf = (row: OwnRoomRow, today: string): ResidentFacts => ({
  today,
  information_distribution_on: row.information_distribution_on,
  schedule_change_end_on: row.schedule_change_end_on,
  option_request_end_on: row.option_request_end_on,
  detail_schedule_completed_at: row.detail_schedule_completed_at,
  use_optional_construction: row.use_optional_construction && row.client_uses_options,
  room_status: row.room_status,
  closed_at: row.closed_at,
  assigned_on: row.date,
  construction_schedule_confirmed_at: row.construction_schedule_confirmed_at,
  schedule_unit: row.schedule_unit,
  date_change_extended_to: row.date_change_extended_to,
  own_date_changes: row.own_date_changes,
  own_date_change_limit: row.own_date_change_limit,
  absent_at: row.absent_at,
})

/** The visit in vain that a new date is to be chosen after, with what was wished for it (D-34). */
export const absenceOf = (row: OwnRoomRow, now: Date): ResidentConstruction['absence'] =>
  row.absent_at === null
    ? null
    : {
        visited_at: toInstant(row.absent_at),
        wish: row.revisit_wish && { wishes: wishedDaysOf(row.revisit_wish), call_by: row.revisit_wish.call_by },
        needs_phone: row.resident_phone === null && (row.revisit_wish?.phone ?? null) === null,
        wish_days: wishDays(row, toDay(now), callByOf(now)),
      }

/** How the room is entered, or null while nobody has said. */
export const presenceOf = (row: {
  presence_method: PresenceMethod | null
  proxy_name: string | null
  proxy_relation: string | null
  proxy_phone: string | null
  consented_at: Date | null
}): Presence | null =>
  row.presence_method === null
    ? null
    : {
        presence_method: row.presence_method,
        proxy_name: row.proxy_name,
        proxy_relation: row.proxy_relation,
        proxy_phone: row.proxy_phone,
        consented_at: toInstant(row.consented_at),
      }

/** The room as its resident sees it. */
export const ownRoomOf = (row: OwnRoomRow): ResidentConstruction['room'] => ({
  id: row.room_id,
  uuid: row.room_uuid,
  name: row.room_name,
  status: row.room_status,
  reception_status_en: row.reception_status,
  construction_schedule_confirmed_at: toInstant(row.construction_schedule_confirmed_at),
  closed_at: toInstant(row.closed_at),
})

/** Where the room is; nothing before the whole schedule is fixed, for until then it may still move (G-RES-13). */
export const ownAssignOf = (row: OwnRoomRow): ResidentConstruction['assign'] => {
  const { date, construction_time_frame_id, start_at, end_at } = row
  if (row.detail_schedule_completed_at === null) return null
  if (date === null || construction_time_frame_id === null || start_at === null || end_at === null) return null
  return { date, construction_time_frame_id, start_at, end_at }
}

/** Everything the resident's pages show, each impossible thing with its reason. */
export const presentConstruction = (platform: Platform, row: OwnRoomRow): ResidentConstruction => {
  const today = toDay(platform.now())
  const facts = factsOf(row, today)
  const why_no_date_change = whyNoDateChange(facts)
  const why_no_date_confirmation = whyNoDateConfirmation(facts)
  const why_no_option_order = whyNoOptionOrder(facts)
  const why_no_presence_change = whyNoPresenceChange(facts)
  return {
    construction: {
      id: row.construction_id,
      uuid: row.construction_uuid,
      name: row.construction_name,
      manage_no: row.manage_no,
      building_name: row.building_name,
      client_name: row.client_name,
      emergency_phone_number: row.emergency_phone_number && formatTelephone(row.emergency_phone_number),
      construction_staff_name: row.construction_staff_name ?? row.construction_staff_default_display_name,
      briefing_session_at: toInstant(row.briefing_session_at),
      time_per_unit: row.time_per_unit,
      privately_area_start_on: row.privately_area_start_on,
      privately_area_end_on: row.privately_area_end_on,
      key_handover: keyHandoverText(row),
    },
    room: ownRoomOf(row),
    assign: ownAssignOf(row),
    has_earlier_offer: row.has_earlier_offer,
    absence: absenceOf(row, platform.now()),
    deadlines: {
      schedule_change_end_on: row.schedule_change_end_on,
      option_request_end_on: facts.use_optional_construction ? row.option_request_end_on : null,
      decision_guide_distribution_on: row.decision_guide_distribution_on,
    },
    date_change_end_on: dateChangeEndOf(facts),
    own_date_changes: row.own_date_changes,
    own_date_change_limit: row.own_date_change_limit,
    presence: presenceOf(row),
    presence_methods: [...ownPresenceMethods(row.construction_type)],
    can_change_presence: why_no_presence_change === null,
    why_no_presence_change,
    readable_until: row.closed_at === null ? null : lastReadableDay(toDay(row.closed_at)),
    can_change_date: why_no_date_change === null,
    why_no_date_change,
    can_confirm_date: why_no_date_confirmation === null,
    why_no_date_confirmation,
    can_change_options: why_no_option_order === null,
    why_no_option_order,
    use_payment: row.use_payment,
    pay_methods: payMethods.filter(method => isOffered(method, row)),
    today,
  }
}

/** Cards and convenience stores by the construction, cash by the client, collecting on the day always. */
const isOffered = (method: PayMethod, row: OwnRoomRow): boolean =>
  method === 'other' || (method === 'cash' ? row.use_cash_payment : row.use_payment)
