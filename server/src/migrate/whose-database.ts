import type pg from 'pg'
import { type AppliedMigration, appliedMigrations, compareSchema, type SchemaNeeds } from '../platform/database/applied-migrations.ts'
import { Refusal } from '../platform/refusal.ts'
import { newerDatabase } from './migrations.ts'

const oldestServer = 180_000

/** What anybody who may connect sees of a database, whoever made it and however old its server is. */
interface FoundDatabase {
  name: string
  login: string
  version: string
  version_number: number
  is_standby: boolean
  /** It has the table of migrations that were applied, as we make it; other applications have one of the same name. */
  has_book: boolean
  /** Some of the tables and views that are there, in the schemas that are ours; extensions' do not count. */
  tables: string[]
  may_create: boolean
}

const question = `
  select current_database()::text as name, current_user::text as login, current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number, pg_is_in_recovery() as is_standby,
    (select count(*) = 3 from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'public' and c.relname = 'schema_migrations' and a.attname in ('name', 'checksum', 'applied_at')
        and not a.attisdropped) as has_book,
    array(select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname limit 4) as tables,
    has_database_privilege(current_database(), 'CREATE')
      and (select count(*) > 0 from pg_namespace n where n.nspname = 'public' and has_schema_privilege(n.oid, 'CREATE')) as may_create`

const find = async (client: pg.Client): Promise<FoundDatabase> => {
  const { rows } = await client.query<FoundDatabase>(question)
  const [database] = rows
  if (database === undefined) throw new Error('the server does not say which database this is')
  return database
}

/** What was found, once it is known that the server is new enough and the database empty or ours. Throws a Refusal. */
const demandUsable = async (client: pg.Client, needs: SchemaNeeds): Promise<FoundDatabase & { state: 'ours' | 'empty' }> => {
  const database = await find(client)
  const { version, version_number, has_book, tables } = database
  if (version_number < oldestServer)
    throw new Refusal(
      `PostgreSQL 18 以上が必要です（接続先は ${version}）。18 以上のサーバーのデータベースを指定してください。(PostgreSQL 18 or newer is needed.)`,
    )
  if (!has_book && tables.length > 0) throw foreign(database)
  if (!has_book) return { ...database, state: 'empty' }
  const applied = (await client.query<AppliedMigration>(appliedMigrations)).rows
  const { unknown, tooNew } = compareSchema(needs, applied)
  if (applied.length > 0 && unknown.length === applied.length) throw foreign(database)
  const [newest] = tooNew
  if (newest !== undefined) throw newerDatabase(newest)
  return { ...database, state: 'ours' }
}

/**
 * Before anything is asked of a database or changed in it: its server is new enough, it is empty or ours, and no newer program took away from
 * it what this one uses. Tells whether it is ours or empty still. Throws a Refusal that says whose it is and what to do.
 */
export const demandOwnDatabase = async (client: pg.Client, needs: SchemaNeeds): Promise<'ours' | 'empty'> =>
  (await demandUsable(client, needs)).state

/** The same for a migration, which may begin an empty one, where it may make tables. Throws a Refusal. */
export const demandDatabaseToMigrate = async (client: pg.Client, needs: SchemaNeeds): Promise<void> => {
  const { state, name, login, is_standby, may_create } = await demandUsable(client, needs)
  if (is_standby)
    throw new Refusal(
      `データベース ${name} は読み取り専用のスタンバイです。DATABASE_URL にはプライマリを指定してください。(This is a standby; DATABASE_URL must name the primary.)`,
    )
  if (state === 'empty' && !may_create)
    throw new Refusal(
      `ログイン ${login} には、データベース ${name} に表を作る権限がありません。管理者が次を実行してください: ALTER DATABASE ${quoted(name)} OWNER TO ${quoted(login)}; (This login may not create anything here.)`,
    )
}

/** The same for whoever needs its tables. Throws a Refusal. */
export const demandMigratedDatabase = async (client: pg.Client, needs: SchemaNeeds): Promise<void> => {
  const { state, name } = await demandUsable(client, needs)
  if (state === 'ours') return
  throw new Refusal(
    `データベース ${name} にはまだ表がありません。接続先が正しければ、所有者の DATABASE_URL を指定して bin/admin migrate を実行してください。(This database is empty; run bin/admin migrate as the owner.)`,
  )
}

const foreign = ({ name, tables }: FoundDatabase): Refusal =>
  new Refusal(
    `データベース ${name} には別のアプリケーションの表（${tables.slice(0, 3).join('、')}${tables.length > 3 ? ' ほか' : ''}）があるため、何も変更していません。トグチのデータベースか、空のデータベースを指定してください。(These tables are another application's; name our database or an empty one.)`,
  )

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
