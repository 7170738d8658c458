import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** The constructions that somebody reaches, or one of them: a craftsman's own, everyone else's of their client. */
export const listReached = (db: Db, actor: WorkerActor, constructionId: number | null): Promise<{ client_id: ClientId; id: number }[]> =>
  rowsOf(
    db,
    `select c.client_id, c.id from constructions c
     where c.client_id = $1 and c.discarded_at is null and ($2::bigint is null or ${namesCraftsmanText('$2')})
       and ($3::bigint is null or c.id = $3)
     order by c.id`,
    [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.id : null, constructionId],
  )

/** Ids are given out before they are committed: among so many of the newest, one may still be missing. */
const unsettled = 1000

/** How far the events of a client have come, as a text that is the same while no more have, in whatever order they were committed. */
export const readProgress = async (db: Db, clientId: ClientId): Promise<string> => {
  const [row] = await rowsOf<{ progress: string }>(
    db,
    `select coalesce(max(e.id), 0) || '-' || count(*) as progress from events e
     where e.client_id = $1 and e.id > (select coalesce(max(id), 0) from events where client_id = $1) - $2`,
    [clientId, unsettled],
  )
  return row?.progress ?? ''
}
