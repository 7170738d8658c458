import type { Db } from '../src/platform/database/database.ts'
import { rowsOf } from '../src/platform/database/rows.ts'

/**
 * Fires a deferred trigger of a client's rows now. Asked beside a row of the client, who has a building: so a cluster calls it on the client's
 * node as any other function, and what the trigger does may be more than what is allowed within one that is called for a client (decision 101).
 */
export const judgeNow = (db: Db, clientId: number, trigger: string) =>
  rowsOf(db, `select judge_constraints(b.client_id, $2::text[], 'now') from buildings b where b.client_id = $1 limit 1`, [
    clientId,
    [trigger],
  ])
