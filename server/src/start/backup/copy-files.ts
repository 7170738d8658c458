import { createWriteStream, linkSync, mkdirSync, statSync, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { codeOf } from '../../platform/http/error-code.ts'
import { syncFolder } from '../../platform/files/disk.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { writeHashed } from './durable-files.ts'
import { filesFolder, type LabelledFiles, sumLine } from './kept-backups.ts'
import { forgottenFiles, type NamedFile, namedFiles } from './named-files.ts'

export interface PreviousFiles {
  /** The folder of the backup. */
  folder: string
  /** Keys that it has otherwise than their rows say. */
  damaged: ReadonlySet<string>
}

/**
 * Copies every file that the database names out of the storage into `backup`, and writes its sum to `sums`. What lies in the previous backup
 * already is linked, never read again: kept bytes do not change (D-05). Files without bytes, or with others than their row says, are named in
 * the result, and keep nothing else from being copied. Removals have to be held by whoever calls this (`hold-removals.ts`).
 */
export const copyFiles = async (
  owner: pg.Client,
  storage: Storage,
  backup: string,
  { previous, sums }: { previous: PreviousFiles | null; sums: Sums },
): Promise<LabelledFiles> => {
  const result: LabelledFiles = { count: 0, bytes: 0, copied: 0, missing: [], damaged: [] }
  const folders = new Set<string>()
  for await (const file of filesToCopy(owner)) {
    const name = join(filesFolder, file.key)
    const place = join(backup, name)
    makeFolders(dirname(place), backup, folders)
    const linked = previous === null ? null : link(previous, file, name, place)
    const written = linked ?? (await copy(storage, file, place))
    if (written === null) {
      // Of bytes that wait to be removed some may be gone already.
      if (!file.isForgotten) result.missing.push(file.key)
      continue
    }
    if (file.sha256 !== null && file.sha256 !== written.sha256) result.damaged.push(file.key)
    await sums.add(name, written.sha256)
    result.count += 1
    result.bytes += written.bytes
    if (linked === null) result.copied += 1
  }
  for (const folder of folders) await syncFolder(folder)
  return result
}

const filesToCopy = async function* (owner: pg.Client): AsyncGenerator<NamedFile> {
  yield* namedFiles(owner)
  yield* await forgottenFiles(owner)
}

const makeFolders = (folder: string, root: string, made: Set<string>): void => {
  if (folder === root || made.has(folder)) return
  makeFolders(dirname(folder), root, made)
  mkdirSync(folder, { mode: 0o700, recursive: true })
  made.add(folder)
}

const link = (previous: PreviousFiles, { key, sha256, bytes }: NamedFile, name: string, place: string) => {
  if (sha256 === null || bytes === null || previous.damaged.has(key)) return null
  const older = join(previous.folder, name)
  try {
    if (statSync(older).size !== bytes) return null
    linkSync(older, place)
    return { sha256, bytes }
  } catch (error) {
    // Not there; on a file system without links, or with too many to this one: copied.
    if (['ENOENT', 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(codeOf(error) ?? '')) return null
    throw error
  }
}

const copy = async (storage: Storage, { key }: NamedFile, place: string) => {
  try {
    return await writeHashed(storage.read(key), place)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await rm(place, { force: true })
    return null
  }
}

/** The list of sums while it is being written. */
export interface Sums {
  add(name: string, sha256: string): Promise<void>
  close(): Promise<void>
}

export const openSums = (place: string): Sums => {
  const file: WriteStream = createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true })
  let failure: unknown = null
  file.on('error', error => (failure = error))
  return {
    add: async (name, sha256) => {
      if (failure !== null) throw failure
      if (!file.write(sumLine(name, sha256))) await once(file, 'drain')
    },
    close: async () => {
      file.end()
      if (failure === null && !file.closed) await once(file, 'close')
      if (failure !== null) throw failure
    },
  }
}
