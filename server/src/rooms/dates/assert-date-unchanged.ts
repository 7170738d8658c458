import { conflict } from '../../platform/http/problem.ts'

/** Where a room stands; null while it is not in the schedule. */
interface CurrentSlot {
  date: string | null
  construction_time_frame_id: number | null
}
interface Place {
  date: string
  construction_time_frame_id: number
}
/** What was on the screen; null: the room stood nowhere. */
export type SeenPlace = Place | null

export const isAt = (room: CurrentSlot, place: Place): boolean =>
  room.date === place.date && room.construction_time_frame_id === place.construction_time_frame_id

/**
 * For whoever decides over the date of a room that is held: throws 409 `date_changed` where the room stands elsewhere by now than was read; null
 * was read of a room that stood nowhere. Without `seen`, as older clients ask, nothing is compared.
 */
export const assertDateUnchanged = (room: CurrentSlot, seen: SeenPlace | undefined): void => {
  if (seen === undefined) return
  const isUnchanged = seen === null ? room.date === null : isAt(room, seen)
  if (!isUnchanged) throw conflict('ご覧になっている間に、工事日が変わりました。今の日程をご確認ください。', 'date_changed')
}
