// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { carriesAnswers, endCarrying } from './carries.ts'
import { beginToCarry } from './carrying-account.ts'
import { forgetAnswers, forgetOldAnswers, keepAnswer, keptAnswer, readPace, shownSince } from './kept-answers.ts'
import { pictureKey } from './names.ts'
import { q, queryClient } from '../api/api.ts'
import { ApiError, connect, readLimit, send, unauthorizedText } from '../api/request.ts'
import { joinedSessions } from '../session/joined-sessions.ts'
import { toasts } from '../toast.ts'

const day = 'GET /api/constructions/:construction_id/working_process'
const input = { params: { construction_id: 3 } }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T00:00:00Z') })
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  localStorage.setItem('uid', 'craftsman01')
  beginToCarry('001')
  await forgetAnswers()
})
const pace = { ...readPace }
afterEach(() => {
  Object.assign(readPace, pace)
  readLimit.milliseconds = 15_000
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  endCarrying()
  toasts.set([])
  queryClient.clear()
  joinedSessions.set([])
})

it('is answered from the device, by what was read last, and says since when', async () => {
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  await keepAnswer(day, { ...input, query: { date: '2026-11-24' } }, { rooms: [2] })
  const before = Date.now()
  vi.setSystemTime(before + 3_600_000)
  expect(await keptAnswer(day, input)).toEqual({ rooms: [1] })
  expect(await keptAnswer(day, { query: { date: '2026-11-24' }, ...input })).toEqual({ rooms: [2] })
  expect(shownSince.get()).toBe(before)
  await keepAnswer(day, input, { rooms: [3] })
  expect(shownSince.get()).toBeNull()
})

it('keeps nothing of other pages, for other accounts, or longer than two days', async () => {
  await keepAnswer('GET /api/calls', {}, { calls: [] })
  expect(await keptAnswer('GET /api/calls', {})).toBeUndefined()
  await keepAnswer(day, input, { rooms: [1] })
  expect(await keptAnswer(day, input, '002/craftsman01')).toBeUndefined()
  localStorage.setItem('uid', 'craftsman02')
  expect(await keptAnswer(day, input)).toBeUndefined()
  localStorage.setItem('uid', 'craftsman01')
  vi.setSystemTime(Date.now() + 48 * 3_600_000 + 1)
  expect(await keptAnswer(day, input)).toBeUndefined()
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await keptAnswer(day, input)).toBeUndefined()
})

const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)
const readDay = () => send(day, { ...input, query: {} }, { silent: true })

it('stands in for a server that cannot be reached, and for none that says no', async () => {
  answering(() => Promise.resolve(Response.json({ rooms: [1] })))
  await readDay()
  await vi.waitFor(async () => expect(await keptAnswer(day, input)).toEqual({ rooms: [1] }))
  for (const away of [() => Promise.reject(new TypeError('offline')), () => Promise.resolve(new Response('', { status: 502 }))]) {
    answering(away)
    expect(await readDay()).toEqual({ rooms: [1] })
  }
  expect(toasts.get()).toEqual([])
  answering(() => Promise.resolve(Response.json({ message: 'no' }, { status: 403 })))
  await expect(readDay()).rejects.toBeInstanceOf(ApiError)
})

/** A server that takes the question and answers when it is told to, if ever. */
const hanging = () => {
  let answer: (response: Response) => void = () => {}
  answering((...[, init]: unknown[]) => {
    const { signal } = init as RequestInit
    return new Promise<Response>((resolve, reject) => {
      answer = resolve
      signal?.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')))
    })
  })
  return { answer: (body: unknown, status = 200) => answer(Response.json(body, { status })) }
}

