import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/**
 * Erases who was in charge of constructions that were deleted before a moment, how they were reached, and what was written down freely
 * (`personal` in the domain's fields). Returns which they are; those that say nothing of anybody any more are not asked for again.
 */
export const eraseDiscardedConstructions = async (db: Db, clientId: ClientId, before: Date): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `update constructions c set contract_representative = null, contract_representative_address = null, emergency_phone_number = null,
         remarks = null, special_report_default = null, contact_phone = null, board_addresses = '{}'
       where c.client_id = $1 and c.discarded_at < $2
         and (num_nonnulls(c.contract_representative, c.contract_representative_address, c.emergency_phone_number, c.remarks,
             c.special_report_default, c.contact_phone) > 0
           or c.board_addresses <> '{}'
           or exists (select from events e join event_personal_values epv on epv.client_id = $1 and epv.event_id = e.id
             where e.client_id = $1 and e.construction_id = c.id and e.room_id is null))
       returning c.id`,
      [clientId, before],
    )
  ).map(({ id }) => id)
