// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { forgetAnswers, keptAnswer } from '../platform/offline/kept-answers.ts'
import { confirmed } from '../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { becomeAccount } from '../platform/session/joined-accounts.ts'
import { findJoinedSession, joinedSessions } from '../platform/session/joined-sessions.ts'
import { shownSince } from '../platform/offline/kept-answers.ts'
import { carryPace, startCarrying } from './carried-days.ts'

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
const visitOfSecond = { id: 9, construction_id: 4 }
const answersOfSecond: Record<string, (query: URLSearchParams) => unknown> = {
  ...answers,
  '/api/users/me': () => ({ user: { id: 2, role_id: 4, name: '職人', client: { cd: '002', logo_path: null } } }),
  '/api/users/me/joined_accounts': () => ({ joined_accounts: joinedOf('002') }),
  '/api/visits': query => ({ ...dayOf(query.get('date') ?? '2026-11-25'), visits: [visitOfSecond] }),
  '/api/configurations': () => ({}),
  '/api/incomplete_reasons': () => ({}),
  '/api/constructions/4': () => ({}),
  '/api/constructions/4/signboard': () => ({}),
  '/api/constructions/4/working_process': query => ({ ...dayOf(query.get('date') ?? '2026-11-25'), rooms: [] }),
  '/api/constructions/4/rooms/9': () => ({ room: { id: 9 } }),
  '/api/constructions/4/rooms/9/room_images': () => ({ room_images: [] }),
  '/api/constructions/4/rooms/9/completion_report': () => ({}),
  '/api/constructions/4/rooms/9/orders': () => ({}),
  '/api/constructions/4/rooms/9/keys': () => keys,
}
for (const path of Object.keys(answersOfSecond)) if (path.startsWith('/api/constructions/3')) delete answersOfSecond[path]
const joinedOf = (own: string) => ['001', '002'].map(cd => ({ client: { cd }, current: cd === own }))
const keys = { key_custodies: [{ received_photo_url: '/api/files/1.9v.1.s', returned_photo_url: '/api/files/1.10v.1.s' }] }
let photos: { timing: string; thumbnail_url: string | null; view_url: string }[] = []
const asked: string[] = []
let isLineUp: boolean
/** What is done when an address is asked for the first time, before it is answered. */
let meanwhile: Record<string, () => Promise<unknown>> = {}
const failing = new Set<string>()
const pace = { ...carryPace }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-25T00:00:00Z') })
  asked.length = 0
  isLineUp = true
  localStorage.setItem('uid', 'craftsman01')
  localStorage.setItem('access-token', 'a')
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  meanwhile = {}
  failing.clear()
  Object.assign(carryPace, pace)
  vi.stubGlobal('fetch', async (address: string, init?: { headers: Record<string, string> }) => {
    const { pathname, searchParams, search } = new URL(address, 'https://example.jp')
    asked.push(pathname + search)
    const first = meanwhile[pathname]
    delete meanwhile[pathname]
    await first?.()
    if (failing.has(pathname)) return Response.json({}, { status: 500 })
    if (init?.headers['uid'] === 'two') {
      const answer = answersOfSecond[pathname]
      return answer === undefined ? Response.json({}, { status: 404 }) : Response.json(answer(searchParams))
    }
    return isLineUp ? Promise.resolve(Response.json(answers[pathname]?.(searchParams) ?? {})) : Promise.reject(new TypeError('offline'))
  })
  await refreshUser()
})
afterEach(async () => {
  await signOut()
  await forgetAnswers()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const room = { params: { construction_id: 3, room_id: 5 } }
/** Begins once the round under way has come to its end: they go one after the other. */
const nextRound = async () => {
  const rounds = () => asked.filter(address => address === '/api/users/me').length
  const before = rounds()
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before))
}

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
  await nextRound()
  expect(asked).toEqual(['/api/users/me', '/api/users/me'])
  vi.setSystemTime(new Date('2026-11-27T01:00:00Z'))
  expect(await keptAnswer('GET /api/visits', {})).toBeUndefined()
})

