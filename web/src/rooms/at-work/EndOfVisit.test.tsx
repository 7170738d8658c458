// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { allRequests } from '../../platform/outbox/kept-requests.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { EndOfVisit } from './EndOfVisit.tsx'

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id: 1, role_id: 4, client: { cd: '001' } } })))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  await signOut()
  // What is read of the outbox meanwhile must not outlive the test: these stand behind it in the line.
  for (let behind = 0; behind < 3; behind += 1) await allRequests()
  vi.unstubAllGlobals()
})

const room = { id: 4, construction_id: 3, name: '201', status: 'waiting', closed_at: null, photo_slots: [], collect_on_the_day: 0 }

it('goes away with the completion, and takes the page along with it never', async () => {
  // What of a room it reads.
  const page = (status: string) => (
    <QueryClientProvider client={queryClient}>
      <EndOfVisit room={{ ...room, status } as unknown as RoomDetail} onTask={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(page('waiting'))
  expect(await screen.findByRole('button', { name: '完了登録' })).toBeTruthy()
  rerender(page('completed'))
  expect(screen.queryByRole('button', { name: '完了登録' })).toBeNull()
})
