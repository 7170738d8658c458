import type { Now } from './clock.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { LimitedWork } from './processes/limited-work.ts'
import type { Live } from './live/live.ts'
import type { Observing } from './observing/observing.ts'
import type { Pool } from './database/pool.ts'
import type { Replicas } from './database/replicas/replicas.ts'
import type { ServerSettings } from './settings.ts'
import type { Storage } from './files/storage.ts'

/** What every handler may use besides its transaction. Built once in server.ts. */
export interface Platform extends Observing {
  settings: ServerSettings
  pool: Pool
  /** Copies of the database for reads that may lag (`mayLag` of an endpoint); asked by `mount` alone. */
  replicas: Replicas
  now: Now
  storage: Storage
  jobs: Jobs
  live: Live
  /** Where foreign files are read: what the processes can read is `file-reader`'s. */
  fileReader: LimitedWork
  shutdown: Shutdown
}

/** Whether the process is about to end: whoever sends people here is told so before the port closes (`/readyz`). */
export interface Shutdown {
  isDraining: boolean
}
