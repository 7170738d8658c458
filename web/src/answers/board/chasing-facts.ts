import { isPreparing } from '@toguchi/domain/answers/chasing'
import { isAway } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { Board } from '../answer-reads.ts'

/** What somebody can be chased by, in the order of time. */
export const chasingWays = ['print', 'send', 'call'] as const
export type ChasingWay = (typeof chasingWays)[number]

/**
 * Whom each way reaches, and which is due today. What reaches nobody is not due, whatever day it is: then the way before it is, for who is
 * left on paper alone is written to again, once.
 */
export const chasingFacts = ({ rooms, step, today }: Board) => {
  const unanswered = rooms.filter(room => room.standing === 'unanswered')
  // An owner who lives elsewhere is written to; nobody there takes a call (D-37).
  const atHome = unanswered.filter(room => !isAway(room.occupancy))
  const reachable = unanswered.filter(room => room.contact_channel !== 'paper' && room.reminded_on !== today)
  const withPhone = atHome.filter(room => room.phone !== null).length
  const unprinted = unanswered.filter(room => room.sheet_printed_on === null)
  const reached: Readonly<Record<ChasingWay, number>> = {
    print: step === 'print' ? unanswered.length : unprinted.length,
    send: reachable.length,
    call: withPhone,
  }
  const begun = chasingWays.slice(0, chasingWays.findIndex(way => way === (step === 'over' ? 'call' : step)) + 1)
  const due = isPreparing(step) ? null : (begun.findLast(way => reached[way] > 0) ?? null)
  return { unanswered, atHome, reachable, withPhone, due }
}
