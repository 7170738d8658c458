import type pg from 'pg'
import { withClient } from '../../migrate/with-client.ts'

/** One look at a database that may not answer: it is given up after half a minute. */
export const lookAtDatabase = <T>(url: string, look: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, application_name: 'toguchi-doctor', connectionTimeoutMillis: 10_000, query_timeout: 20_000 }, look)
