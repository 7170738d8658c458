import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { poolSize } from './contest.ts'
import { benchPlatform } from './platform.ts'
import { record } from './recording.ts'

/** The application as it runs in production, on its own: no queues, and pages only where a browser is measured. */
const [ownerUrl = '', webDir = '', recording = ''] = process.argv.slice(2)
const platform = benchPlatform(applicationUrlOf(ownerUrl), join(tmpdir(), 'toguchi-bench-keeps-no-files'), poolSize)
const app = await buildApp({
  ...platform,
  settings: { ...platform.settings, webDir: webDir === '' ? null : webDir, checkAnswers: false },
})
if (recording !== '') record(recording)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (typeof address === 'object' && address) process.send?.(address.port)
process.on('disconnect', () => process.exit(0))
