import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../http/error-code.ts'
import { syncFolder } from './disk.ts'
import type { Place } from './place.ts'
import type { Staging } from './staging.ts'

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })

/** Keeps in a folder beside what is staged: fsynced there, then renamed, so that a torn upload leaves nothing behind. */
export const diskPlace = (folder: string, { unlessFull }: Pick<Staging, 'unlessFull'>): Place => {
  const kept = path.join(folder, 'files')
  const placeOf = (storageKey: string) => path.join(kept, ...storageKey.split('/'))
  return {
    keep: (staged, storageKey) =>
      unlessFull(async () => {
        const place = placeOf(storageKey)
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
        await rename(staged.path, place)
        await syncFolder(path.dirname(place))
      }),
    read: storageKey => createReadStream(placeOf(storageKey)),
    remove: storageKey => rm(placeOf(storageKey), { force: true }),
    async *keysIn(name, range) {
      const names = (await namesIn(placeOf(name))).filter(each => range === undefined || (each > range.after && each < range.before))
      if (names.length > 0) yield names.map(each => `${name}/${each}`)
    },
    keptAt: storageKey =>
      stat(placeOf(storageKey)).then(
        ({ mtimeMs }) => mtimeMs,
        (error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null
          throw error
        },
      ),
    async freeBytes() {
      const disk = await statfs(folder).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
    // Where it is staged is the same disk, and that is tried.
    check: async () => undefined,
    folders: () => namesIn(kept),
    sweep: async () => 0,
  }
}
