import type { Readable } from 'node:stream'
import { codeOf } from '../http/error-code.ts'
import { joinedStream } from './joined-stream.ts'
import type { Storage } from './storage.ts'

/** Where kept bytes lie: a disk or a bucket. What has only arrived lies elsewhere (`staging.ts`). */
export interface Place extends Pick<Storage, 'keep' | 'read' | 'remove' | 'keysIn' | 'keptAt' | 'freeBytes' | 'check'> {
  /** The first parts of all keys: ids of clients, `logos`. */
  folders(): Promise<string[]>
  /** Removes what was half kept more than a day ago (`at`: as things stand then). Returns how many. */
  sweep(at?: number): Promise<number>
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/**
 * Keeps in the first place and reads from the second what the first does not have: while files move from one to the other, and after
 * (decision 096).
 */
export const inTwoPlaces = (first: Place, second: Place): Place => ({
  keep: first.keep,
  read: key => readEither(first, second, key),
  remove: async key => {
    await second.remove(key)
    await first.remove(key)
  },
  async *keysIn(folder, names) {
    yield* first.keysIn(folder, names)
    yield* second.keysIn(folder, names)
  },
  async keptAt(key) {
    const times = (await Promise.all([first.keptAt(key), second.keptAt(key)])).filter(time => time !== null)
    return times.length === 0 ? null : Math.max(...times)
  },
  freeBytes: first.freeBytes,
  check: first.check,
  folders: async () => [...new Set([...(await first.folders()), ...(await second.folders())])],
  sweep: async at => (await first.sweep(at)) + (await second.sweep(at)),
})

const readEither = (first: Place, second: Place, key: string): Readable => {
  // What is not here yet may arrive while the other place is asked, and be gone there: a file on its way is always in one of them.
  const left = [first, second, first]
  let reason: Error | null = null
  return joinedStream(async ({ read, failure }) => {
    if (left.length < 3 && failure === null) return null
    if (read > 0) throw failure ?? new Error('a part without its reason')
    // A place that does not answer says more than one that has nothing.
    if (failure !== null && (reason === null || isMissing(reason))) reason = failure
    const place = left.shift()
    if (place === undefined) throw reason ?? failure ?? new Error('no place')
    return place.read(key)
  })
}
