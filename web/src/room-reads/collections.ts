import { outbox, type Outgoing } from '../platform/outbox/outgoing.ts'
import { chosenClient } from '../platform/session/credentials.ts'
import { useUser } from '../platform/session/use-user.ts'
import { useStore } from '../platform/use-store.ts'
import { groupOf } from './group-of.ts'

export const collecting = 'PATCH /api/orders/:id/payment'

type Kept = Pick<Outgoing, 'key' | 'client' | 'group' | 'state' | 'amount' | 'refusal_code'>

/** The company by whose account requests are kept here. */
export const useOwnClient = (): string => useUser()?.client?.cd ?? chosenClient()?.cd ?? ''

interface Address {
  construction_id: number
  room_id: number
}

/** What was taken at a room's door and the server has not heard of, or refused: the money is in the pocket either way (feature 16). */
export const collectionsOf = <K extends Kept>(requests: readonly K[], client: string, room: Address): K[] =>
  requests.filter(request => request.key === collecting && request.client === client && request.group === groupOf({ ...room }))

/**
 * What is left of a sum that the server says; an earlier version of this application did not write down how much it took: all. What was
 * refused because the order is settled already is not in that sum.
 */
export const stillToCollect = (due: number, collections: readonly Kept[]): number =>
  Math.max(0, due - collections.reduce((sum, { amount, refusal_code }) => sum + (refusal_code === settled ? 0 : (amount ?? due)), 0))

/** The server's word for an order that is not waiting for its money any more. */
const settled = 'wrong_state'

export type Collecting = 'waiting' | 'refused' | null

/** What of a room's money is still to be taken at its door, and what of it this device still has to tell (G-ORD-13). */
export const useCollections = (room: Address, due: number): { due: number; state: Collecting } => {
  const client = useOwnClient()
  const collections = collectionsOf(useStore(outbox), client, room)
  return { due: stillToCollect(due, collections), state: stateOf(collections) }
}

/** The same of one order. */
export const useCollectionOf = (order: number): Collecting => {
  const client = useOwnClient()
  return stateOf(useStore(outbox).filter(({ key, client: of, params }) => key === collecting && of === client && params['id'] === order))
}

const stateOf = (collections: readonly Kept[]): Collecting =>
  collections.length === 0 ? null : collections.some(({ state }) => state !== 'refused') ? 'waiting' : 'refused'
