// @vitest-environment happy-dom
import type { Viewer } from '@toguchi/domain/schedule/live-contract'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadLocale } from '../../platform/i18n.ts'
import { running } from '../../platform/overlay/overlay.ts'
import { toasts } from '../../platform/toast.ts'
import { useLiveSchedule } from './use-live-schedule.ts'
import { Viewers } from './Viewers.tsx'

const me: Viewer = { name: '佐藤 花子', kind: 'staff', editing: false, mine: true }
const suzuki: Viewer = { name: '鈴木 一郎', kind: 'staffAdmin', editing: false, mine: false }

beforeAll(() => loadLocale('ja'))
afterEach(cleanup)

describe('useLiveSchedule', () => {
  let write = (_text: string) => {}
  const fetched = vi.fn<typeof fetch>()
  const calls = (method: string) => fetched.mock.calls.filter(([, request]) => request?.method === method)
  const bodies = () =>
    calls('PUT').flatMap(([, request]) =>
      typeof request?.body === 'string' ? [JSON.parse(request.body) as { tab: string; editing: boolean }] : [],
    )
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  beforeEach(() => {
    vi.useFakeTimers()
    fetched.mockImplementation((_url, request) => {
      if (request?.method === 'PUT') return Promise.resolve(Response.json({ viewers: [me] }))
      if (request?.method === 'DELETE') return Promise.resolve(Response.json({ success: true }))
      const body = new ReadableStream<Uint8Array>({
        start: control => {
          write = text => control.enqueue(new TextEncoder().encode(text))
          request?.signal?.addEventListener('abort', () => control.error(new DOMException('left', 'AbortError')))
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    })
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    fetched.mockReset()
  })

  const begin = () => {
    const onChanged = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
    const hook = renderHook(({ editing }: { editing: boolean }) => useLiveSchedule(7, { state: 'after-3', editing, onChanged }), {
      initialProps: { editing: false },
    })
    return { onChanged, ...hook }
  }

  it('asks for what came after the schedule that is shown', async () => {
    begin()
    await pass(0)
    expect(calls('GET').map(([, request]) => new Headers(request?.headers).get('last-event-id'))).toEqual(['after-3'])
  })

  it('tells once of what was saved together, and who is here', async () => {
    const { onChanged, result } = begin()
    await pass(0)
    expect(result.current).toEqual({ viewers: [me], connected: true })
    write('event: changed\nid: 1\ndata: {}\n\n')
    write('event: changed\nid: 2\ndata: {}\n\n')
    await pass(300)
    expect(onChanged).toHaveBeenCalledOnce()
    write(`event: viewers\ndata: ${JSON.stringify([me, suzuki])}\n\n`)
    await pass(0)
    expect(result.current.viewers).toEqual([me, suzuki])
    write('event: changed\nid: 3\ndata: {}\n\n')
    await pass(300)
    expect(onChanged).toHaveBeenCalledTimes(2)
  })

  it('fetches again what could not be fetched, at once when there is a network again', async () => {
    const { onChanged } = begin()
    await pass(0)
    onChanged.mockResolvedValue(false)
    write('event: changed\nid: 1\ndata: {}\n\n')
    await pass(300)
    expect(onChanged).toHaveBeenCalledTimes(1)
    await pass(1_000)
    expect(onChanged).toHaveBeenCalledTimes(2)
    onChanged.mockResolvedValue(true)
    window.dispatchEvent(new Event('online'))
    await pass(300)
    expect(onChanged).toHaveBeenCalledTimes(3)
    await pass(10_000)
    expect(onChanged).toHaveBeenCalledTimes(3)
  })

  it('says every 20 seconds that this tab is here, and at once when it begins to edit', async () => {
    const { rerender } = begin()
    await pass(0)
    await pass(20_000)
    rerender({ editing: true })
    await pass(0)
    await pass(20_000)
    expect(bodies().map(({ editing }) => editing)).toEqual([false, false, true, true])
    expect(new Set(bodies().map(({ tab }) => tab)).size).toBe(1)
    expect(running.get().count).toBe(0)
    expect(toasts.get()).toEqual([])
  })

  it('looks every 15 seconds while no stream is to be had, when the server can be reached', async () => {
    let reachable = false
    fetched.mockImplementation((_url, request) =>
      reachable && request?.method === 'PUT'
        ? Promise.resolve(Response.json({ viewers: [me] }))
        : Promise.reject(new TypeError('no network')),
    )
    const { onChanged, result } = begin()
    await pass(40_000)
    expect(result.current.viewers).toEqual([])
    expect(result.current.connected).toBe(false)
    expect(onChanged).not.toHaveBeenCalled()
    reachable = true
    await pass(16_000)
    expect(onChanged).toHaveBeenCalledOnce()
    expect(result.current.viewers).toEqual([me])
    expect(toasts.get()).toEqual([])
  })

  it('says good-bye for its tab with a request that outlives the page, and is silent then', async () => {
    const { unmount } = begin()
    await pass(0)
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    await pass(60_000)
    expect(calls('DELETE')).toHaveLength(2)
    expect(calls('DELETE')[0]?.[0]).toMatch(new RegExp(`/presence/${bodies()[0]?.tab}$`))
    expect(calls('DELETE')[0]?.[1]).toMatchObject({ keepalive: true })
    expect(calls('PUT')).toHaveLength(1)
    expect(calls('GET')).toHaveLength(1)
  })
})

describe('Viewers', () => {
  const button = () => screen.queryByTestId('schedule-viewers')

  it('shows nothing to who is alone', () => {
    render(<Viewers viewers={[me]} connected />)
    expect(button()).toBeNull()
    expect(screen.queryByText(/更新を待っています/)).toBeNull()
  })

  it('says who else is here, and to listeners who is editing', () => {
    const { rerender } = render(<Viewers viewers={[me, suzuki]} connected />)
    expect(button()?.textContent).toContain('鈴木さんが閲覧中')
    expect(document.querySelector('[aria-live]')?.textContent).toBe('')
    rerender(<Viewers viewers={[me, { ...suzuki, editing: true }]} connected />)
    expect(document.querySelector('[aria-live]')?.textContent).toBe('鈴木さんが編集中')
  })

  it('lists them all on demand, by keyboard too, and takes the list away again', async () => {
    const others = Array.from({ length: 5 }, (_, at): Viewer => ({ ...suzuki, name: `人${at}`, editing: at === 4 }))
    render(<Viewers viewers={[me, ...others]} connected />)
    expect(button()?.textContent).toContain('+2')
    await userEvent.tab()
    expect(document.activeElement).toBe(button())
    await userEvent.keyboard('{Enter}')
    const rows = screen.getAllByRole('listitem').map(row => row.textContent)
    expect(rows).toHaveLength(5)
    expect(rows[0]).toContain('人4企業管理者編集中')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryAllByRole('listitem')).toEqual([])
    expect(document.activeElement).toBe(button())
    await userEvent.click(button() ?? document.body)
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(document.body)
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  it('says when nothing comes by itself', () => {
    render(<Viewers viewers={[]} connected={false} />)
    expect(screen.getByRole('status').textContent).toBe('更新を待っています…')
  })
})
