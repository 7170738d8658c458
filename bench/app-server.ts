import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { clock } from '../server/src/platform/clock.ts'
import type { Jobs } from '../server/src/platform/jobs.ts'
import { openLive } from '../server/src/platform/live.ts'
import { connect } from '../server/src/platform/pool.ts'
import { diskStorage } from '../server/src/platform/storage.ts'
import { readSettings } from '../server/src/start/settings.ts'
import { poolSize } from './contest.ts'
import { record } from './recording.ts'

/** The application as it runs in production, on its own: no queues, and pages only where a browser is measured. */
const settings = readSettings({})
const [ownerUrl = '', webDir = '', recording = ''] = process.argv.slice(2)
const databaseUrl = applicationUrlOf(ownerUrl)
if ('missing' in settings) throw new Error(settings.missing.join('\n'))

const storageDir = join(tmpdir(), 'toguchi-bench-keeps-no-files')
const noJobs: Jobs = { enqueue: async () => undefined, work: async () => undefined, close: async () => undefined }
const app = await buildApp({
  settings: {
    ...settings.server,
    mode: 'test',
    databaseUrl,
    databaseSessionUrl: databaseUrl,
    secretKey: 'k'.repeat(32),
    storageDir,
    webDir: webDir === '' ? null : webDir,
    checkAnswers: false,
  },
  pool: connect(databaseUrl, { max: poolSize }),
  jobs: noJobs,
  now: clock(),
  storage: diskStorage(storageDir),
  live: openLive(databaseUrl),
})
if (recording !== '') record(recording)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (typeof address === 'object' && address) process.send?.(address.port)
process.on('disconnect', () => process.exit(0))
