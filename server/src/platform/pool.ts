import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './database.gen.ts'
import type { Db } from './database.ts'

// A day is text, never a Date in some time zone (D-07); ids stay far below 2^53.
const asText = (value: string) => value
const texts = (value: string) => (value === '{}' ? [] : value.slice(1, -1).split(','))
pg.types.setTypeParser(pg.types.builtins.DATE, asText)
// 1182 is date[]; pg's own list of types stops at the scalars.
pg.types.setTypeParser(1182 as typeof pg.types.builtins.DATE, texts)
pg.types.setTypeParser(pg.types.builtins.TIME, value => value.slice(0, 5))
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const statementNames = new Map<string, string>()
const mostNames = 2_000
/** One prepared statement per text: planning is done once per connection. Texts without end (lists of any length) stay unnamed. */
const nameOf = (text: string): string | undefined => {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= mostNames) return known
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 22)
  statementNames.set(text, name)
  return name
}

class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  constructor(client: pg.PoolClient) {
    this.#client = client
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command } = await this.#client.query<R & pg.QueryResultRow>({
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    })
    return command === 'SELECT' || rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) }
  }
  streamQuery(): never {
    throw new Error('answers are never streamed out of an open transaction')
  }
}

/** Kysely on one connection whose transaction we hold ourselves: it may neither begin nor commit. */
class OpenTransactionDriver implements Driver {
  readonly #connection: () => PooledConnection | Promise<PooledConnection>
  constructor(connection: () => PooledConnection | Promise<PooledConnection>) {
    this.#connection = connection
  }
  async init() {}
  async acquireConnection() {
    return this.#connection()
  }
  async beginTransaction(): Promise<void> {
    throw new Error('the db you were given is the transaction already')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection() {}
  async destroy() {}
}

export interface Pool {
  /** Rows of one statement that reads platform data: without a transaction, for it would cost two more trips to the database. */
  ask<R>(text: string, values: readonly unknown[]): Promise<R[]>
  /** A read-only transaction; the client's rows, or only platform tables when `clientId` is null (D-13). */
  read<T>(clientId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /** A transaction that is committed when `work` resolves and rolled back when it throws. */
  write<T>(clientId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same without a client, but begun by the first statement, and not at all when there is none. Guests' endpoints enter a client
   * by transactions of their own; if each held a connection meanwhile, as many callers as the pool has connections would wait for
   * one another for ever.
   */
  whenUsed<T>(mode: 'read' | 'write', work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * The only door to PostgreSQL. Every connection runs as the role toguchi_app, which owns nothing and cannot bypass
 * row-level security; the client is set in the same trip as `begin`, and so is the moment when the clock was moved (D-18).
 */
export const connect = (
  databaseUrl: string,
  { max = 10, movedClock }: { max?: number; movedClock?: (() => Date) | undefined } = {},
): Pool => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max, options: '-c role=toguchi_app', application_name: 'toguchi' })
  // A connection that breaks is replaced by the pool, and whoever was using it fails; without listeners, for the idle ones and for
  // those between two statements of a transaction, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const bound = new WeakMap<pg.PoolClient, Db>()
  const over = (connection: () => PooledConnection | Promise<PooledConnection>): Db =>
    new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new OpenTransactionDriver(connection),
        createIntrospector: kysely => new PostgresIntrospector(kysely),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  const bind = (client: pg.PoolClient): Db => {
    const known = bound.get(client)
    if (known) return known
    const connection = new PooledConnection(client)
    const db = over(() => connection)
    bound.set(client, db)
    return db
  }
  const whenUsed = async <T>(begin: string, work: (db: Db) => Promise<T>): Promise<T> => {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    let connection: Promise<PooledConnection> | undefined
    const open = async () => {
      client = await pool.connect()
      await client.query(begin)
      return new PooledConnection(client)
    }
    try {
      const result = await work(over(() => (connection ??= open())))
      await client?.query('commit')
      return result
    } catch (error) {
      await client?.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client?.release(broken)
    }
  }
  const transact = async <T>(begin: string, clientId: number | null, work: (db: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const inClient = clientId === null ? '' : `; set local app.client_id = ${String(Number(clientId))}`
      const atMoment = movedClock === undefined ? '' : `; set local app.now = '${movedClock().toISOString()}'`
      await client.query(`${begin}${inClient}${atMoment}`)
      const result = await work(bind(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    ask: async <R>(text: string, values: readonly unknown[]) =>
      (await pool.query<R & pg.QueryResultRow>({ name: nameOf(text), text, values: [...values] })).rows,
    read: (clientId, work) => transact('begin read only', clientId, work),
    write: (clientId, work) => transact('begin', clientId, work),
    whenUsed: (mode, work) => whenUsed(mode === 'read' ? 'begin read only' : 'begin', work),
    close: () => pool.end(),
  }
}
