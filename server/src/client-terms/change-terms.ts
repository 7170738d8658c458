import type { ClientId } from '@toguchi/domain/access/actor'
import { lockEndingClient } from '../clients/clients.ts'
import type { Db } from '../platform/database/database.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { findTerms, saveTerms, type TermsColumns } from './queries.ts'

type AgreedTerms = Pick<TermsColumns, 'erasure_months' | 'accounting_years' | 'records_years'>

/**
 * Saves what was agreed about the end of a contract, before the erasing begins or not at all: both hold the company. Who was told of a
 * day hears of a later one again.
 */
export const changeTerms = async (db: Db, clientId: ClientId, agreed: AgreedTerms, now: Date): Promise<void> => {
  await lockEndingClient(db, clientId)
  const before = await findTerms(db, clientId)
  if (!before) throw notFound()
  if (before.erased_at !== null) throw refused('データはすでに消去されています。', 'client_erased')
  if (before.erasure_began_at !== null) throw refused('データの消去が始まっているため、変更できません。', 'client_erased')
  await saveTerms(db, clientId, agreed, now)
  if (before.erase_on === null) return
  const after = await findTerms(db, clientId)
  if (after?.erase_on && after.erase_on > before.erase_on) await saveTerms(db, clientId, { warned_at: null }, now)
}
