import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { type Live, type LivePace, type News, openLive } from './live.ts'
import { connect, type Pool } from '../database/pool.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = connect(database.appUrl)
})
const opened: Live[] = []
afterAll(async () => {
  for (const live of opened) await live.close()
  await pool.close()
  await database.drop()
})

const open = (url: string, pace: Partial<LivePace> = {}) => {
  const live = openLive(url, pace)
  opened.push(live)
  return live
}
/** What a listener heard, and a promise of when it has heard a kind of news so many times. */
const listen = (live: Live, clientId: number, constructionId: number | null) => {
  const heard: News[] = []
  const waiting: (() => void)[] = []
  const end = live.subscribe(clientId, constructionId, news => {
    heard.push(news)
    for (const wake of waiting.splice(0)) wake()
  })
  const hears = async (kind: News['kind'], times: number) => {
    while (heard.filter(news => news.kind === kind).length < times) await new Promise<void>(done => waiting.push(done))
  }
  return { heard, hears, end }
}
const notify = (payload: string) => pool.ask('select pg_notify($1, $2)', ['construction_events', payload])

it('tells to look at once, and again as soon as nothing is missed any more', async () => {
  const { heard, hears, end } = listen(open(database.appUrl), 1, 2)
  expect(heard).toEqual([{ kind: 'look' }])
  await hears('look', 2)
  await notify('1:2:3')
  await hears('changed', 1)
  expect(heard.at(-1)).toEqual({ kind: 'changed', eventId: 3, constructionId: 2 })
  end()
})

it('tells a listener of its own construction only, and nothing after the end', async () => {
  const live = open(database.appUrl)
  const mine = listen(live, 1, 2)
  const another = listen(live, 1, 3)
  const all = listen(live, 1, null)
  const elsewhere = listen(live, 2, null)
  await mine.hears('look', 2)
  mine.end()
  await notify('1:2:4')
  await notify('1:3:5')
  await another.hears('changed', 1)
  expect(another.heard.at(-1)).toEqual({ kind: 'changed', eventId: 5, constructionId: 3 })
  expect(mine.heard.filter(({ kind }) => kind === 'changed')).toEqual([])
  await all.hears('changed', 2)
  expect(elsewhere.heard.filter(({ kind }) => kind === 'changed')).toEqual([])
})

it('lets its listeners look for themselves while nothing can be heard', async () => {
  const errors: unknown[] = []
  const live = openLive('postgres://nobody@127.0.0.1:1/nothing', { look: 20, retry: 5, onError: error => errors.push(error) })
  opened.push(live)
  const { hears } = listen(live, 1, 2)
  await hears('look', 4)
  expect(errors.length).toBeGreaterThan(1)
})

it('says good-bye, to those who come late too', async () => {
  const live = open(database.appUrl)
  const { heard, hears } = listen(live, 1, 2)
  await hears('look', 2)
  await live.close()
  expect(heard.at(-1)).toEqual({ kind: 'closed' })
  expect(listen(live, 1, 2).heard).toEqual([{ kind: 'closed' }])
})

it('admits so many streams of one person', () => {
  const live = open(database.appUrl, { streamsPerPerson: 2 })
  const leave = live.admit('staff:1')
  live.admit('staff:1')
  expect(live.admit('staff:1')).toBeNull()
  expect(live.admit('staff:2')).not.toBeNull()
  leave?.()
  expect(live.admit('staff:1')).not.toBeNull()
})