it('reads a room anew once the server has heard of what was done there, so that the copy does not take it back', async () => {
  const key = 'GET /api/constructions/:construction_id/rooms/:room_id/keys'
  startCarrying()
  await vi.waitFor(async () => expect(await keptAnswer(key, room)).toEqual(keys))
  await vi.waitFor(() => expect(asked.at(-1)).toContain('/rooms/5/'))
  const later = { key_custodies: [] }
  answers['/api/constructions/3/rooms/5/keys'] = () => later
  asked.length = 0
  confirmed.set([{ key: 'POST', group: 'constructions/3/rooms/5', client: '001' }])
  await vi.waitFor(async () => expect(await keptAnswer(key, room)).toEqual(later))
  expect(asked.filter(address => address.startsWith('/api/visits'))).toEqual(['/api/visits'])
  // Of a company where nobody is signed in any more nothing is asked, and of this one no room of that one's.
  asked.length = 0
  const ofOthers = { key: 'POST', group: 'constructions/9/rooms/7', client: '002' }
  confirmed.set([...confirmed.get(), ofOthers, { key: 'POST', group: 'constructions/3/rooms/5', client: '001' }])
  await vi.waitFor(() => expect(asked).toContain('/api/constructions/3/rooms/5/keys'))
  expect(asked.filter(address => address.startsWith('/api/visits') || address.includes('/9/'))).toEqual(['/api/visits'])
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

it.each([
  ['reads are', '/api/constructions/3/rooms/5/keys', []],
  ['pictures are', '/api/files/1.7v.1.s', ['/api/files/1.7v.1.s']],
])('keeps no pictures of somebody who left while %s on their way', async (_, last, ofFirst) => {
  photos = ['1.7v', '1.8v'].map(name => ({ timing: 'before_construction', thumbnail_url: null, view_url: `/api/files/${name}.1.s` }))
  const kept: string[] = []
  let opened = 0
  const cache = {
    match: () => Promise.resolve(),
    put: (url: string) => Promise.resolve(kept.push(url)),
    keys: () => Promise.resolve([]),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache).finally(() => opened++), delete: () => Promise.resolve(true) })
  const leave = async () => {
    await signOut()
    localStorage.setItem('uid', 'craftsman02')
    localStorage.setItem('access-token', 'b')
    photos = [{ timing: 'before_construction', thumbnail_url: null, view_url: '/api/files/1.9v.1.s' }]
    await refreshUser()
    startCarrying()
  }
  // The room is visited on both days.
  meanwhile[last] = ofFirst.length > 0 ? leave : async () => void (meanwhile[last] = leave)
  startCarrying()
  await vi.waitFor(() => expect(kept).toContain(`${location.origin}/api/files/1.9v`))
  expect(kept).toEqual([`${location.origin}/api/files/1.9v`])
  expect(asked.filter(address => address.startsWith('/api/files'))).toEqual([...ofFirst, '/api/files/1.9v.1.s'])
  expect(opened).toBe(1 + ofFirst.length)
})

const keysOfRoom = 'GET /api/constructions/:construction_id/rooms/:room_id/keys'
const roomOfSecond = { params: { construction_id: 4, room_id: 9 } }
const joinSecond = () => {
  answers['/api/users/me/joined_accounts'] = () => ({ joined_accounts: joinedOf('001') })
  const tokens = { client: 'c', 'access-token': 'b', uid: 'two', 'token-type': 'Bearer' }
  joinedSessions.set([{ client: { cd: '002', name: '港工業' }, user: { id: 2, name: null }, tokens }])
  for (const [name, value] of Object.entries({ client: 'c', 'token-type': 'Bearer' })) localStorage.setItem(name, value)
}

