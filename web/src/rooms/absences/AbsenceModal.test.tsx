// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { drop, outbox } from '../../platform/outbox/outbox.ts'
import { configuration } from '../../platform/session/configuration.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { AbsenceModal } from './AbsenceModal.tsx'

let uploads: ReturnType<typeof stubUploads>

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  uploads = stubUploads()
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('configurations')) return Promise.resolve(Response.json({ today: '2026-12-01' }))
    if (url.includes('incomplete_reasons')) return Promise.resolve(Response.json({ incomplete_reasons: [] }))
    return Promise.resolve(Response.json({ message: '登録しました。', user: { id: 1, role_id: 3, client: null } }))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  await configuration()
})
afterEach(async () => {
  cleanup()
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const show = (date: string) => {
  const assign = { id: 1, date, construction_time_frame_id: 2, start_at: '09:00', end_at: '12:00', frame_number: 1 }
  const room = { id: 4, construction_id: 3, name: '203', room_remarks: null, incomplete_reason_id: null, assign }
  const element = (
    <AbsenceModal room={room as unknown as ComponentProps<typeof AbsenceModal>['room']} onClose={() => {}} onDone={() => {}} />
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
}
const absences = () => uploads.sent.filter(url => url.includes('/absence'))

it('asks before an absence is written down whose visit is another day to come', async () => {
  show('2026-12-17')
  await userEvent.click(await screen.findByRole('button', { name: '不在を登録' }))
  const question = within(await screen.findByRole('dialog', { name: '訪問日は12月17日(木)です' }))
  await userEvent.click(question.getByRole('button', { name: 'やめる' }))
  expect(absences()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '不在を登録' }))
  await userEvent.click(await screen.findByRole('button', { name: '不在を登録する' }))
  await vi.waitFor(() => expect(absences()).toHaveLength(1))
})

it.each(['2026-12-01', '2026-11-30'])('asks nothing of a visit on %s, which is today or over', async date => {
  show(date)
  await userEvent.click(await screen.findByRole('button', { name: '不在を登録' }))
  await vi.waitFor(() => expect(absences()).toHaveLength(1))
})

it('is told once, however often the button was pressed', async () => {
  show('2026-12-01')
  await userEvent.dblClick(await screen.findByRole('button', { name: '不在を登録' }))
  await vi.waitFor(() => expect(absences()).toHaveLength(1))
  expect(outbox.get()).toHaveLength(1)
})
