import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../platform/files/make-folder.ts'
import { Refusal } from '../platform/refusal.ts'
import { codeOf } from '../platform/http/error-code.ts'

/** A fresh trial takes some 150 MB: the database's cluster and write-ahead log, and the demo town's pictures. */
const leastFreeBytes = 300 * 1024 * 1024

/** Makes the folder that the named setting chose and tries it: it can be written and its disk has room. */
export const makeDataFolder = (dataDir: string, setting: 'DATA_DIR' | 'STORAGE_DIR'): void => {
  const probe = join(dataDir, `.probe.${process.pid}`)
  try {
    makeFolder(dataDir)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw noSpace(dataDir)
    throw new Refusal(
      `フォルダー ${dataDir} に書き込めません。${setting} で別のフォルダーを指定してください。(Not writable; set ${setting}.)`,
    )
  }
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < leastFreeBytes) throw noSpace(dataDir)
}

const noSpace = (dataDir: string): Refusal =>
  new Refusal(`ディスクの空きが足りません（300MB以上必要です）: ${dataDir} (Not enough disk space; free some, or choose another folder.)`)

/** The trial's own secret: made once, so that links and printed codes survive a restart. */
export const keepSecret = (dataDir: string): string => {
  const file = join(dataDir, 'secret-key')
  try {
    // `wx`: of two processes at once one makes it, and the other reads it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
