import type { ReachedActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { presentJob } from '../printing/printing.ts'
import type { LedgerInput } from './print-photo-ledger.ts'

type JobRow = Parameters<typeof presentJob>[1]

export interface LedgerJobRow extends JobRow {
  kind: 'photo_ledger' | 'photo_ledger_workbook'
  input: LedgerInput
}

/** The newest job of each kind that somebody asked for of a construction, until what it was asked with is given up with its file. */
export const listOwnLedgerJobs = (db: Db, { clientId, kind, id }: ReachedActor, constructionId: number): Promise<LedgerJobRow[]> =>
  rowsOf<LedgerJobRow>(
    db,
    `select distinct on (j.kind) j.client_id, j.id, j.kind, j.state, j.done, j.total, j.file_id, j.error, j.note, j.input
     from jobs j
     where j.client_id = $1 and j.kind in ('photo_ledger', 'photo_ledger_workbook') and j.requested_by_kind = $2 and j.requested_by_id = $3
       and (j.input ->> 'construction_id')::bigint = $4
     order by j.kind, j.id desc`,
    [clientId, kind, id, constructionId],
  )
