import pg from 'pg'

/** One look at a database that may not answer: it is given up after half a minute. */
export const withClient = async <T>(url: string, look: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'toguchi-doctor',
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
