// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
    const sheets = [{ kind: 'information', why_not: null, rooms, runs: [] }]
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
    const sheets = [{ kind: 'information', why_not: null, rooms: [room(1), room(2)], runs: [] }]
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

describe('what counts as handed out', () => {
  const run = (job_id: number, room_ids: number[], alone: number) => ({
    job_id,
    printed_at: `2026-11-2${job_id}T01:00:00Z`,
    room_ids,
    alone,
  })
  const openWith = (runs: object[], why_not: string | null = null) => {
    const taken: unknown[] = []
    const rooms = [1, 2, 3].map(id => ({
      id,
      name: `10${id}`,
      dated: true,
      standing: 'open',
      printed_at: '2026-11-20T01:00:00Z',
      distributed: true,
      on_paper: false,
    }))
    vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body: string }) => {
      if (method === 'POST') {
        taken.push([new URL(url, 'http://a').pathname, JSON.parse(body)])
        return Promise.resolve(Response.json({ message: '未配布に戻しました。' }))
      }
      return Promise.resolve(
        Response.json({ schedule_completed: true, sheets: [{ kind: 'information', why_not, left_out: null, rooms, runs }] }),
      )
    })
    const modal = <SheetsModal construction_id={3} kind="information" onClose={() => {}} />
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: modal }])} />
      </QueryClientProvider>,
    )
    return taken
  }
  const path = '/api/constructions/3/distribution_sheets/not_distributed'

  it('is taken back by file, after the letter and the number of dwellings were named', async () => {
    const taken = openWith([run(7, [1, 2], 1), run(6, [3], 1)])
    await userEvent.click(await screen.findByRole('button', { name: /作成の2戸）$/ }))
    await screen.findByRole('dialog', { name: '1戸の案内状を未配布に戻しますか？' })
    expect(screen.getByText('1戸は、その前に作成した案内状があるため、配布済みのままです。')).toBeTruthy()
    expect(taken).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '未配布に戻す' }))
    await vi.waitFor(() => expect(taken).toEqual([[path, { kind: 'information', job_ids: [7] }]]))
  })

  it('is taken back as a whole, with the files that are covered by newer ones, also where nothing can be printed', async () => {
    const taken = openWith([run(7, [1, 2], 1), run(6, [3], 1), run(5, [], 0)], '印刷できません。')
    await userEvent.click(await screen.findByRole('button', { name: 'すべて未配布に戻す（3戸）' }))
    await screen.findByRole('dialog', { name: '3戸の案内状を未配布に戻しますか？' })
    await userEvent.click(screen.getByRole('button', { name: '未配布に戻す' }))
    await vi.waitFor(() => expect(taken).toEqual([[path, { kind: 'information', job_ids: [7, 6, 5] }]]))
  })
})
