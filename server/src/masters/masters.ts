import { firstConstructionOrders, firstIncompleteReasons, receptionTypes } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database.ts'
import { insertFirstOrders, insertFirstReasons, insertReceptionTypes } from './queries.ts'

export { listEverySupplier } from './queries.ts'
export { saveSuppliers } from './save-suppliers.ts'

/** Gives a new client the masters it starts with (G-MAS-13), in the transaction that creates it. `db` is bound to that client. */
export const layFirstMasters = async (db: Db, clientId: number): Promise<void> => {
  await insertFirstReasons(db, clientId, firstIncompleteReasons)
  await insertFirstOrders(db, clientId, firstConstructionOrders)
  await insertReceptionTypes(db, clientId, receptionTypes)
}
