import { Worker } from 'node:worker_threads'
import { broken, tooBig, unreadable } from './examine-workbook.ts'
import type { FileRow } from './workbook.ts'

/** What the thread says: rows, a part at a time, and that these were all; or why the file says nothing. */
export type Told = { rows: FileRow[] } | { done: true } | { refusal: string } | { failure: string }

/** Megabytes the thread may have: twenty thousand rows of twelve columns with a text of their own in every cell need some 150. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
const mostMilliseconds = 60_000

/**
 * Reads a file in a thread of its own. What a strange file makes of the library's memory and time ends with the thread and not with
 * the server; and while a good one is read, everybody else's requests go on.
 */
export const readAside = (path: string): Promise<FileRow[]> =>
  new Promise((resolve, reject) => {
    const rows: FileRow[] = []
    const thread = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: path, resourceLimits: memory })
    const late = setTimeout(() => end(() => reject(tooBig())), mostMilliseconds)
    const end = (settle: () => void) => {
      clearTimeout(late)
      settle()
      void thread.terminate()
    }
    thread.on('message', (told: Told) => {
      if ('rows' in told) rows.push(...told.rows)
      else if ('done' in told) end(() => resolve(rows))
      else if ('refusal' in told) end(() => reject(unreadable(told.refusal)))
      else end(() => reject(new Error(told.failure)))
    })
    thread.on('error', error => end(() => reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig() : error)))
    thread.on('exit', () => end(() => reject(broken())))
  })
