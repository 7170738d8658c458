import { minutesOf, type TimeOfDay } from '../calendar/day.ts'

/** A time frame as the detail schedule's form holds it, before it has an id (G-SCH-13, G-SCH-14). */
export interface TimeFrame {
  start_at: TimeOfDay
  end_at: TimeOfDay
  /** Regular frames per working day. */
  frame_number: number
}

export const maximumRegularFrames = 200
/** At most so many spare frames on one date and time frame (G-SCH-22). */
export const maximumSpareFrames = 20

/** How many dwellings one crew does in the time, at least one (G-SCH-13); without `time_per_unit` (minutes) one. */
export const defaultFrameNumber = (startAt: TimeOfDay, endAt: TimeOfDay, timePerUnit: number | null): number => {
  if (timePerUnit === null || timePerUnit < 1) return 1
  return Math.min(maximumRegularFrames, Math.max(1, Math.floor((minutesOf(endAt) - minutesOf(startAt)) / timePerUnit)))
}

/** 09:00–12:00 and 13:00–17:00 (G-SCH-13). */
export const defaultTimeFrames = (timePerUnit: number | null): TimeFrame[] =>
  [
    { start_at: '09:00', end_at: '12:00' },
    { start_at: '13:00', end_at: '17:00' },
  ].map(frame => ({ ...frame, frame_number: defaultFrameNumber(frame.start_at, frame.end_at, timePerUnit) }))

export interface TimeFrameProblem {
  /** Index of the row as submitted (G-VAL-07). */
  index: number
  field: 'end_at' | 'start_at'
  /** Without the field's name, as field errors are. */
  text: string
}

/** What is wrong with the frames: an end not after its start, or a frame that begins inside another (G-SCH-13). */
export const timeFrameProblems = (frames: readonly Pick<TimeFrame, 'start_at' | 'end_at'>[]): TimeFrameProblem[] => {
  const spans = frames.map((frame, index) => ({ index, start: minutesOf(frame.start_at), end: minutesOf(frame.end_at) }))
  const backwards = spans.filter(({ start, end }) => start >= end)
  const problems: TimeFrameProblem[] = backwards.map(({ index }) => ({ index, field: 'end_at', text: 'は開始時刻より後にしてください' }))
  let latest = -1
  for (const span of spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start)) {
    if (span.start < latest) problems.push({ index: span.index, field: 'start_at', text: overlapText })
    latest = Math.max(latest, span.end)
  }
  return problems
}

/** A whole sentence: it needs no field name before it (G-SCH-13). */
export const overlapText = '時間枠が重複しています'
