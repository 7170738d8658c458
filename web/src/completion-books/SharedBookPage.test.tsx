// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadLocale } from '../platform/i18n.ts'
import { loader, SharedBookPage } from './SharedBookPage.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (status: number, answer: object) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer), { status })))
  const router = createMemoryRouter([{ path: '/:client_uuid/:token', element: <SharedBookPage />, loader, HydrateFallback: () => null }], {
    initialEntries: ['/00000000-0000-4000-8000-000000000000/abc'],
  })
  render(<RouterProvider router={router} />)
}

it('a link that leads nowhere says so and asks for no password', async () => {
  open(422, { errors: { full_messages: ['このリンクは使えません。期限が切れたか、取り消されています。'] }, code: 'link_gone' })
  expect((await screen.findByRole('alert')).textContent).toContain('このリンクは使えません。期限が切れたか、取り消されています。')
  expect(screen.queryByLabelText(/パスワード/, { selector: 'input' })).toBeNull()
})

it('a good one asks for its password, and so does one that cannot be looked at', async () => {
  open(200, { needs: 'password' })
  expect(await screen.findByLabelText(/パスワード/, { selector: 'input' })).toBeTruthy()
  cleanup()
  open(503, {})
  expect(await screen.findByLabelText(/パスワード/, { selector: 'input' })).toBeTruthy()
})
