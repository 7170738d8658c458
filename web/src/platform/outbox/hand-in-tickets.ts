import { ApiError, send } from '../api/api.ts'
import { readLimit } from '../api/request.ts'
import { onPersonLeaving } from '../session/session.ts'
import { senders } from './outgoing.ts'
import { accountsWithUnsent } from './unsent-marks.ts'

/**
 * The ticket of each account on this device, with which its photos are handed in should the account end before they are sent (decision 087).
 * It opens nothing else, so it outlives the session; one key an account, as tabs never write over each other's.
 */
interface Ticket {
  ticket: string
  /** When it was renewed last, in milliseconds since 1970. */
  at: number
  /** The constructions that this device carried then; earlier versions noted none. */
  carried?: readonly number[]
}
const prefix = 'hand_in_ticket '
const renewal = 60 * 60_000

const storedTicket = (account: string): Ticket | null => {
  try {
    // SAFETY: nothing else writes under these names.
    return JSON.parse(localStorage.getItem(prefix + account) ?? 'null') as Ticket | null
  } catch {
    return null
  }
}

export const ticketOf = (account: string): string | null => storedTicket(account)?.ticket ?? null
export const forgetTicket = (account: string): void => localStorage.removeItem(prefix + account)

/**
 * Of all the person's accounts, while they are signed in: what the server knows of their reach must not be older than an hour, nor than an
 * assignment of which this device has heard. `carried`: the ids of the constructions it carries by now, by company.
 */
export const renewTickets = (carried: ReadonlyMap<string, ReadonlySet<number>> = new Map()): Promise<void> => {
  // One after the other: two that see no ticket would fetch two, of which one is never used.
  const turn = lastTurn.then(() => renewEach(carried))
  lastTurn = turn.catch(() => {})
  return turn
}
let lastTurn: Promise<void> = Promise.resolve()

const renewEach = async (carried: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> => {
  for (const { account, client, as } of senders()) {
    const had = storedTicket(account)
    const places = [...new Set([...(had?.carried ?? []), ...(carried.get(client) ?? [])])]
    const isKnown = places.length === (had?.carried ?? []).length
    if (had !== null && isKnown && had.at > Date.now() - renewal && had.at <= Date.now()) continue
    // A server that hangs would hold up every later renewal, and what waits for this one.
    const signal = AbortSignal.timeout(readLimit.milliseconds)
    const way = { silent: true, errors: 'nobody', signal, ...(as === undefined ? {} : { as }) } as const
    try {
      const { ticket } = await send('POST /api/hand_in_tickets', { body: { ticket: had?.ticket ?? null } }, way)
      localStorage.setItem(prefix + account, JSON.stringify({ ticket, at: Date.now(), carried: places } satisfies Ticket))
    } catch (error) {
      // One company that refuses, or does not answer, is no reason to go without the tickets of the others.
      if (signal.aborted) continue
      if (!(error instanceof ApiError) || error.isUnreachable) throw error
    }
  }
}

/**
 * Where nothing waits there is nothing to hand in: who signs out leaves no ticket behind. Whoever goes on as another account of the same
 * person takes photos for all of them, perhaps where no ticket can be fetched.
 */
const forgetUnneeded = (): void => {
  const needed = accountsWithUnsent()
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !needed.has(key.slice(prefix.length))) localStorage.removeItem(key)
}
onPersonLeaving(forgetUnneeded)
