// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { minimumFetchDelay, q, queryClient } from './api.ts'
import { progressBar } from '../overlay/ProgressBar.tsx'
import { mobileBreakpoint } from '../screen.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('a first answer that comes after 10 ms keeps its page pending until 200 ms, a refresh does not wait', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(resolve => setTimeout(() => resolve(new Response('{"valid":true}')), 10)))
  const read = q('GET /api/auth/password/edit', { query: { reset_password_token: 'x' } })
  let done = 0
  void queryClient.fetchQuery({ ...read, staleTime: 0 }).then(() => done++)
  await vi.advanceTimersByTimeAsync(minimumFetchDelay - 1)
  expect(done).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toBe(1)
  void queryClient.fetchQuery({ ...read, staleTime: 0 }).then(() => done++)
  await vi.advanceTimersByTimeAsync(15)
  expect(done).toBe(2)
})

it('the key of a read is the call itself', () => {
  expect(q('GET /api/configurations').queryKey).toEqual(['GET /api/configurations', {}])
})

it('keeps the measures of specification section 9', () => {
  expect(minimumFetchDelay).toBe(200)
  expect(progressBar).toEqual({ duration: 5_000, throttle: 200, height: 2 })
  expect(mobileBreakpoint).toBe(767)
})
