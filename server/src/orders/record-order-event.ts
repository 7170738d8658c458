import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { OrderRow } from './queries.ts'

/** What the order is of, for whoever reads the timeline without opening it. */
const orderedIn = ({ details, total_price_in_tax }: OrderRow) => ({
  options: details.map(({ option_name }) => option_name),
  total_price_in_tax,
})

/**
 * An event of an order on the timeline of its room, for its resident to read too (D-12). With `actingFor` somebody acts for the resident;
 * `reason` is for the office alone.
 */
export const recordOrderEvent = (
  { db, clientId, order }: { db: Db; clientId: ClientId; order: OrderRow },
  actor: ReachedActor | 'system',
  kind: EventKind,
  change: Record<string, unknown>,
  { actingFor, reason }: { actingFor?: ActingFor | undefined; reason?: string | null | undefined } = {},
): Promise<number> =>
  recordEvent(db, {
    kind,
    actor,
    clientId,
    constructionId: order.construction_id,
    roomId: order.room_id,
    subject: { type: 'orders', id: order.id },
    ...(actingFor === undefined ? {} : { actingFor: 'resident' as const, channel: actingFor.channel }),
    change: { ...orderedIn(order), ...change },
    personal: { ...(actingFor?.caller ? { caller: actingFor.caller } : {}), ...(reason ? { reason } : {}) },
    residentVisible: true,
  })