it('stands in for a server that hangs, says since when, and is followed by the answer', async () => {
  Object.assign(readPace, { patience: 20, impatience: 5 })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const before = Date.now()
  const server = hanging()
  const late = vi.fn<(answer: unknown) => void>()
  vi.setSystemTime(before + 3_600_000)
  expect(await send(day, { ...input, query: {} }, { silent: true, late })).toEqual({ rooms: [1] })
  expect([shownSince.get(), late.mock.calls]).toEqual([before, []])
  server.answer({ rooms: [2] })
  await vi.waitFor(() => expect(late.mock.calls).toEqual([[{ rooms: [2] }]]))
  expect([await keptAnswer(day, input), toasts.get()]).toEqual([{ rooms: [2] }, []])
})

it('takes an answer within its patience for what it is, and one of the session’s end for that, however late', async () => {
  Object.assign(readPace, { patience: 200, impatience: 5 })
  const expired = vi.fn<() => void>()
  connect({ caller: () => null, hostTemplate: '', expired, missing: () => {} })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const server = hanging()
  const reading = readDay()
  await Promise.resolve()
  server.answer({ rooms: [2] })
  expect(await reading).toEqual({ rooms: [2] })
  expect(shownSince.get()).toBeNull()
  readPace.patience = 20
  const late = vi.fn<(answer: unknown) => void>()
  expect(await send(day, { ...input, query: {} }, { silent: true, late })).toEqual({ rooms: [2] })
  server.answer({ errors: [unauthorizedText] }, 401)
  await vi.waitFor(() => expect(expired).toHaveBeenCalledOnce())
  expect([late.mock.calls, await keptAnswer(day, input)]).toEqual([[], undefined])
})

it('takes no late answer for a newer one, on the screen or on the disk', async () => {
  Object.assign(readPace, { patience: 20, impatience: 5 })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const late = vi.fn<(answer: unknown) => void>()
  const first = hanging()
  expect(await send(day, { ...input, query: {} }, { silent: true, late })).toEqual({ rooms: [1] })
  vi.setSystemTime(Date.now() + 5_000)
  answering(() => Promise.resolve(Response.json({ rooms: [2] })))
  await readDay()
  await vi.waitFor(async () => expect(await keptAnswer(day, input)).toEqual({ rooms: [2] }))
  expect(shownSince.get()).not.toBeNull()
  first.answer({ rooms: ['before'] })
  await vi.waitFor(() => expect(shownSince.get()).toBeNull())
  expect([await keptAnswer(day, input), late.mock.calls]).toEqual([{ rooms: [2] }, []])
  // Of another tab only the disk knows; a clock that was put back makes nothing younger.
  vi.setSystemTime(Date.now() + 5_000)
  await keepAnswer(day, input, { rooms: ['before'] }, undefined, Date.now() - 6_000)
  expect(await keptAnswer(day, input)).toEqual({ rooms: [2] })
  vi.setSystemTime(Date.now() - 3_600_000)
  await keepAnswer(day, input, { rooms: [3] })
  expect(await keptAnswer(day, input)).toEqual({ rooms: [3] })
})

it('keeps and tells nothing of an account that has left, whoever signed in since', async () => {
  Object.assign(readPace, { patience: 20, impatience: 5 })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const late = vi.fn<(answer: unknown) => void>()
  const ofJoined = { account: '002/two', caller: { role_id: 4 }, headers: () => ({}), renewed: () => {} }
  const joined = { client: { cd: '002', name: '港工業' }, user: { id: 2, name: null }, tokens: { uid: 'two' } }
  joinedSessions.set([joined])
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] }, '002/two')
  const servers = [hanging()]
  await send(day, { ...input, query: {} }, { silent: true, late })
  servers.push(hanging())
  await send(day, { ...input, query: {} }, { silent: true, late, as: ofJoined })
  endCarrying()
  joinedSessions.set([])
  await forgetAnswers()
  localStorage.setItem('uid', 'craftsman02')
  beginToCarry('001')
  for (const server of servers) {
    shownSince.set(1)
    server.answer({ rooms: [2] })
    await vi.waitFor(() => expect(shownSince.get()).toBeNull())
  }
  for (const account of ['001/craftsman01', '002/two', '001/craftsman02']) expect(await keptAnswer(day, input, account)).toBeUndefined()
  expect(late).not.toHaveBeenCalled()
  // Of the person's own other account it is kept and told.
  joinedSessions.set([joined])
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] }, '002/two')
  const server = hanging()
  await send(day, { ...input, query: {} }, { silent: true, late, as: ofJoined })
  server.answer({ rooms: [3] })
  await vi.waitFor(() => expect(late.mock.calls).toEqual([[{ rooms: [3] }]]))
  expect(await keptAnswer(day, input, '002/two')).toEqual({ rooms: [3] })
})

