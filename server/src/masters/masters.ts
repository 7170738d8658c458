import type { ClientId } from '@toguchi/domain/access/actor'
import { constructionTypes } from '@toguchi/domain/constructions/labels'
import { firstCompletionReport, firstConstructionOrders, firstIncompleteReasons, receptionTypes } from '@toguchi/domain/masters/labels'
import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
import type { Db } from '../platform/database/database.ts'
import {
  insertFirstFaqs,
  insertFirstOrders,
  insertFirstReasons,
  insertReceptionTypes,
  insertReportItems,
  insertReportUnits,
  insertMaster,
  completionReports,
  saveReportSetting,
} from './queries.ts'

export { inUse, withoutUses } from './change-master.ts'
export { constructionsUsing, isUsed, usageOf } from './queries.ts'

export { listEveryDepartment, listEverySupplier, lockReports } from './queries.ts'
export { saveSuppliers } from './save-suppliers.ts'

/** Gives a new client the masters it starts with (G-MAS-13), in the transaction that creates it. `db` is bound to that client. */
export const createFirstMasters = async (db: Db, clientId: ClientId): Promise<void> => {
  await insertFirstReasons(db, clientId, firstIncompleteReasons)
  await insertFirstOrders(db, clientId, firstConstructionOrders)
  await insertReceptionTypes(db, clientId, receptionTypes)
  await insertFirstFaqs(db, clientId, firstFaqs)
  await createFirstReport(db, clientId)
}

/** The template that every type of construction begins with, so that the first works can be reported without a look at the masters. */
const createFirstReport = async (db: Db, clientId: ClientId): Promise<void> => {
  const { name, items, units } = firstCompletionReport
  const reportId = await insertMaster(db, completionReports, clientId, { name })
  const ids = await insertReportItems(
    db,
    clientId,
    reportId,
    items.map((item, position) => ({ name: item, position })),
  )
  await insertReportUnits(
    db,
    clientId,
    [...ids.values()].flatMap(itemId => units.map((unit, position) => ({ itemId, name: unit, position, is_default: position === 0 }))),
  )
  for (const type of constructionTypes) await saveReportSetting(db, clientId, type, { completion_report_id: reportId })
}
