// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { startDraft } from '../draft/draft.ts'
import { WholeSchedule } from './WholeSchedule.tsx'

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
    const answer = url.includes('users') ? { user: { id: 1, role_id: 3, client: null } } : { construction: { assigned_contractors } }
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

const show = () => {
  const head = <WholeSchedule constructionId={3} draft={startDraft(schedule)} onEditFrames={null} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: head }])} />
    </QueryClientProvider>,
  )
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
