import type pg from 'pg'
import { applicationUrlOf, withLoginOf } from '../migrate/app-login.ts'
import { migrate } from '../migrate/migrate.ts'
import { ownNeeds } from '../migrate/migrations.ts'
import { type AppliedMigration, appliedMigrations, compareSchema } from '../platform/database/applied-migrations.ts'
import { reasonOf } from '../migrate/reason-of.ts'
import { demandMigratedDatabase, demandOwnDatabase } from '../migrate/whose-database.ts'
import { withClient } from '../migrate/with-client.ts'
import { prepareQueues } from '../platform/jobs/jobs.ts'
import { demandKeyMark, type SecretKeys } from './key-mark.ts'
import { Refusal } from '../platform/refusal.ts'

/** The ways into the one database, by what they are good for (review M8, M9). */
export interface Databases {
  /** The owner of the tables: migrations and the trial's town. Null: another command migrates, and this process never could. */
  ownerUrl: string | null
  /** The application's own login; may lead through a pooler. */
  databaseUrl: string
  /** The same login on the server itself. */
  databaseSessionUrl: string
}

/** What the settings name; a URL that they leave out follows from the owner's. */
export interface DatabaseUrls {
  databaseUrl: string | null
  databaseAppUrl: string | null
  databaseSessionUrl: string | null
}

export const databasesOf = (ownerUrl: string | null, urls: DatabaseUrls): Databases => {
  const databaseUrl = urls.databaseAppUrl ?? (ownerUrl === null ? null : applicationUrlOf(ownerUrl))
  if (databaseUrl === null)
    throw new Refusal('DATABASE_URL か DATABASE_APP_URL を指定してください。(Set DATABASE_URL or DATABASE_APP_URL.)')
  const databaseSessionUrl = urls.databaseSessionUrl ?? (ownerUrl === null ? databaseUrl : withLoginOf(ownerUrl, databaseUrl))
  return { ownerUrl, databaseUrl, databaseSessionUrl }
}

/** Brings tables, login and queues to the newest shape, or, without the owner's URL, demands that somebody has. Names what was applied. */
export const prepareDatabase = async ({ ownerUrl, databaseSessionUrl }: Databases): Promise<string[]> => {
  if (ownerUrl === null) {
    await demandNewest(databaseSessionUrl)
    return []
  }
  const applied = await migrate(ownerUrl, { loginUrl: databaseSessionUrl })
  await prepareQueues(ownerUrl)
  return applied
}

const demandNewest = async (url: string): Promise<void> => {
  await askDatabase(url, client => demandMigratedDatabase(client, ownNeeds()))
  const { missing } = compareSchema(ownNeeds(), await ask<AppliedMigration>(url, appliedMigrations))
  if (missing.length > 0)
    throw new Refusal(
      'データベースがこのプログラムと合っていません。所有者の DATABASE_URL を指定して bin/admin migrate を実行してください。(The schema is another one; run bin/admin migrate as the owner.)',
    )
}

/** Whether the demo town stands in this database, or was begun; anybody who may connect sees that. */
const holdsDemoTown = async (url: string): Promise<boolean> =>
  (await ask<{ known: boolean }>(url, `select to_regclass('public.demo_town') is not null as known`))[0]?.known === true

/** Production never serves the demo town: its accounts and their password are public (review M7). */
export const refuseDemoTown = async ({ ownerUrl, databaseSessionUrl }: Databases): Promise<void> => {
  if (await holdsDemoTown(ownerUrl ?? databaseSessionUrl))
    throw new Refusal(
      'このデータベースには試用のデモデータがあります。本番環境には空のデータベースを指定してください。(This database holds the demo town; production needs another one.)',
    )
}

/** The trial writes into an empty database or one of its own, never into anybody else's (review M7): before anything is changed. */
export const refuseForeignDatabase = async (ownerUrl: string | null): Promise<void> => {
  if (ownerUrl === null)
    throw new Refusal(
      'DATABASE_APP_URL だけで起動できるのは本番環境（NODE_ENV=production）です。試用では DATABASE_URL を指定してください。(DATABASE_APP_URL alone is for production.)',
    )
  const state = await askDatabase(ownerUrl, client => demandOwnDatabase(client, ownNeeds()))
  const [database] = await ask<{ is_empty: boolean; has_town: boolean }>(
    ownerUrl,
    `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm')) as is_empty,
      to_regclass('public.demo_town') is not null as has_town`,
  )
  if (database?.is_empty || database?.has_town) return
  const isUntouched = state === 'ours' && (await ask(ownerUrl, 'select from clients limit 1')).length === 0
  if (isUntouched && (await ask(ownerUrl, 'select from admins limit 1')).length === 0) return
  throw new Refusal(
    'このデータベースは試用のために作られたものではありません。空のデータベースを指定するか、本番として起動してください（NODE_ENV=production）。(The trial did not make this database; give it an empty one.)',
  )
}

/** Production serves a database with the key that it has been served with, or one that follows it (decision 107). */
export const refuseOtherKey = ({ databaseSessionUrl }: Databases, keys: SecretKeys): Promise<void> =>
  askDatabase(databaseSessionUrl, client => demandKeyMark(client, keys))

const ask = async <Row extends object>(url: string, text: string): Promise<Row[]> =>
  askDatabase(url, async client => (await client.query<Row>(text)).rows)

const askDatabase = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const refused = (what: string, english: string) => (error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(`${what}: ${reasonOf(error)} (${english})`)
  }
  const unreadable = refused(
    'データベースを読めません。DATABASE_URL と DATABASE_APP_URL のログインに、このデータベースの権限があるか確認してください',
    'Cannot read the database; check what its logins may do.',
  )
  const unreachable = refused(
    'データベースに接続できません。DATABASE_URL と DATABASE_APP_URL を確認してください',
    'Cannot connect; check DATABASE_URL and DATABASE_APP_URL.',
  )
  return withClient({ connectionString: url, connectionTimeoutMillis: 10_000 }, client => work(client).catch(unreadable)).catch(unreachable)
}
