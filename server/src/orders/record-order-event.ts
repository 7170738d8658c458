import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { OrderRow } from './queries.ts'

/** An event of an order on the timeline of its room, for its resident to read too (D-12). With a channel somebody acts for the resident. */
export const recordOrderEvent = (
  { db, clientId, order }: { db: Db; clientId: ClientId; order: OrderRow },
  actor: ReachedActor | 'system',
  kind: string,
  change: Record<string, unknown>,
  channel?: ActingFor['channel'],
): Promise<number> =>
  recordEvent(db, {
    kind,
    actor,
    clientId,
    constructionId: order.construction_id,
    roomId: order.room_id,
    subject: { type: 'orders', id: order.id },
    ...(channel === undefined ? {} : { actingFor: 'resident' as const, channel }),
    change,
    residentVisible: true,
  })
