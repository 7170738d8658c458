// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CalendarDialog } from './CalendarDialog.tsx'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${new URL(url, location.href).pathname}`)
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
  expect(asked).toEqual([])
  await press('変更も自動で反映する')
  expect((await screen.findByRole('link', { name: 'カレンダーで開く' })).getAttribute('href')).toBe('webcal://example.jp/calendars/a/b.ics')
  expect(screen.getByLabelText('カレンダーのアドレス')).toHaveProperty('value', 'https://example.jp/calendars/a/b.ics')
  await press('カレンダーの登録をやめる')
  expect(await screen.findByRole('button', { name: '今の工事日だけを追加する' })).toBeTruthy()
  expect(asked).toEqual(['POST /api/calendar_feeds', 'DELETE /api/calendar_feeds'])
})
