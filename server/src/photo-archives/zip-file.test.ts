import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it } from 'vitest'
import { unzip } from '../../test/unzip.ts'
import { diskStorage } from '../platform/files/storage.ts'
import { stageZip } from './zip-file.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-zip-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const storage = diskStorage(folder)
const at = new Date('2026-11-23T01:00:00Z')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const megabyte = 1024 ** 2

it('forgets each file once it is written', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const staged = await stageZip(storage, 'a.zip', async zip => {
    for (let file = 0; file < 120; file++) {
      await zip.add(`${file}.jpg`, Buffer.alloc(megabyte, `${file} `), at)
      if (file % 10 !== 9) continue
      collectGarbage()
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
  })
  expect(most).toBeLessThan(40 * megabyte)
  const files = await unzip(await readFile(staged.path))
  expect([...files].every(([name, bytes]) => bytes.equals(Buffer.alloc(megabyte, `${Number.parseInt(name, 10)} `)))).toBe(true)
  expect(files.size).toBe(120)
  expect(staged.contentType).toBe('application/zip')
})

it('leaves nothing where it was given up', async () => {
  const fault = new Error('the photo is on fire')
  const given = stageZip(storage, 'a.zip', async zip => {
    await zip.add('a.jpg', Buffer.alloc(megabyte), at)
    throw fault
  })
  await expect(given).rejects.toBe(fault)
})
