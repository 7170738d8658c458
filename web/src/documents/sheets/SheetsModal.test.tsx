// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { SheetsModal } from './SheetsModal.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('says after printing how many were printed, and leaves what was chosen chosen', async () => {
  let printed = false
  const room = (id: number) => ({ id, name: `10${id}`, printed_at: null, distributed: printed, on_paper: false })
  const job = { id: 8, state: 'done', done: 2, total: 2, error: null, file_url: '/paper.pdf' }
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'POST') printed = true
    const sheets = [{ kind: 'information', why_not: null, rooms: [room(1), room(2)] }]
    return Promise.resolve(Response.json(method === 'POST' || url.includes('/jobs/') ? { job } : { sheets }))
  })
  const modal = <SheetsModal construction_id={3} kind="information" onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: modal }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '2戸分を印刷' }))
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: '未配布の住戸はありません（すべて印刷済み）' })
  expect([chosen.checked, chosen.disabled]).toEqual([true, false])
  expect(screen.getByRole('link', { name: '2戸分のPDFを開く' })).toBeTruthy()
})
