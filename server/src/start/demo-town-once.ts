import { withClient } from '../migrate/with-client.ts'
import type { ServerSettings } from '../platform/settings.ts'

/**
 * How far the demo town of this database is. Its beginning and end are noted in the database itself, so that a town
 * half built when the machine went down is not taken for whole; `foreign` holds clients that no town made.
 */
export type TownState = 'none' | 'unfinished' | 'built' | 'foreign'

export const findTown = (databaseUrl: string): Promise<TownState> =>
  withClient(databaseUrl, async client => {
    const { rows } = await client.query<{ known: boolean }>(`select to_regclass('demo_town') is not null as known`)
    if (rows[0]?.known) {
      const towns = await client.query<{ finished: boolean }>('select finished_at is not null as finished from demo_town')
      return towns.rows.every(({ finished }) => finished) ? 'built' : 'unfinished'
    }
    const clients = await client.query('select from clients limit 1')
    return clients.rowCount === 0 ? 'none' : 'foreign'
  })

/** Builds the demo town into a migrated database that has none. */
export const buildTown = (
  ownerUrl: string,
  settings: ServerSettings,
  options: { dataDir: string; progress: (line: string) => void },
): Promise<void> =>
  withClient(ownerUrl, async client => {
    await client.query('create table demo_town as select now() as started_at, null::timestamptz as finished_at')
    const { buildDemoTown } = await import('../demo/demo-town.ts')
    await buildDemoTown({ databaseUrl: settings.databaseUrl, settings, ...options })
    await client.query('update demo_town set finished_at = now()')
  })

/** Serialises the starts of several copies on one database: the second waits until the town stands. */
export const withTownLock = <T>(databaseUrl: string, work: () => Promise<T>): Promise<T> =>
  withClient(databaseUrl, async client => {
    await client.query(`select pg_advisory_lock(hashtext('toguchi demo town'))`)
    return work()
  })
