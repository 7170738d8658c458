// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
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

type Noted = ComponentProps<typeof RoomNotes>['room']
const page = (of: Noted) => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <RoomNotes room={of} readOnly={false} /> }])} />
  </QueryClientProvider>
)
const remarks = () => screen.getByLabelText<HTMLTextAreaElement>(/^部屋備考/)

it('follows what others save, and leaves what is typed here, with word of what it was typed over', async () => {
  const { rerender } = render(page(room))
  await userEvent.type(remarks(), '犬あり')
  rerender(page({ ...room, lock_version: 8, construction_remarks: '午後から' }))
  expect(await screen.findByDisplayValue('午後から')).toBeTruthy()
  expect(remarks().value).toBe('犬あり')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/^保存していない入力/)).toBeNull()
  rerender(page({ ...room, lock_version: 9, construction_remarks: '午後から', room_remarks: '猫あり' }))
  expect((await screen.findByRole('alert')).textContent).toContain('いまの内容：「猫あり」')
  expect(remarks().value).toBe('犬あり')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  const { payload } = uploads.onTheirWay[0] as unknown as { payload: string }
  expect(JSON.parse(payload)).toEqual({ room: { room_remarks: '犬あり', lock_version: 9 } })
  uploads.onTheirWay[0]?.arrive(200, JSON.stringify({ message: '' }))
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
})

it('keeps what is typed over a reload until it is saved, and holds the keyboard’s place then', async () => {
  render(page(room))
  await userEvent.type(remarks(), '犬あり')
  cleanup()
  render(page({ ...room, lock_version: 8, room_remarks: '猫あり' }))
  expect(await screen.findByText(/^保存していない入力が残っていました/)).toBeTruthy()
  expect(remarks().value).toBe('犬あり')
  expect(screen.getByRole('alert').textContent).toContain('いまの内容：「猫あり」')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(uploads.onTheirWay).toHaveLength(1))
  uploads.onTheirWay[0]?.arrive(200, JSON.stringify({ message: '' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '部屋の備考' })))
  cleanup()
  render(page({ ...room, lock_version: 9, room_remarks: '犬あり' }))
  expect(remarks().value).toBe('犬あり')
  expect(screen.queryByText(/^保存していない入力/)).toBeNull()
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
