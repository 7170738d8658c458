// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { stubUploads } from '../../../test/uploads.ts'
import { allRequests } from '../../platform/outbox/kept-requests.ts'
import { drop, outbox, type Request, send } from '../../platform/outbox/outbox.ts'
import { unsentList } from '../../ui/unsent/unsent-list.ts'
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

const completion: Omit<Request, 'id'> = {
  key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion',
  params: { construction_id: 3, room_id: 4 },
  body: () => ({ room: {} }),
  file: null,
  proof: null,
  line: 'constructions/3/rooms/4',
  group: 'constructions/3/rooms/4',
  behind: true,
  stale: [],
  title: '201号室　完了登録',
  refusal: null,
}

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

it('shows 完了 that waits instead of asking for it again, and says why one was refused', async () => {
  const uploads = stubUploads()
  render(
    <QueryClientProvider client={queryClient}>
      <EndOfVisit room={room as unknown as RoomDetail} onTask={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('button', { name: '完了登録' })).toBeTruthy()
  await act(() => send({ ...completion, id: 'a' }))
  expect((await screen.findByRole('status')).textContent).toBe('完了登録　送信待ち')
  expect(screen.getByText(/^この端末に保存されています。/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(完了登録|不在)$/ })).toBeNull()
  await act(async () => screen.getByRole('button', { name: '未送信を確認する' }).click())
  expect(unsentList.get()).toBe(true)
  unsentList.set(false)
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  await act(async () => uploads.onTheirWay[0]?.arrive(422, JSON.stringify({ errors: { full_messages: ['撮影が完了していません。'] } })))
  expect(await screen.findByText('完了登録は送信できませんでした：撮影が完了していません。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '完了登録' })).toBeTruthy()
  for (const { id } of outbox.get()) await drop(id)
})

it('says that the device holds it only where it does', async () => {
  const uploads = stubUploads()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // Full, or private: it keeps nothing.
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
  render(
    <QueryClientProvider client={queryClient}>
      <EndOfVisit room={room as unknown as RoomDetail} onTask={() => {}} />
    </QueryClientProvider>,
  )
  const sent = send({ ...completion, id: 'b' })
  expect(await screen.findByText(/^端末に保存中。/)).toBeTruthy()
  await act(() => sent)
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  expect(outbox.get()).toMatchObject([{ state: 'sending' }])
  expect(screen.getByText(/^端末に保存できません。/)).toBeTruthy()
  await act(async () => uploads.onTheirWay[0]?.fail())
  expect(outbox.get()).toMatchObject([{ state: 'unkept' }])
  expect(screen.getByText(/^端末に保存できません。/)).toBeTruthy()
  put.mockRestore()
  await act(() => drop('b'))
})
