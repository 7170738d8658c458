// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, signOut } from '../../platform/session/session.ts'
import { ChangePasswordPage } from './ChangePasswordPage.tsx'

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id: 1, role_id: 4, client: null }, message: '' })))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
})
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

it('leads from the first own password to the phone, once (G-CRA-09)', async () => {
  const router = createMemoryRouter(
    [
      { path: '/craftsman/change_password', element: <ChangePasswordPage /> },
      { path: '/*', element: null },
    ],
    { initialEntries: ['/craftsman/change_password'] },
  )
  render(<RouterProvider router={router} />)
  for (const input of document.querySelectorAll('input')) await userEvent.type(input, 'tetsu-no-tobira-2026')
  await userEvent.click(screen.getByRole('button', { name: '設定して始める' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/craftsman/download_app'))
})
