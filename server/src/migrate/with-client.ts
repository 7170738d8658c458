import pg from 'pg'

/**
 * A connection of its own for one piece of work, ended after it whatever comes. `connection` is an address, or pg's settings. Throws what
 * connecting and the work throw; a connection that breaks in between is said by the query that waits for it.
 */
export const withClient = async <T>(connection: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
