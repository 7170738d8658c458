// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { OwnCalls } from './OwnCalls.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const call = (id: number) => ({
  id,
  client: { cd: '001', name: '青葉設備', logo_url: null },
  construction_id: 1,
  building_name: '青葉台',
  room_id: id,
  room_name: String(id),
  created_at: '2026-11-23T10:00:00+09:00',
  channel: 'tel',
  outcome: 'noted',
  call_back_at: null,
  called_back_at: null,
})
const from = (newest: number, count: number) => Array.from({ length: count }, (_, at) => call(newest - at))

it('shows a call once that another one has moved onto the next page', async () => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json({
        date: '2026-11-23',
        // One was taken down between the two questions: the last of the first page begins the second.
        calls: new URL(address, 'http://x').searchParams.get('page') === '2' ? from(176, 5) : from(200, 25),
        total_count: 30,
      }),
    ),
  )
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  const router = createMemoryRouter([{ path: '/', element: <OwnCalls /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'もっと見る' }))
  await screen.findByText('青葉台 172号室')
  expect(screen.getAllByText('青葉台 176号室')).toHaveLength(1)
})
