import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../http/problem.ts'

/** A file that has arrived whole but belongs to nobody yet. */
export interface StagedFile {
  /** Where its bytes lie until it is kept or thrown away. */
  path: string
  fileName: string
  contentType: string
  byteSize: number
  sha256: Buffer
}

/** The port to the bytes of files. Keys are opaque; what is kept is never changed (D-05). */
export interface Storage {
  /** Streams to a staging place, hashing on the way. `tooLarge` tells whether the stream was cut off at its limit. */
  stage(stream: Readable, file: { fileName: string; contentType: string; tooLarge?: () => boolean }): Promise<StagedFile>
  /** The same of a file that we wrote into a lent folder: made durable and moved, not copied. Whoever wrote it knows its hash. */
  stageFile(place: string, file: Omit<StagedFile, 'path'>): Promise<StagedFile>
  /** Moves a staged file under its key and makes it durable before it returns. */
  keep(staged: StagedFile, storageKey: string): Promise<void>
  discard(staged: StagedFile): Promise<void>
  read(storageKey: string): Readable
  /** Removes kept bytes that nothing points to any more; none under the key is no error. */
  remove(storageKey: string): Promise<void>
  /** Keys of all bytes that are kept in a folder, as the keys of a client's files begin with its id. */
  keysIn(folder: string): Promise<string[]>
  /** Bytes that can still be taken; null where the storage cannot tell. */
  freeBytes(): Promise<number | null>
  /** Lends a private folder beside what is staged, for as long as the work takes; nothing that people wrote lies elsewhere. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes what was staged more than a day ago and is nobody's: its process has ended. Returns how many files and folders. */
  sweepStaging(): Promise<number>
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const day = 24 * 60 * 60 * 1000

/** No space, no quota, or a limit of the process: nothing that whoever sends can mend. */
const isFull = (error: unknown) => error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
export const storageFull = () =>
  new Problem(
    507,
    'storage_full',
    'サーバーの保存容量が不足しているため保存できませんでした。システム管理者にご連絡ください。',
    {},
    {},
    300,
  )

export interface DiskOptions {
  /** Told when there is no room left: the caller hears it too, but it is the operator who can help. */
  onError?: (error: Error) => void
}

/**
 * Storage in a folder: staged under `staging/`, fsynced, then renamed, so that a torn upload leaves nothing behind. Throws a 507 when the
 * disk is full.
 */
export const diskStorage = (folder: string, { onError = () => undefined }: DiskOptions = {}): Storage => {
  const unlessFull = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error)) throw error
      onError(new Error(`the storage is full: ${folder}`, { cause: error }))
      throw storageFull()
    }
  }
  const staging = path.join(folder, 'staging')
  const placeOf = (storageKey: string) => path.join(folder, 'files', ...storageKey.split('/'))
  return {
    stage: (stream, { fileName, contentType, tooLarge }) =>
      unlessFull(async () => {
        // Who fails before anybody listens (a file that is gone) would end the process; the pipeline tells of it all the same.
        stream.once('error', () => undefined)
        await mkdir(staging, { recursive: true, mode: 0o700 })
        const place = path.join(staging, randomUUID())
        const hash = createHash('sha256')
        let byteSize = 0
        const file = createWriteStream(place, { mode: 0o600, flush: true })
        const closed = new Promise<void>(done => void file.once('close', done))
        try {
          await pipeline(
            stream,
            async function* (source: AsyncIterable<Buffer>) {
              for await (const chunk of source) {
                hash.update(chunk)
                byteSize += chunk.length
                yield chunk
              }
            },
            file,
          )
          if (tooLarge?.()) throw new FileTooLarge()
        } catch (error) {
          // Given up before it was open, it would be made after it was taken away.
          await closed
          await rm(place, { force: true })
          throw error
        }
        return { path: place, fileName, contentType, byteSize, sha256: hash.digest() }
      }),
    stageFile: (place, file) =>
      unlessFull(async () => {
        const own = path.join(staging, randomUUID())
        const handle = await open(place, 'r+')
        await handle.sync().finally(() => handle.close())
        await rename(place, own)
        return { ...file, path: own }
      }),
    keep: (staged, storageKey) =>
      unlessFull(async () => {
        const place = placeOf(storageKey)
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
        await rename(staged.path, place)
        await syncFolder(path.dirname(place))
      }),
    discard: staged => rm(staged.path, { force: true }),
    read: storageKey => createReadStream(placeOf(storageKey)),
    remove: storageKey => rm(placeOf(storageKey), { force: true }),
    async keysIn(name) {
      const names = await readdir(placeOf(name)).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      return names.map(each => `${name}/${each}`)
    },
    async freeBytes() {
      const disk = await statfs(folder).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
    async inFolder(work) {
      await mkdir(staging, { recursive: true, mode: 0o700 })
      const own = await mkdtemp(path.join(staging, 'paper-'))
      try {
        return await work(own)
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
    async sweepStaging() {
      const names = await readdir(staging).catch(() => [])
      let swept = 0
      for (const name of names) {
        const place = path.join(staging, name)
        const stats = await stat(place).catch(() => undefined)
        // By the disk's own clock: that of a trial may be moved.
        if (!(stats?.isFile() || stats?.isDirectory()) || Date.now() - stats.mtimeMs < day) continue
        await rm(place, { recursive: true, force: true })
        swept += 1
      }
      return swept
    },
  }
}

export class FileTooLarge extends Error {}
