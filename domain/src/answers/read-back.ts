import { addressedRoom } from '../rooms/room-names.ts'
import { type Day, minutesOf, type TimeOfDay, weekdayName } from '../calendar/day.ts'

/** Where a dwelling stands, as it is read out. */
export interface ReadPlace {
  date: Day
  start_at: TimeOfDay
  end_at: TimeOfDay
}

/**
 * What is read out before the receiver goes down: 「1203号室、12月10日、木曜日、午前9時から12時のあいだでお取りしました。」
 * Written as one speaks, so that nobody reads a dash or a colon aloud.
 */
export const readBack = (roomName: string, place: ReadPlace): string =>
  `${addressedRoom(roomName)}、${spokenDay(place.date)}、${spokenTime(place.start_at, place.end_at)}でお取りしました。`

/** 12月10日、木曜日 */
export const spokenDay = (day: Day): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日、${weekdayName(day)}曜日`

/** 午前9時から12時のあいだ, 午後1時から午後3時30分のあいだ */
export const spokenTime = (startAt: TimeOfDay, endAt: TimeOfDay): string => {
  const [start, end] = [minutesOf(startAt), minutesOf(endAt)]
  const until = end > noon || start > noon ? clock(end) : hours(end)
  return `${clock(start)}から${end === noon ? '12時' : until}のあいだ`
}

const noon = 720
const clock = (minutes: number): string =>
  minutes === noon ? '正午' : minutes < noon ? `午前${hours(minutes)}` : `午後${hours(minutes - noon)}`
const hours = (minutes: number): string => `${Math.floor(minutes / 60)}時${minutes % 60 === 0 ? '' : `${minutes % 60}分`}`
