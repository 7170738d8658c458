import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { EarlierOfferState } from '@toguchi/domain/residents/earlier'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { recallMessages } from '../../platform/messages/outbox.ts'
import { releaseOfferedFrame } from '../../schedule/schedule.ts'
import type { answeredByOf } from '../answered-by.ts'
import { endWish, findOpenOffer, settleOffer } from './earlier-queries.ts'

type Ended = Exclude<EarlierOfferState, 'open'>

export interface EarlierTarget {
  db: Db
  clientId: ClientId
  actor: ReachedActor | 'system'
  constructionId: number
  roomId: number
  now: Date
  /** Who of the household said it. */
  said?: ReturnType<typeof answeredByOf>
}

const kindOf = {
  taken: 'earlier_offers.taken',
  declined: 'earlier_offers.declined',
  expired: 'earlier_offers.expired',
  ended: 'earlier_offers.ended',
} as const satisfies Record<Ended, EventKind>

/** Who reached the office and how, as the event of it says (D-22). */
export const spokenFor = (actingFor: ActingFor | undefined) => ({
  ...(actingFor ? { channel: actingFor.channel, actingFor: 'resident' as const } : {}),
  personal: actingFor?.caller ? { caller: actingFor.caller } : {},
})

/** Under which the message of an offer waits, until the offer ends. */
export const recallKeyOfOffer = (id: number): string => `earlier_offer:${id}`

/** An offer ends: its frame is free again, and a message that has not left is taken back. False when it had ended. */
export const endOffer = async (target: EarlierTarget, id: number, state: Ended): Promise<boolean> => {
  const { db, clientId, actor, constructionId, roomId, now, said } = target
  if (!(await settleOffer(db, clientId, id, state, now))) return false
  await releaseOfferedFrame(db, clientId, id)
  await recallMessages(db, clientId, recallKeyOfOffer(id))
  await recordEvent(db, {
    kind: kindOf[state],
    actor,
    clientId,
    constructionId,
    roomId,
    subject: { type: 'earlier_offers', id },
    ...said,
    residentVisible: true,
  })
  return true
}

/** The wish ends, and what is offered for it; the office may say who asked for it. False when there was none. */
export const endEarlierWish = async (target: EarlierTarget, actingFor?: ActingFor): Promise<boolean> => {
  const { db, clientId, actor, constructionId, roomId, now } = target
  const offer = await findOpenOffer(db, clientId, roomId)
  if (offer) await endOffer(target, offer.id, 'ended')
  if (!(await endWish(db, clientId, roomId, now))) return false
  await recordEvent(db, {
    kind: 'earlier_wishes.ended',
    actor,
    clientId,
    constructionId,
    roomId,
    ...spokenFor(actingFor),
    residentVisible: true,
  })
  return true
}
