import type { Actor, ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import { decidesOverOrders, type OrderDecision, orderDecisionsFor, type RoomChange } from '@toguchi/domain/rooms/order-decision'
import type { Db } from '../platform/database/database.ts'
import { conflict, forbidden, invalid } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { hasOrders } from './queries.ts'

/** A room whose orders were decided over; the day is the new one of its work. */
export interface DecidedRoom {
  room_id: number
  decision: OrderDecision
  day: string | null
}

/**
 * Carries decisions out, in the caller's transaction, which holds the construction and has changed the rooms already. The orders slice
 * does it; it stands above, so `app.ts` hands it down.
 */
export type CarryOutOrderDecisions = (
  decided: { platform: Platform; db: Db; clientId: ClientId; actor: ReachedActor },
  rooms: readonly DecidedRoom[],
) => Promise<void>

/** Takes a room out of its frame, in the caller's transaction, which holds the construction; the schedule stands above too. */
export type FreeFrame = (
  freed: { platform: Platform; db: Db; actor: ReachedActor },
  constructionId: number,
  roomId: number,
) => Promise<void>

/** What stands above rooms and is handed down by `app.ts`. */
export interface HandedDown {
  carryOut: CarryOutOrderDecisions
  freeFrame: FreeFrame
}

interface Change {
  platform: Platform
  db: Db
  actor: ReachedActor
  roomId: number
  change: RoomChange
  /** As it was sent; absent: nobody was asked. */
  decision: OrderDecision | undefined
  day: string | null
}

/**
 * What becomes of the orders of a room that is moved, put off or given up: 409 `orders_undecided` where it has some and nobody
 * said, 403 for what the caller cannot decide. A room without orders has nothing to decide.
 */
export const decideOrders = async (change: Change, carryOut: CarryOutOrderDecisions): Promise<void> => {
  const { platform, db, actor, roomId, decision, day } = change
  const { clientId } = actor
  if (!decidesOverOrders(actor) || !(await hasOrders(db, clientId, roomId))) return
  if (decision === undefined) throw ordersUndecided('', [roomId])
  refuseDecision(actor, change.change, decision)
  await carryOut({ platform, db, clientId, actor }, [{ room_id: roomId, decision, day }])
}

/** 409: there are orders that nobody has decided over; nothing was changed. */
export const ordersUndecided = (whose: string, roomIds: readonly number[]) =>
  conflict(`${whose}オプションの注文があります。注文をどうするか選択してください。`, 'orders_undecided', {
    rooms: roomIds.map(room_id => ({ room_id })),
  })

export const refuseDecision = (actor: Actor, change: RoomChange, decision: OrderDecision): void => {
  if (!orderDecisionsFor(actor, change).includes(decision))
    throw decision === 'cancel'
      ? forbidden('オプションの注文の取り消しは担当スタッフが行います。')
      : invalid({ order_decision: ['は一覧にありません'] })
}
