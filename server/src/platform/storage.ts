import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

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
  /** Moves a staged file under its key and makes it durable before it returns. */
  keep(staged: StagedFile, storageKey: string): Promise<void>
  discard(staged: StagedFile): Promise<void>
  read(storageKey: string): Readable
  /** Removes kept bytes that nothing points to any more; none under the key is no error. */
  remove(storageKey: string): Promise<void>
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Storage in a folder: staged under `staging/`, fsynced, then renamed, so that a torn upload leaves nothing behind. */
export const diskStorage = (folder: string): Storage => {
  const staging = path.join(folder, 'staging')
  const placeOf = (storageKey: string) => path.join(folder, 'files', ...storageKey.split('/'))
  return {
    async stage(stream, { fileName, contentType, tooLarge }) {
      await mkdir(staging, { recursive: true, mode: 0o700 })
      const place = path.join(staging, randomUUID())
      const hash = createHash('sha256')
      let byteSize = 0
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
          createWriteStream(place, { mode: 0o600, flush: true }),
        )
        if (tooLarge?.()) throw new FileTooLarge()
      } catch (error) {
        await rm(place, { force: true })
        throw error
      }
      return { path: place, fileName, contentType, byteSize, sha256: hash.digest() }
    },
    async keep(staged, storageKey) {
      const place = placeOf(storageKey)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      await rename(staged.path, place)
      await syncFolder(path.dirname(place))
    },
    discard: staged => rm(staged.path, { force: true }),
    read: storageKey => createReadStream(placeOf(storageKey)),
    remove: storageKey => rm(placeOf(storageKey), { force: true }),
  }
}

export class FileTooLarge extends Error {}
