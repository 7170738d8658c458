import type { Day } from '@toguchi/domain/calendar/day'
import type { ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { buildingView, type FloorRow, roomsInOrder, type StackColumn } from './building-view.ts'
import type { Draft } from '../draft/draft.ts'
import { type DateColumn, type FrameRow, frameView } from './frame-view.ts'
import type { ScheduleModel } from './schedule-model.ts'
import { roomView, type RoomRow, type SlotColumn } from './room-view.ts'
import type { Measures } from '../../ui/grid/use-grid-window.ts'

export const viewNames = ['frame', 'room', 'building'] as const
/** The three ways to look at one schedule. */
export type ViewName = (typeof viewNames)[number]
export const viewLabels: Readonly<Record<ViewName, string>> = { frame: '枠', room: '部屋', building: '建物' }
export const viewOf = (search: URLSearchParams): ViewName => viewNames.find(view => view === search.get('view')) ?? 'frame'

export const zooms = ['day', 'week', 'month'] as const
/** How wide a date is: a few days in every detail, a week or two, or a whole month. */
export type Zoom = (typeof zooms)[number]
export const zoomLabels: Readonly<Record<Zoom, string>> = { day: '日', week: '週', month: '月' }
export const zoomOf = (search: URLSearchParams): Zoom => zooms.find(zoom => zoom === search.get('zoom')) ?? 'week'

/** How a dwelling is coloured in the building. */
export const buildingColours = ['date', 'status'] as const
export type BuildingColour = (typeof buildingColours)[number]
export const buildingColourLabels: Readonly<Record<BuildingColour, string>> = { date: '日付', status: '状態' }
export const colourOf = (search: URLSearchParams): BuildingColour =>
  buildingColours.find(colour => colour === search.get('colour')) ?? 'date'

export type Row = FrameRow | RoomRow | FloorRow
export type Column = DateColumn | SlotColumn | StackColumn
export type View = ScheduleModel<Row, Column>

/** The schedule as rows, columns and cells; by room it holds the rooms that are looked for, the others show all. */
export const makeView = (name: ViewName, draft: Draft, mode: ScheduleMode, matches: (room: RoomCard) => boolean): View => {
  if (name === 'frame') return frameView(draft, mode)
  if (name === 'building') return buildingView(draft, mode)
  return roomView(draft, mode, roomsInOrder(draft.rooms.values()).filter(matches))
}

/** The date of a column; null in the building. */
export const dayOf = (column: Column | undefined): DateColumn | null => {
  if (column === undefined || 'col' in column) return null
  return 'day' in column ? column.day : column
}

/** The column that a date begins in. */
export const columnOfDay = (view: View, matches: (date: Day, past: boolean) => boolean): number =>
  view.columns.findIndex(column => {
    const day = dayOf(column)
    return day !== null && matches(day.date, day.past)
  })

const cells: Readonly<Record<ViewName, Readonly<Record<Zoom, Pick<Measures, 'columnWidth' | 'rowHeight' | 'headHeight'>>>>> = {
  frame: {
    day: { columnWidth: 176, rowHeight: 68, headHeight: 40 },
    week: { columnWidth: 122, rowHeight: 50, headHeight: 40 },
    month: { columnWidth: 40, rowHeight: 36, headHeight: 56 },
  },
  room: {
    day: { columnWidth: 96, rowHeight: 48, headHeight: 52 },
    week: { columnWidth: 64, rowHeight: 36, headHeight: 52 },
    month: { columnWidth: 34, rowHeight: 28, headHeight: 52 },
  },
  building: {
    day: { columnWidth: 148, rowHeight: 68, headHeight: 30 },
    week: { columnWidth: 104, rowHeight: 50, headHeight: 30 },
    month: { columnWidth: 62, rowHeight: 38, headHeight: 30 },
  },
}

const sides: Readonly<Record<ViewName, Readonly<Record<'wide' | 'narrow', Pick<Measures, 'groupWidth' | 'sideWidth'>>>>> = {
  frame: { wide: { groupWidth: 66, sideWidth: 114 }, narrow: { groupWidth: 52, sideWidth: 84 } },
  room: { wide: { groupWidth: 44, sideWidth: 232 }, narrow: { groupWidth: 0, sideWidth: 116 } },
  building: { wide: { groupWidth: 52, sideWidth: 100 }, narrow: { groupWidth: 40, sideWidth: 88 } },
}

interface Sheet {
  wings: number
  crews: boolean
  rows: number
  /** Height of the window. */
  height: number
}

/** Sizes in pixels; a building of one wing needs no head for it, a sheet without crews none for them. Few rows grow into a tall window. */
export const measuresOf = (view: ViewName, zoom: Zoom, mobile: boolean, { wings, crews, rows, height }: Sheet): Measures => {
  const { groupWidth, sideWidth } = sides[view][mobile ? 'narrow' : 'wide']
  const group = view === 'building' && wings < 2 ? 0 : groupWidth
  const bandWidth = view === 'frame' && crews ? (mobile ? 30 : 74) : 0
  const { columnWidth, rowHeight, headHeight } = cells[view][zoom]
  return {
    columnWidth,
    rowHeight: mobile ? rowHeight : grownRow(rowHeight, rows, height - aroundSheet - headHeight),
    headHeight,
    groupWidth: group,
    bandWidth,
    sideWidth: sideWidth - groupWidth + group + bandWidth,
  }
}

/** Header and bars of an edit, tray, announcement, and the bar for scrolling sideways: a row is as high looked at as edited, so that nothing jumps. */
const aroundSheet = 60 + 88 + 68 + 2 + 15

const grownRow = (rowHeight: number, rows: number, height: number): number =>
  rows === 0 ? rowHeight : Math.floor(Math.min(rowHeight * 1.6, Math.max(rowHeight, height / rows)))
