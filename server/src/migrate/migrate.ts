import pg from 'pg'
import { Refusal } from '../platform/refusal.ts'
import { applicationUrlOf, ensureAppLogin } from './app-login.ts'
import { ensureAppRole } from './app-role.ts'
import { migrationsFolder, readMigrations, type Migration } from './migrations.ts'
import { codeOf, messageOf } from '../platform/http/error-code.ts'

/**
 * Brings the database at `databaseUrl` to the newest schema as the URL's own user, who owns the tables; answers with
 * the names of the files it applied. Forward only, one transaction each, one process at a time. A file that was
 * changed after it was applied, or a database newer than this program, is a Refusal. The application's login (`loginUrl`, on the server
 * itself) is made where there is none.
 */
export const migrate = async (
  databaseUrl: string,
  { folder = migrationsFolder, loginUrl }: { folder?: string; loginUrl?: string } = {},
): Promise<string[]> => {
  const migrations = readMigrations(folder)
  const client = await connectAsOwner(databaseUrl)
  try {
    // A session lock: the next one waits here and then finds nothing left to do.
    await client.query(`select pg_advisory_lock(hashtext('toguchi migrations'))`)
    await ensureAppRole(client)
    await ensureAppLogin(client, loginUrl ?? applicationUrlOf(databaseUrl))
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const pending = pendingOf(migrations, await appliedTo(client))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const oldestServer = 180_000

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
  const { rows } = await client.query<{ server_version_num: string; server_version: string; backend_pid: number }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version,
      pg_backend_pid() as backend_pid`,
  )
  const [server] = rows
  if (Number(server?.server_version_num) < oldestServer) {
    await client.end()
    throw new Refusal(`PostgreSQL 18 以上が必要です（接続先は ${server?.server_version}）。(PostgreSQL 18 or newer is needed.)`)
  }
  // Behind a pooler the lock of the next line would be held by a connection that is somebody else's a moment later.
  if ('processID' in client && client.processID !== server?.backend_pid) {
    await client.end()
    throw new Refusal(
      'DATABASE_URL はPgBouncerなどを通さず、PostgreSQLに直接つないでください。アプリケーションの接続は DATABASE_APP_URL でプーラーを通せます。(DATABASE_URL must lead to the server itself; DATABASE_APP_URL may lead through a pooler.)',
    )
  }
  return client
}

/** Node answers with an empty message when every address of a host refused. */
const reasonOf = (error: unknown): string => {
  const code = codeOf(error)
  const message = messageOf(error)
  return message || code || String(error)
}

interface Applied {
  name: string
  checksum: string
}

const appliedTo = async (client: pg.Client): Promise<Applied[]> =>
  (await client.query<Applied>('select name, checksum from schema_migrations order by name')).rows

const pendingOf = (migrations: Migration[], applied: Applied[]): Migration[] => {
  for (const { name, checksum } of applied) {
    const migration = migrations.find(other => other.name === name)
    if (!migration)
      throw new Refusal(
        `データベースがこのプログラムより新しいです: ${name} がありません。(The database is newer than this program; update it.)`,
      )
    if (migration.checksum !== checksum)
      throw new Refusal(
        `適用済みのマイグレーション ${name} が変更されています。元に戻し、新しい番号のファイルに書いてください。試用データなら bin/start --reset で作り直せます。(An applied migration was changed.)`,
      )
  }
  const newest = applied.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name }) => !applied.some(other => other.name === name))
  const late = pending.find(({ name }) => name < newest)
  if (late)
    throw new Refusal(
      `マイグレーション ${late.name} は適用済みの ${newest} より古い番号です。番号を振り直すか、試用データなら bin/start --reset で作り直してください。(A migration came late.)`,
    )
  return pending
}

const apply = async (client: pg.Client, { name, sql, checksum }: Migration): Promise<void> => {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Refusal(
      `マイグレーション ${name}${placeOf(error, sql)}で失敗しました: ${reasonOf(error)} (The migration failed; nothing of it was kept.)`,
    )
  }
}

const placeOf = (error: unknown, sql: string): string => {
  const position = Number(error instanceof pg.DatabaseError ? error.position : undefined)
  return position > 0 ? ` の${sql.slice(0, position).split('\n').length}行目` : ' '
}
