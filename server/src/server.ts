import { buildApp } from './app.ts'
import { openFileReader } from './file-reader/file-reader.ts'
import { clock } from './platform/clock.ts'
import { startJobs } from './platform/jobs.ts'
import { openLive } from './platform/live.ts'
import { sendWaitingMessages } from './platform/mailer.ts'
import type { Platform } from './platform/platform.ts'
import { connect } from './platform/pool.ts'
import type { ServerSettings } from './platform/settings.ts'
import { diskStorage } from './platform/storage.ts'
import { work } from './work.ts'

const sendEvery = 3_000

/** Messages leave within seconds; whoever waits for six digits should not wait for the minute. One sender at a time over all processes. */
const sendSoon = (platform: Platform) => {
  let sending: Promise<void> | null = null
  const timer = setInterval(() => {
    sending ??= sendWaitingMessages(platform)
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        sending = null
      })
  }, sendEvery)
  return {
    /** The message that is on its way arrives; then none leaves any more. */
    stop: async () => {
      clearInterval(timer)
      await sending
    },
  }
}

export interface RunningServer {
  platform: Platform
  close(): Promise<void>
}

/** Opens the database, the queues and the port. The database is migrated already. */
export const startServer = async (settings: ServerSettings): Promise<RunningServer> => {
  const now = clock(settings.testNow ?? undefined)
  const pool = connect(settings.databaseUrl, settings.testNow === null ? {} : { movedClock: now })
  const jobs = await startJobs(settings.databaseUrl, { onError: error => console.error(error) })
  const platform: Platform = {
    settings,
    pool,
    jobs,
    now,
    storage: diskStorage(settings.storageDir),
    fileReader: openFileReader(settings.storageDir, { onError: error => console.error(error) }),
    live: openLive(settings.databaseUrl, { onError: error => console.error(error) }),
  }
  const closeRest = async () => {
    await jobs.close()
    await platform.live.close()
    await pool.close()
  }
  const app = await buildApp(platform).catch(async (error: unknown) => {
    await closeRest()
    throw error
  })
  const sender = sendSoon(platform)
  const close = async () => {
    await app.close()
    await sender.stop()
    await closeRest()
  }
  try {
    await app.listen({ port: settings.port, host: settings.mode === 'production' ? '0.0.0.0' : '::' })
    await jobs.work(work(platform))
    await platform.storage.sweepStaging()
  } catch (error) {
    await close()
    throw error
  }
  return { platform, close }
}
