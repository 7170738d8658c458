import { expect, it, describe } from 'vitest'
import { buildClient, buildUser } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { busy, Problem, refused, tooMany } from '../platform/http/problem.ts'
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
