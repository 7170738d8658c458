import { buildApp } from './app.ts'
import { clock } from './platform/clock.ts'
import { startJobs } from './platform/jobs.ts'
import { openLive } from './platform/live.ts'
import type { Platform } from './platform/platform.ts'
import { connect } from './platform/pool.ts'
import { openSender } from './platform/sender.ts'
import type { ServerSettings } from './platform/settings.ts'
import { diskStorage } from './platform/storage.ts'
import { work } from './work.ts'

/** Whoever waits for six digits should not wait for the minute. */
const sendEvery = 1_000

/** Looks for due messages by itself; they leave within seconds. */
const sendSoon = (platform: Platform) => {
  const sender = openSender(platform)
  const timer = setInterval(() => void sender.wake(), sendEvery)
  return {
    wake: () => sender.wake(),
    stop: () => {
      clearInterval(timer)
      return sender.stop()
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
    await jobs.work(work(platform, sender.wake))
  } catch (error) {
    await close()
    throw error
  }
  return { platform, close }
}
