import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../platform/problem.ts'
import { partsOf } from '../platform/rows.ts'
import type { Told } from './read-aside.ts'
import { readRows } from './read-rows.ts'

/* The thread of read-aside.ts. */
const tell = (told: Told) => parentPort?.postMessage(told)
try {
  for (const part of partsOf(await readRows(await readFile(String(workerData))), 500)) tell({ rows: part })
  tell({ done: true })
} catch (error) {
  const refusal = error instanceof Problem ? error.fields['file']?.[0] : undefined
  tell(refusal === undefined ? { failure: String(error) } : { refusal })
}
