import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '../../platform/platform.ts'

/** Puts what is kept under a key into a file; null where it is gone. */
export const layStored = async ({ storage }: Platform, storageKey: string, to: string): Promise<string | null> => {
  try {
    await pipeline(storage.read(storageKey), createWriteStream(to, { mode: 0o600 }))
    return to
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
