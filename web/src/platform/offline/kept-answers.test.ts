// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginToCarry, endCarrying } from './carries.ts'
import { forgetAnswers, keepAnswer, keptAnswer, shownSince } from './kept-answers.ts'
import { ApiError, connect, send } from '../api/request.ts'
import { toasts } from '../toast.ts'

const day = 'GET /api/constructions/:construction_id/working_process'
const input = { params: { construction_id: 3 } }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T00:00:00Z') })
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  localStorage.setItem('uid', 'craftsman01')
  await forgetAnswers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endCarrying()
  toasts.set([])
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
  beginToCarry()
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

it('does not stand in on a device that carries nothing', async () => {
  await keepAnswer(day, input, { rooms: [1] })
  answering(() => Promise.reject(new TypeError('offline')))
  await expect(readDay()).rejects.toBeInstanceOf(ApiError)
})
