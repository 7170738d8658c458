// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import type { RoomMove } from '../draft/moves.ts'
import { startDraft } from '../draft/draft.ts'
import { WholeSchedule } from './WholeSchedule.tsx'
import { roomCard } from '../../../test/room-card.ts'

const schedule: DetailSchedule = {
  state: 'after-1',
  blocks: [],
  construction_time_frames: [],
  dates: [],
  assigns: [],
  spare_frames: [],
  maximum_frame: { frame_numbers: {}, file_info: null },
  unassigned_rooms: [],
  detail_schedule_completed_at: null,
  lock_version: 1,
  today: '2026-11-23',
  time_per_unit: null,
  schedule_change_end_on: null,
  crews: [],
  schedule_unit: 'room',
  spare_percent: 10,
  undoable_batch: null,
  can_edit: true,
  can_override: true,
  option_preparation_days: 1,
}
const order = { id: 1, name: '下から', top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal', line_number: 1 }
const orders = { construction_orders: [order], total_count: 1 }
let posts: string[]
let assigned_craftsmans: object[]

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  posts = []
  assigned_craftsmans = []
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'POST') posts.push(url)
    const assigned_contractors = [
      { contractor_name: '本牧電設株式会社', assigned_craftsmans },
      { contractor_name: '青葉設備', assigned_craftsmans: [{ id: 1 }] },
    ]
    const answer = url.includes('construction_orders')
      ? orders
      : url.includes('users')
        ? { user: { id: 1, role_id: 3, client: null } }
        : { construction: { assigned_contractors } }
    return Promise.resolve(Response.json(answer))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const draw = (of: DetailSchedule, onRebuild: (moves: readonly RoomMove[]) => void = () => {}) => {
  const head = <WholeSchedule constructionId={3} draft={startDraft(of)} onEditFrames={null} onRebuild={onRebuild} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: head }])} />
    </QueryClientProvider>,
  )
}
const show = () => {
  draw(schedule)
  return userEvent.click(screen.getByRole('button', { name: '工程表を確定' }))
}

it('says before it asks which contractors have no craftsman, with the way to where they are named', async () => {
  await show()
  expect((await screen.findByRole('listitem')).textContent).toBe('本牧電設株式会社')
  expect(screen.getByRole('link', { name: '職人を選択する' }).getAttribute('href')).toBe('/constructions/3/edit?form_type=overall_schedule')
  expect(screen.queryByRole('button', { name: '工程表を確定する' })).toBeNull()
  expect(posts).toEqual([])
})

it('asks and completes when everybody is named', async () => {
  assigned_craftsmans = [{ id: 2 }]
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '工程表を確定する' }))
  expect(posts.some(url => url.includes('/detail_schedule/completion'))).toBe(true)
})

const room = (id: number, over: Partial<RoomCard> = {}) =>
  roomCard(id, { name: `${id}`, row: Math.floor(id / 100), col: 1, contact_channel: 'paper', reachable: [], ...over })

it('makes a confirmed schedule anew as a draft, and names first what moves and what stays', async () => {
  const dates = ['2026-12-01', '2026-12-02', '2026-12-03']
  const pinned = { pinned: true, unavailable_dates: [], preferred_dates: [], note: null }
  const homes = [room(301), room(201, { wish: pinned }), room(101)]
  const onRebuild = vi.fn()
  draw(
    {
      ...schedule,
      detail_schedule_completed_at: '2026-11-20T10:00:00+09:00',
      construction_time_frames: [{ id: 7, start_at: '09:00', end_at: '12:00', frame_number: 1, maximum_frame_number: 1, crew_frames: [] }],
      dates: dates.map(date => ({ date, holiday: false, preparation: false, past: false, name: null })),
      assigns: homes.map((home, at) => ({
        id: at + 1,
        date: dates[at] ?? '',
        construction_time_frame_id: 7,
        frame_number: 1,
        is_spare_frame: false,
        room: home,
      })),
    },
    onRebuild,
  )
  await userEvent.click(screen.getByRole('button', { name: 'その他' }))
  await userEvent.click(screen.getByRole('button', { name: '工程表を作り直す' }))
  const moves = await screen.findByRole('region', { name: '動く部屋の一覧' })
  expect(
    within(moves)
      .getAllByRole('row')
      .map(row => row.textContent),
  ).toEqual([
    '部屋変更前 → 変更後',
    '10112/3(木) 09:00–12:00 枠1 → から12/1(火) 09:00–12:00 枠1',
    '30112/1(火) 09:00–12:00 枠1 → から12/3(木) 09:00–12:00 枠1',
  ])
  expect(screen.getByText('固定').parentElement?.textContent).toBe('201固定')
  await userEvent.click(screen.getByRole('button', { name: '下書きに入れる（2戸）' }))
  const at = (date: string) => ({ date, construction_time_frame_id: 7, frame_number: 1 })
  expect(onRebuild).toHaveBeenCalledExactlyOnceWith([
    { roomId: 101, to: at('2026-12-01') },
    { roomId: 301, to: at('2026-12-03') },
  ])
  expect(posts).toEqual([])
})
