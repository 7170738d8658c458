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

const open = (schedule_completed: boolean, rooms: object[], posted: () => object) => {
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    const sheets = [{ kind: 'information', why_not: null, rooms }]
    return Promise.resolve(Response.json(method === 'POST' || url.includes('/jobs/') ? posted() : { schedule_completed, sheets }))
  })
  const modal = <SheetsModal construction_id={3} kind="information" onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: modal }])} />
    </QueryClientProvider>,
  )
}

it('says that residents can do nothing yet and which letters have no date, and prints after a second press only', async () => {
  let posts = 0
  const room = (id: number) => ({ id, name: `10${id}`, dated: id !== 1, printed_at: null, distributed: false, on_paper: false })
  open(false, [room(1), room(2)], () => {
    posts += 1
    return { job: { id: 9, state: 'waiting', done: 0, total: 2, error: null, file_url: null } }
  })
  const print = await screen.findByRole('button', { name: '2戸分を印刷' })
  expect(screen.getByText(/居住者の画面では日程を確認・変更できません/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '詳細工程表を開く' }).getAttribute('href')).toBe('/constructions/3/detail_schedule')
  expect(screen.getByText(/^日程が未定の住戸が1戸あります。/)).toBeTruthy()
  await userEvent.click(print)
  await screen.findByRole('button', { name: '確定前に印刷する' })
  expect(posts).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: '確定前に印刷する' }))
  await screen.findByText(/作成中/)
  expect(posts).toBeGreaterThan(0)
})

it('says after printing how many were printed, and leaves what was chosen chosen', async () => {
  let printed = false
  const room = (id: number) => ({ id, name: `10${id}`, dated: true, printed_at: null, distributed: printed, on_paper: false })
  const job = { id: 8, state: 'done', done: 2, total: 2, error: null, file_url: '/paper.pdf' }
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'POST') printed = true
    const sheets = [{ kind: 'information', why_not: null, rooms: [room(1), room(2)] }]
    return Promise.resolve(Response.json(method === 'POST' || url.includes('/jobs/') ? { job } : { schedule_completed: true, sheets }))
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
