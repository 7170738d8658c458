import type { FramePlace } from '@toguchi/domain/schedule/place'
import type { CardRow } from './queries.ts'

/** Where a room stands; null in the tray. */
export const placeOf = (card: Pick<CardRow, 'date' | 'construction_time_frame_id' | 'frame_number'>): FramePlace | null =>
  card.date === null || card.construction_time_frame_id === null || card.frame_number === null
    ? null
    : { date: card.date, construction_time_frame_id: card.construction_time_frame_id, frame_number: card.frame_number }

/** What a room's timeline calls its way from one place to another. */
export const moveKind = (before: FramePlace | null, after: FramePlace | null): 'assigns.placed' | 'assigns.moved' | 'assigns.removed' =>
  after === null ? 'assigns.removed' : before === null ? 'assigns.placed' : 'assigns.moved'
