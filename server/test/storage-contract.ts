import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { NameRange, StagedFile, Storage } from '../src/platform/files/storage.ts'

export const stageBytes = (storage: Storage, bytes: Buffer): Promise<StagedFile> =>
  storage.stage(Readable.from([bytes]), { fileName: 'x', contentType: 'application/octet-stream' })

export const keepBytesIn = async (storage: Storage, key: string, bytes: Buffer): Promise<void> =>
  storage.keep(await stageBytes(storage, bytes), key)

/** Every key of a folder, or those of a range of names, in their order. */
export const keysOf = async (storage: Storage, folder: string, names?: NameRange): Promise<string[]> => {
  const keys: string[] = []
  for await (const page of storage.keysIn(folder, names)) keys.push(...page)
  return keys.toSorted()
}

/** What every storage promises, whichever place its bytes lie in. */
export const describeStorage = (name: string, open: () => Storage): void => {
  const newKey = () => `${7_000_000 + Math.floor(Math.random() * 1_000_000)}/${randomUUID()}`

  describe(`${name}, as every storage`, () => {
    it.each([0, 1, 200_000, 5_000_000])('keeps %i bytes as they came, and takes them out of the staging place', async size => {
      const [storage, key, bytes] = [open(), newKey(), randomBytes(size)]
      const staged = await stageBytes(storage, bytes)
      expect([staged.byteSize, staged.sha256]).toEqual([size, createHash('sha256').update(bytes).digest()])
      await storage.keep(staged, key)
      expect((await buffer(storage.read(key))).equals(bytes)).toBe(true)
      expect(existsSync(staged.path)).toBe(false)
      await storage.discard(staged)
      expect((await buffer(storage.read(key))).length).toBe(size)
    })

    it('keeps what was written into a lent folder, and throws away what nobody wants', async () => {
      const [storage, key, bytes] = [open(), newKey(), randomBytes(1_000)]
      const staged = await storage.inFolder(async folder => {
        await writeFile(path.join(folder, 'paper.pdf'), bytes)
        const sha256 = createHash('sha256').update(bytes).digest()
        return storage.stageFile(path.join(folder, 'paper.pdf'), { fileName: 'x', contentType: 'x', byteSize: 1_000, sha256 })
      })
      await storage.keep(staged, key)
      expect((await buffer(storage.read(key))).equals(bytes)).toBe(true)
      const unwanted = await stageBytes(storage, bytes)
      await storage.discard(unwanted)
      expect(existsSync(unwanted.path)).toBe(false)
    })

    it('reads nothing, in the words of a disk, where nothing is kept, and removes it without a fault', async () => {
      const [storage, key] = [open(), newKey()]
      await expect(buffer(storage.read(key))).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await storage.keptAt(key)).toBe(null)
      await storage.remove(key)
      await keepBytesIn(storage, key, Buffer.from('x'))
      await storage.remove(key)
      await expect(buffer(storage.read(key))).rejects.toMatchObject({ code: 'ENOENT' })
    })

    it('names the keys of a folder and of no other, and when they were kept', async () => {
      const storage = open()
      const [folder = ''] = newKey().split('/')
      const keys = [1, 2, 3].map(number => `${folder}/${number}`)
      for (const key of [...keys, `${folder}0/4`]) await keepBytesIn(storage, key, Buffer.from(key))
      expect(await keysOf(storage, folder)).toEqual(keys)
      expect(await keysOf(storage, `${folder}1`)).toEqual([])
      expect(await keysOf(storage, folder, { after: '1', before: '3' })).toEqual(keys.slice(1, 2))
      expect(await keysOf(storage, folder, { after: '3', before: '9' })).toEqual([])
      const [kept, now] = [await storage.keptAt(keys[0]!), Date.now()]
      // To the second, by the clock of whoever keeps.
      expect(Math.abs(now - kept!)).toBeLessThan(60_000)
    })

    it('gives up a stream that nobody reads to its end', async () => {
      const [storage, key, bytes] = [open(), newKey(), randomBytes(5_000_000)]
      await keepBytesIn(storage, key, bytes)
      const stream = storage.read(key)
      for await (const chunk of stream) {
        expect(bytes.subarray(0, (chunk as Buffer).length).equals(chunk as Buffer)).toBe(true)
        break
      }
      expect(stream.destroyed).toBe(true)
      expect((await buffer(storage.read(key))).equals(bytes)).toBe(true)
    })

    it('says that it works', async () => {
      const storage = open()
      await storage.check()
      expect(['number', 'object']).toContain(typeof (await storage.freeBytes()))
    })
  })
}
