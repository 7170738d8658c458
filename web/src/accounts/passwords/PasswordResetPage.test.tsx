// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { LoginForm } from '../signing-in/LoginForm.tsx'
import { loader, PasswordResetPage } from './PasswordResetPage.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['link_withdrawn', 'パスワードの設定', false],
  ['link_superseded', 'パスワードの設定', false],
  ['link_expired', 'パスワードの再設定', true],
])('names what the link was, and lets ask again who reset a password: %s', async (code, title, canAskAgain) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ errors: { full_messages: ['開けません。'] }, code }, { status: 422 })))
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  const router = createMemoryRouter([{ path: '/', loader, element: <PasswordResetPage />, hydrateFallbackElement: <></> }], {
    initialEntries: ['/?reset_password_token=x'],
  })
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('開けません。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'もう一度手続きする' }) !== null).toBe(canAskAgain)
})

it('takes the ID of who set a first password along to the sign-in', async () => {
  vi.stubGlobal('fetch', (_: string, { method }: { method: string }) =>
    Promise.resolve(
      Response.json(
        method === 'PUT' ? { message: 'パスワードを変更しました。' } : { valid: true, strategy: 'user', login_id: 'aoba.taro' },
      ),
    ),
  )
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  const router = createMemoryRouter(
    [
      { path: '/password', loader, element: <PasswordResetPage />, hydrateFallbackElement: <></> },
      { path: '/', element: <LoginForm strategy="user" /> },
    ],
    { initialEntries: ['/password?reset_password_token=x'] },
  )
  render(<RouterProvider router={router} />)
  await userEvent.type(await screen.findByLabelText(/^パスワード(?!（)/, { selector: 'input' }), 'Password1')
  await userEvent.type(screen.getByLabelText(/^パスワード（確認用）/, { selector: 'input' }), 'Password1')
  await userEvent.click(screen.getByRole('button', { name: '設定する' }))
  expect(await screen.findByLabelText('ログインID')).toHaveProperty('value', 'aoba.taro')
  expect(document.activeElement).toBe(screen.getByLabelText('パスワード'))
})
