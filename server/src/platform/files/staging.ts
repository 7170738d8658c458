import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from './disk.ts'
import { FileTooLarge, storageFull, type Storage } from './storage.ts'

export const day = 24 * 60 * 60 * 1000

/** Where files arrive, on the disk of this machine wherever they are kept afterwards. */
export interface Staging extends Pick<Storage, 'stage' | 'stageFile' | 'discard' | 'inFolder'> {
  /** Removes what is more than a day old. Returns how many files and folders. */
  sweep(): Promise<number>
  /** Does what may fill the disk: a 507 then, and the operator is told. */
  unlessFull<T>(work: () => Promise<T>): Promise<T>
}

export interface StorageOptions {
  /** Told when there is no room left or nobody answers: the caller hears it too, but it is the operator who can help. */
  onError?: (error: Error) => void
}

/** Bytes that wait for the disk at most. */
const chunksAtOnce = 1024 * 1024

/** Stages under `staging/` of a folder. `isDurable`: what was staged has to outlive the machine's end, for it is kept where it lies. */
export const stagingIn = (folder: string, isDurable: boolean, { onError = () => undefined }: StorageOptions = {}): Staging => {
  const unlessFull = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      onError(new Error(`the storage is full: ${folder}`, { cause: error }))
      throw storageFull()
    }
  }
  const staging = path.join(folder, 'staging')
  return {
    unlessFull,
    stage: (stream, { fileName, contentType, tooLarge }) =>
      unlessFull(async () => {
        // Who fails before anybody listens (a file that is gone) would end the process; the pipeline tells of it all the same.
        stream.once('error', () => undefined)
        await mkdir(staging, { recursive: true, mode: 0o700 })
        const place = path.join(staging, randomUUID())
        const hash = createHash('sha256')
        let byteSize = 0
        const file = createWriteStream(place, { mode: 0o600, flush: isDurable, highWaterMark: chunksAtOnce })
        const closed = new Promise<void>(done => void file.once('close', done))
        // Beside the pipe, not in it: one more step for each chunk took as long as all the rest.
        stream.on('data', (chunk: Buffer) => {
          hash.update(chunk)
          byteSize += chunk.length
        })
        try {
          await pipeline(stream, file)
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
        if (isDurable) {
          const handle = await open(place, 'r+')
          await handle.sync().finally(() => handle.close())
        }
        await rename(place, own)
        return { ...file, path: own }
      }),
    discard: staged => rm(staged.path, { force: true }),
    async inFolder(work) {
      await mkdir(staging, { recursive: true, mode: 0o700 })
      const own = await mkdtemp(path.join(staging, 'paper-'))
      try {
        return await work(own)
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
    async sweep() {
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
