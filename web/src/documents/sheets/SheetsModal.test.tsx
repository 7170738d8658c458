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
  const room = (id: number) => ({
    id,
    name: `10${id}`,
    dated: id !== 1,
    standing: 'open',
    printed_at: null,
    distributed: false,
    on_paper: false,
  })
  open(false, [room(1), room(2)], () => {
    posts += 1
    return { job: { id: 9, state: 'waiting', done: 0, total: 2, error: null, file_url: null } }
  })
  const print = await screen.findByRole('button', { name: '2戸分を印刷' })
  expect(screen.getByText(/居住者の画面では日程を確認・変更できません/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '詳細工程表を開く' }).getAttribute('href')).toBe('/constructions/3/detail_schedule')
  expect(
    screen.getByText('日程が未定の住戸が1戸あります（101）。案内状には「日程調整中です」と印刷され、日程が決まると「未配布」に戻ります。'),
  ).toBeTruthy()
  await userEvent.click(print)
  await screen.findByRole('button', { name: '確定前に印刷する' })
  expect(posts).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: '確定前に印刷する' }))
  await screen.findByText(/作成中/)
  expect(posts).toBeGreaterThan(0)
})

it('says after printing how many were printed, and leaves what was chosen chosen', async () => {
  let printed = false
  const room = (id: number) => ({
    id,
    name: `10${id}`,
    dated: true,
    standing: 'open',
    printed_at: null,
    distributed: printed,
    on_paper: false,
  })
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
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: '未配布の住戸はありません' })
  expect([chosen.checked, chosen.disabled]).toEqual([true, false])
  expect(screen.getByRole('link', { name: '2戸分のPDFを開く' })).toBeTruthy()
})

it('leaves out who is asked nothing any more, says how many and why, and warns where they are chosen', async () => {
  const room = (id: number, standing: string) => ({
    id,
    name: `10${id}`,
    dated: true,
    standing,
    printed_at: null,
    distributed: false,
    on_paper: false,
  })
  open(true, [room(1, 'open'), room(2, 'settled'), room(3, 'late'), room(4, 'settled')], () => ({}))
  await screen.findByRole('button', { name: '1戸分を印刷' })
  expect(screen.getByText(/^日程が決まっている2戸、締切を過ぎた1戸は含みません。/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^全戸（4戸）/ }))
  expect(screen.getByText(/^日程が決まっている2戸、締切を過ぎた1戸を含みます。/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '4戸分を印刷' })).toBeTruthy()
})

it('takes back that what was made counts as handed out', async () => {
  const asked: string[] = []
  const room = { id: 1, name: '101', dated: true, standing: 'open', printed_at: null, distributed: false, on_paper: false }
  const job = { id: 7, state: 'done', done: 1, total: 1, error: null, file_url: '/paper.pdf' }
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${new URL(url, 'http://a').pathname}`)
    if (method === 'DELETE') return Promise.resolve(Response.json({ message: '1戸の案内状を未配布に戻しました。' }))
    const sheets = [{ kind: 'information', why_not: null, rooms: [room] }]
    return Promise.resolve(Response.json(method === 'POST' || url.includes('/jobs/') ? { job } : { schedule_completed: true, sheets }))
  })
  const modal = <SheetsModal construction_id={3} kind="information" onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: modal }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '1戸分を印刷' }))
  await userEvent.click(await screen.findByRole('button', { name: '未配布に戻す' }))
  await screen.findByRole('button', { name: '1戸分を印刷' })
  expect(asked).toContain('DELETE /api/constructions/3/distribution_sheets/7')
})
