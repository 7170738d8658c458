import { formatDayShort, weekdayName } from '@toguchi/domain/calendar/day'
import { shortHolidayName } from '@toguchi/domain/calendar/holidays'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { receptionStatusLabels, type ReceptionStatus, roomStatusLabels, type RoomStatus } from '@toguchi/domain/rooms/labels'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { familyNameOf } from '../live/viewer-texts.ts'
import type { DateColumn } from './frame-view.ts'
import type { LiveCell } from './schedule-model.ts'
import type { ViewName, Zoom } from './views.ts'

export type CardSize = 'large' | 'normal' | 'small'
export const sizes: Readonly<Record<Zoom, CardSize>> = { day: 'large', week: 'normal', month: 'small' }

export const receptionShort: Readonly<Record<ReceptionStatus, string>> = {
  not_yet: '未受付',
  web: 'Web',
  tel: '電話',
  paper: '書面',
  mail: 'メール',
  visit: '訪問',
  other: 'その他',
}
export const presenceShort: Readonly<Record<Exclude<PresenceMethod, 'self'>, string>> = {
  proxy: '代',
  auxiliary_lock: '補',
  key_custody: '鍵',
  unattended: '不要',
}
/** A room that simply waits says nothing. */
export const workText = (status: RoomStatus): string | null =>
  status === 'waiting' ? null : status === 'reschedule' ? '再調整' : roomStatusLabels[status]

/** An appointment after a visit that ended without the work done (D-34). */
export const isRevisit = (room: RoomCard): boolean => room.visits > 0 && room.status === 'waiting'
/** What a crew has to know before the door; who is at home needs no mark. */
export const nobodyAtHome = ({ presence_method: method }: RoomCard): Exclude<PresenceMethod, 'self'> | null =>
  method === 'self' ? null : method

const joined = (parts: readonly (string | null)[]) => parts.filter(part => part !== null).join(' ')

const badgesOf = (room: RoomCard): (string | null)[] => {
  const presence = nobodyAtHome(room)
  return [
    isRevisit(room) ? '再訪問' : null,
    room.high_priority ? '優先' : null,
    room.construction_schedule_confirmed_at === null ? null : '確',
    room.wish === null ? null : room.wish.pinned ? '固' : '希',
    presence === null ? null : presenceShort[presence],
    room.options_count > 0 ? String(room.options_count) : null,
  ]
}

/** Who is asked for at the door, where a card has room for a surname; null when nobody is known. */
export const surnameOf = ({ resident_name: name }: RoomCard): string | null => (name === null ? null : familyNameOf(name) || null)

/** The words that are seen on a card, as they stand there: part of its name, in one piece (WCAG 2.5.3). */
export const cardFace = (room: RoomCard, size: CardSize): string =>
  joined([
    room.name,
    ...(size === 'small' ? [] : badgesOf(room)),
    size === 'small' ? null : size === 'large' ? room.resident_name : surnameOf(room),
    size === 'large' ? receptionStatusLabels[room.reception_status_en] : receptionShort[room.reception_status_en],
    size === 'small' ? null : workText(room.status),
  ])

interface FaceSettings {
  view: ViewName
  zoom: Zoom
  mode: string
  holding: boolean
  timeFrames: DetailSchedule['construction_time_frames']
}

/** The words that are seen in a cell; empty where nothing is written. */
export const faceText = (cell: LiveCell, { view, zoom, mode, holding, timeFrames }: FaceSettings): string => {
  const { room } = cell
  const size = sizes[zoom]
  if (room !== null) {
    if (view === 'frame') return cardFace(room, size)
    const agreed = room.construction_schedule_confirmed_at === null ? null : '確'
    if (view === 'room') return joined([frameWord(cell, zoom), agreed])
    return joined([room.name, whenText(cell, zoom, timeFrames), agreed])
  }
  if (cell.kind === 'droppable') return holding && size !== 'small' && view !== 'room' ? 'ここに移動' : ''
  if (cell.kind === 'assignable' && mode === 'frame' && size !== 'small') return cell.spare ? '予備枠を削除' : '＋ 予備枠'
  return ''
}

/** 枠2, of a room in its own row. */
export const frameWord = ({ place }: LiveCell, zoom: Zoom): string =>
  place === null ? '' : `${zoom === 'month' ? '' : '枠'}${place.frame_number}`

/** When a dwelling is worked in, under its number. */
export const whenText = ({ at }: LiveCell, zoom: Zoom, timeFrames: FaceSettings['timeFrames']): string => {
  if (at === null) return '未割当'
  if (zoom === 'month') return `${Number(at.date.slice(5, 7))}/${Number(at.date.slice(8))}`
  const frame = timeFrames.find(({ id }) => id === at.construction_time_frame_id)
  return `${formatDayShort(at.date)} ${frame?.start_at ?? ''}`
}

export const tagOf = ({ holiday, preparation, today }: DateColumn) => {
  if (holiday) return { kind: 'holiday', text: '休工日', short: '休' }
  if (preparation) return { kind: 'preparation', text: '準備日', short: '準' }
  return today ? { kind: 'today', text: '今日', short: '今' } : null
}

/** The words of a date's head. */
export const dateFace = (column: DateColumn, small: boolean): string => {
  const [, month, day] = column.date.split('-').map(Number)
  const weekday = weekdayName(column.date)
  const tag = tagOf(column)
  if (small) return joined([String(day), weekday, tag?.short ?? null])
  const name = column.name === null ? null : shortHolidayName(column.name)
  const count = column.frames === 0 ? null : `${column.rooms} / ${column.frames}戸`
  return joined([`${month}/${day}(${weekday})`, tag?.text ?? null, name, count])
}