it('tells a late answer also where the disk does not take it', async () => {
  Object.assign(readPace, { patience: 20, impatience: 5 })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const late = vi.fn<(answer: unknown) => void>()
  const server = hanging()
  await send(day, { ...input, query: {} }, { silent: true, late })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  server.answer({ rooms: [2] })
  await vi.waitFor(() => expect(late.mock.calls).toEqual([[{ rooms: [2] }]]))
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
})

it('tells a refusal that comes late to the read it answers, and to no page that stands by then', async () => {
  Object.assign(readPace, { patience: 20, impatience: 5 })
  const missing = vi.fn<() => void>()
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing })
  await keepAnswer(day, { ...input, query: {} }, { rooms: [1] })
  const read = q(day, { ...input, query: {} })
  const server = hanging()
  expect(await queryClient.fetchQuery(read)).toEqual({ rooms: [1] })
  server.answer({ errors: { full_messages: ['見つかりません。'] } }, 404)
  await vi.waitFor(() => expect(queryClient.getQueryState(read.queryKey)?.isInvalidated).toBe(true))
  expect([missing.mock.calls, toasts.get(), await keptAnswer(day, input)]).toEqual([[], [], undefined])
})

it('ends the wait for a page that is not carried', async () => {
  Object.assign(readPace, { patience: 5, impatience: 5 })
  readLimit.milliseconds = 30
  hanging()
  const failure = await readDay().catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 0, isUnreachable: true })
})

it('keeps nothing that was answered after the session', async () => {
  const server = hanging()
  const reading = readDay()
  await Promise.resolve()
  endCarrying()
  server.answer({ rooms: [1] })
  await reading
  beginToCarry('001')
  // What is read after it is kept after it.
  answering(() => Promise.resolve(Response.json({ user: 1 })))
  await send('GET /api/users/me', {}, { silent: true })
  await vi.waitFor(async () => expect(await keptAnswer('GET /api/users/me', {})).toEqual({ user: 1 }))
  expect(await keptAnswer(day, input)).toBeUndefined()
})

it('goes with the right to read it: of the room, of the construction, of the account', async () => {
  const room = 'GET /api/constructions/:construction_id/rooms/:room_id'
  joinedSessions.set([{ client: { cd: '002', name: '港工業' }, user: { id: 2, name: null }, tokens: { uid: 'craftsman01' } }])
  const keepAll = async () => {
    await keepAnswer('GET /api/users/me', {}, { user: 1 })
    await keepAnswer('GET /api/constructions/:id', { params: { id: 3 } }, { construction: 3 })
    for (const room_id of [7, 8]) await keepAnswer(room, { params: { construction_id: 3, room_id } }, { room: room_id })
    await keepAnswer(day, { params: { construction_id: 4 } }, { rooms: [] })
    await keepAnswer('GET /api/users/me', {}, { user: 2 }, '002/craftsman01')
  }
  const left = async () => [
    await keptAnswer(room, { params: { construction_id: 3, room_id: 7 } }),
    await keptAnswer(room, { params: { construction_id: 3, room_id: 8 } }),
    await keptAnswer('GET /api/constructions/:id', { params: { id: 3 } }),
    await keptAnswer(day, { params: { construction_id: 4 } }),
    await keptAnswer('GET /api/users/me', {}),
    await keptAnswer('GET /api/users/me', {}, '002/craftsman01'),
  ]
  const refuse = (status: number) => answering(() => Promise.resolve(Response.json({}, { status })))
  const quietly = { silent: true, errors: 'nobody' } as const
  await keepAll()
  refuse(404)
  await send(room, { params: { construction_id: 3, room_id: 7 } }, quietly).catch(() => {})
  expect(await left()).toEqual([undefined, { room: 8 }, { construction: 3 }, { rooms: [] }, { user: 1 }, { user: 2 }])
  refuse(403)
  await send(day, { ...input, query: {} }, quietly).catch(() => {})
  expect(await left()).toEqual([undefined, undefined, undefined, { rooms: [] }, { user: 1 }, { user: 2 }])
  refuse(401)
  await send('GET /api/users/me', {}, quietly).catch(() => {})
  expect(await left()).toEqual([undefined, undefined, undefined, undefined, undefined, { user: 2 }])
})

