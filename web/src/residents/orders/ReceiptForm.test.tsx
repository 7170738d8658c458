// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { linkRenewal } from '../../platform/link-renewal.ts'
import { ReceiptForm } from './ReceiptForm.tsx'

const asked = vi.fn<(method: string, path: string) => unknown>()
const job = (over: object = {}) => ({ job: { id: 7, state: 'queued', error: null, file_url: null, ...over } })
const done = (file_url: string) => job({ state: 'done', file_url })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) =>
    Response.json(asked(method, new URL(url, location.href).pathname)),
  )
})
afterEach(() => {
  cleanup()
  asked.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const issue = () => fireEvent.click(screen.getByRole('button', { name: '発行する' }))
const issued = () => asked.mock.calls.filter(([method]) => method === 'POST').length
const open = () => {
  const shown = render(<ReceiptForm orderId={3} />)
  fireEvent.click(screen.getByRole('button', { name: '領収書を発行する' }))
  return shown
}

it('issues one receipt however often the look for it gets lost, and renews its link', async () => {
  let online = false
  asked.mockImplementation(method => {
    if (method === 'POST') return job()
    if (!online) throw new TypeError('no network')
    return done('/files/one')
  })
  open()
  issue()
  await pass(61_000)
  expect(screen.getByText('作成に時間がかかっています。しばらくしてからもう一度お試しください。')).toBeDefined()
  online = true
  issue()
  await pass(1_000)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/files/one')
  expect(issued()).toBe(1)
  asked.mockImplementation(() => done('/files/two'))
  await pass(linkRenewal)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/files/two')
})

it('issues anew what is made out to somebody else', async () => {
  asked.mockImplementation(() => job())
  open()
  issue()
  await pass(61_000)
  fireEvent.input(screen.getByRole('textbox'), { target: { value: '緑川 ハル' } })
  issue()
  await pass(1_000)
  expect(issued()).toBe(2)
})

it('stops looking when one has left', async () => {
  asked.mockImplementation(() => job())
  const { unmount } = open()
  issue()
  await pass(2_000)
  unmount()
  asked.mockClear()
  await pass(10_000)
  expect(asked).not.toHaveBeenCalled()
})
