import { openFileReader } from '../server/src/file-reader/file-reader.ts'
import { clock } from '../server/src/platform/clock.ts'
import type { Jobs } from '../server/src/platform/jobs/jobs.ts'
import { unobserved } from '../server/src/platform/observing/observing.ts'
import { openLive } from '../server/src/platform/live/live.ts'
import type { Platform } from '../server/src/platform/platform.ts'
import { connect } from '../server/src/platform/database/pool.ts'
import { noReplicas } from '../server/src/platform/database/replicas/replicas.ts'
import { diskStorage } from '../server/src/platform/files/open-storage.ts'
import { readSettings } from '../server/src/start/settings.ts'

const noJobs: Jobs = {
  enqueue: async () => undefined,
  work: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
}

/** What the application stands on in a bench: as in production, without queues and without mail. */
export const benchPlatform = (databaseUrl: string, storageDir: string, poolSize?: number): Platform => {
  const settings = readSettings({})
  if ('missing' in settings) throw new Error(settings.missing.join('\n'))
  return {
    ...unobserved,
    settings: {
      ...settings.server,
      mode: 'test',
      databaseUrl,
      databaseSessionUrl: databaseUrl,
      secretKey: 'k'.repeat(32),
      storageDir,
    },
    pool: connect(databaseUrl, poolSize === undefined ? {} : { max: poolSize }),
    replicas: noReplicas,
    jobs: noJobs,
    now: clock(),
    storage: diskStorage(storageDir),
    fileReader: openFileReader(storageDir),
    live: openLive(databaseUrl),
    shutdown: { isDraining: false },
  }
}
