import { addDays, daysBetween, type Day, formatDayLong } from '../calendar/day.ts'
import type { RoomStatus } from '../rooms/labels.ts'
import type { ScheduleUnit } from '../schedule/placement.ts'

/** What decides over a resident's possibilities today. Days last until 23:59:59 in Tokyo (G-API-12). */
export interface ResidentFacts {
  today: Day
  information_distribution_on: Day | null
  schedule_change_end_on: Day | null
  option_request_end_on: Day | null
  detail_schedule_completed_at: unknown
  /** Both the client's and the construction's `use_optional_construction` (G-CON-14). */
  use_optional_construction: boolean
  room_status: RoomStatus
  closed_at: unknown
  /** Date of the room's assign. */
  assigned_on: Day | null
  construction_schedule_confirmed_at: unknown
  /** What moves together: with stacks and floors nobody chooses a date of their own. */
  schedule_unit: ScheduleUnit
  /** The deadline that staff granted to this room alone. */
  date_change_extended_to: Day | null
  /** How often the resident moved the date on the web, and how often they may (practice §2). */
  own_date_changes: number
  own_date_change_limit: number
  /** When somebody stood before the door in vain, as long as the dwelling may choose anew because of it (D-34). */
  absent_at: unknown
}

/*
 * Each function answers with the sentence that tells the resident why not, or null when it is possible.
 * Where the sentence asks for a call, the page shows the call centre's number beside it.
 */

/** Before the distribution day the resident pages are shut (G-SCH-09). */
export const whyNoAccess = (facts: Pick<ResidentFacts, 'today' | 'information_distribution_on'>): string | null =>
  facts.information_distribution_on !== null && facts.today < facts.information_distribution_on
    ? `受付開始前です。${formatDayLong(facts.information_distribution_on)}からご利用いただけます。`
    : null

/** Choosing or changing the date: G-SCH-10, G-RES-12, G-RES-13. */
export const whyNoDateChange = (facts: ResidentFacts): string | null => {
  if (isDone(facts)) return doneText
  if (facts.detail_schedule_completed_at === null) return adjustingText
  // After an absence whatever deadline has passed, and the one room alone (D-34).
  if (facts.absent_at !== null) return null
  if (facts.schedule_unit !== 'room') return movesTogetherText
  if (isOver(dateChangeEndOf(facts), facts.today)) return changeEndedText
  // Whoever was granted an extension was granted a change.
  const granted = facts.date_change_extended_to !== null && facts.today <= facts.date_change_extended_to
  return facts.own_date_changes >= facts.own_date_change_limit && !granted ? changesUsedText(facts.own_date_change_limit) : null
}

/** Until when this room may change: the construction's deadline, or a later one that staff granted to the room (practice §2). */
export const dateChangeEndOf = (facts: Pick<ResidentFacts, 'schedule_change_end_on' | 'date_change_extended_to'>): Day | null => {
  const { schedule_change_end_on: usual, date_change_extended_to: granted } = facts
  if (usual === null || granted === null) return usual
  return granted > usual ? granted : usual
}

/**
 * What a change of the own date costs, said before it is chosen: how many are left, this one included, and until when. An extension of staff
 * goes beyond the number, and then nothing is counted.
 */
export const ownChangeTerms = (own: {
  own_date_changes: number
  own_date_change_limit: number
  date_change_end_on: Day | null
}): { left: string | null; until: string | null; isLast: boolean } => {
  const left = own.own_date_change_limit - own.own_date_changes
  return {
    left: left > 0 ? `このページからの変更は、あと${left}回できます。` : null,
    until: own.date_change_end_on && `変更は${formatDayLong(own.date_change_end_on)}まで受け付けます。`,
    isLast: left <= 1,
  }
}

/** How the room is entered can be said until the work is done. */
export const whyNoPresenceChange = (facts: Pick<ResidentFacts, 'room_status' | 'closed_at'>): string | null =>
  isDone(facts) ? doneText : null

/** Days that a closed room's pages can still be read (practice §3). */
export const readOnlyDays = 90
/** After closing nothing is changed any more. */
export const whyReadOnly = (facts: Pick<ResidentFacts, 'closed_at'>): string | null => (facts.closed_at === null ? null : closedText)
/** The last day on which a room that was closed on this day can be read. */
export const lastReadableDay = (closedOn: Day): Day => addDays(closedOn, readOnlyDays)
export const whyNoReading = (closedOn: Day | null, today: Day): string | null =>
  closedOn !== null && today > lastReadableDay(closedOn) ? 'この部屋の工事は終了し、居住者ページの閲覧期間を過ぎました。' : null

/** Days left until the end of a deadline's day: 0 on the day itself; null without one, negative when it is over. */
export const daysLeft = (deadline: Day | null, today: Day): number | null => (deadline === null ? null : daysBetween(today, deadline))

/** Accepting the proposed date as it is; that stays possible after the deadline for changes (G-SCH-24). */
export const whyNoDateConfirmation = (facts: ResidentFacts): string | null => {
  if (isDone(facts)) return doneText
  if (facts.detail_schedule_completed_at === null || facts.assigned_on === null) return adjustingText
  if (facts.absent_at !== null) return visitedText
  if (facts.construction_schedule_confirmed_at !== null) return '工事日はすでに確定しています。'
  return facts.assigned_on < facts.today ? changeEndedText : null
}

/** Ordering options: G-SCH-11. */
export const whyNoOptionOrder = (
  facts: Pick<ResidentFacts, 'today' | 'use_optional_construction' | 'room_status' | 'closed_at' | 'option_request_end_on'>,
): string | null => {
  if (!facts.use_optional_construction) return 'オプション工事は利用できません。'
  if (isDone(facts)) return doneText
  return isOver(facts.option_request_end_on, facts.today) ? 'オプションの受付は終了しました。' : null
}

/**
 * Asking to cancel an order: until the day before the work, also after the deadline for options (G-SCH-11, G-ORD-12). To the office, which
 * is called, it is said what it can do.
 */
export const whyNoCancelApplication = (
  facts: Pick<ResidentFacts, 'today' | 'assigned_on' | 'room_status' | 'closed_at'>,
  reader: 'resident' | 'office' = 'resident',
): string | null => {
  if (isDone(facts)) return doneText
  if (facts.assigned_on === null || facts.today < facts.assigned_on) return null
  return `キャンセルの受付は工事日の前日までです。${reader === 'resident' ? 'お電話でお問い合わせください。' : '担当者にご相談ください。'}`
}

const doneText = '工事が完了しているため変更できません。'
const adjustingText = '日程調整中です。'
const closedText = '工事が終了しているため、変更できません。内容はご覧いただけます。'
const visitedText = 'お伺いした日程は過ぎました。新しい日時をお選びください。'
const movesTogetherText = 'この工事は上下階同時施工のため日付は選べません。在宅方法をお選びください。'
const changesUsedText = (limit: number) =>
  limit === 0
    ? 'このページから日程を変更することはできません。お電話でお問い合わせください。'
    : `このページからの日程の変更は${limit}回までです。次の変更はお電話でお問い合わせください。`
const changeEndedText = '日程の変更受付は終了しました。お電話でお問い合わせください。'

const isDone = (facts: Pick<ResidentFacts, 'room_status' | 'closed_at'>) => facts.room_status === 'completed' || facts.closed_at !== null
const isOver = (lastDay: Day | null, today: Day) => lastDay !== null && today > lastDay
