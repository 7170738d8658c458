import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { revisitLabel } from '@toguchi/domain/rooms/revisit'
import { formatDayLong, formatTimeFrame, weekday, type Day } from '@toguchi/domain/calendar/day'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { receptionStatusLabels, roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { cellKind, type CellKind, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import type { Draft } from '../draft/draft.ts'
import { timeFramesOf } from '../draft/plan.ts'
import { groupLines, type GridLine } from '../../ui/grid/grid-model.ts'
import type { ScheduleCell, ScheduleModel } from './schedule-model.ts'

type ScheduledDate = DetailSchedule['dates'][number]
type TimeFrame = DetailSchedule['construction_time_frames'][number]

export interface DateColumn extends GridLine, ScheduledDate {
  today: boolean
  /** How the day is coloured and lettered, the strongest meaning first. */
  tone: 'holiday' | 'preparation' | 'red' | 'blue' | 'plain'
  /** Rooms of the day and frames of the day. */
  rooms: number
  frames: number
}

export interface FrameRow extends GridLine {
  timeFrame: TimeFrame
  frame_number: number
  /** Above the regular frames. */
  spare: boolean
  /** Whose frame it is (D-25); null for spare frames, and while no crew has a share. */
  crew: string | null
}

export type FrameView = ScheduleModel<FrameRow, DateColumn>

/** The sheet that hangs in every site office: columns dates, rows time frame × frame number, a room in the cell (G-SCH-20). */
export const frameView = (draft: Draft, mode: ScheduleMode): FrameView => {
  const { base, plan, rooms } = draft
  const spareCount = spareCounter(draft)
  const highest = highestFrames(draft)
  const frameRows = timeFramesOf(base).flatMap(timeFrame => rowsOf(draft, timeFrame, rowCount(timeFrame, highest, mode)))
  const columns = dateColumnsOf(draft)
  const columnIndex = new Map(columns.map((column, at) => [column.date, at]))
  const rowIndex = new Map(frameRows.map((row, at) => [row.key, at]))

  const cellAt = (row: number, column: number): ScheduleCell => {
    const [frame, day] = [frameRows[row], columns[column]]
    if (frame === undefined || day === undefined) throw new RangeError(`no cell ${row}/${column}`)
    const { timeFrame, frame_number } = frame
    const place = { date: day.date, construction_time_frame_id: timeFrame.id, frame_number }
    const roomId = plan.occupants.get(framePlaceKey(place))
    const room = roomId === undefined ? null : (rooms.get(roomId) ?? null)
    const kind = cellKind({
      mode,
      holiday: day.holiday,
      preparation: day.preparation,
      past: day.past,
      regularFrames: timeFrame.frame_number,
      spareFrames: spareCount(day.date, timeFrame.id),
      frame_number,
      occupied: room !== null,
    })
    const spare = plan.spareFrames.has(framePlaceKey(place))
    return { kind, place, room, spare, text: textOf({ kind, room, spare, day, mode }) }
  }

  const positionAt = (_roomId: number, place: FramePlace) => {
    const [row, column] = [rowIndex.get(rowKey(place.construction_time_frame_id, place.frame_number)), columnIndex.get(place.date)]
    return row === undefined || column === undefined ? null : { row, column }
  }

  return {
    rows: frameRows,
    rowGroups: groupLines(
      frameRows,
      row => String(row.timeFrame.id),
      row => formatTimeFrame(row.timeFrame.start_at, row.timeFrame.end_at),
    ),
    rowBands: frameRows.every(row => row.crew === null)
      ? []
      : groupLines(
          frameRows,
          row => `${row.timeFrame.id}/${row.crew ?? ''}`,
          row => row.crew ?? (row.spare ? '予備' : ''),
        ),
    columns,
    columnGroups: groupLines(
      columns,
      column => column.date.slice(0, 7),
      column => `${Number(column.date.slice(0, 4))}年${Number(column.date.slice(5, 7))}月`,
    ),
    cellAt,
    positionOf: roomId => {
      const place = plan.places.get(roomId)
      return place ? positionAt(roomId, place) : null
    },
    positionAt,
  }
}

/** A card in words, for whoever does not see it: 「302号室 …」 would doubt the name, so it stands as it is. */
export const cardText = (room: RoomCard): string =>
  [
    room.name,
    room.resident_name,
    roomStatusLabels[room.status],
    receptionStatusLabels[room.reception_status_en],
    room.status === 'waiting' ? revisitLabel(room.visits) : null,
    room.high_priority ? '優先' : null,
    room.options_count > 0 ? `オプション${room.options_count}件` : null,
    room.construction_schedule_confirmed_at === null ? null : '日程確定済み',
    room.presence_method === null ? null : `在宅方法 ${presenceLabels[room.presence_method]}`,
    room.wish === null ? null : room.wish.pinned ? '日程固定' : '希望日あり',
    room.has_customer_support_versions ? '対応履歴あり' : null,
  ]
    .filter(part => part !== null)
    .join('、')

const rowsOf = ({ base }: Draft, timeFrame: TimeFrame, count: number): FrameRow[] =>
  Array.from({ length: count }, (_, at) => {
    const frame_number = at + 1
    const spare = frame_number > timeFrame.frame_number
    const owner = spare ? null : crewOfFrame(timeFrame.crew_frames, frame_number)
    const crew = base.crews.find(each => each.assigned_contractor_id === owner)?.name ?? null
    const name = `${formatTimeFrame(timeFrame.start_at, timeFrame.end_at)} ${spare ? '予備枠' : '枠'}${frame_number}`
    return {
      key: rowKey(timeFrame.id, frame_number),
      label: crew === null ? name : `${name} ${crew}`,
      timeFrame,
      frame_number,
      spare,
      crew,
    }
  })

/** As many rows as the fullest date needs (G-SCH-14); in frame mode one more, where a frame can be added. */
const rowCount = ({ id, frame_number }: TimeFrame, highest: ReadonlyMap<number, number>, mode: ScheduleMode): number => {
  const needed = Math.max(frame_number, highest.get(id) ?? 0)
  return mode === 'frame' ? Math.min(frame_number + maximumSpareFrames, needed + 1) : needed
}

/** The highest frame of each time frame that is a spare one or holds a room. */
const highestFrames = ({ plan }: Draft): Map<number, number> => {
  const highest = new Map<number, number>()
  const see = ({ construction_time_frame_id: id, frame_number }: FramePlace) => {
    if (frame_number > (highest.get(id) ?? 0)) highest.set(id, frame_number)
  }
  for (const spare of plan.spareFrames.values()) see(spare)
  for (const place of plan.places.values()) if (place !== null) see(place)
  return highest
}

/** How many spare frames a date and time frame has. */
const spareCounter = ({ plan }: Draft) => {
  const counts = countBy(plan.spareFrames.values(), spare => stackKey(spare.date, spare.construction_time_frame_id))
  return (date: Day, id: number) => counts.get(stackKey(date, id)) ?? 0
}

/** The dates of the private-area period as the draft has them: its days off, and how full each is. */
export const dateColumnsOf = ({ base, plan }: Draft): DateColumn[] => {
  const roomCounts = countBy(plan.places.values(), place => place?.date ?? null)
  const spareCounts = countBy(plan.spareFrames.values(), spare => spare.date)
  const regular = base.construction_time_frames.reduce((sum, frame) => sum + frame.frame_number, 0)
  return base.dates.map(saved => {
    const day = { ...saved, holiday: plan.holidays.has(saved.date) }
    return {
      ...day,
      key: day.date,
      get label() {
        return [formatDayLong(day.date), day.name, day.holiday ? '休工日' : null, day.preparation ? '準備日' : null]
          .filter(part => part !== null)
          .join(' ')
      },
      today: day.date === base.today,
      get tone() {
        return toneOf(day)
      },
      rooms: roomCounts.get(day.date) ?? 0,
      frames: day.holiday || day.preparation ? 0 : regular + (spareCounts.get(day.date) ?? 0),
    }
  })
}

const toneOf = (day: ScheduledDate): DateColumn['tone'] => {
  if (day.holiday) return 'holiday'
  if (day.preparation) return 'preparation'
  if (day.name !== null || weekday(day.date) === 0) return 'red'
  return weekday(day.date) === 6 ? 'blue' : 'plain'
}

const textOf = ({
  kind,
  room,
  spare,
  day,
  mode,
}: {
  kind: CellKind
  room: RoomCard | null
  spare: boolean
  day: DateColumn
  mode: ScheduleMode
}): string => {
  if (room !== null) return cardText(room)
  if (kind === 'holiday') return '休工日'
  if (kind === 'blank') return '枠なし'
  if (kind === 'assignable' && mode === 'frame') return spare ? '予備枠を削除できます' : '予備枠を追加できます'
  if (kind !== 'unassignable') return spare ? '空き（予備枠）' : '空き'
  if (day.preparation) return '準備日'
  return day.past ? '過ぎた日' : '変更できません'
}

const rowKey = (timeFrameId: number, frame_number: number) => `${timeFrameId}/${frame_number}`
const stackKey = (date: Day, timeFrameId: number) => `${date}/${timeFrameId}`

/** How many there are of each key; without one a thing is not counted. */
const countBy = <T>(things: Iterable<T>, keyOf: (thing: T) => string | null): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const thing of things) {
    const key = keyOf(thing)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
