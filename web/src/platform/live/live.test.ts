// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadLocale } from '../i18n.ts'
import { type Watcher, watchEvents, watchPace } from './live.ts'
import { connect } from '../api/request.ts'
import { toasts } from '../toast.ts'

const fetched = vi.fn<typeof fetch>()
const expired = vi.fn()

/** A stream that the test writes; it breaks when its reader leaves, as those of a browser do. */
const openStream = (headers: Record<string, string> = {}) => {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: controller => void (control = controller) })
  const stream = {
    write: (text: string) => control?.enqueue(new TextEncoder().encode(text)),
    end: () => control?.close(),
    break: () => control?.error(new TypeError('network error')),
    left: false,
  }
  fetched.mockImplementationOnce((_url, request) => {
    request?.signal?.addEventListener('abort', () => {
      stream.left = true
      try {
        control?.error(new DOMException('left', 'AbortError'))
      } catch {
        // It is closed already.
      }
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers } }))
  })
  return stream
}
const refuse = (status: number) =>
  fetched.mockImplementationOnce(() => Promise.resolve(new Response(JSON.stringify({ errors: { full_messages: ['拒否'] } }), { status })))
const sent = () => fetched.mock.calls.map(([url, request]) => ({ url, headers: new Headers(request?.headers) }))

let stop = () => {}
const said: string[] = []
const watch = (over: Pick<Watcher, 'pageEventId'> = {}) => {
  stop = watchEvents(
    'GET /api/constructions/:construction_id/detail_schedule/live',
    { params: { construction_id: 7 } },
    {
      ...over,
      onEvent: ({ name, data, id }) => said.push(`${name} ${data} ${id ?? '-'}`),
      onConnected: connected => said.push(connected ? 'connected' : 'waiting'),
      onLook: () => said.push('look'),
    },
  )
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const see = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')))
  connect({ caller: () => null, hostTemplate: '', expired, missing: () => {} })
  localStorage.setItem('access-token', 'old')
  localStorage.setItem('client', 'c')
  localStorage.setItem('uid', 'u')
  localStorage.setItem('token-type', 'Bearer')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
  expired.mockReset()
  said.length = 0
  localStorage.clear()
  Object.defineProperty(document, 'hidden', { configurable: true, value: false })
})

it('asks with the session, and takes over a renewed one', async () => {
  const stream = openStream({ 'access-token': 'new', client: 'c', uid: 'u', 'token-type': 'Bearer' })
  watch()
  stream.write('event: changed\nid: 4\ndata: {}\n\n')
  await pass(0)
  expect(sent()).toMatchObject([{ url: expect.stringMatching(/\/api\/constructions\/7\/detail_schedule\/live$/) }])
  expect(Object.fromEntries(sent()[0]?.headers ?? [])).toMatchObject({ 'access-token': 'old', uid: 'u', accept: 'text/event-stream' })
  expect(localStorage.getItem('access-token')).toBe('new')
  expect(said).toEqual(['connected', 'changed {} 4'])
})

it('comes again when a stream ends, names the last event, and has not been without news', async () => {
  const first = openStream()
  watch()
  first.write('id: 9\nevent: changed\ndata: {}\n\n')
  await pass(0)
  const second = openStream()
  first.end()
  await pass(watchPace.retry)
  second.write(': here\n\n')
  await pass(0)
  expect(sent()[1]?.headers.get('last-event-id')).toBe('9')
  expect(said).toEqual(['connected', 'changed {} 9'])
})

it('names what the page shows, from the first stream on, instead of the last event', async () => {
  let shown = 'after-3'
  const first = openStream()
  const second = openStream()
  watch({ pageEventId: () => shown })
  await pass(0)
  first.write('event: changed\nid: 12\ndata: {}\n\n')
  shown = 'after-4'
  first.end()
  await pass(watchPace.retry)
  second.write(':\n\n')
  await pass(0)
  expect(sent().map(({ headers }) => headers.get('last-event-id'))).toEqual(['after-3', 'after-4'])
})

it('waits longer after each failure, looks for itself meanwhile, and says when news comes again', async () => {
  watch()
  await pass(0)
  expect(said).toEqual(['waiting'])
  await pass(60_000)
  const tries = fetched.mock.calls.length
  expect(tries).toBeGreaterThan(4)
  expect(tries).toBeLessThan(10)
  expect(said.filter(one => one === 'look')).toHaveLength(4)
  const stream = openStream()
  await pass(watchPace.longest)
  stream.write(':\n\n')
  await pass(0)
  expect(said.at(-1)).toBe('connected')
  await pass(watchPace.look)
  expect(said.at(-1)).toBe('connected')
  expect(toasts.get()).toEqual([])
})

it('begins a broken stream again', async () => {
  const stream = openStream()
  watch()
  stream.write(':\n\n')
  await pass(0)
  const again = openStream()
  stream.break()
  await pass(watchPace.retry)
  again.write(':\n\n')
  await pass(0)
  expect(said).toEqual(['connected', 'waiting', 'connected'])
})

it('takes a stream without a sign of life for dead', async () => {
  const stream = openStream()
  watch()
  stream.write(':\n\n')
  await pass(watchPace.silence - 1_000)
  stream.write(':\n\n')
  await pass(watchPace.silence - 1_000)
  expect(said).toEqual(['connected'])
  await pass(1_000)
  expect(stream.left).toBe(true)
  expect(said).toEqual(['connected', 'waiting'])
})

it.each([401, 403, 404])('gives up after %i, and leaves it to the page to say why', async status => {
  refuse(status)
  watch()
  await pass(120_000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(said).toEqual(['waiting'])
  expect(expired).not.toHaveBeenCalled()
})

it.each([429, 500, 503])('tries again after %i', async status => {
  refuse(status)
  watch()
  await pass(0)
  const stream = openStream()
  await pass(watchPace.retry)
  stream.write(':\n\n')
  await pass(0)
  expect(said).toEqual(['waiting', 'connected'])
})

it('rests while it is out of sight for long, and goes on when it is seen', async () => {
  const stream = openStream()
  watch()
  stream.write(':\n\n')
  await pass(0)
  see(true)
  await pass(watchPace.hidden / 2)
  stream.write(':\n\n')
  await pass(watchPace.hidden / 2 - 1)
  expect(stream.left).toBe(false)
  await pass(1)
  expect(stream.left).toBe(true)
  await pass(600_000)
  expect(fetched).toHaveBeenCalledOnce()
  const again = openStream()
  see(false)
  await pass(0)
  again.write(':\n\n')
  await pass(0)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(said).toEqual(['connected'])
})

it('does not wait when the device has a connection again', async () => {
  watch()
  await pass(20_000)
  const tries = fetched.mock.calls.length
  const stream = openStream()
  window.dispatchEvent(new Event('online'))
  await pass(0)
  stream.write(':\n\n')
  await pass(0)
  expect(fetched).toHaveBeenCalledTimes(tries + 1)
  expect(said.at(-1)).toBe('connected')
})

it('is silent after it was stopped', async () => {
  const stream = openStream()
  watch()
  stream.write(':\n\n')
  await pass(0)
  stop()
  expect(stream.left).toBe(true)
  await pass(120_000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(said).toEqual(['connected'])
})
