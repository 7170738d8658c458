// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { GenerateForm } from './GenerateForm.tsx'
import { roomCard as room } from '../../../test/room-card.ts'

const schedule: DetailSchedule = {
  state: 'after-1',
  blocks: [],
  construction_time_frames: [{ id: 7, start_at: '09:00', end_at: '12:00', frame_number: 4, maximum_frame_number: 4, crew_frames: [] }],
  dates: ['01', '02', '03', '04'].map(date => ({
    date: `2026-12-${date}`,
    holiday: false,
    preparation: false,
    past: false,
    name: null,
  })),
  assigns: [],
  spare_frames: [],
  maximum_frame: { frame_numbers: {}, file_info: null },
  unassigned_rooms: Array.from({ length: 12 }, (_, at) => room(at + 1)),
  detail_schedule_completed_at: null,
  lock_version: 1,
  today: '2026-11-23',
  time_per_unit: 60,
  schedule_change_end_on: null,
  crews: [],
  schedule_unit: 'room',
  spare_percent: 10,
  undoable_batch: null,
  can_edit: true,
  can_override: true,
  option_preparation_days: 1,
}

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('says of the frames that are left over that no spare ones are among them, and how many are usual', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ construction_orders: [], total_count: 0 })))
  const form = <GenerateForm constructionId={3} schedule={schedule} onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
  expect((await screen.findByText(/枠の余裕があります/)).textContent).toBe(
    '稼働日 4日、通常枠に4枠の余裕があります。不在に備える予備枠（目安2枠）は含まれません。作成後に「編集」で追加できます。',
  )
})

it('says no more that frames are missing once there are others', async () => {
  const order = { id: 1, name: '標準', top_or_bottom: 'top', vertical_or_horizontal: 'horizontal', line_number: 1 }
  const refusal = { errors: { full_messages: ['枠が2枠不足しています。'] }, code: 'too_few_frames', missing: 2 }
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    Promise.resolve(
      method === 'POST' ? Response.json(refusal, { status: 422 }) : Response.json({ construction_orders: [order], total_count: 1 }),
    ),
  )
  const form = <GenerateForm constructionId={3} schedule={schedule} onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '作成する' }))
  await screen.findByText('枠が2枠不足しています。')
  const [frames] = screen.getAllByRole<HTMLInputElement>('spinbutton')
  await userEvent.clear(frames!)
  await userEvent.type(frames!, '6')
  expect(screen.queryByText('枠が2枠不足しています。')).toBeNull()
})
