/** A migration that a database has had, and the oldest version of the program that lives with what it took away; null: every one does. */
export interface AppliedMigration {
  name: string
  oldest_version: string | null
}

/** Whoever reads it may be newer than the column, which the next migration adds: it is asked for by name, and not there it is null. */
export const appliedMigrations = `select name, to_jsonb(sm) ->> 'oldest_version' as oldest_version from schema_migrations sm order by name`

/** A program as a schema sees it (`server/package.json`, `db/migrations`). */
export interface SchemaNeeds {
  /** `1.2.3` */
  version: string
  /** Names of the migrations that the program was written for. */
  migrations: readonly string[]
}

/**
 * What keeps a program from living with a database: migrations that it needs and that are missing, and such that it does not know and that
 * took away what its version still uses. Others that it does not know only added something (decision 098).
 */
export const compareSchema = ({ version, migrations }: SchemaNeeds, applied: readonly AppliedMigration[]) => {
  const names = new Set(applied.map(({ name }) => name))
  const known = new Set(migrations)
  const unknown = applied.filter(({ name }) => !known.has(name))
  return {
    missing: migrations.filter(name => !names.has(name)),
    unknown: unknown.map(({ name }) => name),
    tooNew: unknown.filter(({ oldest_version: oldest }) => oldest !== null && isOlder(version, oldest)).map(({ name }) => name),
  }
}

/** Whether one version, `1.2.3`, came before another. */
export const isOlder = (version: string, other: string): boolean => {
  const [own, others] = [version, other].map(text => text.split('.').map(Number))
  const at = own?.findIndex((part, place) => part !== others?.[place]) ?? -1
  return at >= 0 && Number(own?.[at]) < Number(others?.[at])
}
