import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Rows of a plain statement: for hot lists whose text never changes, where building the query would cost more than running it. */
export const rowsOf = async <R>(db: Db, text: string, values: readonly unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows
