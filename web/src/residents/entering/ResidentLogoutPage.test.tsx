// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { storeStrategy } from '../../platform/session/credentials.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { ResidentLogoutPage } from './ResidentLogoutPage.tsx'

const asked: string[] = []
beforeAll(() => loadLocale('ja'))
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

it('signs out who opens it by hand and is signed in, and does not say so before', async () => {
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(url, 'http://x').pathname}`)
    if (url.includes('/call_center')) return Promise.resolve(Response.json({ phone: '0120-000-000', hours: '', is_answered: true }))
    return Promise.resolve(Response.json({ resident: { id: 7, role_id: 6, name: '田中 太郎', client: { cd: '001' } } }))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  localStorage.setItem('access-token', 'x')
  storeStrategy('resident')
  await refreshUser()
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: ResidentLogoutPage }])} />)
  expect(await screen.findByText('田中 太郎様がログインしています。')).toBeTruthy()
  expect(screen.queryByText('ログアウトしました。')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'ログアウト' }))
  await vi.waitFor(() => expect(screen.queryByText('田中 太郎様がログインしています。')).toBeNull())
  expect(asked).toContain('DELETE /api/resident_auth/sign_out')
  expect(localStorage.getItem('access-token')).toBeNull()
})
