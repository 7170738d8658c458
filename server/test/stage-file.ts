import { Readable } from 'node:stream'
import { Problem } from '../src/platform/http/problem.ts'
import type { S3Settings } from '../src/platform/settings.ts'
import { openStorage } from '../src/platform/files/open-storage.ts'

/* Stages and keeps so many bytes, in a bucket if one is given, and says what came of it: run where there is less room. */
const [folder = '', bytes = '', bucket] = process.argv.slice(2)
const s3 = bucket === undefined ? null : (JSON.parse(bucket) as S3Settings)
const logged: string[] = []
const storage = await openStorage({ storageDir: folder, storage: s3 ? 's3' : 'disk', s3 }, { onError: error => logged.push(error.message) })
let said: unknown
try {
  const staged = await storage.stage(Readable.from([Buffer.alloc(Number(bytes), 1)]), { fileName: 'x', contentType: 'x' })
  await storage.keep(staged, '1/x')
  said = { kept: true }
} catch (error) {
  said =
    error instanceof Problem
      ? { status: error.status, ...error.body(), retryAfterSeconds: error.retryAfterSeconds }
      : { error: String(error) }
}
process.stdout.write(JSON.stringify({ said, logged }))
