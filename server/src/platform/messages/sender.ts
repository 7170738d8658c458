import { setTimeout as pause } from 'node:timers/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type Carrier, NotTaken, notTakenOf, type Receipt } from './carriers/carrier.ts'
import { openCarriers } from './carriers/open-carriers.ts'
import { type Claimed, claimMessages, type Due, listDue, renewEvery, renewLease, settleFailed, settleSent } from './due-messages.ts'
import type { Platform } from '../platform.ts'

/** To the relay: as many as mails leave at once. */
const mailConnections = { urgent: 6, ordinary: 8 }

/**
 * Ways to the carriers, those for urgent messages apart, so that nothing ordinary is ever before them; and of each how much one client may
 * use, so that a relay which takes its time with the letters of one keeps nobody else waiting. These hold for every process by itself.
 */
const lanes = [
  { transport: 'mail', urgent: true, atOnce: mailConnections.urgent, perClient: 2 },
  { transport: 'line', urgent: true, atOnce: 6, perClient: 2 },
  { transport: 'sms', urgent: true, atOnce: 6, perClient: 2 },
  { transport: 'mail', urgent: false, atOnce: mailConnections.ordinary, perClient: 3 },
  { transport: 'line', urgent: false, atOnce: 8, perClient: 3 },
  { transport: 'sms', urgent: false, atOnce: 8, perClient: 3 },
] as const
type Lane = (typeof lanes)[number]

/** How long a carrier may take over one message. */
const patience = { urgent: 120_000, ordinary: 600_000 }
/** How long the end of the process waits for what is on its way. */
const farewell = 25_000

export interface Sender {
  /** Begins to send what is due, as far as there are free ways; what ends makes room for the next by itself. */
  wake(): Promise<void>
  /** What is on its way arrives; then none leaves any more. */
  stop(): Promise<void>
}

/**
 * Sends what waits in the outboxes, at least once (D-15, G-NOT-01), several messages at a time and by several processes: a message is
 * taken in one short transaction, given to its carrier outside of any, and settled in another.
 */
export const openSender = (platform: Platform): Sender => {
  const tellTrouble = troubleOf(platform.log)
  const carriers = openCarriers(platform, mailConnections)
  const onTheWay = new Map<Promise<void>, { lane: Lane; clientId: ClientId | null }>()
  let stopped = false
  let asked: Promise<void> | null = null
  let last = Promise.resolve()

  const countOf = (lane: Lane, clientId?: number | null): number =>
    [...onTheWay.values()].filter(one => one.lane === lane && (clientId === undefined || one.clientId === clientId)).length

  const send = (lane: Lane, message: Claimed) => {
    const sending = carry(platform, carriers[lane.transport], message, tellTrouble)
      .catch((error: unknown) => platform.log.error(error, 'a message was not settled'))
      .finally(() => {
        onTheWay.delete(sending)
        if (!stopped) void wake()
      })
    onTheWay.set(sending, { lane, clientId: message.clientId })
  }

  const fill = async () => {
    if (stopped) return
    const due = await listDue(platform)
    for (const lane of lanes) {
      const free = lane.atOnce - countOf(lane)
      for (const { of, count } of shareOut(lane, due, free, clientId => countOf(lane, clientId)))
        for (const message of await claimMessages(platform, of, count)) send(lane, message)
    }
  }
  // One at a time, and at most one more that was asked for meanwhile.
  const wake = (): Promise<void> =>
    (asked ??= last = last.then(() => {
      asked = null
      return fill().catch((error: unknown) => platform.log.error(error, 'the outbox was not looked at'))
    }))

  return {
    wake,
    async stop() {
      stopped = true
      await last
      await Promise.race([Promise.all(onTheWay.keys()), pause(farewell, undefined, { ref: false })])
      for (const carrier of Object.values(carriers)) carrier.close()
    },
  }
}

/** Free ways go round: one to each client in turn, first to whom has fewest on the way. */
const shareOut = (
  { transport, urgent, perClient }: Lane,
  due: readonly Due[],
  free: number,
  onTheWayOf: (clientId: ClientId | null) => number,
): { of: Due; count: number }[] => {
  const shares = due
    .filter(one => one.transport === transport && one.urgent === urgent)
    .map(of => ({ of, count: 0, used: onTheWayOf(of.client_id) }))
    .toSorted((a, b) => a.used - b.used)
  for (let left = free; left > 0; left -= 1) {
    const wanting = shares.filter(({ of, count, used }) => count < of.due && used + count < perClient)
    const next = wanting.reduce<(typeof shares)[number] | undefined>(
      (fewest, one) => (fewest === undefined || one.used + one.count < fewest.used + fewest.count ? one : fewest),
      undefined,
    )
    if (!next) break
    next.count += 1
  }
  return shares.filter(({ count }) => count > 0)
}

const carry = async (platform: Platform, carrier: Carrier, message: Claimed, tellTrouble: TellTrouble): Promise<void> => {
  const keeping = setInterval(() => void renewLease(platform, message).catch(() => undefined), renewEvery)
  try {
    const outcome = await deliver(carrier, message)
    tellTrouble(carrier.name, outcome)
    await untilNoted(() =>
      outcome instanceof NotTaken ? settleFailed(platform, message, carrier, outcome) : settleSent(platform, message, carrier, outcome),
    )
  } finally {
    clearInterval(keeping)
  }
}

type TellTrouble = (carrier: Carrier['name'], outcome: Receipt | NotTaken) => void

/**
 * A carrier that takes nothing is one line in the log when it begins and one when it takes messages again, however many wait meanwhile. What
 * it refuses for good is that message's own. Neither line says who was written to, nor what the carrier said of it: its code tells.
 */
const troubleOf = (log: Platform['log']): TellTrouble => {
  const troubled = new Set<Carrier['name']>()
  return (carrier, outcome) => {
    if (outcome instanceof NotTaken) {
      if (outcome.isFinal || troubled.has(carrier)) return
      troubled.add(carrier)
      log.warn({ carrier, code: outcome.code }, 'messages are not taken, and wait')
    } else if (troubled.delete(carrier)) log.info({ carrier }, 'messages are taken again')
  }
}

const deliver = async (carrier: Carrier, message: Claimed): Promise<Receipt | NotTaken> => {
  if (message.isOptedOut) return new NotTaken('the number answered 停止', { code: 'opted_out', isFinal: true })
  if (message.isUnlinked) return new NotTaken('the link to LINE was ended', { code: 'unlinked', isFinal: true })
  try {
    return await carrier.deliver(message, AbortSignal.timeout(message.urgent ? patience.urgent : patience.ordinary))
  } catch (error) {
    return notTakenOf(error)
  }
}

/** What was delivered and is not noted would be delivered again: a database that is away for a moment is asked again. */
const untilNoted = async (note: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1)
    try {
      await note()
      return
    } catch (error) {
      if (tries === 10) throw error
      await pause(tries * 500)
    }
}
