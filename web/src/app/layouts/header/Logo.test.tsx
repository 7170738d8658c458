// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadLocale } from '../../../platform/i18n.ts'
import { chooseClient, endedClient } from '../../../platform/session/credentials.ts'
import { goOnAs } from '../../../platform/session/session.ts'
import { Logo } from './Logo.tsx'

beforeAll(() => loadLocale('ja'))
beforeEach(() => chooseClient({ cd: '001', name: '青葉設備', logo_path: '/logo.png' }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  endedClient.set(null)
})

const show = (address: string, role_id: 1 | 5) => {
  goOnAs({ id: 1, role_id, name: '名前' })
  const router = createMemoryRouter([{ path: '*', Component: Logo }], { initialEntries: [address] })
  const { container } = render(<RouterProvider router={router} />)
  return [container.querySelector('img')?.getAttribute('src') ?? null, screen.queryByText('青葉設備') !== null]
}

it.each(['/constructions', '/desk', '/settings', '/404'])('shows the chosen company at %s', address => {
  expect(show(address, 5)).toEqual(['/logo.png', true])
})

it.each(['/admin/clients', '/admin/clients/3', '/admins/top', '/mypage'])('shows none at %s, which is of no company', address => {
  endedClient.set('001')
  expect(show(address, 1)).toEqual([null, false])
  expect(screen.queryByText('契約終了')).toBeNull()
})

it('says of the chosen company that its contract has ended, and of no other', () => {
  endedClient.set('002')
  show('/constructions', 1)
  expect(screen.queryByText('契約終了')).toBeNull()
  cleanup()
  endedClient.set('001')
  show('/constructions', 1)
  screen.getByText('契約終了')
})
