// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { outbox, type Outgoing } from '../platform/outbox/outgoing.ts'
import { knownUser, refreshUser } from '../platform/session/session.ts'
import { RoomReport } from './RoomReport.tsx'

const template = { id: 1, name: '更新', remarks: null, completion_report_items: [] }
const report = { template, results: [], finished: false, saved_at: null, why_read_only: null }
// SAFETY: what the page looks at.
const completion = (over: Partial<Outgoing> = {}) =>
  ({
    id: 'done',
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion',
    client: '001',
    group: 'constructions/3/rooms/4',
    state: 'kept',
    ...over,
  }) as Outgoing

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  const user = { id: 1, role_id: 4, name: '佐々木', client: { cd: '001', name: '青空設備', logo_path: null } }
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('completion_report') ? { completion_report: report } : { user })),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  outbox.set([])
  vi.unstubAllGlobals()
})

it('says of answers that lie on this phone that they wait to be sent, and asks for none', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RoomReport room={{ id: 4, construction_id: 3, name: '101', completed_at: null }} />
    </QueryClientProvider>,
  )
  const fillIn = () => screen.queryByRole('button', { name: '記入する' })
  await screen.findByText(/まだ記入されていません/)
  expect(fillIn()).not.toBeNull()
  act(() => outbox.set([completion()]))
  expect(screen.getByText(/完了登録と一緒に送信待ちです/)).toBeDefined()
  expect([fillIn(), screen.queryByText(/まだ記入されていません/)]).toEqual([null, null])
  // Another room's, another company's, and what the server refused.
  for (const other of [{ group: 'constructions/3/rooms/5' }, { client: '002' }, { state: 'refused' as const }]) {
    act(() => outbox.set([completion(other)]))
    expect(fillIn()).not.toBeNull()
  }
})
