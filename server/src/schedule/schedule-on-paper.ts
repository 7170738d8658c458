import type { ClientId } from '@toguchi/domain/access/actor'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { eachDay } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { Crew, CrewFrames } from '@toguchi/domain/schedule/crews'
import { type DayKind, dayKind } from '@toguchi/domain/schedule/working-days'
import type { Db } from '../platform/database/database.ts'
import { findScheduleEdition, type ScheduleEdition } from './edition-queries.ts'
import { listSpareFrames } from './place-queries.ts'
import { listCrewFrames, listCrews } from './planning/planning-queries.ts'
import { findConstructionOfClient, listBlocks, listCards, listTimeFrames } from './queries.ts'

export interface PaperDay {
  date: string
  /** `outside` when a room was left on a day that the period no longer holds. */
  kind: DayKind
  name: string | null
}

export interface PaperTimeFrame {
  id: number
  start_at: string
  end_at: string
  frame_number: number
  crew_frames: CrewFrames[]
}

export interface PaperRoom {
  id: number
  name: string
  /** As people call it, with its wing where there are several: 東棟 12階. */
  floor: string
  status: RoomStatus
  visits: number
  closed: boolean
  confirmed: boolean
  high_priority: boolean
  /** Null unless names were asked for. */
  resident_name: string | null
  place: FramePlace | null
}

/** What a printed schedule is drawn from; days in order, rooms as lists read them: wings, floors from the top, dwellings from the left. */
export interface ScheduleOnPaper {
  /** Null before the schedule is completed: a draft to talk about. */
  edition: ScheduleEdition | null
  days: PaperDay[]
  time_frames: PaperTimeFrame[]
  /** In the order in which frame numbers run over them (D-25). */
  crews: (Crew & { name: string })[]
  spare_frames: FramePlace[]
  rooms: PaperRoom[]
}

/**
 * The schedule of one construction of the client for a document (G-SCH-16), whose asker was judged when they asked.
 * Names of residents are read only on request: the sheet hangs in public view. Undefined when the construction is gone.
 */
export const scheduleOnPaper = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  { names }: { names: boolean },
): Promise<ScheduleOnPaper | undefined> => {
  const construction = await findConstructionOfClient(db, clientId, constructionId)
  if (!construction) return undefined
  const cards = await listCards(db, clientId, constructionId)
  const blocks = new Map((await listBlocks(db, clientId, constructionId)).map(block => [block.position, block]))
  const shares = Map.groupBy(await listCrewFrames(db, clientId, constructionId), share => share.construction_time_frame_id)
  const inOrder = cards.toSorted((a, b) => a.block_position - b.block_position || b.row - a.row || a.col - b.col)
  const rooms = inOrder.map((card): PaperRoom => ({
    id: card.id,
    name: card.name,
    floor: floorOf(blocks.get(card.block_position), card.row),
    status: card.status,
    visits: card.visits,
    closed: card.closed_at !== null,
    confirmed: card.construction_schedule_confirmed_at !== null,
    high_priority: card.high_priority,
    resident_name: names ? card.resident_name : null,
    place:
      card.date === null || card.construction_time_frame_id === null || card.frame_number === null
        ? null
        : { date: card.date, construction_time_frame_id: card.construction_time_frame_id, frame_number: card.frame_number },
  }))
  const { privately_area_start_on: start, privately_area_end_on: end } = construction
  const dates = new Set([
    ...(start === null || end === null ? [] : eachDay(start, end)),
    ...rooms.flatMap(({ place }) => place?.date ?? []),
  ])
  return {
    edition: (await findScheduleEdition(db, clientId, constructionId)) ?? null,
    days: [...dates].toSorted().map(date => ({ date, kind: dayKind(date, construction), name: holidayName(date) })),
    time_frames: (await listTimeFrames(db, clientId, constructionId)).map(frame => ({
      ...frame,
      crew_frames: (shares.get(frame.id) ?? []).map(({ assigned_contractor_id, frame_count }) => ({ assigned_contractor_id, frame_count })),
    })),
    crews: (await listCrews(db, clientId, constructionId)).map(({ assigned_contractor_id, name, absent_dates }) => ({
      assigned_contractor_id,
      name,
      absent_dates,
    })),
    spare_frames: (await listSpareFrames(db, clientId, constructionId)).map(({ date, construction_time_frame_id, frame_number }) => ({
      date,
      construction_time_frame_id,
      frame_number,
    })),
    rooms,
  }
}

const floorOf = (block: { name: string; floor_start: number } | undefined, row: number): string =>
  [block?.name ?? '', `${row + (block?.floor_start ?? 1) - 1}階`].filter(part => part !== '').join(' ')
