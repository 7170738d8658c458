import type { ClientActor } from '@toguchi/domain/access/actor'
import type { IncomingHttpHeaders } from 'node:http'
import { clientNumberOf } from '../database/part-of-client.ts'
import type { Db } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import { conflict, Problem } from './problem.ts'
import { uuid } from './uuid.ts'

/** A request of a device that sends it until it is answered. */
export interface RepeatedRequest {
  /** Made on the device. */
  id: string
  /** `'POST /api/…'` */
  endpoint: string
}

/** The header `idempotency-key` of a write; null where nobody means to repeat it. */
export const repeatedRequestOf = (headers: IncomingHttpHeaders, endpoint: string): RepeatedRequest | null => {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !uuid.test(key)) throw new Problem(400, 'bad_idempotency_key', '送信の識別子が正しくありません。')
  return { id: key.toLowerCase(), endpoint }
}

/**
 * Whether this very request was answered before; if not, it is from the commit of this transaction on (feature 16). The same one on its way
 * twice: the second waits here for the first. 409 `idempotency_key_taken`: somebody else's, or another endpoint's.
 */
export const wasAnswered = async (db: Db, actor: ClientActor, { id, endpoint }: RepeatedRequest, now: Date): Promise<boolean> => {
  const values = [clientNumberOf(actor), id, actor.kind, actor.id, endpoint]
  const [first] = await rowsOf(
    db,
    `insert into answered_requests (client_id, id, actor_kind, actor_id, endpoint, answered_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, id) do nothing returning id`,
    [...values, now],
  )
  if (first !== undefined) {
    await forgetOld(db, actor, now)
    return false
  }
  const [same] = await rowsOf(
    db,
    `select from answered_requests arq
     where arq.client_id = $1 and arq.id = $2 and arq.actor_kind = $3 and arq.actor_id = $4 and arq.endpoint = $5`,
    values,
  )
  if (same === undefined) throw conflict('この送信の識別子は、別の送信で使用されています。', 'idempotency_key_taken')
  return true
}

/** No phone waits longer with what it holds. */
const keptDays = 60

const forgetOld = (db: Db, actor: ClientActor, now: Date) =>
  rowsOf(
    db,
    `delete from answered_requests arq where arq.client_id = $1 and arq.actor_kind = $2 and arq.actor_id = $3
       and arq.answered_at < $4::timestamptz - make_interval(days => $5)`,
    [clientNumberOf(actor), actor.kind, actor.id, now, keptDays],
  )
