// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { loadLocale } from '../platform/i18n.ts'
import { running } from '../platform/overlay/overlay.ts'
import { toasts } from '../platform/toast.ts'
import { refreshSchedule, scheduleOf } from './schedule-reads.ts'

const fetched = vi.fn<typeof fetch>()
const answers = (state: string) => () => Promise.resolve(Response.json({ state }))
const shown = () => queryClient.getQueryData(scheduleOf(7).queryKey)?.state

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementationOnce(answers('after-1'))
  await queryClient.fetchQuery(scheduleOf(7))
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  queryClient.clear()
})

it('reads again what is shown, without a word', async () => {
  fetched.mockImplementationOnce(() => {
    expect(running.get().count).toBe(0)
    return answers('after-2')()
  })
  await refreshSchedule(7)
  expect(shown()).toBe('after-2')
})

it('keeps what is shown, and says nothing, when nobody answers', async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('no network')))
  expect(await refreshSchedule(7)).toBe(false)
  expect(shown()).toBe('after-1')
  expect(toasts.get()).toEqual([])
})

it('begins a read anew that may be older than the news; who waits for it gets the newer one', async () => {
  fetched.mockImplementationOnce(
    (_url, request) =>
      new Promise((_, reject) => request?.signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')))),
  )
  const begun = queryClient.fetchQuery({ ...scheduleOf(7), staleTime: 0 })
  fetched.mockImplementationOnce(answers('after-3'))
  await refreshSchedule(7)
  expect((await begun).state).toBe('after-3')
  expect(toasts.get()).toEqual([])
})

it('reads nothing that nobody looks at', async () => {
  await refreshSchedule(8)
  expect(fetched).toHaveBeenCalledOnce()
})
