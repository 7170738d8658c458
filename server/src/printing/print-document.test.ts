import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { buildClient, buildUser } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { busy, Problem, refused, tooMany } from '../platform/http/problem.ts'
import { type JobAttempt, setJobProgress } from '../platform/jobs/job-rows.ts'
import { printDocument } from './print-document.ts'
import type { Printer } from './printer.ts'

const world = await openWorld()

/** A job that nobody has begun, and how to make it with a printer of the test. */
const buildJob = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('jobs')
      .values({ client_id: client.id, kind: 'trial', requested_by_kind: 'Staff', requested_by_id: staff.id, total: 4 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const print = (printer: Printer) =>
    printDocument(world.platform, { clientId: client.id, jobId: id }, { trial: { print: printer, noun: '試し刷り' } }).then(
      () => 'ended',
      (error: Error) => error.message,
    )
  const job = () =>
    world.inClient(client.id, db =>
      db
        .selectFrom('jobs')
        .where('client_id', '=', client.id)
        .where('id', '=', id)
        .select(['state', 'error', 'done', 'total', 'file_id', 'attempts'])
        .executeTakeFirstOrThrow(),
    )
  return { client, id, print, job }
}

describe('a paper that is refused', () => {
  it.each([
    ['itself', refused('工事が削除されました。', 'construction_gone')],
    ['by a full disk', new Problem(507, 'storage_full', '保存容量が不足しています。')],
  ])('%s is refused for good, in the words of the refusal', async (_, problem) => {
    const { print, job } = await buildJob()
    expect(await print(() => Promise.reject(problem))).toBe('ended')
    expect(await job()).toMatchObject({ state: 'failed', error: problem.message })
  })

  it.each([
    ['is busy', busy()],
    ['had too much of the client', tooMany('受け付けを止めています。', 60)],
  ])('because the server %s is tried again, and fails in general words after the last time', async (_, problem) => {
    const { print, job } = await buildJob()
    const attempt = () => print(() => Promise.reject(problem))
    for (const _ of [1, 2]) {
      expect(await attempt()).toBe(problem.message)
      expect(await job()).toMatchObject({ state: 'running', error: null })
    }
    expect(await attempt()).toBe(problem.message)
    expect(await job()).toMatchObject({
      state: 'failed',
      error: '試し刷りを作成できませんでした。時間をおいてもう一度お試しください。',
    })
  })
})

describe('an attempt that a newer one has taken over from', () => {
  const paper = (text: string) => ({ bytes: Buffer.from(text), fileName: `${text}.txt`, contentType: 'text/plain' })
  const stage = (text: string) => world.platform.storage.stage(Readable.from([Buffer.from(text)]), paper(text))
  const staging = path.join(world.platform.settings.storageDir, 'staging')

  it('overturns nothing, however it ends, and what it made is let go', async () => {
    const { client, print, job } = await buildJob()
    const { settled, letGo } = { settled: [] as string[], letGo: [] as string[] }
    const settling = (text: string) => ({
      settle: async () => void settled.push(text),
      letGo: async () => void letGo.push(text),
    })
    const staged = await stage('old')
    // Each begins the next one in the midst of its own work.
    const oldest: Printer = async () => {
      await print(async () => {
        expect(await print(() => Promise.reject(new Error('the newest')))).toBe('the newest')
        return settling('old rows')
      })
      return { ...staged, settle: async () => void settled.push('old file') }
    }
    await print(oldest)
    expect(await job()).toMatchObject({ state: 'failed', file_id: null })
    expect([settled, letGo]).toEqual([[], ['old rows']])
    expect(await readdir(staging)).toEqual([])
    const files = await world.inClient(client.id, db => db.selectFrom('files').where('client_id', '=', client.id).select('id').execute())
    expect(files).toEqual([])
  })

  it('neither fails nor finishes what is done', async () => {
    const { print, job } = await buildJob()
    let fileId: number | null = null
    const failing: Printer = async () => {
      await print(async () => paper('new'))
      fileId = (await job()).file_id
      throw refused('古い試みは断られました。', 'refused')
    }
    await print(failing)
    expect(fileId).not.toBeNull()
    expect(await job()).toMatchObject({ state: 'done', error: null, file_id: fileId, done: 4 })
  })

  it('says no more how far it is, and a late word never lowers what was said', async () => {
    const { print, job } = await buildJob()
    const tell = (attempt: JobAttempt, done: number) => world.inClient(attempt.client_id, db => setJobProgress(db, attempt, done))
    const done: number[] = []
    await print(async (_, old) => {
      await print(async (_platform, own) => {
        for (const [attempt, at] of [
          [own, 2],
          [own, 1],
          [old, 3],
        ] as const) {
          await tell(attempt, at)
          done.push((await job()).done)
        }
        return paper('new')
      })
      await tell(old, 1)
      done.push((await job()).done)
      return paper('old')
    })
    expect(done).toEqual([2, 2, 2, 4])
  })
})
