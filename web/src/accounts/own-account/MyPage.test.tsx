// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { currentUser } from '../../platform/session/session.ts'
import { loader, MyPage } from './MyPage.tsx'

const person = {
  id: 7,
  role_id: 3,
  name: '佐藤 花子',
  email: 'hanako@example.jp',
  unconfirmed_email: null,
  email_needs_consent: false,
  email_changes_at: null,
  phone: null,
  login_id: 'hanako',
  default_display_format: 'list',
  save_original_image_in_local_device: false,
  updated_at: '2026-11-22T10:00:00+09:00',
  client: { name: 'みなと電設' },
}
const instant = '2026-11-22T10:00:00+09:00'
const answers: Readonly<Record<string, unknown>> = {
  '/api/users/me': { user: person },
  '/api/users/me/sessions': {
    sessions: [{ id: 1, device: 'WindowsのChrome', address: '192.0.2.7', last_used_at: instant, created_at: instant, current: true }],
  },
  '/api/users/me/second_factor': { offered: true, required: false, enabled: false, recovery_codes_left: 0 },
}
const fetched = vi.fn<(address: string) => Promise<Response>>(address => Promise.resolve(Response.json(answers[address])))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  for (const [name, value] of Object.entries({ 'access-token': 't', client: 'c', uid: 'u', strategy: 'user' }))
    localStorage.setItem(name, value)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('has everything it shows before it is shown', async () => {
  // The guard of the page asked for the person.
  await currentUser()
  await loader()
  const router = createMemoryRouter([{ path: '/', element: <MyPage /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('ログイン中の端末')).toBeDefined()
  expect(screen.getByText(/WindowsのChrome/)).toBeDefined()
  expect(screen.getByText('二段階認証を有効にする')).toBeDefined()
})
