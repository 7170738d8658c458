import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import type { CSSProperties } from 'react'
import { paths } from '../../site/paths.ts'
import type { LiveCell } from './schedule-model.ts'
import { frameWord, sizes, whenText } from './face-text.ts'
import { RoomCard, RoomLink } from './RoomCard.tsx'
import type { BuildingColour, ViewName, Zoom } from './views.ts'
import styles from './CellContent.module.css'
import roomCardStyles from './RoomCard.module.css'

export interface ContentSettings {
  constructionId: number
  view: ViewName
  zoom: Zoom
  mode: ScheduleMode
  colour: BuildingColour
  /** A card is picked up and looks for a place. */
  holding: boolean
  timeFrames: DetailSchedule['construction_time_frames']
  /** Position of a date among the working days: neighbours get different colours. */
  hueOf: (date: string) => number
}

/** What stands in a cell, in every view. */
export const CellContent = ({ cell, settings }: { cell: LiveCell; settings: ContentSettings }) => {
  const { constructionId, view, zoom, mode } = settings
  const size = sizes[zoom]
  if (cell.room !== null) {
    const to = mode === 'view' ? paths.room(constructionId, cell.room.id) : null
    const movable = mode === 'edit' && isDraggable(cell.room)
    const state = { changed: cell.changed, grabbed: cell.grabbed, selected: cell.selected }
    if (view === 'frame') return <RoomCard room={cell.room} size={size} to={to} movable={movable} {...state} />
    return view === 'room' ? (
      <Chip cell={cell} to={to} movable={movable} text={frameWord(cell, zoom)} />
    ) : (
      <Chip cell={cell} to={to} movable={movable} dwelling settings={settings} text={cell.room.name} />
    )
  }
  if (cell.kind === 'droppable')
    return settings.holding ? (
      <button type="button" className={styles.empty} tabIndex={-1}>
        {size === 'small' || view === 'room' ? <span aria-label="ここに移動">↓</span> : 'ここに移動'}
      </button>
    ) : (
      <span className={styles.empty} />
    )
  if (cell.kind === 'assignable' && mode === 'frame')
    return (
      <button
        type="button"
        className={styles.empty}
        tabIndex={-1}
        data-frame={cell.spare ? 'remove' : 'add'}
        aria-label={size === 'small' ? cell.text : `${cell.spare ? '予備枠を削除' : '＋ 予備枠'}、${cell.text}`}
      >
        {cell.spare ? (size === 'small' ? '×' : '予備枠を削除') : size === 'small' ? '＋' : '＋ 予備枠'}
      </button>
    )
  return null
}

interface ChipProps {
  cell: LiveCell
  to: string | null
  movable: boolean
  text: string
  /** The dwelling itself, in the building: it says its date. */
  dwelling?: boolean
  settings?: ContentSettings
}

/** A room where its number is said by the row or the floor already: small, and coloured by what one looks for. */
const Chip = ({ cell, to, movable, text, dwelling = false, settings }: ChipProps) => {
  const { room, at } = cell
  if (room === null) return null
  const when = settings === undefined ? '' : whenText(cell, settings.zoom, settings.timeFrames)
  const coloured = dwelling && settings?.colour === 'date' && at !== null
  const face = (
    <span
      className={`${roomCardStyles.card} ${styles.chip}`}
      data-testid="room-card"
      data-status={coloured ? undefined : room.status}
      data-closed={room.closed_at !== null || undefined}
      data-changed={cell.changed || undefined}
      data-grabbed={cell.grabbed || undefined}
      data-selected={cell.selected || undefined}
      data-priority={room.high_priority || undefined}
      data-hue={coloured ? settings.hueOf(at.date) : undefined}
      style={coloured ? hueStyle(settings.hueOf(at.date)) : undefined}
      data-unplaced={(dwelling && at === null) || undefined}
    >
      <b>{text}</b> {dwelling ? <small>{when}</small> : null}{' '}
      {room.construction_schedule_confirmed_at === null ? null : (
        <i className={styles.agreed} title="日程確定済み" aria-hidden="true">
          確
        </i>
      )}
    </span>
  )
  return to === null ? (
    <span className={roomCardStyles.holder} data-testid={`room-card-${room.id}`} {...(movable ? { 'data-card': room.id } : {})}>
      {face}
    </span>
  ) : (
    <RoomLink id={room.id} to={to}>
      {face}
    </RoomLink>
  )
}

/** The golden angle: however many dates, the next one is far from those before. */
const hueStyle = (position: number) => ({ '--hue': Math.round(position * 137.508) % 360 }) as CSSProperties
