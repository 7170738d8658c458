import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { fromBufferPromise } from 'yauzl'
import { afterAll, expect, it } from 'vitest'
import { unzip } from '../../test/unzip.ts'
import { diskStorage } from '../platform/files/open-storage.ts'
import { stageZip } from './zip-file.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-zip-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const storage = diskStorage(folder)
const at = new Date('2026-11-23T01:00:00Z')

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void
// Buffers are swept beside the program: the second round waits for what the first one found.
const collectGarbage = async () => {
  for (let round = 0; round < 2; round++) {
    gc()
    await setImmediate()
  }
}
const megabyte = 1024 ** 2

it('forgets each file once it is written', async () => {
  await collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const staged = await stageZip(storage, 'a.zip', async zip => {
    for (let file = 0; file < 64; file++) {
      await zip.add(`${file}.jpg`, Buffer.alloc(megabyte, `${file} `), at)
      if (file % 16 !== 15) continue
      await collectGarbage()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
  })
  expect(most).toBeLessThan(32 * megabyte)
  const files = await unzip(await readFile(staged.path))
  expect([...files].every(([name, bytes]) => bytes.equals(Buffer.alloc(megabyte, `${Number.parseInt(name, 10)} `)))).toBe(true)
  expect(files.size).toBe(64)
  expect(staged.contentType).toBe('application/zip')
})

it('leaves nothing where it was given up', async () => {
  const fault = new Error('the photo is on fire')
  const own = path.join(folder, 'given-up')
  const given = stageZip(diskStorage(own), 'a.zip', async zip => {
    await zip.add('a.jpg', Buffer.alloc(megabyte), at)
    throw fault
  })
  await expect(given).rejects.toBe(fault)
  expect(await readdir(path.join(own, 'staging'))).toEqual([])
})

it('leaves no listener behind, however many files it waits for', async () => {
  const warnings: string[] = []
  const hear = ({ name }: Error) => void warnings.push(name)
  process.on('warning', hear)
  try {
    await stageZip(storage, 'a.zip', async zip => {
      for (let file = 0; file < 40; file++) await zip.add(`${file}.jpg`, Buffer.alloc(megabyte), at)
    })
    await setImmediate()
  } finally {
    process.off('warning', hear)
  }
  expect(warnings).toEqual([])
})

it('ends whoever fills it where the storage takes nothing', async () => {
  const blocked = path.join(folder, 'no-folder')
  await writeFile(blocked, '')
  let ended: unknown = null
  const given = stageZip(diskStorage(blocked), 'a.zip', async zip => {
    try {
      for (let file = 0; file < 3; file++) await zip.add(`${file}.jpg`, Buffer.alloc(megabyte), at)
    } catch (error) {
      ended = error
      throw error
    }
  })
  await expect(given).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect(ended).toEqual(new Error('the zip was given up'))
})

it('says the time of each file as Japan does, wherever the process runs', async () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/New_York'
  try {
    const staged = await stageZip(storage, 'a.zip', zip => zip.add('a.jpg', Buffer.alloc(1), new Date('2026-12-31T20:30:00Z')))
    const zip = await fromBufferPromise(await readFile(staged.path))
    for await (const entry of zip.eachEntry()) {
      // What older unpackers read knows no zone; the others have the moment itself.
      expect(entry.getLastModDate({ forceDosFormat: true, timezone: 'UTC' })).toEqual(new Date('2027-01-01T05:30:00Z'))
      expect(entry.getLastModDate()).toEqual(new Date('2026-12-31T20:30:00Z'))
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
