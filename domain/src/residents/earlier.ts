import { addDays, type Day, instantOf } from '../calendar/day.ts'
import { type PrivateAreaPeriod, workingDays } from '../schedule/working-days.ts'
import type { ResidentFacts } from './deadlines.ts'

/** How an offer of an earlier frame stands or ended (decision 064). */
export const earlierOfferStates = ['open', 'taken', 'declined', 'expired', 'ended'] as const
export type EarlierOfferState = (typeof earlierOfferStates)[number]
export const earlierOfferStateLabels: Readonly<Record<EarlierOfferState, string>> = {
  open: '案内中',
  taken: '変更済み',
  declined: '今のまま',
  expired: '期限切れ',
  ended: '終了',
}

export const earlierAnswers = ['take', 'keep'] as const

/** How whoever wishes hears of an earlier frame. */
export const earlierTold = (isReached: boolean): string =>
  isReached
    ? 'より早い枠が空いたら、お申込みの順にお知らせします。'
    : '空きが出たら、お申込みの順に、担当者からお電話か書面でお知らせします。'

/** Days on which a dwelling could be done earlier: the works' own from tomorrow on, before its present day. */
export const earlierDays = (period: PrivateAreaPeriod, today: Day, assignedOn: Day | null): Day[] =>
  assignedOn === null ? [] : workingDays(period).filter(day => day > today && day < assignedOn)

/** Why nobody here can wish for an earlier frame; null when they can. */
export const whyNoEarlierWish = (facts: ResidentFacts, days: readonly Day[]): string | null => {
  if (facts.room_status === 'completed' || facts.closed_at !== null) return '工事が完了しているため変更できません。'
  if (facts.detail_schedule_completed_at === null || facts.assigned_on === null) return '日程調整中です。'
  if (facts.absent_at !== null || facts.room_status === 'reschedule') return '新しい日時をお選びください。'
  if (facts.schedule_unit !== 'room') return 'この工事は上下階同時施工のため日付は選べません。'
  return days.length === 0 ? '今の工事日より早い日はありません。' : null
}

const hour = 3_600_000
/** Nobody is offered what they have no time to think about. */
const leastHours = 2

/** Until when a frame is kept for whoever it is offered to: 24 hours, and never past 20:00 of the day before the visit; null: too late. */
export const offerEndsAt = (now: Date, visitOn: Day): Date | null => {
  const end = Math.min(now.getTime() + 24 * hour, instantOf(addDays(visitOn, -1), '20:00').getTime())
  return end - now.getTime() < leastHours * hour ? null : new Date(end)
}
