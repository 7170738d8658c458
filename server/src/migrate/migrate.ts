import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type AppliedMigration, compareSchema } from '../platform/database/applied-migrations.ts'
import { Refusal } from '../platform/refusal.ts'
import { applicationUrlOf, ensureAppLogin } from './app-login.ts'
import { appRole, ensureAppRole } from './app-role.ts'
import { applyMigration } from './apply-migration.ts'
import { distribute, isCoordinator, prepareForNodes } from './distribution/distribute.ts'
import { type Migration, migrationsFolder, newerDatabase, programVersion, readMigrations } from './migrations.ts'
import { reasonOf } from './reason-of.ts'
import { demandDatabaseToMigrate } from './whose-database.ts'

/**
 * Brings the database at `databaseUrl` to the newest schema as the URL's own user, who owns the tables; answers with
 * the names of the files it applied. Forward only, one transaction each unless the file's head says otherwise, one process at a time. A
 * file that was changed after it was applied is a Refusal, and so is a database from which a newer program took away what this one uses; one
 * to which it only added something is left as it is (decision 098). The application's login (`loginUrl`, on the server itself) is made where
 * there is none. Where the database is the coordinator of a cluster, tables that have no place in it yet get theirs afterwards (decision 101).
 */
export const migrate = async (
  databaseUrl: string,
  { folder = migrationsFolder, loginUrl, version = programVersion }: { folder?: string; loginUrl?: string; version?: string } = {},
): Promise<string[]> => {
  const migrations = readMigrations(folder)
  const client = await connectAsOwner(databaseUrl)
  const needs = { version, migrations: migrations.map(({ name }) => name) }
  try {
    await demandDatabaseToMigrate(client, needs)
    await takeTurn(client)
    await ensureAppRole(client)
    await ensureAppLogin(client, loginUrl ?? applicationUrlOf(databaseUrl))
    await keepBook(client)
    const pending = pendingOf(migrations, await appliedTo(client), version)
    const isCluster = await isCoordinator(client)
    if (isCluster) await prepareForNodes(client)
    for (const migration of pending) await applyMigration(client, migration)
    if (isCluster) await distribute(client, appRole)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * A lock of the session: the next one waits here and then finds nothing left to do. It asks again and again instead of waiting within a
 * statement, because an index that is built concurrently waits for every statement of others, also for one that waits for it.
 */
const takeTurn = async (client: pg.Client): Promise<void> => {
  const isOurs = async () =>
    (await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(hashtext('toguchi migrations')) as ours`)).rows[0]?.ours === true
  while (!(await isOurs())) await sleep(100)
}

/** The table of what was applied. Servers read it all the time, so it is changed only where it lacks something. */
const keepBook = async (client: pg.Client): Promise<void> => {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now(), oldest_version text)',
  )
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_version'`,
  )
  if (rowCount === 0) await client.query('alter table schema_migrations add column if not exists oldest_version text')
}

const connectAsOwner = async (databaseUrl: string): Promise<pg.Client> => {
  let client: pg.Client
  try {
    client = new pg.Client({ connectionString: databaseUrl, application_name: 'toguchi migrate', connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
  } catch (error) {
    throw new Refusal(
      `データベースに接続できません。DATABASE_URL を確認してください: ${reasonOf(error)} (Cannot connect; check DATABASE_URL.)`,
    )
  }
  const { rows } = await client.query<{ backend_pid: number }>('select pg_backend_pid() as backend_pid')
  const [server] = rows
  // Behind a pooler the lock of the next line would be held by a connection that is somebody else's a moment later.
  if ('processID' in client && client.processID !== server?.backend_pid) {
    await client.end()
    throw new Refusal(
      'DATABASE_URL はPgBouncerなどを通さず、PostgreSQLに直接つないでください。アプリケーションの接続は DATABASE_APP_URL でプーラーを通せます。(DATABASE_URL must lead to the server itself; DATABASE_APP_URL may lead through a pooler.)',
    )
  }
  return client
}

interface Applied extends AppliedMigration {
  checksum: string
}

const appliedTo = async (client: pg.Client): Promise<Applied[]> =>
  (await client.query<Applied>('select name, checksum, oldest_version from schema_migrations order by name')).rows

const pendingOf = (migrations: Migration[], applied: Applied[], version: string): Migration[] => {
  const [tooNew] = compareSchema({ version, migrations: migrations.map(({ name }) => name) }, applied).tooNew
  if (tooNew !== undefined) throw newerDatabase(tooNew)
  for (const { name, checksum } of applied)
    if (migrations.some(other => other.name === name && other.checksum !== checksum))
      throw new Refusal(
        `適用済みのマイグレーション ${name} が変更されています。元に戻し、新しい番号のファイルに書いてください。試用データなら bin/start --reset で作り直せます。(An applied migration was changed.)`,
      )
  const newest = applied.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name }) => !applied.some(other => other.name === name))
  const late = pending.find(({ name }) => name < newest)
  if (late)
    throw new Refusal(
      `マイグレーション ${late.name} は適用済みの ${newest} より古い番号です。番号を振り直すか、試用データなら bin/start --reset で作り直してください。(A migration came late.)`,
    )
  return pending
}
