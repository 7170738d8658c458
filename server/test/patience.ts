import { openFileReader } from '../src/file-reader/file-reader.ts'
import type { LimitedWork } from '../src/platform/processes/limited-work.ts'

/*
 * What protects people from waiting refuses what is right on a machine that does something else for seconds. The tests wait instead: where
 * they examine how long somebody waits, they say so themselves.
 */

/** Milliseconds that a piece of work may wait for its turn. */
const waitMilliseconds = 600_000
/** So many times what a file may take by the clock; what it may compute stays as it is. */
const longer = 20

/** A file reader that nobody is told to be busy of because the machine had no core for it. */
export const openPatientReader = (storageDir: string, { limits, ...options }: Parameters<typeof openFileReader>[1] = {}): LimitedWork => {
  const reader = openFileReader(storageDir, { limits: { waitMilliseconds, ...limits }, ...options })
  return {
    ...reader,
    ask: work => reader.ask({ ...work, most: { ...work.most, inAll: work.most.inAll * longer } }),
  }
}
