// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { EarlierWishes } from './EarlierWishes.tsx'

let dates: string[] | null
let whyNot: string | null
const sent = vi.fn<(body: unknown) => void>()

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  dates = null
  whyNot = null
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') {
      sent(JSON.parse(body ?? ''))
      dates = ['2026-12-02']
      return Response.json({ message: '早い枠の希望を登録しました。' })
    }
    if (url.endsWith('/earlier_wish'))
      return Response.json({ dates, wish_days: whyNot === null ? ['2026-12-01', '2026-12-02'] : [], why_no_wish: whyNot })
    const wish = {
      room_id: 4,
      room_name: '201',
      date: '2026-12-05',
      dates,
      wished_at: '2026-11-21T10:00:00+09:00',
      contact: 'mail',
      offer: null,
    }
    return Response.json({ earlier_wishes: dates === null ? [] : [wish] })
  })
})
afterEach(() => {
  cleanup()
  sent.mockReset()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = () => {
  const Page = () => <EarlierWishes construction_id={3} room={{ id: 4, name: '201' }} />
  const router = createMemoryRouter([{ path: '/', Component: Page }])
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('writes down on which days somebody could who called, and shows the wish', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: '希望を登録' }))
  const dialog = await screen.findByTestId('earlier-wish')
  expect(dialog.textContent).toContain('12月1日(火)')
  await userEvent.type(screen.getByRole('textbox'), '妻')
  await userEvent.click(screen.getByLabelText('12月2日(水)'))
  const [, submit] = screen.getAllByRole('button', { name: '希望を登録' })
  await userEvent.click(submit ?? dialog)
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ dates: ['2026-12-02'], acting_for: { channel: 'tel', caller: '妻' } })
  expect(await screen.findByText(/早くできる日：12\/2\(水\)/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: '日を変更' })).toBeTruthy()
})

it('is not there where no earlier day can be', async () => {
  whyNot = '今の工事日より早い日はありません。'
  const { container } = show()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(container.textContent).toBe('')
})
