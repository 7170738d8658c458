import { type Day, formatDayLong, formatMomentLong, instantOf, type TimeOfDay } from '@toguchi/domain/calendar/day'
import { type CallCenter, callCenterOf } from '@toguchi/domain/messages/call-center'
import { clearingText } from '@toguchi/domain/rooms/preparation'
import { keyHandoverText } from '@toguchi/domain/rooms/keys/key-handover'
import type { LetterDocument, LetterValues } from '@toguchi/domain/printing/letters'
import type { LetterStanding } from '@toguchi/domain/rooms/letter-standing'
import { presenceLabels, presenceMethods } from '@toguchi/domain/rooms/presence'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SheetConstruction } from '../queries.ts'

/** Of one dwelling; empty on a poster, and where nothing is planned. */
export interface RoomValues {
  room: string
  date: string
  time: string
  /** Who is at the door, what was ordered and the yen for it, as the decision says them. */
  presence: string
  options: string
  cash: string
  /** Whether the date may still be asked about. */
  standing: LetterStanding
  /** Until when this dwelling may change its date; null without a deadline. */
  change_until: Day | null
}
export const noRoom: RoomValues = {
  room: '',
  date: '',
  time: '',
  presence: '',
  options: '',
  cash: '',
  standing: 'open',
  change_until: null,
}

/** The day a letter is dated: that of its distribution, and once that is over the day it is printed (it cannot have been earlier). */
export const letterDay = (document: LetterDocument, construction: SheetConstruction, today: Day): Day => {
  const planned = document === 'decision' ? construction.decision_guide_distribution_on : construction.information_distribution_on
  return planned === null || planned < today || document === 'reminder' || document === 'absence_slip' ? today : planned
}

export const contactOf = (platform: Platform, construction: SheetConstruction): CallCenter =>
  callCenterOf(construction, platform.settings.callCenterPhone)

/** What the fields of a letter say; an empty one says nothing. */
export const letterValuesOf = (
  platform: Platform,
  construction: SheetConstruction,
  document: LetterDocument,
  { room, date, time, presence, options, cash, standing, change_until }: RoomValues,
): LetterValues => {
  const { phone, hours } = contactOf(platform, construction)
  const deadline = change_until ?? construction.schedule_change_end_on
  const now = platform.now()
  const day = letterDay(document, construction, toDay(now))
  return {
    部屋番号: room,
    工事日: date,
    時間帯: time,
    物件名: construction.building_name,
    工事名: worksOf(construction),
    管理番号: construction.manage_no ?? '',
    工事期間: periodOf(construction),
    作業時間帯: workingHours(construction),
    作業時間: construction.time_per_unit === null ? '' : `約${construction.time_per_unit}分`,
    // A dwelling that was granted more time has a day of its own; one that is over is named to nobody.
    回答期限: deadline === null || standing !== 'open' || deadline < toDay(now) ? '' : formatDayLong(deadline),
    説明会: briefingOf(construction, [now, instantOf(day, '00:00')]),
    会社名: construction.client_name,
    担当会社: crewsOf(construction),
    管理組合: construction.owners_association ?? '',
    管理組合の決議: decisionOf(construction),
    日時のご確認: time === '' ? undatedText : confirmationTexts[standing],
    立会いの方法: presenceChoices,
    鍵のお預かり: keyHandoverText(construction),
    断水: construction.water_limit ?? '',
    停電: construction.power_limit ?? '',
    トイレ: construction.toilet_limit ?? '',
    騒音: construction.noise_limit ?? '',
    エレベーター: construction.lift_limit ?? '',
    費用: construction.cost_note ?? costOf(construction),
    片付け: clearingText(construction),
    電話番号: phone,
    受付時間: hours,
    お立会い: presence,
    お申し込みのオプション: options,
    当日の現金: cash,
  }
}

const undatedText = '日時が決まりましたら、あらためてお知らせいたします。'
const confirmationTexts: Readonly<Record<LetterStanding, string>> = {
  open: '下の日時でご都合がよいかご確認ください。',
  settled: '工事日は、下の日時に決まっています。ご都合が悪くなったときは、お電話でご相談ください。',
  late: '下の日時にうかがいます。ご都合が悪いときは、お電話でご相談ください。',
}

export const worksOf = ({ name }: SheetConstruction): string => name ?? '工事'

const costOf = ({ offers_options }: SheetConstruction): string =>
  `工事の費用はかかりません。${offers_options ? 'ご希望の方だけのオプション工事は有料です。' : ''}`

const periodOf = ({ privately_area_start_on: start, privately_area_end_on: end }: SheetConstruction): string =>
  start === null || end === null ? '' : `${formatDayLong(start)} 〜 ${formatDayLong(end)}`

const decisionOf = ({ owners_association, owners_association_decided_on }: SheetConstruction): string =>
  owners_association_decided_on === null
    ? ''
    : `${formatDayLong(owners_association_decided_on)}の${owners_association ?? '管理組合'}の決議にもとづき、`

/** Who sends a letter, as its head names them: the association, the company that does the works, the one that manages the building. */
export const sendersOf = ({ owners_association, prime_contractor, client_name, management_company }: SheetConstruction): string[] => [
  ...(owners_association === null ? [] : [owners_association]),
  `施工　${prime_contractor ?? client_name}`,
  ...(management_company === null ? [] : [`管理　${management_company}`]),
]

/** The company that does the works and the one that manages the building. */
export const issuerOf = (construction: SheetConstruction): string =>
  [construction.prime_contractor ?? construction.client_name, construction.management_company ?? '']
    .filter(text => text !== '')
    .join('　／　')

const namedCrews = 4
/** Who comes: the crews, the first few of many, or the company itself. */
export const crewsOf = ({ contractors, client_name }: SheetConstruction): string => {
  const named = contractors.slice(0, namedCrews).join('、')
  if (named === '') return client_name
  return contractors.length > namedCrews ? `${named} ほか${contractors.length - namedCrews}社` : named
}

/** From the first time frame's begin to the last one's end: 9:00〜17:00. */
const workingHours = ({ time_frames }: SheetConstruction): string => {
  const [first, last] = [time_frames[0], time_frames.at(-1)]
  return first === undefined || last === undefined ? '' : `${shortClock(first.start_at)}〜${shortClock(last.end_at)}`
}
/** 9:00 */
export const shortClock = (time: TimeOfDay): string => time.slice(0, 5).replace(/^0/, '')

/** The 説明会, while it is to come when the paper is distributed: none invites to what is over. */
const briefingOf = ({ briefing_session_at }: SheetConstruction, since: readonly Date[]): string =>
  briefing_session_at === null || since.some(moment => briefing_session_at <= moment) ? '' : formatMomentLong(briefing_session_at)

/** Whoever must be let in is not offered to stay outside. */
export const presenceWords: readonly string[] = presenceMethods
  .filter(method => method !== 'unattended')
  .map(method => presenceLabels[method])
/** Numbered, as people name them on the telephone. */
const presenceChoices = presenceWords.map((word, at) => `${'①②③④'[at] ?? ''}${word}`).join('　')

/** The smallest writing of a letter that may be saved, and of one that is printed when its construction says more than it did then. */
export const leastDensity = { saved: 0.62, printed: 0.5 } as const
