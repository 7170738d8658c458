import { type Day, formatDayShort } from '../calendar/day.ts'

/** Tags of the information rows (spec §2 Dashboard). */
export const informationKinds = ['alert', 'add', 'info'] as const
export type InformationKind = (typeof informationKinds)[number]
export const informationKindLabels: Readonly<Record<InformationKind, string>> = { alert: '重要', add: '追加', info: '案内' }

/** Where an information row comes from: the timeline, how things stand, or the platform (decision 044). */
export const informationSources = ['event', 'unassigned', 'remaining', 'absence', 'filing', 'platform'] as const
export type InformationSource = (typeof informationSources)[number]

/** Which events staff are told of on the dashboard, and how (G-DASH-01). An alert stands while its cause does. */
export const informationOfEvent: Readonly<Record<string, { kind: InformationKind; text: string }>> = {
  'constructions.created': { kind: 'add', text: '工事が登録されました' },
  'constructions.copied': { kind: 'add', text: '工事がコピーされました' },
  'detail_schedule.generated': { kind: 'add', text: '詳細工程表が作成されました' },
  'detail_schedule.regenerated': { kind: 'info', text: '詳細工程表が作り直されました' },
  'detail_schedule.completed': { kind: 'info', text: '詳細工程表が確定しました' },
  'assigns.moved': { kind: 'info', text: '工事日が変更されました' },
  'rooms.date_confirmed': { kind: 'info', text: '工事日が確定しました' },
  'rooms.rescheduled': { kind: 'alert', text: '日程再調整になりました' },
  'key_custodies.overdue': { kind: 'alert', text: 'お預かりした鍵が18時を過ぎても返却されていません' },
  'earlier_offers.to_tell': { kind: 'alert', text: '空いた早い枠を取り置きました。お電話か書面でご案内ください' },
  'rooms.closed': { kind: 'info', text: '完了確定しました' },
  'orders.placed': { kind: 'add', text: 'オプション工事の申込みがありました' },
  'orders.cancel_applied': { kind: 'alert', text: 'オプション工事のキャンセル申請がありました' },
  'orders.cash_overdue': { kind: 'alert', text: '現金の支払期限が過ぎています' },
  'refunds.failed': { kind: 'alert', text: 'カードへの返金ができませんでした' },
  'constructions.all_closed': { kind: 'info', text: 'すべての部屋を完了確定しました' },
}

/** Kinds of events that are told of, of one kind of information or of all. */
export const toldEvents = (kind?: InformationKind): string[] =>
  Object.entries(informationOfEvent).flatMap(([event, told]) => (kind === undefined || told.kind === kind ? [event] : []))

/** Days before the private area period from which rooms without a date are an alert, and after which a room left over is one (G-DASH-01). */
export const alertDays = 7

/** From so many visits in vain on the board is asked for help (practice §2), and the office is told that it has to ask. */
export const absencesForBoard = 2

interface InformationFacts {
  source: InformationSource
  /** Of the event. */
  event: string | null
  building_name: string | null
  room_name: string | null
  /** Rooms it is about. */
  count: number | null
  /** What the platform says, or what is to be filed. */
  title: string | null
  /** The date of what is to be filed. */
  due_on: Day | null
}

/** グランドメゾン青葉台 302号室：日程再調整になりました */
export const informationText = (facts: InformationFacts): string => {
  if (facts.source === 'platform') return facts.title ?? ''
  if (facts.source === 'absence') return missedText(facts)
  const place = [facts.building_name ?? '', facts.room_name === null ? '' : `${facts.room_name}号室`].filter(part => part !== '').join(' ')
  return `${place}：${whatIsTold(facts)}`
}

/** 不在が2回続いています（グランドメゾン青葉台 203号室ほか2戸） */
const missedText = ({ building_name, room_name, count }: InformationFacts): string => {
  const more = (count ?? 1) - 1
  return `不在が${absencesForBoard}回続いています（${building_name ?? ''} ${room_name ?? ''}号室${more > 0 ? `ほか${more}戸` : ''}）`
}

const whatIsTold = ({ source, event, count, title, due_on }: InformationFacts): string => {
  if (source === 'unassigned') return `専有部工事期間の${alertDays}日前を過ぎましたが、未割当の部屋が${count}室あります`
  if (source === 'remaining') return `${alertDays}日を過ぎた残工事が${count}室あります`
  if (source === 'filing') return `「${title ?? ''}」の期限は${due_on === null ? '' : formatDayShort(due_on)}です`
  return informationOfEvent[event ?? '']?.text ?? event ?? ''
}

/** Whether it stands on dashboards: not yet, today, or not any more. */
export const platformInformationStates = ['planned', 'current', 'ended'] as const
export type PlatformInformationState = (typeof platformInformationStates)[number]
export const platformInformationStateLabels: Readonly<Record<PlatformInformationState, string>> = {
  planned: '掲載前',
  current: '掲載中',
  ended: '終了',
}

export const platformInformationState = (
  { starts_on, ends_on, isEnded }: { starts_on: Day; ends_on: Day; isEnded: boolean },
  today: Day,
): PlatformInformationState => (isEnded || ends_on < today ? 'ended' : today < starts_on ? 'planned' : 'current')

/** Names of the fields of what the platform says, keyed as errors are. */
export const platformInformationLabels = {
  kind: '種別',
  title: '件名',
  body: '本文',
  client_ids: '対象の企業',
  starts_on: '掲載開始日',
  ends_on: '掲載終了日',
} as const
