import type { Day } from '../calendar/day.ts'
import type { RoomStatus } from '../rooms/labels.ts'

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
}

/*
 * Each function answers with the sentence that tells the resident why not, or null when it is possible.
 * Where the sentence asks for a call, the page shows the call centre's number beside it.
 */

/** Before the distribution day the resident pages are shut (G-SCH-09). */
export const whyNoAccess = (facts: Pick<ResidentFacts, 'today' | 'information_distribution_on'>): string | null =>
  facts.information_distribution_on !== null && facts.today < facts.information_distribution_on ? '受付開始前です。' : null

/** Choosing or changing the date: G-SCH-10, G-RES-12, G-RES-13. */
export const whyNoDateChange = (facts: ResidentFacts): string | null => {
  if (isDone(facts)) return doneText
  if (facts.detail_schedule_completed_at === null) return adjustingText
  return isOver(facts.schedule_change_end_on, facts.today) ? changeEndedText : null
}

/** Accepting the proposed date as it is; that stays possible after the deadline for changes (G-SCH-24). */
export const whyNoDateConfirmation = (facts: ResidentFacts): string | null => {
  if (isDone(facts)) return doneText
  if (facts.detail_schedule_completed_at === null || facts.assigned_on === null) return adjustingText
  if (facts.construction_schedule_confirmed_at !== null) return '工事日はすでに確定しています。'
  return facts.assigned_on < facts.today ? changeEndedText : null
}

/** Ordering options: G-SCH-11. */
export const whyNoOptionOrder = (facts: ResidentFacts): string | null => {
  if (!facts.use_optional_construction) return 'オプション工事は利用できません。'
  if (isDone(facts)) return doneText
  return isOver(facts.option_request_end_on, facts.today) ? 'オプションの受付は終了しました。' : null
}

/** Asking to cancel an order: until the day before the work, also after the deadline for options (G-SCH-11, G-ORD-12). */
export const whyNoCancelApplication = (
  facts: Pick<ResidentFacts, 'today' | 'assigned_on' | 'room_status' | 'closed_at'>,
): string | null => {
  if (isDone(facts)) return doneText
  return facts.assigned_on !== null && facts.today >= facts.assigned_on
    ? 'キャンセルの受付は工事日の前日までです。お電話でお問い合わせください。'
    : null
}

const doneText = '工事が完了しているため変更できません。'
const adjustingText = '日程調整中です。'
const changeEndedText = '日程の変更受付は終了しました。お電話でお問い合わせください。'

const isDone = (facts: Pick<ResidentFacts, 'room_status' | 'closed_at'>) => facts.room_status === 'completed' || facts.closed_at !== null
const isOver = (lastDay: Day | null, today: Day) => lastDay !== null && today > lastDay
