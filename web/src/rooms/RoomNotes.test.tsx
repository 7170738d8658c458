// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../test/uploads.ts'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { outbox } from '../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { RoomNotes } from './RoomNotes.tsx'

const room = {
  id: 4,
  name: '101',
  building_name: '青葉台レジデンス',
  construction_id: 3,
  lock_version: 7,
  reception_status_en: 'not_yet',
  high_priority: false,
  app_register: true,
  construction_remarks: null,
  room_remarks: null,
} as const
let uploads: ReturnType<typeof stubUploads>

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  uploads = stubUploads()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id: 1, role_id: 3, client: null }, message: '' })))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

it('lets the office say otherwise whether a dwelling is registered (G-ROOM-06)', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <RoomNotes room={room} readOnly={false} /> }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'アプリ登録' }))
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  const { payload } = uploads.onTheirWay[0] as unknown as { payload: string }
  expect(JSON.parse(payload)).toEqual({ room: { app_register: false, lock_version: 7 } })
  uploads.onTheirWay[0]?.arrive(200, JSON.stringify({ message: '' }))
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
})
