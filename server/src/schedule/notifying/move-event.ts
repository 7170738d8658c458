import type { Actor, ClientId } from '@toguchi/domain/access/actor'
import type { NewEvent } from '../../platform/events.ts'
import { moveKind } from '../places.ts'
import type { MovedRoom } from './notify-of-moves.ts'

interface Moving {
  actor: Actor
  clientId: ClientId
  construction: { id: number; detail_schedule_completed_at: Date | null }
}

/**
 * What a room's timeline keeps of its way to another place, whichever door it went through: once residents know their dates, by which
 * channel the household is told. The paper list is read off that (decision 091): an event without it leaves an old letter in a hand.
 */
export const moveEvent = (
  { actor, clientId, construction }: Moving,
  { room_id, from, to, channel }: MovedRoom,
  more: Omit<Partial<NewEvent>, 'change'> & { change?: Record<string, unknown> } = {},
): NewEvent => {
  const completed = construction.detail_schedule_completed_at !== null
  return {
    actor,
    clientId,
    constructionId: construction.id,
    kind: moveKind(from, to),
    roomId: room_id,
    residentVisible: completed,
    ...more,
    change: { before: from, after: to, ...(completed && channel !== 'in person' ? { channel } : {}), ...more.change },
  }
}
