import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { codeOf } from '../platform/http/error-code.ts'
import type { Storage } from '../platform/files/storage.ts'

/** Why the bytes of a photo are not what was kept. */
export type Fault = 'missing' | 'torn'

/** The kept bytes of one file, when they are what they were at its arrival. */
export const readKept = async (storage: Storage, key: string, sha256: Buffer): Promise<Buffer | Fault> => {
  try {
    const bytes = await buffer(storage.read(key))
    return createHash('sha256').update(bytes).digest().equals(sha256) ? bytes : 'torn'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing'
    // A disk that cannot read a file any more.
    if (codeOf(error) === 'EIO') return 'torn'
    throw error
  }
}
