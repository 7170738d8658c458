// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../../../platform/api/request.ts'
import { drop, outbox, send } from '../../../platform/outbox/outbox.ts'
import { endedCompanies } from '../../../platform/session/joined-sessions.ts'
import { knownUser, refreshUser, signOut } from '../../../platform/session/session.ts'
import { unsentList } from '../../../ui/unsent/unsent-list.ts'
import { EndedCompanies } from './EndedCompanies.tsx'
import { RefusedHere } from './RefusedHere.tsx'

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id: 1, role_id: 4, client: { cd: '001', name: '青空設備' } } })))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  for (const { id } of outbox.get()) await drop(id)
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

const show = (element: React.ReactElement) => render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

it('names the room of what was refused, why, and leads to it', async () => {
  await send({
    id: 'a',
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion',
    params: { construction_id: 7, room_id: 1 },
    body: () => ({}),
    file: null,
    proof: null,
    line: 'a',
    group: 'constructions/7/rooms/1',
    behind: false,
    stale: [],
    title: '401号室　完了登録',
    place: '青葉台レジデンス',
    page: '/constructions/7/rooms/1',
    refusal: '撮影が完了していません。',
  })
  show(<RefusedHere requests={outbox.get()} />)
  expect(screen.getByRole('alert').textContent).toContain('撮影が完了していません。')
  const link = screen.getByRole('link', { name: /^青葉台レジデンス\s401号室\s完了登録$/ })
  expect(link.getAttribute('href')).toBe('/constructions/7/rooms/1')
  screen.getByRole('button', { name: '内容を確認する' }).click()
  expect(unsentList.get()).toBe(true)
  unsentList.set(false)
})

it('says whose works are shown no more, also to who took that account out, until somebody knows', async () => {
  endedCompanies.set([{ cd: '002', name: '港工業' }])
  show(<EndedCompanies />)
  const said = screen.getByRole('alert').textContent
  expect(said).toContain('港工業の予定は、この端末に表示されなくなりました。')
  expect(said).toContain('アカウントをまとめから外したときは、この会社のアカウントでログインすると見られます。')
  screen.getByRole('button', { name: '確認しました' }).click()
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
