import { formatDayLong, formatTimeFrameForResident, timeInTokyo, todayInTokyo } from '@toguchi/domain/calendar/day'
import { daysLeft } from '@toguchi/domain/residents/deadlines'

/** One time frame of one date: what a resident asks for. */
export interface Frame {
  date: string
  construction_time_frame_id: number
  start_at: string
  end_at: string
}

/** 2026年12月3日(木) 午後 1:00–5:00 */
export const placeText = (frame: Frame): string =>
  `${formatDayLong(frame.date)} ${formatTimeFrameForResident(frame.start_at, frame.end_at)}`

/** 2026年11月21日(土) 10:00: dates that residents read always carry their weekday. */
export const momentText = (instant: string): string => `${formatDayLong(todayInTokyo(new Date(instant)))} ${timeInTokyo(new Date(instant))}`

/** あと5日, 今日まで, or null once it is over; days last until midnight in Tokyo. */
export const countdownText = (deadline: string, today: string): string | null => {
  const left = daysLeft(deadline, today)
  if (left === null || left < 0) return null
  return left === 0 ? '今日まで' : `あと${left}日`
}
