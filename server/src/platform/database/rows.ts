import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Rows of a plain statement: for hot lists whose text never changes, where building the query would cost more than running it. */
export const rowsOf = async <R>(db: Db, text: string, values: readonly unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows

/**
 * Before a statement whose plan hangs on its values: it is planned each time. One that is prepared by name gets, after some times, a plan
 * for the average client, which for a name that many have reads everything (decision 089).
 */
export const plannedAnew = '/* planned anew */'

type Sent = 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz' | 'bytea' | 'jsonb'
const lists: Record<Sent, string> = {
  text: 'text[]',
  bigint: 'bigint[]',
  integer: 'integer[]',
  boolean: 'boolean[]',
  timestamptz: 'timestamptz[]',
  bytea: 'bytea[]',
  jsonb: 'jsonb[]',
}

/**
 * Many rows as the table `given` of a statement whose text does not depend on how many they are: every column travels as one list.
 * Values of jsonb are JSON text already.
 */
export const rowsAsTable = <C extends Record<string, Sent>>(
  rows: readonly { readonly [Name in keyof C]: unknown }[],
  columns: C,
): RawBuilder<unknown> => {
  const sent: [name: string, type: Sent][] = Object.entries(columns)
  const values = sent.map(([name, type]) => sql`${rows.map(row => row[name] ?? null)}::${sql.raw(lists[type])}`)
  return sql`unnest(${sql.join(values)}) as given (${sql.join(sent.map(([name]) => sql.ref(name)))})`
}

/** Rows in parts of at most `size`, for statements whose parameters should not grow without end. */
export const partsOf = <R>(rows: readonly R[], size = 1_000): R[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))
