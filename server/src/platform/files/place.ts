import { Readable } from 'node:stream'
import { codeOf } from '../http/error-code.ts'
import type { Storage } from './storage.ts'

/** Where kept bytes lie: a disk or a bucket. What has only arrived lies elsewhere (`staging.ts`). */
export interface Place extends Pick<Storage, 'keep' | 'read' | 'remove' | 'keysIn' | 'keptAt' | 'freeBytes' | 'check'> {
  /** The first parts of all keys: ids of clients, `logos`. */
  folders(): Promise<string[]>
  /** Removes what was half kept more than a day ago. Returns how many. */
  sweep(): Promise<number>
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/**
 * Keeps in the first place and reads from the second what the first does not have: while files move from one to the other, and after
 * (decision 096).
 */
export const inTwoPlaces = (first: Place, second: Place): Place => ({
  keep: first.keep,
  read: key => Readable.from(readEither(first, second, key), { objectMode: false }),
  remove: async key => {
    await second.remove(key)
    await first.remove(key)
  },
  async *keysIn(folder) {
    yield* first.keysIn(folder)
    yield* second.keysIn(folder)
  },
  async keptAt(key) {
    const times = (await Promise.all([first.keptAt(key), second.keptAt(key)])).filter(time => time !== null)
    return times.length === 0 ? null : Math.max(...times)
  },
  freeBytes: first.freeBytes,
  check: first.check,
  folders: async () => [...new Set([...(await first.folders()), ...(await second.folders())])],
  sweep: async () => (await first.sweep()) + (await second.sweep()),
})

async function* readEither(first: Place, second: Place, key: string): AsyncGenerator<Buffer> {
  let reason: unknown
  // What is not here yet may arrive while the other place is asked, and be gone there: a file on its way is always in one of them.
  for (const place of [first, second, first]) {
    const stream = place.read(key)
    let hasBegun = false
    try {
      for await (const chunk of stream) {
        hasBegun = true
        yield chunk as Buffer
      }
      return
    } catch (error) {
      if (hasBegun) throw error
      // A place that does not answer says more than one that has nothing.
      if (reason === undefined || isMissing(reason)) reason = error
    }
  }
  throw reason
}
