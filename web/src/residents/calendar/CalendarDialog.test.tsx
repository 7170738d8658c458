// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CalendarDialog } from './CalendarDialog.tsx'

const asked: string[] = []
let count: number
beforeEach(() => {
  asked.length = 0
  count = 0
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${new URL(url, location.href).pathname}`)
    if (method === 'GET') return Response.json({ count })
    return Response.json(
      method === 'POST'
        ? { message: 'リンクを作成しました。', url: 'https://example.jp/calendars/a/b.ics', count: 1 }
        : { message: '終了しました。', count: 0 },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('makes a link only when it is asked for, opens it in the calendar, and ends it', async () => {
  render(<CalendarDialog onClose={() => {}} />)
  await waitFor(() => expect(asked).toEqual(['GET /api/calendar_feeds']))
  // What was not begun is not offered to be ended.
  expect(screen.queryByRole('button', { name: 'カレンダーの登録をやめる' })).toBeNull()
  await press('変更も自動で反映する')
  expect((await screen.findByRole('link', { name: 'カレンダーで開く' })).getAttribute('href')).toBe('webcal://example.jp/calendars/a/b.ics')
  expect(screen.getByLabelText('カレンダーのアドレス')).toHaveProperty('value', 'https://example.jp/calendars/a/b.ics')
  await press('カレンダーの登録をやめる')
  expect(await screen.findByRole('button', { name: '今の工事日だけを追加する' })).toBeTruthy()
  expect(screen.getByText(/カレンダーの登録をやめました/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'カレンダーの登録をやめる' })).toBeNull()
  expect(asked.slice(1)).toEqual(['POST /api/calendar_feeds', 'DELETE /api/calendar_feeds'])
})

it('says that one was begun before, and offers another or the end', async () => {
  count = 2
  render(<CalendarDialog onClose={() => {}} />)
  expect(await screen.findByText(/カレンダーに登録しています/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'ほかのカレンダーにも登録する' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '変更も自動で反映する' })).toBeNull()
  expect(screen.getByRole('button', { name: 'カレンダーの登録をやめる' })).toBeTruthy()
})
