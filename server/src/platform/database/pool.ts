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
import { takeNews } from './commit-news.ts'
import { isConnectionLost } from './database-outage.ts'
import { proveWalls } from './database-walls.ts'
import { plannedAnew } from './rows.ts'
import { countStatement, currentWork } from '../observing/request-work.ts'
import { inSpan, noTracer, type Tracer } from '../observing/tracer.ts'

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
  const cached = statementNames.get(text)
  if (cached !== undefined || statementNames.size >= mostNames) return cached
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 22)
  statementNames.set(text, name)
  return name
}

class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: (text: string) => string | undefined
  readonly #count: () => void
  constructor(client: pg.PoolClient, name: (text: string) => string | undefined, count: () => void) {
    this.#client = client
    this.#nameOf = name
    this.#count = count
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#count()
    const { rows, rowCount, command } = await this.#client.query<R & pg.QueryResultRow>({
      name: this.#nameOf(query.sql),
      text: query.sql,
      values: [...query.parameters],
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
  /** How busy it is, for whoever watches: connections in use, callers who wait for one, and trips to the database since the start. */
  load(): PoolLoad
  close(): Promise<void>
}

export interface PoolLoad {
  inUse: number
  waiting: number
  trips: number
}

export interface PoolOptions {
  /** Connections at most; further callers wait. */
  max?: number
  movedClock?: (() => Date) | undefined
  /** Milliseconds, each of them: for a free connection, for one statement on the server, for its answer here. */
  patience?: { connection: number; statement: number; answer: number }
  tracer?: Tracer | undefined
}

/** A request's: whoever meets a database that hangs hears so within ten seconds (review F2). The server's own limits are the login's. */
const patienceOfRequests = { connection: 2_500, statement: 6_000, answer: 7_000 }
/** Of work that nobody waits for: papers, erasure, messages. */
export const patienceOfWork = { connection: 30_000, statement: 120_000, answer: 130_000 }
const rollbackPatience = 1_000
const sendsOn = `citus.propagate_set_commands = 'local'`
/** A coordinator plans each join to learn where it belongs, and throws the plan away: in which order it would join is not worth the search. */
const plansBriefly = 'join_collapse_limit = 1'

/**
 * The only door to PostgreSQL. Every connection is the application's own login, which owns nothing and cannot bypass row-level security;
 * each new one proves it before it is used, and none that does not is (review M9). The client is set in the same trip as `begin`, and so is
 * the moment when the clock was moved (D-18). Behind a pooler statements have no names, for the next one may run on another connection.
 *
 * A coordinator of Citus sends SET LOCAL on to the nodes that the transaction meets, and with it the whole text of its trip: there every
 * statement has a trip of its own. Only our connections ask for that; the queues' would have their whole set-up sent.
 */
export const connect = (
  databaseUrl: string,
  { max = 10, movedClock, patience = patienceOfRequests, tracer = noTracer }: PoolOptions = {},
): Pool => {
  let isPooled = false
  let isCoordinator = false
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: 'toguchi',
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.answer,
    keepAlive: true,
    onConnect: async client => {
      ;({ isPooled, isCoordinator } = await proveWalls(client))
      if (isCoordinator && !isPooled) await client.query(`set ${sendsOn}; set ${plansBriefly}`)
    },
  })
  // A connection that breaks is replaced by the pool, and whoever was using it fails; without listeners, for the idle ones and for
  // those between two statements of a transaction, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  let trips = 0
  const count = () => {
    trips += 1
    countStatement()
  }
  const statementName = (text: string) => (isPooled || text.startsWith(plannedAnew) ? undefined : nameOf(text))
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
    const binding = bound.get(client)
    if (binding) return binding
    const connection = new PooledConnection(client, statementName, count)
    const db = over(() => connection)
    bound.set(client, db)
    return db
  }
  /** Undoes what was begun; answers with why the connection is of no use any more, if it is. */
  const rollBack = async (client: pg.PoolClient, error: unknown): Promise<Error | undefined> => {
    if (error instanceof Error && isConnectionLost(error)) return error
    count()
    const rollback: pg.QueryConfig & { query_timeout: number } = { text: 'rollback', query_timeout: rollbackPatience }
    return client.query(rollback).then(
      () => undefined,
      (failure: Error) => failure,
    )
  }
  const longer =
    patience === patienceOfRequests
      ? []
      : [
          `set local statement_timeout = ${patience.statement}`,
          `set local lock_timeout = ${patience.connection}`,
          `set local idle_in_transaction_session_timeout = ${patience.answer}`,
        ]
  const send = async (client: pg.PoolClient, statements: readonly string[]) => {
    for (const trip of isCoordinator ? statements : [statements.join('; ')]) {
      count()
      await client.query(trip)
    }
  }
  const open = (client: pg.PoolClient, begin: string, settings: readonly string[]) =>
    send(client, [begin, ...(isCoordinator && isPooled ? [`set local ${sendsOn}`] : []), ...settings, ...longer])
  const whenUsed = async <T>(begin: string, work: (db: Db) => Promise<T>): Promise<T> => {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    let connection: Promise<PooledConnection> | undefined
    const connect = async () => {
      client = await pool.connect()
      await open(client, begin, [])
      return new PooledConnection(client, statementName, count)
    }
    const db = over(() => (connection ??= connect()))
    try {
      const result = await work(db)
      if (client) await send(client, [...takeNews(db), 'commit'])
      return result
    } catch (error) {
      broken = client && (await rollBack(client, error))
      throw error
    } finally {
      client?.release(broken)
    }
  }
  const transact = async <T>(begin: string, clientId: number | null, work: (db: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const db = bind(client)
    let broken: Error | undefined
    try {
      await open(client, begin, [
        ...(clientId === null ? [] : [`set local app.client_id = ${String(Number(clientId))}`]),
        ...(movedClock === undefined ? [] : [`set local app.now = '${movedClock().toISOString()}'`]),
      ])
      const result = await work(db)
      await send(client, [...takeNews(db), 'commit'])
      return result
    } catch (error) {
      takeNews(db)
      broken = await rollBack(client, error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  const traced = <T>(mode: 'read' | 'write', transaction: () => Promise<T>): Promise<T> =>
    inSpan(tracer, { name: `transaction ${mode}`, parent: currentWork()?.span }, transaction)
  return {
    ask: async <R>(text: string, values: readonly unknown[]) => {
      // Whether statements have names is known when the first connection stands.
      const client = await pool.connect()
      let broken: Error | undefined
      count()
      try {
        return (await client.query<R & pg.QueryResultRow>({ name: statementName(text), text, values: [...values] })).rows
      } catch (error) {
        if (error instanceof Error && isConnectionLost(error)) broken = error
        throw error
      } finally {
        client.release(broken)
      }
    },
    read: (clientId, work) => traced('read', () => transact('begin read only', clientId, work)),
    write: (clientId, work) => traced('write', () => transact('begin', clientId, work)),
    whenUsed: (mode, work) => traced(mode, () => whenUsed(mode === 'read' ? 'begin read only' : 'begin', work)),
    load: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, trips }),
    close: () => pool.end(),
  }
}
