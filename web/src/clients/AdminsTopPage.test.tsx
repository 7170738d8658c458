// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, createPath, parsePath, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { loadLocale } from '../platform/i18n.ts'
import { chosenClient } from '../platform/session/credentials.ts'
import { goOnAs } from '../platform/session/session.ts'
import { toast, toasts } from '../platform/toast.ts'
import { AdminsTopPage } from './AdminsTopPage.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  toasts.set([])
  vi.unstubAllGlobals()
})

const client = {
  id: 5,
  cd: 'toto',
  name: '東都設備',
  logo_path: null,
  status: 'contracted',
  buildings_count: 1,
  rooms_count: 2,
  residents_count: 3,
}

const tooWide = '部屋番号も入力してください（例：青葉台 1203）。'

const show = async (address: string, state?: unknown) => {
  vi.stubGlobal('fetch', (asked: string) =>
    Promise.resolve(
      asked === '/api/admin/desk_searches'
        ? Response.json({ errors: { full_messages: [tooWide] }, code: 'search_too_wide' }, { status: 422 })
        : Response.json(
            asked.startsWith('/api/clients') ? { clients: [client], total_count: 1 } : { calls: [], call_backs: [], total_count: 0 },
          ),
    ),
  )
  goOnAs({ id: 1, role_id: 5, name: '受付' })
  const router = createMemoryRouter(
    [
      { path: '/admins/top', Component: AdminsTopPage },
      { path: '*', element: '企業の中' },
    ],
    { initialEntries: [{ ...parsePath(address), state }] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('東都設備')
  return router
}
const choose = async () => {
  await userEvent.click(await screen.findByText('東都設備'))
  await screen.findByText('企業の中')
}

it('opens the page that was asked for before a company was chosen, through a search for one, and says so', async () => {
  const router = await show(`/admins/top?redirect=${encodeURIComponent('/desk?keyword=612')}`)
  screen.getByText(/選ぶと、開こうとしていたページに進みます。/)
  await userEvent.type(screen.getByLabelText('企業名'), '東都{Enter}')
  await screen.findByRole('button', { name: '条件を消す' })
  toast.info('お知らせ', '企業が選択されていません。')
  await choose()
  expect([chosenClient()?.cd, createPath(router.state.location), toasts.get()]).toEqual(['toto', '/desk?keyword=612', []])
})

it.each(['', '?redirect=https%3A%2F%2Fevil.example', '?redirect=%2F%2Fevil.example'])('opens the constructions after %j', async search => {
  const router = await show(`/admins/top${search}`)
  screen.getByText(/選んだ企業の工事一覧が開きます。/)
  await choose()
  expect(createPath(router.state.location)).toBe('/constructions')
})

it('says why another company has to be chosen', async () => {
  const reason = '選択していた企業の契約が終了しました。企業を選び直してください。'
  await show('/admins/top', { reason })
  expect(screen.getByRole('alert').textContent).toBe(reason)
})

it('says at the field what a search still needs, until something else is typed', async () => {
  await show('/admins/top')
  const field = screen.getByRole('searchbox')
  await userEvent.type(field, '青葉台{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(tooWide)
  expect([field.getAttribute('aria-invalid'), toasts.get()]).toEqual(['true', []])
  await userEvent.type(field, ' 1')
  expect([field.getAttribute('aria-invalid'), screen.queryByRole('alert')]).toEqual(['false', null])
  await userEvent.type(field, '{Enter}')
  await screen.findByText(tooWide)
})
