import { instantOf } from '@toguchi/domain/calendar/day'
import { noticeMoment } from '@toguchi/domain/rooms/visits/on-our-way'
import type { VisitHere } from './on-this-device.ts'

export type VisitStep = 'arrive' | 'start' | 'finish'

/** What the hands do next at a door: one thing, and its button is the primary one. */
export const nextStepOf = ({ arrived_at, started_at }: Pick<VisitHere, 'arrived_at' | 'started_at'>): VisitStep =>
  started_at !== null ? 'finish' : arrived_at !== null ? 'start' : 'arrive'

/**
 * When a household can be told by hand: this very moment, or from one to come; null where it cannot be any more, or need not. By the same rule
 * as the server's, which refuses everything else.
 */
export const tellingMomentOf = (
  visit: Pick<VisitHere, 'notice' | 'arrived_at' | 'presence' | 'assign'>,
  now: Date,
): 'now' | Date | null => {
  const { assign } = visit
  if (assign === null || !canBeTold(visit)) return null
  const moment = noticeMoment(now, { start: instantOf(assign.date, assign.start_at), end: instantOf(assign.date, assign.end_at) })
  return moment?.getTime() === now.getTime() ? 'now' : moment
}

/** Whether a household can be told by hand that somebody is on the way: it was not yet, nobody came, and somebody is to open. */
const canBeTold = ({ notice, arrived_at, presence }: Pick<VisitHere, 'notice' | 'arrived_at' | 'presence'>): boolean =>
  notice === null &&
  arrived_at === null &&
  (presence === null || presence.presence_method === 'self' || presence.presence_method === 'proxy')
