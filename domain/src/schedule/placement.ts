import type { Day } from '../calendar/day.ts'
import type { FramePlace } from './construction-order.ts'
import { dayKind, type PrivateAreaPeriod } from './working-days.ts'

/** What a place is judged by. */
export interface PlacementFacts extends PrivateAreaPeriod {
  today: Day
  construction_time_frames: readonly { id: number; frame_number: number }[]
  spare_frames: readonly FramePlace[]
}

/** Why no room can be put into a place, whoever asks: the hard reasons of G-SCH-20; null when one can. */
export const whyNoRoomHere = (place: FramePlace, facts: PlacementFacts): string | null => {
  const frame = facts.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id)
  if (!frame) return '時間枠がありません。'
  if (place.date < facts.today) return '過ぎた日です。'
  const kind = dayKind(place.date, facts)
  if (kind !== 'working') return offDayTexts[kind]
  if (place.frame_number <= frame.frame_number) return null
  return isSpareFrame(place, facts.spare_frames) ? null : '定員を超えています。'
}

const offDayTexts = { holiday: '休工日です。', preparation: '準備日です。', outside: '専有部工期の外です。' } as const

const isSpareFrame = (place: FramePlace, spares: readonly FramePlace[]) =>
  spares.some(
    spare =>
      spare.date === place.date &&
      spare.construction_time_frame_id === place.construction_time_frame_id &&
      spare.frame_number === place.frame_number,
  )

/** Whether the spare frames of every date and time frame follow the regular ones without a gap, and are not too many (G-SCH-22). */
export const spareFramesAreStacked = (spares: readonly FramePlace[], regularOf: (timeFrameId: number) => number, most: number): boolean =>
  [...Map.groupBy(spares, spare => `${spare.date satisfies Day}/${spare.construction_time_frame_id}`).values()].every(stack => {
    const numbers = stack.map(spare => spare.frame_number).toSorted((a, b) => a - b)
    const first = regularOf(stack[0]?.construction_time_frame_id ?? 0) + 1
    return numbers.length <= most && numbers.every((number, at) => number === first + at)
  })
