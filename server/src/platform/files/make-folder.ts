import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../http/error-code.ts'

/**
 * Makes a private folder and those above it. Not Node's recursive mkdir, which never comes back where the file
 * system answers "no such folder" for a parent that exists (under /proc, and on some network mounts).
 */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
