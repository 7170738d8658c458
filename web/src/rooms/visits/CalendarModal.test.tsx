// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { CalendarModal } from './CalendarModal.tsx'

let count = 0
beforeEach(() => {
  count = 2
  vi.stubGlobal('fetch', async (_url: string, { method }: { method: string }) => {
    if (method === 'POST') count += 1
    if (method === 'DELETE') count = 0
    return Response.json(method === 'POST' ? { message: 'a', url: 'https://example.jp/calendars/a/b.ics', count } : { message: 'b', count })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('says how many links hold, shows a new one this once, and ends them all', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <CalendarModal onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/使えるリンクが2件あります/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '登録用のリンクを作成' }))
  expect((await screen.findByRole('link', { name: 'カレンダーで開く' })).getAttribute('href')).toBe('webcal://example.jp/calendars/a/b.ics')
  expect(screen.getByRole('textbox', { name: 'カレンダーのアドレス' })).toHaveProperty('value', 'https://example.jp/calendars/a/b.ics')
  expect(await screen.findByText(/使えるリンクが3件あります/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'すべてのリンクを使えなくする' }))
  await waitFor(() => expect(screen.queryByText(/使えるリンク/)).toBeNull())
  expect(screen.queryByRole('textbox')).toBeNull()
})
