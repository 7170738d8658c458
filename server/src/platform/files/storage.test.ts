import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStorage } from '../../../test/storage-contract.ts'
import { diskStorage } from './open-storage.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../../test/stage-file.ts', import.meta.url))
let folder: string
describeStorage('a disk', () => diskStorage(folder))

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-storage-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Stages so many bytes in a process that may write files of 64 kB only: for a disk, it is full then. */
const stage = async (bytes: number) => {
  const limited = 'trap "" XFSZ; ulimit -f 128; exec "$@"'
  const { stdout } = await run('sh', ['-c', limited, 'sh', process.execPath, program, folder, String(bytes)])
  return JSON.parse(stdout) as { said: Record<string, unknown>; logged: string[] }
}

describe('a full disk', () => {
  it('is no fault of whoever sends: 507 with its own sentence and when to try again, and a line in the log', async () => {
    expect((await stage(1_000)).said).toEqual({ kept: true })
    const { said, logged } = await stage(200_000)
    expect(said).toEqual({
      status: 507,
      code: 'storage_full',
      errors: { full_messages: ['サーバーの保存容量が不足しているため保存できませんでした。システム管理者にご連絡ください。'] },
      retryAfterSeconds: 300,
    })
    expect(logged).toEqual([`the storage is full: ${folder}`])
    expect(await readdir(path.join(folder, 'staging'))).toEqual([])
  })
})

describe('what was staged and is nobody’s', () => {
  it('is swept after a day; what is younger is held by somebody', async () => {
    const storage = diskStorage(folder)
    const [old, young] = await Promise.all(
      ['old', 'young'].map(text => storage.stage(Readable.from([Buffer.from(text)]), { fileName: text, contentType: 'x' })),
    )
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
    await utimes(old!.path, daysAgo(1.01), daysAgo(1.01))
    await utimes(young!.path, daysAgo(0.99), daysAgo(0.99))
    const lent = storage.inFolder(async own => {
      await writeFile(path.join(own, 'paper.pdf'), '')
      await cp(own, `${own}-of-a-process-that-ended`, { recursive: true })
      await utimes(`${own}-of-a-process-that-ended`, daysAgo(1.01), daysAgo(1.01))
      await writeFile(path.join(folder, 'files-of-others'), '')
      expect(await storage.sweepStaging()).toBe(2)
      expect((await readdir(path.join(folder, 'staging'))).toSorted()).toEqual([path.basename(young!.path), path.basename(own)].toSorted())
      throw new Error('it broke')
    })
    await expect(lent).rejects.toThrow('it broke')
    await storage.discard(young!)
    expect(await readdir(path.join(folder, 'staging'))).toEqual([])
    expect(await diskStorage(path.join(folder, 'none yet')).sweepStaging()).toBe(0)
  })
})
