// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { forgetAnswers, keptAnswer } from '../platform/offline/kept-answers.ts'
import { confirmed } from '../platform/outbox/outbox.ts'
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
  '/api/constructions/3/rooms/5/room_images': () => ({ room_images: photos }),
  '/api/constructions/3/rooms/5/keys': () => keys,
}
const keys = { key_custodies: [{ received_photo_url: '/api/files/1.9v.1.s', returned_photo_url: '/api/files/1.10v.1.s' }] }
let photos: { timing: string; thumbnail_url: string | null; view_url: string }[] = []
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
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/constructions/:construction_id/rooms/:room_id/keys', room)).toEqual(keys))
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
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/constructions/:construction_id/rooms/:room_id/keys', room)).toEqual(keys))
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

it('reads a room anew once the server has heard of what was done there, so that the copy does not take it back', async () => {
  const key = 'GET /api/constructions/:construction_id/rooms/:room_id/keys'
  startCarrying()
  await vi.waitFor(async () => expect(await keptAnswer(key, room)).toEqual(keys))
  await vi.waitFor(() => expect(asked.at(-1)).toContain('/rooms/5/'))
  await new Promise(done => setTimeout(done, 50))
  const later = { key_custodies: [] }
  answers['/api/constructions/3/rooms/5/keys'] = () => later
  asked.length = 0
  confirmed.set([{ key: 'POST', group: 'constructions/3/rooms/5', client: '001' }])
  await vi.waitFor(async () => expect(await keptAnswer(key, room)).toEqual(later))
  expect(asked.filter(address => address.startsWith('/api/visits'))).toEqual(['/api/visits'])
  // Of a company where nobody is signed in any more nothing is asked, and of this one no room of that one's.
  asked.length = 0
  confirmed.set([...confirmed.get(), { key: 'POST', group: 'constructions/9/rooms/7', client: '002' }])
  await new Promise(done => setTimeout(done, 500))
  expect(asked).toEqual([])
  isLineUp = false
  expect(await keptAnswer('GET /api/visits', {})).toMatchObject({ date: '2026-11-25' })
  answers['/api/constructions/3/rooms/5/keys'] = () => keys
})

it('fetches pictures of before ahead, and never one of a key', async () => {
  photos = [
    { timing: 'before_construction', thumbnail_url: null, view_url: '/api/files/1.7v.1.s' },
    { timing: 'after_construction', thumbnail_url: null, view_url: '/api/files/1.8v.1.s' },
  ]
  const kept: string[] = []
  const cache = { match: () => Promise.resolve(), put: (url: string) => Promise.resolve(kept.push(url)), keys: () => Promise.resolve([]) }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), delete: () => Promise.resolve(true) })
  startCarrying()
  await vi.waitFor(() => expect(kept).toEqual([`${location.origin}/api/files/1.7v`]))
  expect(asked.filter(address => address.startsWith('/api/files'))).toEqual(['/api/files/1.7v.1.s'])
})
