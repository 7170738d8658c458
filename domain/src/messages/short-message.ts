import { type Day, daysBetween, minutesOf, type TimeOfDay, weekdayName } from '../calendar/day.ts'

/** A visit as a message names it. */
export interface Visit {
  date: Day
  start_at: TimeOfDay
  end_at: TimeOfDay
}

interface Place {
  building_name: string
  room_name: string
  /** The number that is answered: 0120-000-000. */
  phone: string
}

/** Characters of two parts: no short message with a link is longer (D-35). */
const mostOfTwoParts = 134

/** 【建物】903号室… 0120-000-000: every short message names building and room first and the sender's telephone last (D-35). */
export const shortMessage = ({ building_name, room_name, phone }: Place, text: string): string =>
  `【${building_name}】${room_name}号室${text} ${phone}`

/** The same with a link before the telephone, where both fit into two parts; else the text that needs none. */
export const shortMessageWithLink = (place: Place, texts: { withLink: string; without: string }, link: string): string => {
  const linked = shortMessage(place, `${texts.withLink} ${link}`)
  return linked.length <= mostOfTwoParts ? linked : shortMessage(place, texts.without)
}

/** 工事は12/16(水)午後1〜3時です。変更は12/7まで */
export const visitText = (visit: Visit, changeUntil: Day | null): string => `の工事は${visitWords(visit)}です。${untilText(changeUntil)}`

/** Old → new: whoever noted the old date sees which one it was (R4). */
export const movedText = (before: Visit | null, visit: Visit, changeUntil: Day | null): string =>
  before === null
    ? `の工事は${visitWords(visit)}に決まりました。${untilText(changeUntil)}`
    : `の工事は${visitWords(before)}から${visitWords(visit)}に変わりました。${untilText(changeUntil)}`

/** The day before a visit, in one part with names of twelve characters. */
export const tomorrowText = (visit: Visit): string => `の工事は明日${visitWords(visit)}です。変更はお電話で`

/** The date was taken away, and the next one is not known yet. */
export const undecidedText = (before: Visit | null): string =>
  `の工事日${before === null ? '' : `（${visitWords(before)}）`}が未定になりました。決まりしだいご連絡します。`

/** To who stands in for the resident; they cannot change the date, so nothing is said of until when (R12). */
export const standInText = (before: Visit | null, visit: Visit): string =>
  before === null
    ? `の工事は${visitWords(visit)}です。代理の立会いをお願いします`
    : `の工事は${visitWords(before)}から${visitWords(visit)}に変わりました。代理の立会いをお願いします`

/** To who stood in, and is asked for that no more. */
export const releasedText = (visit: Visit | null): string =>
  `の工事${visit === null ? '' : `（${visitWords(visit)}）`}の、代理の立会いは不要になりました。`

const untilText = (day: Day | null): string => (day === null ? 'お問い合わせ' : `変更は${monthDay(day)}まで`)

/** Until when residents may change their date themselves, as a message says it: not once that is over. */
export const changeUntil = (end: Day | null, today: Day): Day | null => (end !== null && daysBetween(today, end) >= 0 ? end : null)

/** 12/16(水)午後1〜3時 */
export const visitWords = ({ date, start_at, end_at }: Visit): string =>
  `${monthDay(date)}(${weekdayName(date)})${shortTime(start_at, end_at)}`

/** 12/7 */
export const monthDay = (day: Day): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`

/** 午後1〜3時, 午前9〜12時, 午前11〜午後1時, 午前9時半〜11時, 正午〜午後3時: as short as it can be said. */
export const shortTime = (startAt: TimeOfDay, endAt: TimeOfDay): string => {
  const [start, end] = [minutesOf(startAt), minutesOf(endAt)]
  const from = start === noon ? '正午' : start > noon ? `午後${opening(start - noon)}` : `午前${opening(start)}`
  const crosses = start <= noon && end > noon
  return `${from}〜${crosses ? '午後' : ''}${clock(end > noon ? end - noon : end)}`
}

const noon = 720
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}時${pastTheHour(minutes % 60)}`
const pastTheHour = (minutes: number): string => (minutes === 0 ? '' : minutes === 30 ? '半' : `${minutes}分`)
/** A whole hour before 〜 needs no 時 of its own. */
const opening = (minutes: number): string => (minutes % 60 === 0 ? String(minutes / 60) : clock(minutes))
