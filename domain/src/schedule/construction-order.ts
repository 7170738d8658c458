import { type FramePlace, framePlaceKey } from './place.ts'
import type { Day, TimeOfDay } from '../calendar/day.ts'
import { type Crew, type CrewFrames, isCrewAbsent } from './crews.ts'
import type { TopOrBottom, VerticalOrHorizontal } from '../masters/labels.ts'

export interface ConstructionOrder {
  top_or_bottom: TopOrBottom
  vertical_or_horizontal: VerticalOrHorizontal
  /** Columns (vertical) or floors (horizontal) handled together, at least 1 (G-MAS-10). */
  line_number: number
}

export interface OrderedRoom {
  /** Position of the room's block: a wing is finished before the next one begins (D-26). */
  block_position: number
  /** 1 is the lowest floor (G-ROOM-14). */
  row: number
  col: number
  high_priority: boolean
}

/**
 * The sequence in which rooms are done (G-SCH-17). Columns and floors without a room do not count in `line_number`.
 * Vertical: groups of columns from left to right, floor by floor inside a group, left to right on a floor.
 * Horizontal: groups of floors from the given end, column by column inside a group, along the column from the same end.
 * Rooms of high priority come first, in the same sequence among themselves.
 */
export const orderRooms = <Room extends OrderedRoom>(rooms: readonly Room[], order: ConstructionOrder): Room[] => {
  const direction = order.top_or_bottom === 'top' ? -1 : 1
  const groups = groupLookup(rooms, order, direction)
  const along = (a: Room, b: Room): number =>
    order.vertical_or_horizontal === 'vertical'
      ? direction * (a.row - b.row) || a.col - b.col
      : a.col - b.col || direction * (a.row - b.row)
  return rooms.toSorted(
    (a, b) =>
      Number(b.high_priority) - Number(a.high_priority) || a.block_position - b.block_position || groups(a) - groups(b) || along(a, b),
  )
}

/** Which group of lines a room belongs to, counted per block over the lines that hold a room. */
const groupLookup = (rooms: readonly OrderedRoom[], order: ConstructionOrder, direction: 1 | -1) => {
  const vertical = order.vertical_or_horizontal === 'vertical'
  const lineOf = (room: OrderedRoom) => (vertical ? room.col : direction * room.row)
  const groupsOfBlocks = new Map<number, Map<number, number>>()
  for (const [block, members] of Map.groupBy(rooms, room => room.block_position)) {
    const lines = [...new Set(members.map(lineOf))].toSorted((a, b) => a - b)
    groupsOfBlocks.set(block, new Map(lines.map((line, i) => [line, Math.floor(i / Math.max(1, order.line_number))])))
  }
  return (room: OrderedRoom): number => groupsOfBlocks.get(room.block_position)?.get(lineOf(room)) ?? 0
}

export interface FrameSupply {
  workingDays: readonly Day[]
  timeFrames: readonly { id: number; start_at: TimeOfDay; frame_number: number; crew_frames?: readonly CrewFrames[] }[]
  /** Their frames stay empty on days on which they cannot come (D-25); absent: nobody is ever away. */
  crews?: readonly Crew[]
  /** Frames of rooms that keep theirs at a regeneration (G-SCH-19). */
  taken: readonly FramePlace[]
}

export type Filling<Room> = { assigns: (FramePlace & { room: Room })[]; missing: 0 } | { assigns: null; missing: number }

/**
 * Puts the rooms, in their sequence, into the free regular frames whose crew is there: dates ascending, time frames by start, frames from 1 (G-SCH-17).
 * A room may be spared frames that do not suit it. All or nothing: when frames are short, `missing` says how many and nothing is assigned (G-SCH-18).
 */
export const fillFrames = <Room>(
  sequence: readonly Room[],
  supply: FrameSupply,
  /** Frames that a room is spared while there are others. */
  suits: (room: Room, place: FramePlace) => boolean = () => true,
): Filling<Room> => {
  const free = [...freeRegularFrames(supply)]
  const missing = sequence.length - free.length
  if (missing > 0) return { assigns: null, missing }
  const assigns = sequence.flatMap(room => {
    const suiting = free.findIndex(place => suits(room, place))
    return free.splice(Math.max(0, suiting), 1).map(place => ({ ...place, room }))
  })
  return { assigns, missing: 0 }
}

/** The earliest free regular frame that does; null when there is none. */
export const firstFrame = (supply: FrameSupply, does: (place: FramePlace) => boolean): FramePlace | null => {
  for (const place of freeRegularFrames(supply)) if (does(place)) return place
  return null
}

/** 422 of the generation (G-SCH-18). */
export const tooFewFramesText = (missing: number): string =>
  `専有部工期内に全ての部屋を割り当てられません。枠数または工期を見直してください。（不足 ${missing} 枠）`

/** Whether nobody but a person takes the room from where it is: confirmed, completed and closed rooms (G-SCH-19), and pinned ones (固). */
export const keepsFrame = (room: {
  status: string
  closed_at: unknown
  construction_schedule_confirmed_at: unknown
  wish: { pinned: boolean } | null
}): boolean =>
  room.construction_schedule_confirmed_at !== null || room.status === 'completed' || room.closed_at !== null || room.wish?.pinned === true

function* freeRegularFrames({ workingDays, timeFrames, taken, crews = [] }: FrameSupply): Generator<FramePlace, undefined> {
  const takenKeys = new Set(taken.map(framePlaceKey))
  const byStart = timeFrames.toSorted((a, b) => (a.start_at < b.start_at ? -1 : a.start_at > b.start_at ? 1 : a.id - b.id))
  for (const date of workingDays.toSorted()) {
    for (const { id, frame_number: last, crew_frames = [] } of byStart) {
      const places = Array.from({ length: last }, (_, i) => ({ date, construction_time_frame_id: id, frame_number: i + 1 }))
      yield* places.filter(place => !takenKeys.has(framePlaceKey(place)) && !isCrewAbsent(place, { crew_frames }, crews))
    }
  }
}
