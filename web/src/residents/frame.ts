import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'

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
