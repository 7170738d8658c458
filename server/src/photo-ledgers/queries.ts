import type { ClientId } from '@toguchi/domain/access/actor'
import type { PeriodFields } from '@toguchi/domain/constructions/contract-period'
import type { LedgerChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface LedgerConstruction extends Required<PeriodFields> {
  id: number
  name: string | null
  manage_no: string | null
  building_name: string
  owners_association: string | null
  prime_contractor: string | null
  client_name: string
  contractors: string[]
}

/** What a ledger says of its construction. */
export const findLedgerConstruction = async (db: Db, clientId: ClientId, id: number): Promise<LedgerConstruction | undefined> =>
  (
    await rowsOf<LedgerConstruction>(
      db,
      `select c.id, c.name, c.manage_no, b.name as building_name, c.owners_association, c.prime_contractor, cl.name as client_name,
         c.contract_period_start_on, c.contract_period_end_on, c.planned_start_on, c.planned_end_on,
         coalesce((select json_agg(ct.name order by ac.position, ac.id) from assigned_contractors ac
           join contractors ct on ct.client_id = $1 and ct.id = ac.contractor_id
           where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null), '[]') as contractors
       from constructions c join buildings b on b.client_id = $1 and b.id = c.building_id join clients cl on cl.id = $1
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface LastLedger {
  choices: LedgerChoices
  photos: number | null
  pages: number | null
  file_id: number | null
  file_name: string | null
  finished_at: Date | null
}

/** How the ledger of a construction was chosen last, and the one that was made last, while its file is kept. */
export const findLastLedger = async (db: Db, clientId: ClientId, constructionId: number): Promise<LastLedger | undefined> =>
  (
    await rowsOf<LastLedger>(
      db,
      `select phl.choices, phl.photos, phl.pages, j.file_id, fi.file_name, j.finished_at
       from photo_ledgers phl
       left join jobs j on j.client_id = $1 and j.id = phl.job_id
       left join files fi on fi.client_id = $1 and fi.id = j.file_id
       where phl.client_id = $1 and phl.construction_id = $2`,
      [clientId, constructionId],
    )
  )[0]

export const saveChoices = (db: Db, clientId: ClientId, constructionId: number, chosen: LedgerChoices) => {
  const choices = JSON.stringify(chosen)
  return db
    .insertInto('photo_ledgers')
    .values({ client_id: clientId, construction_id: constructionId, choices })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet({ choices }))
    .execute()
}

/** The ledger that is offered from now on, unless one is that was asked for later; the one before is no longer. */
export const saveMade = (db: Db, clientId: ClientId, constructionId: number, made: { job_id: number; photos: number; pages: number }) =>
  db
    .updateTable('photo_ledgers')
    .set(made)
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where(eb => eb.or([eb('job_id', 'is', null), eb('job_id', '<', made.job_id)]))
    .execute()
