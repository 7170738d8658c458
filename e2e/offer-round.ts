import { join } from 'node:path'
import { afterQuietHours, isQuiet } from '@toguchi/domain/calendar/quiet-hours'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { openFileReader } from '../server/src/file-reader/file-reader.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { connect } from '../server/src/platform/database/pool.ts'
import { diskStorage } from '../server/src/platform/files/storage.ts'
import { openLive } from '../server/src/platform/live/live.ts'
import { offerEarlierFrames } from '../server/src/residents/residents.ts'
import { readSettings } from '../server/src/start/settings.ts'

const hour = 3_600_000

/** The moment itself by day, at night the last hour in which somebody could still be told. */
const lastAwake = (now: Date): Date => (isQuiet(now) ? new Date(afterQuietHours(now).getTime() - 13 * hour) : now)

/**
 * The round that offers frames which became free, as the server has it every ten minutes of the day: now, on the database of the running
 * trial, so that no journey waits for it and none depends on the hour it runs at.
 */
export const offerFreeFrames = async (): Promise<void> => {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const settings = readSettings({ PORT: process.env.E2E_PORT ?? '', DATA_DIR: dataDir })
  if ('missing' in settings) throw new Error(settings.missing.join('\n'))
  const now = () => lastAwake(new Date())
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  const url = applicationUrlOf(postgres.url)
  const pool = connect(url, { max: 2, movedClock: now })
  const live = openLive(url)
  try {
    await offerEarlierFrames({
      settings: { ...settings.server, databaseUrl: url, databaseSessionUrl: url, secretKey: 'nothing is encrypted by an offer' },
      pool,
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
