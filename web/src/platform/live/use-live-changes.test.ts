// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/api.ts'
import type { OtherAccount } from '../api/request.ts'
import { useLiveChanges } from './use-live-changes.ts'

const opened: { url: string; uid: string | null; write: (text: string) => void }[] = []
const read = vi.fn<() => Promise<number>>(() => Promise.resolve(1))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
/** The code that listens comes once the page has been painted. */
const listening = async () => {
  await pass(50)
  await vi.dynamicImportSettled()
  await pass(0)
}
const changed = (construction_id: number | null) => `event: changed\nid: 1-1\ndata: {"construction_id":${construction_id}}\n\n`
const board = ['GET /api/constructions/:construction_id/answer_board'] as const

beforeEach(async () => {
  vi.useFakeTimers()
  opened.length = 0
  read.mockClear()
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: control =>
        void opened.push({
          url,
          uid: new Headers(request.headers).get('uid'),
          write: text => control.enqueue(new TextEncoder().encode(text)),
        }),
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
  await queryClient.fetchQuery({ queryKey: [board[0], {}], queryFn: read })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const isStale = () => queryClient.getQueryState([board[0], {}])?.isInvalidated

it('reads once anew what was saved together, and nothing before it hears of it', async () => {
  renderHook(() => useLiveChanges(board, { construction_id: 7 }))
  await listening()
  expect(opened.map(({ url }) => url)).toEqual(['/api/live?construction_id=7'])
  opened[0]?.write('retry: 1000\n\n')
  await pass(300)
  expect(isStale()).toBe(false)
  opened[0]?.write(changed(7))
  opened[0]?.write(changed(7))
  await pass(300)
  expect(isStale()).toBe(true)
})

it('reads anew when something may have been missed, and hears of the person’s other accounts', async () => {
  const other: OtherAccount = {
    account: '002/two',
    caller: { role_id: 4, client: { cd: '002' } },
    headers: () => ({ uid: 'two' }),
    renewed: () => {},
  }
  renderHook(() => useLiveChanges(board, { construction_id: null, accounts: [other] }))
  await listening()
  expect(opened.map(({ uid }) => uid)).toEqual([null, 'two'])
  opened[1]?.write(changed(null))
  await pass(300)
  expect(isStale()).toBe(true)
})

it('shares one stream among the parts of a page, and tells whoever comes later that something may have been missed', async () => {
  const day = renderHook(() => useLiveChanges(['GET /api/visits'], { construction_id: null }))
  await listening()
  opened[0]?.write(changed(null))
  await pass(300)
  expect(isStale()).toBe(false)
  const room = renderHook(() => useLiveChanges(board, { construction_id: 7, overAll: true }))
  await pass(300)
  expect(opened.map(({ url }) => url)).toEqual(['/api/live'])
  expect(isStale()).toBe(true)
  day.unmount()
  await queryClient.fetchQuery({ queryKey: [board[0], {}], queryFn: read, staleTime: 0 })
  opened[0]?.write(changed(8))
  await pass(300)
  expect(isStale()).toBe(false)
  opened[0]?.write(changed(7))
  await pass(300)
  expect(isStale()).toBe(true)
  room.unmount()
  renderHook(() => useLiveChanges(board, { construction_id: 7, overAll: true }))
  await listening()
  expect(opened).toHaveLength(2)
})

it('reads what shows the photos of a room, and no more, when it got one', async () => {
  const photos = ['GET /api/constructions/:construction_id/rooms/:room_id/room_images'] as const
  const state = () => queryClient.getQueryState([photos[0], {}])?.isInvalidated
  await queryClient.fetchQuery({ queryKey: [photos[0], {}], queryFn: read })
  renderHook(() => useLiveChanges(board, { construction_id: 7, photos: { room_id: 4, reads: photos } }))
  renderHook(() => useLiveChanges(board, { construction_id: 7 }))
  await listening()
  expect(opened.map(({ url }) => url)).toEqual(['/api/live?construction_id=7&room_id=4'])
  opened[0]?.write('event: photographed\ndata: {"construction_id":7,"room_id":4}\n\n')
  await pass(300)
  expect([state(), isStale()]).toEqual([true, false])
})

it('lets one read end before the next begins, however fast news comes', async () => {
  let answer = () => {}
  const slow = vi.fn<() => Promise<number>>(() => new Promise(resolve => (answer = () => resolve(1))))
  renderHook(() => {
    useQuery({ queryKey: [board[0], {}], queryFn: slow }, queryClient)
    useLiveChanges(board, { construction_id: 7 })
  })
  await listening()
  for (let news = 0; news < 5; news += 1) {
    opened[0]?.write(changed(7))
    await pass(300)
  }
  expect(slow).toHaveBeenCalledTimes(1)
  answer()
  await pass(300)
  expect(slow).toHaveBeenCalledTimes(2)
})
