import { join } from 'node:path'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { openFileReader } from '../server/src/file-reader/file-reader.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { connect } from '../server/src/platform/database/pool.ts'
import { noReplicas } from '../server/src/platform/database/replicas/replicas.ts'
import { diskStorage } from '../server/src/platform/files/open-storage.ts'
import { unobserved } from '../server/src/platform/observing/observing.ts'
import { openLive } from '../server/src/platform/live/live.ts'
import type { Platform } from '../server/src/platform/platform.ts'
import { readSettings } from '../server/src/start/settings.ts'

/** The platform of the running trial at another hour of the day, so that no journey waits for that hour and none depends on its own. */
export const atAnotherHour = async (now: () => Date, work: (platform: Platform) => Promise<unknown>): Promise<void> => {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const settings = readSettings({ PORT: process.env.E2E_PORT ?? '', DATA_DIR: dataDir })
  if ('missing' in settings) throw new Error(settings.missing.join('\n'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  const url = applicationUrlOf(postgres.url)
  const pool = connect(url, { max: 2, movedClock: now })
  const live = openLive(url)
  try {
    await work({
      ...unobserved,
      settings: { ...settings.server, databaseUrl: url, databaseSessionUrl: url, secretKey: 'nothing is encrypted or signed at that hour' },
      pool,
      replicas: noReplicas,
      now,
      storage: diskStorage(dataDir),
      fileReader: openFileReader(dataDir),
      live,
      shutdown: { isDraining: false },
      // Its messages wait in the outbox, which the server looks through by itself.
      jobs: { enqueue: async () => {}, work: async () => {}, check: async () => {}, close: async () => {} },
    })
  } finally {
    await live.close()
    await pool.close()
    await postgres.stop()
  }
}
