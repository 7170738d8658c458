import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { defaultTimeFrames, timeFrameProblems } from '@toguchi/domain/schedule/time-frames'
import type { TimeFrameRow } from './TimeFrameRows.tsx'

/** The schedule's time frames as rows of a form; the usual two while there are none. */
export const rowsOfSchedule = ({ construction_time_frames, time_per_unit }: DetailSchedule): TimeFrameRow[] =>
  construction_time_frames.length > 0
    ? construction_time_frames.map(({ id, start_at, end_at, frame_number }) => ({
        id,
        start_at: start_at.slice(0, 5),
        end_at: end_at.slice(0, 5),
        frame_number,
      }))
    : defaultTimeFrames(time_per_unit).map(frame => ({ id: null, ...frame }))

/** Removed frames stand at the end, so that the server's errors count the rows as the screen does. */
export const timeFramesBody = (rows: readonly TimeFrameRow[], schedule: DetailSchedule) => {
  const kept = rows.map(({ id, start_at, end_at, frame_number }) => ({
    ...(id === null ? {} : { id }),
    start_at: start_at ?? '',
    end_at: end_at ?? '',
    frame_number: frame_number ?? 0,
  }))
  const removed = schedule.construction_time_frames
    .filter(frame => !rows.some(({ id }) => id === frame.id))
    .map(({ id, start_at, end_at, frame_number }) => ({
      id,
      start_at: start_at.slice(0, 5),
      end_at: end_at.slice(0, 5),
      frame_number,
      _destroy: true,
    }))
  return [...kept, ...removed]
}

/** What keeps the rows from being sent; null when they can be. */
export const whyNotTimeFrames = (rows: readonly TimeFrameRow[]): string | null => {
  if (rows.length === 0) return '時間枠を追加してください'
  if (rows.some(({ start_at, end_at, frame_number }) => start_at === null || end_at === null || frame_number === null))
    return '時間枠を入力してください'
  const problems = timeFrameProblems(rows.map(({ start_at, end_at }) => ({ start_at: start_at ?? '00:00', end_at: end_at ?? '23:59' })))
  return problems.length > 0 ? '時間枠を直してください' : null
}
