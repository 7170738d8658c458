import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../platform/http/error-code.ts'
import type { Platform } from '../platform/platform.ts'

/** A file that a ministry publishes and this installation has put in (PUBLISHED_FILES_DIR); null where it has not. */
export const readPublished = async ({ settings }: Platform, name: string): Promise<Buffer | null> => {
  if (settings.publishedFilesDir === null) return null
  try {
    return await readFile(path.join(settings.publishedFilesDir, name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
