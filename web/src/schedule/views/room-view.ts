import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { cellKind, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { floorName } from './building-view.ts'
import type { Draft } from '../draft/draft.ts'
import { cardText, type DateColumn, dateColumnsOf } from './frame-view.ts'
import { groupLines, type GridLine } from '../../ui/grid/grid-model.ts'
import type { ScheduleCell, ScheduleModel } from './schedule-model.ts'
import { framesOf, timeFramesOf } from '../draft/plan.ts'

export interface RoomRow extends GridLine {
  room: RoomCard
  /** The date that it stands on, to be read while its cell is out of sight; null in the tray. */
  when: string | null
}

export interface SlotColumn extends GridLine {
  day: DateColumn
  timeFrame: DetailSchedule['construction_time_frames'][number]
  /** Free frames of the date and time frame, and the first of them. */
  free: number
  firstFree: FramePlace | null
  /** The day begins here: a stronger line. */
  first: boolean
}

export type RoomView = ScheduleModel<RoomRow, SlotColumn>

/** One dwelling a row, dates × time frames across: when is 1203 done, and when is the stack above it? */
export const roomView = (draft: Draft, mode: ScheduleMode, visible: readonly RoomCard[]): RoomView => {
  const { base, plan } = draft
  const timeFrames = timeFramesOf(base)
  const days = dateColumnsOf(draft)
  // In words, and counted, when they are drawn: hundreds of columns and a thousand rows, of which a screen shows twenty.
  const columns = days.flatMap(day =>
    timeFrames.map((timeFrame, at): SlotColumn => {
      const freeFrames = lazily(() =>
        framesOf(base, plan, day.date).filter(
          place => place.construction_time_frame_id === timeFrame.id && !plan.occupants.has(framePlaceKey(place)),
        ),
      )
      const closed = day.holiday || day.preparation || day.past
      return {
        key: `${day.date}/${timeFrame.id}`,
        get label() {
          return `${day.label} ${formatTimeFrame(timeFrame.start_at, timeFrame.end_at)}`
        },
        day,
        timeFrame,
        get free() {
          return closed ? 0 : freeFrames().length
        },
        get firstFree() {
          return freeFrames()[0] ?? null
        },
        first: at === 0,
      }
    }),
  )
  const rows = visible.map((room): RoomRow => ({
    key: `r${room.id}`,
    room,
    get label() {
      return cardText(room)
    },
    get when() {
      const place = plan.places.get(room.id)
      return place ? formatDayShort(place.date) : null
    },
  }))
  const columnIndex = new Map(columns.map((column, at) => [column.key, at]))
  const rowIndex = new Map(visible.map((room, at) => [room.id, at]))

  const cellAt = (row: number, column: number): ScheduleCell => {
    const [line, slot] = [rows[row], columns[column]]
    if (line === undefined || slot === undefined) throw new RangeError(`no cell ${row}/${column}`)
    const { day, timeFrame } = slot
    const place = plan.places.get(line.room.id) ?? null
    const here = place?.date === day.date && place.construction_time_frame_id === timeFrame.id
    const regularFrames = timeFrame.frame_number
    const facts = { mode, holiday: day.holiday, preparation: day.preparation, past: day.past, regularFrames, spareFrames: 0 }
    if (here) {
      const spare = place.frame_number > regularFrames
      const kind = cellKind({ ...facts, frame_number: 1, occupied: true })
      return { kind, place, room: line.room, spare, text: `枠${place.frame_number}${spare ? '（予備枠）' : ''}` }
    }
    const full = slot.free === 0
    const kind = cellKind({ ...facts, frame_number: 1, occupied: false })
    const closedText = day.holiday ? '休工日' : day.preparation ? '準備日' : day.past ? '過ぎた日' : '空きなし'
    return {
      kind: full && (kind === 'droppable' || kind === 'assignable') ? 'unassignable' : kind,
      place: slot.firstFree ?? { date: day.date, construction_time_frame_id: timeFrame.id, frame_number: 1 },
      room: null,
      spare: false,
      text: full ? closedText : `空き${slot.free}枠`,
    }
  }

  const positionAt = (roomId: number, { date, construction_time_frame_id }: FramePlace) => {
    const [row, column] = [rowIndex.get(roomId), columnIndex.get(`${date}/${construction_time_frame_id}`)]
    return row === undefined || column === undefined ? null : { row, column }
  }

  return {
    rows,
    rowGroups: groupLines(
      rows,
      ({ room }) => `${room.block_position}/${room.row}`,
      ({ room }) => floorName(base.blocks, room),
    ),
    rowBands: [],
    columns,
    columnGroups: groupLines(
      columns,
      column => column.day.date,
      column => formatDayShort(column.day.date),
    ),
    cellAt,
    positionOf: roomId => {
      const place = plan.places.get(roomId)
      if (place) return positionAt(roomId, place)
      const row = rowIndex.get(roomId)
      return row === undefined ? null : { row, column: 0 }
    },
    positionAt,
  }
}

/** Made when it is asked for, once. */
const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
