import pg from 'pg'
import type { Statement } from './recording.ts'

/** What this process sends to the database while something is done. */
export const captureStatements = async <T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> => {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const query = client.query
  const statements: Statement[] = []
  client.query = function (this: unknown, ...given: unknown[]) {
    const [statement, values] = given
    if (typeof statement === 'string') statements.push({ text: statement, values: Array.isArray(values) ? values : [] })
    else statements.push({ ...(statement as Statement) })
    return query.apply(this, given)
  }
  try {
    return { result: await work(), statements }
  } finally {
    client.query = query
  }
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/** How many pages these statements read, as the application's login and in the transactions they stood in; what they change is rolled back. */
export const replayForBuffers = async (url: string, statements: readonly Statement[]): Promise<number> => {
  const db = new pg.Client(url)
  await db.connect()
  // The second time counts: the first reads what the catalogue says of the tables.
  await readAll(db, statements)
  const buffers = await readAll(db, statements)
  await db.end()
  return buffers
}

const readAll = async (db: pg.Client, statements: readonly Statement[]): Promise<number> => {
  let buffers = 0
  for (const statement of statements) buffers += await readOnce(db, statement)
  return buffers
}

const readOnce = async (db: pg.Client, { text, values }: Statement): Promise<number> => {
  if (!/^(\/\* planned anew \*\/)?\s*(select|with|insert|update|delete)/.test(text)) {
    await db.query({ text: text === 'commit' ? 'rollback' : text, values })
    return 0
  }
  const { rows } = await db.query<{ 'QUERY PLAN': Explained[] }>({
    text: `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  })
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan === undefined ? 0 : plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
