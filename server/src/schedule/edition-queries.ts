import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** Which edition of the schedule is on paper, and when it was changed last, whoever did. */
export interface ScheduleEdition {
  number: number
  revised_at: Date
}

/**
 * The completion is the first edition; what the office saves or undoes afterwards is the next (decision 062). Undefined while the
 * construction's schedule is not completed.
 */
export const findScheduleEdition = async (db: Db, clientId: ClientId, constructionId: number): Promise<ScheduleEdition | undefined> =>
  (
    await rowsOf<ScheduleEdition>(
      db,
      `select 1 + (select count(*) filter (where sb.saved_at > c.detail_schedule_completed_at)::int
             + count(*) filter (where sb.undone_at > c.detail_schedule_completed_at)::int
           from schedule_batches sb where sb.client_id = $1 and sb.construction_id = c.id) as number,
         greatest(c.detail_schedule_completed_at,
           (select max(greatest(sb.saved_at, sb.undone_at)) from schedule_batches sb where sb.client_id = $1 and sb.construction_id = c.id),
           (select max(a.updated_at) from assigns a where a.client_id = $1 and a.construction_id = c.id)) as revised_at
       from constructions c where c.client_id = $1 and c.id = $2 and c.detail_schedule_completed_at is not null`,
      [clientId, constructionId],
    )
  )[0]
