import type { VisitHere } from './on-this-device.ts'

export type VisitStep = 'arrive' | 'start' | 'finish'

/** What the hands do next at a door: one thing, and its button is the primary one. */
export const nextStepOf = ({ arrived_at, started_at }: Pick<VisitHere, 'arrived_at' | 'started_at'>): VisitStep =>
  started_at !== null ? 'finish' : arrived_at !== null ? 'start' : 'arrive'

/** Whether a household can be told by hand that somebody is on the way: it was not yet, nobody came, and somebody is to open. */
export const canBeTold = ({ notice, arrived_at, presence }: Pick<VisitHere, 'notice' | 'arrived_at' | 'presence'>): boolean =>
  notice === null &&
  arrived_at === null &&
  (presence === null || presence.presence_method === 'self' || presence.presence_method === 'proxy')
