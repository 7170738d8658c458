import { formatDayLong, formatTimeFrameForResident, todayInTokyo } from '@toguchi/domain/calendar/day'
import { absenceText } from '@toguchi/domain/rooms/absence'
import { daysLeft } from '@toguchi/domain/residents/deadlines'
import { presenceHelp, presenceLabels, type PresenceMethod, visitTexts } from '@toguchi/domain/rooms/presence'
import type { Answer, Dwelling } from './dwelling.ts'

const source = 'お部屋の日程より'
const adjusting = '日程調整中です。'

const placeText = ({ own: { assign } }: Dwelling): string | null =>
  assign && `${formatDayLong(assign.date)} ${formatTimeFrameForResident(assign.start_at, assign.end_at)}`

/** When somebody comes, in the sentences of the resident's own page. */
export const answerDate = (dwelling: Dwelling): Answer => {
  const { own } = dwelling
  const done = own.room.status === 'completed'
  if (own.absence !== null && !done) return answerMissed(dwelling, own.absence)
  const place = placeText(dwelling)
  if (done) return { text: `工事は完了しました。${place === null ? '' : `工事日は${place}でした。`}`, source, page: null }
  if (own.assign === null || place === null) return { text: adjusting, source, page: null }
  if (own.assign.date < own.today) return { text: `お部屋の工事日は${place}でした。完了の記録はまだありません。`, source, page: 'top' }
  const confirmed = own.room.construction_schedule_confirmed_at !== null
  const { time_per_unit: minutes } = own.construction
  return {
    text: [
      `お部屋の工事日は${place}です。`,
      confirmed ? '日程は確定しています。' : 'まだ確定していません。',
      visitTexts[own.presence?.presence_method ?? 'self'],
      own.presence?.presence_method === 'key_custody' ? own.construction.key_handover : '',
      minutes === null ? '' : `作業は約${minutes}分です。`,
    ].join(''),
    source,
    page: 'top',
  }
}

export const answerChange = (dwelling: Dwelling): Answer => {
  const { own } = dwelling
  if (own.absence !== null) return answerMissed(dwelling, own.absence)
  if (!own.can_change_date) return { text: own.why_no_date_change ?? adjusting, source, page: null }
  const left = own.own_date_change_limit - own.own_date_changes
  return {
    text: [
      'このページから、空いている日時を選んで変更できます。',
      own.date_change_end_on === null ? '' : `変更は${formatDayLong(own.date_change_end_on)}まで受け付けます。`,
      // A change that was granted beyond the limit counts none.
      own.own_date_changes > 0 && left > 0 ? `このページからの変更は、あと${left}回できます。` : '',
    ].join(''),
    source,
    page: 'date',
  }
}

/** Null where no deadline is set: whether there will be one nobody knows. */
export const answerDeadline = (dwelling: Dwelling): Answer | null => {
  const { own } = dwelling
  const end = own.date_change_end_on
  if (own.absence !== null || end === null) return own.absence === null ? null : answerChange(dwelling)
  const left = daysLeft(end, own.today) ?? 0
  if (left < 0 || !own.can_change_date)
    return { text: `日程変更の締切は${formatDayLong(end)}です。${own.why_no_date_change ?? ''}`, source, page: null }
  return {
    text: `日程の変更は${formatDayLong(end)}まで受け付けます。${left === 0 ? '本日までです。' : `あと${left}日です。`}`,
    source,
    page: 'date',
  }
}

export const answerConfirm = (dwelling: Dwelling): Answer => {
  const { own } = dwelling
  const place = placeText(dwelling)
  const isSettled = own.room.construction_schedule_confirmed_at !== null && own.absence === null && own.room.status !== 'completed'
  if (isSettled && place !== null)
    return { text: `日程は確定しています（${place}）。あらためてのご返事は必要ありません。`, source, page: 'top' }
  if (own.can_confirm_date && place !== null)
    return {
      text: `まだ確定していません。${place}でよろしければ、トップページの「この日程で確定する」を押してください。`,
      source,
      page: 'top',
    }
  return answerDate(dwelling)
}

/** Who opens the door: what was said, and what can be chosen. No name of a proxy: whoever reads it may be somebody else of the house. */
export const answerPresence = ({ own }: Dwelling): Answer => {
  const chosen = own.presence === null ? null : presenceLabels[own.presence.presence_method]
  const said = chosen === null ? '' : `在宅方法は「${chosen}」をお選びいただいています。`
  const from = 'お部屋の在宅方法より'
  if (!own.can_change_presence) return { text: `${said}${own.why_no_presence_change ?? ''}`, source: from, page: null }
  const handover = (method: PresenceMethod) => (method === 'key_custody' ? own.construction.key_handover : '')
  const ways = own.presence_methods.map(method => `・${presenceLabels[method]}：${presenceHelp[method]}${handover(method)}`)
  return {
    text: [`${said}ご不在のときは、「在宅方法」から次の方法を選べます。`, ...ways].join('\n'),
    source: from,
    page: 'presence',
  }
}

/** Somebody came in vain: when, and how to go on. */
const answerMissed = ({ own }: Dwelling, { visited_at, wish }: NonNullable<Dwelling['own']['absence']>): Answer => ({
  text: `${absenceText(new Date(visited_at))}${wish === null ? '' : 'ご希望は承っています。'}${own.can_change_date ? 'このページから選べます。' : ''}`,
  source,
  page: 'date',
})

/** Null where no visit in vain is written down: the slip may be younger than the record. */
export const answerSlip = (dwelling: Dwelling): Answer | null =>
  dwelling.own.absence === null ? null : answerMissed(dwelling, dwelling.own.absence)

/** The briefing, to come or over; null where none is entered. */
export const answerBriefing = ({ own, letter }: Dwelling): Answer | null => {
  const from = '工事のご案内より'
  if (letter.説明会 !== '') return { text: `工事説明会は${letter.説明会}です。`, source: from, page: 'top' }
  const { briefing_session_at: held } = own.construction
  return held === null
    ? null
    : { text: `工事説明会は${formatDayLong(todayInTokyo(new Date(held)))}に終わりました。`, source: from, page: null }
}