it('is found by a later version that names accounts by their company, too', async () => {
  localStorage.setItem('carries_answers', 'craftsman01')
  await keepAnswer(day, input, { rooms: [1] }, 'craftsman01')
  expect([carriesAnswers(), await keptAnswer(day, input)]).toEqual([true, { rooms: [1] }])
})

it('does not stand in on a device that carries nothing', async () => {
  await keepAnswer(day, input, { rooms: [1] })
  endCarrying()
  answering(() => Promise.reject(new TypeError('offline')))
  await expect(readDay()).rejects.toBeInstanceOf(ApiError)
})

it('shows the list of the day that it is, also where it was carried the day before', async () => {
  await keepAnswer(day, { ...input, query: {} }, { date: '2026-11-23' })
  await keepAnswer(day, { ...input, query: { date: '2026-11-23' } }, { date: '2026-11-23' })
  await keepAnswer(day, { ...input, query: { date: '2026-11-24' } }, { date: '2026-11-24' })
  expect(await keptAnswer(day, { ...input, query: {} })).toEqual({ date: '2026-11-23' })
  vi.setSystemTime(new Date('2026-11-23T22:00:00Z'))
  expect(await keptAnswer(day, { ...input, query: {} })).toEqual({ date: '2026-11-24' })
})

it('shows the list of today as it was read last, by a page or by the round that carries it', async () => {
  const carried = { ...input, query: { date: '2026-11-23' } }
  const list = (rooms: number[]) => ({ date: '2026-11-23', rooms })
  await keepAnswer(day, carried, list([1]))
  vi.setSystemTime(Date.now() + 60_000)
  await keepAnswer(day, { ...input, query: {} }, list([1, 2]))
  expect(await keptAnswer(day, { ...input, query: {} })).toEqual(list([1, 2]))
  vi.setSystemTime(Date.now() + 60_000)
  await keepAnswer(day, carried, list([3]))
  expect(await keptAnswer(day, { ...input, query: {} })).toEqual(list([3]))
})

it('forgets what nobody looked at for two days, and keeps the rest', async () => {
  await keepAnswer(day, input, { rooms: [1] })
  vi.setSystemTime(Date.now() + 40 * 3_600_000)
  await keepAnswer('GET /api/users/me', {}, { user: 1 })
  vi.setSystemTime(Date.now() + 9 * 3_600_000)
  await forgetOldAnswers()
  vi.setSystemTime(Date.now() - 9 * 3_600_000)
  expect(await keptAnswer(day, input)).toBeUndefined()
  expect(await keptAnswer('GET /api/users/me', {})).toEqual({ user: 1 })
})

it('carries for nobody who signs in after its craftsman on the same device', () => {
  beginToCarry('001')
  expect(carriesAnswers()).toBe(true)
  localStorage.setItem('uid', 'staff01')
  expect(carriesAnswers()).toBe(false)
  expect([endCarrying(), endCarrying()]).toEqual([true, false])
})

it('knows a picture by its file, whatever its link says besides', () => {
  const origin = 'https://example.jp'
  expect(pictureKey('/api/files/7.31v.1764000000000.abc-_d', origin)).toBe('https://example.jp/api/files/7.31v')
  expect(pictureKey('https://example.jp/api/files/7.31.1764000600000.xyz', origin)).toBe('https://example.jp/api/files/7.31')
})