it('carries the rooms of both companies, also where the other account goes on in the middle of it', async () => {
  joinSecond()
  meanwhile['/api/constructions/3/rooms/5/room_images'] = async () => {
    expect(await becomeAccount('002')).toBe(true)
    // As the frame of the page does it for who goes on there.
    startCarrying()
  }
  startCarrying()
  await vi.waitFor(async () => {
    expect(await keptAnswer(keysOfRoom, room, '001/craftsman01')).toEqual(keys)
    expect(await keptAnswer(keysOfRoom, roomOfSecond, '002/two')).toEqual(keys)
  })
  expect(findJoinedSession('001')).toBeDefined()
  answers['/api/users/me/joined_accounts'] = () => ({ joined_accounts: [] })
})

it('keeps a day under its date for whom it was asked, whoever goes on by the time it is answered', async () => {
  joinSecond()
  meanwhile['/api/visits'] = async () => expect(await becomeAccount('002')).toBe(true)
  startCarrying()
  const dated = { query: { date: '2026-11-25' } }
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/visits', dated, '001/craftsman01')).toMatchObject({ visits: [visit] }))
  expect(await keptAnswer('GET /api/visits', dated, '002/two')).toBeUndefined()
  answers['/api/users/me/joined_accounts'] = () => ({ joined_accounts: [] })
})

it('tries again what failed, and keeps the pictures of a room that it could not read', async () => {
  carryPace.retry = 23
  photos = [{ timing: 'before_construction', thumbnail_url: null, view_url: '/api/files/1.7v.1.s' }]
  const deleted: string[] = []
  const cache = {
    match: () => Promise.resolve(),
    put: () => Promise.resolve(),
    keys: () => Promise.resolve([new Request(`${location.origin}/api/files/1.6v`)]),
    delete: ({ url }: Request) => Promise.resolve(deleted.push(url)),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), delete: () => Promise.resolve(true) })
  const images = '/api/constructions/3/rooms/5/room_images'
  failing.add(images)
  startCarrying()
  await vi.waitFor(() => expect(asked.filter(address => address === images).length).toBeGreaterThan(2))
  // The other reads of the room do not need it.
  expect([await keptAnswer(keysOfRoom, room), deleted]).toEqual([keys, []])
  failing.delete(images)
  await vi.waitFor(() => expect(deleted.length).toBeGreaterThan(0))
  await expectNoRetry()
})

/** That rounds come to their end, and none wants to be followed by another. */
const expectNoRetry = async () => {
  // The first may be one that was under way already.
  for (let round = 0; round < 2; round++) await nextRound()
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  for (let round = 0; round < 2; round++) await nextRound()
  expect(setTimer.mock.calls.filter(([, delay]) => delay === carryPace.retry)).toEqual([])
}

it('asks less and less often for a room that fails for long, and soon again once a round was whole', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    now: new Date('2026-11-25T00:00:00Z'),
  })
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  /** After how many seconds it wanted to ask again. */
  const pauses = () => setTimer.mock.calls.map(([, delay = 0]) => delay / 1_000).filter(seconds => seconds >= 20)
  const goOnUntil = async (isThere: () => boolean) => {
    while (!isThere()) await vi.advanceTimersByTimeAsync(1_000)
  }
  const images = '/api/constructions/3/rooms/5/room_images'
  failing.add(images)
  startCarrying()
  await goOnUntil(() => pauses().length >= 4)
  expect(pauses()).toEqual([20, 40, 80, 160])
  await goOnUntil(() => pauses().includes(600))
  failing.delete(images)
  asked.length = 0
  // The room is visited on both days.
  await goOnUntil(() => asked.filter(address => address.endsWith('/rooms/5/keys')).length === 2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(Math.max(...pauses())).toBe(600)
  failing.add(images)
  setTimer.mockClear()
  startCarrying()
  await goOnUntil(() => pauses().length > 0)
  expect(pauses()).toEqual([20])
})

it('asks again while the screen shows what is carried, and no more once the server has answered', async () => {
  carryPace.retry = 23
  startCarrying()
  await vi.waitFor(async () => expect(await keptAnswer(keysOfRoom, room)).toEqual(keys))
  await vi.waitFor(() => expect(shownSince.get()).not.toBeNull())
  await vi.waitFor(() => expect(shownSince.get()).toBeNull())
  await expectNoRetry()
})
