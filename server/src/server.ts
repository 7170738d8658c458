import { setTimeout } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { openFileReader } from './file-reader/file-reader.ts'
import { clock } from './platform/clock.ts'
import { demandWallsAndSession } from './platform/database/database-walls.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { openLive } from './platform/live/live.ts'
import type { Platform } from './platform/platform.ts'
import { connect, patienceOfWork } from './platform/database/pool.ts'
import { replicasOf } from './platform/database/replicas/replicas.ts'
import { openObserving } from './platform/observing/open-observing.ts'
import { openSender } from './platform/messages/sender.ts'
import type { ServerSettings } from './platform/settings.ts'
import { openStorage } from './platform/files/open-storage.ts'
import { work } from './work.ts'

/** Whoever waits for six digits should not wait for the minute. */
const sendEvery = 1_000
/** Connections for what the queues do: beside those of the requests, so that neither waits for the other. */
const workPoolSize = 6

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

/** Opens the database, the queues and the port. The database is migrated already; without its second wall nothing is served. */
export const startServer = async (settings: ServerSettings): Promise<RunningServer> => {
  const now = clock(settings.testNow ?? undefined)
  const movedClock = settings.testNow === null ? undefined : now
  const { isCoordinator } = await demandWallsAndSession(settings.databaseSessionUrl)
  const { watch, close: closeObserving, ...observing } = await openObserving(settings)
  const { log, tracer } = observing
  const pool = connect(settings.databaseUrl, { max: settings.databasePoolSize, movedClock, tracer })
  const workPool = connect(settings.databaseUrl, { max: workPoolSize, movedClock, patience: patienceOfWork, tracer })
  const replicas = replicasOf(settings, { isCoordinator, max: settings.databasePoolSize, movedClock, tracer, log })
  const letGo = () => Promise.all([pool.close(), workPool.close(), replicas.close(), closeObserving()])
  const jobs = await pool
    .ask('select 1', [])
    .then(() => startJobs(settings.databaseSessionUrl, { onError: error => log.error(error, 'the queues were not looked after') }))
    .catch(async (error: unknown) => {
      await letGo()
      throw error
    })
  const storage = await openStorage(settings, { onError: error => log.error(error, 'the storage did not do what it should') })
  const platform: Platform = {
    settings,
    pool,
    replicas,
    jobs,
    now,
    ...observing,
    storage,
    fileReader: openFileReader(settings.storageDir, { onError: error => log.error(error, 'a process that reads files ended') }),
    live: openLive(settings.databaseSessionUrl, { onError: error => log.error(error, 'live news were not heard') }),
    shutdown: { isDraining: false },
  }
  const background: Platform = { ...platform, pool: workPool }
  const closeRest = async () => {
    await jobs.close()
    await platform.live.close()
    await letGo()
  }
  const app = await buildApp(platform).catch(async (error: unknown) => {
    await closeRest()
    throw error
  })
  const sender = sendSoon(background)
  const close = async () => {
    platform.shutdown.isDraining = true
    await setTimeout(settings.drainSeconds * 1_000)
    await app.close()
    await sender.stop()
    await closeRest()
  }
  try {
    await app.listen({ port: settings.port, ...(settings.host === null ? { host: '::' } : { host: settings.host }) })
    await watch({ platform, pools: { requests: pool, work: workPool }, asked: workPool })
    await jobs.work(work(background, sender.wake))
    // A bucket that is away keeps nobody from all that needs no files.
    await storage.sweepStaging().catch((error: unknown) => log.error(error, 'what was left half received was not swept'))
  } catch (error) {
    await close()
    throw error
  }
  return { platform, close }
}
