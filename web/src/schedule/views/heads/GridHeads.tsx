import type { DateColumn, FrameRow } from '../frame-view.ts'
import { DateHead } from './DateHead.tsx'
import { dateFace } from '../face-text.ts'
import type { RoomRow, SlotColumn } from '../room-view.ts'
import type { Column, Row, Zoom } from '../views.ts'
import styles from './GridHeads.module.css'

interface ColumnHeadProps {
  column: Column
  zoom: Zoom
  /** Whether something can be done with the whole day or stack: then it is a button, which the grid hears. */
  opens: boolean
}

export const ColumnHead = ({ column, zoom, opens }: ColumnHeadProps) => {
  const head =
    'col' in column ? (
      <span>{column.label}</span>
    ) : 'day' in column ? (
      <SlotHead column={column} short={zoom === 'month'} />
    ) : (
      <DateHead column={column} small={zoom === 'month'} />
    )
  return !opens ? (
    head
  ) : (
    <button
      type="button"
      className={styles.headButton}
      tabIndex={-1}
      aria-label={`${column.label}の操作、${columnFace(column, zoom === 'month')}`}
    >
      {head}
    </button>
  )
}

const SlotHead = ({ column: { timeFrame, free, day }, short }: { column: SlotColumn; short: boolean }) => (
  <>
    <span>{short ? `${Number(timeFrame.start_at.slice(0, 2))}時` : timeFrame.start_at.replace(/^0/, '')}</span>{' '}
    <small data-full={free === 0 || undefined}>{day.holiday ? '休' : day.preparation ? '準' : free === 0 ? '満' : `空${free}`}</small>
  </>
)

export const RowHead = ({ row, opens }: { row: Row; opens: boolean }) => {
  const head =
    'room' in row ? <RoomHead row={row} /> : 'timeFrame' in row ? <FrameHead row={row} /> : <span>{row.label.split(' ').at(-1)}</span>
  return !opens ? (
    head
  ) : (
    <button type="button" className={styles.headButton} tabIndex={-1} aria-label={`${row.label}を選択、${rowFace(row)}`}>
      {head}
    </button>
  )
}

/** The words that are seen in a head, in one piece: part of its button's name (WCAG 2.5.3). */
const columnFace = (column: Column, small: boolean): string => {
  if ('col' in column) return column.label
  if (!('day' in column)) return dateFace(column, small)
  const { timeFrame, free, day } = column
  const start = small ? `${Number(timeFrame.start_at.slice(0, 2))}時` : timeFrame.start_at.replace(/^0/, '')
  return `${start} ${day.holiday ? '休' : day.preparation ? '準' : free === 0 ? '満' : `空${free}`}`
}
const rowFace = (row: Row): string => {
  if ('room' in row) return [row.room.name, row.room.resident_name, row.when ?? '未割当'].filter(part => part !== null).join(' ')
  if ('timeFrame' in row) return row.spare ? `${row.frame_number} 予備` : String(row.frame_number)
  return row.label.split(' ').at(-1) ?? ''
}

const FrameHead = ({ row }: { row: FrameRow }) => (
  <>
    <span>{row.frame_number}</span> {row.spare ? <small>予備</small> : null}
  </>
)

const RoomHead = ({ row: { room, when } }: { row: RoomRow }) => (
  <span className={styles.roomHead}>
    <b>{room.name}</b> <small>{room.resident_name ?? ''}</small> <span className={styles.when}>{when ?? '未割当'}</span>
  </span>
)

/** What marks a whole column: days off, preparation, the past, today, and where a day begins. */
export const toneText = (column: Column): string | null => {
  if ('col' in column) return null
  const day: DateColumn = 'day' in column ? column.day : column
  const first = !('day' in column) || column.first
  const tones = [
    day.tone === 'plain' ? null : day.tone,
    // A Sunday may be one, too.
    day.preparation && day.tone !== 'preparation' ? 'preparation' : null,
    day.past ? 'past' : null,
    day.today && first ? 'today' : null,
    'day' in column && first ? 'begins' : null,
  ].filter(tone => tone !== null)
  return tones.length === 0 ? null : tones.join(' ')
}
