// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { forgetAnswers, keptAnswer } from '../platform/offline/kept-answers.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { startCarrying } from './carried-days.ts'

const visit = { id: 5, construction_id: 3 }
const dayOf = (date: string) => ({
  date,
  today: '2026-11-25',
  previous_date: null,
  next_date: '2026-11-26',
  visits: [visit],
  constructions: [],
})
const answers: Record<string, (query: URLSearchParams) => unknown> = {
  '/api/users/me': () => ({ user: { id: 1, role_id: 4, name: '職人', client: { cd: '001', logo_path: null } } }),
  '/api/users/me/joined_accounts': () => ({ joined_accounts: [] }),
  '/api/visits': query => dayOf(query.get('date') ?? '2026-11-25'),
  '/api/constructions/3/working_process': query => ({ ...dayOf(query.get('date') ?? '2026-11-25'), rooms: [] }),
  '/api/constructions/3/rooms/5/room_images': () => ({ room_images: [] }),
}
const asked: string[] = []
let isLineUp: boolean

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-25T00:00:00Z') })
  asked.length = 0
  isLineUp = true
  localStorage.setItem('uid', 'craftsman01')
  localStorage.setItem('access-token', 'a')
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams, search } = new URL(address, 'https://example.jp')
    asked.push(pathname + search)
    return isLineUp ? Promise.resolve(Response.json(answers[pathname]?.(searchParams) ?? {})) : Promise.reject(new TypeError('offline'))
  })
  await refreshUser()
})
afterEach(async () => {
  await signOut()
  await forgetAnswers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const room = { params: { construction_id: 3, room_id: 5 } }

it('reads the days once for all constructions, and what the pages of their rooms read', async () => {
  startCarrying()
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/constructions/:construction_id/rooms/:room_id/keys', room)).toEqual({}))
  expect(asked.filter(address => address.startsWith('/api/visits'))).toEqual(['/api/visits', '/api/visits?date=2026-11-26'])
  for (const date of ['2026-11-25', '2026-11-26']) {
    expect(await keptAnswer('GET /api/visits', { query: { date } })).toMatchObject({ date })
    expect(
      await keptAnswer('GET /api/constructions/:construction_id/working_process', { params: { construction_id: 3 }, query: { date } }),
    ).toMatchObject({ date })
  }
  // Tomorrow, in a cellar, today's list is tomorrow's.
  vi.setSystemTime(new Date('2026-11-25T22:00:00Z'))
  expect(await keptAnswer('GET /api/visits', {})).toMatchObject({ date: '2026-11-26' })
})

it('asks for nothing more once a read reaches nobody, and makes nothing carried younger', async () => {
  startCarrying()
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/constructions/:construction_id/rooms/:room_id/keys', room)).toEqual({}))
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(8))
  isLineUp = false
  asked.length = 0
  vi.setSystemTime(new Date('2026-11-26T00:00:00Z'))
  startCarrying()
  await vi.waitFor(() => expect(asked).toEqual(['/api/users/me']))
  await new Promise(done => setTimeout(done, 50))
  expect(asked).toEqual(['/api/users/me'])
  vi.setSystemTime(new Date('2026-11-27T01:00:00Z'))
  expect(await keptAnswer('GET /api/visits', {})).toBeUndefined()
})
