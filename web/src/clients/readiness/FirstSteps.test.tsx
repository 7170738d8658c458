// @vitest-environment happy-dom
import { type FirstStepKey, firstStepKeys } from '@toguchi/domain/client-terms/labels'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { FirstSteps } from './FirstSteps.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const show = async (done: readonly FirstStepKey[], construction_id: number | null = 7) => {
  let put_away = false
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'DELETE') put_away = true
    const first_steps = put_away ? null : { steps: firstStepKeys.map(key => ({ key, done: done.includes(key) })), construction_id }
    if (url.includes('users')) return Promise.resolve(Response.json({ user: { id: 1, role_id: 2, client: null } }))
    return Promise.resolve(Response.json(method === 'DELETE' ? { message: '片付けました。' } : { readiness: [], first_steps }))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <FirstSteps /> }])} />
    </QueryClientProvider>,
  )
}

it('leads to what is not done yet, of a construction to its own schedule, and is put away after a question', async () => {
  await show(['contact', 'craftsman', 'building_rooms', 'construction'])
  const list = await screen.findByRole('list')
  expect(within(list).getAllByText('登録済み')).toHaveLength(4)
  expect(
    within(list)
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['/constructions/7/detail_schedule', '/constructions/7'])
  await userEvent.click(screen.getByRole('button', { name: '片付ける' }))
  const dialog = await screen.findByRole('dialog')
  expect(screen.getByText('はじめに')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '片付ける' }))
  await vi.waitFor(() => expect(screen.queryByText('はじめに')).toBeNull())
})

it('offers one way to register a construction, and says so of the steps that wait for it', async () => {
  await show(['contact', 'craftsman', 'building_rooms'], null)
  const list = await screen.findByRole('list')
  expect(
    within(list)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['工事を登録'])
  expect(within(list).getAllByText('工事を登録すると進めます')).toHaveLength(2)
})
