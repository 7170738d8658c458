// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { knownUser, refreshUser } from '../platform/session/session.ts'
import { AnswerModal } from './AnswerModal.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const desk = {
  room: { id: 7, name: '203', construction_id: 1, construction_schedule_confirmed_at: null, closed_at: null },
  construction: { id: 1 },
  assign: null,
  resident: null,
  presence: null,
  orders: [],
}

it('asks before what was typed is lost, on the second step too', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ today: '2026-11-23', desk, user: { id: 1, role_id: 3, client: null } }))),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  const onClose = vi.fn()
  const page = (
    <QueryClientProvider client={queryClient}>
      <AnswerModal construction_id={1} room_id={7} room_name="203" channel="tel" onClose={onClose} />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  await userEvent.type(await screen.findByLabelText(/ご連絡された方/), '大野')
  await userEvent.click(screen.getByRole('button', { name: '次へ' }))
  await userEvent.keyboard('{Escape}')
  await screen.findByText('保存していない変更があります')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '保存せずに閉じる' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('has the focus where the work goes on: the name, the contents, and a way out by Escape', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ today: '2026-11-23', desk, user: { id: 1, role_id: 3, client: null } }))),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  const onClose = vi.fn()
  const pageOf = (room_id: number) => (
    <QueryClientProvider client={queryClient}>
      <AnswerModal construction_id={1} room_id={room_id} room_name="203" channel="paper" onClose={onClose} onNext={() => {}} />
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '/', element: pageOf(7) }])
  render(<RouterProvider router={router} />)
  const caller = await screen.findByLabelText(/ご連絡された方/)
  expect(document.activeElement).toBe(caller)
  await userEvent.type(caller, '佐藤{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '日程の話はしていない' }))
  await userEvent.click(screen.getByRole('button', { name: '戻る' }))
  expect(document.activeElement).toBe(caller)
  await userEvent.clear(caller)
  caller.blur()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it('changes neither day nor contacts by telephone before somebody was asked who they are', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ today: '2026-11-23', desk, user: { id: 1, role_id: 5, client: null } }))),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  const page = (
    <QueryClientProvider client={queryClient}>
      <AnswerModal construction_id={1} room_id={7} room_name="203" channel="tel" onClose={() => {}} />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  await userEvent.type(await screen.findByLabelText(/ご連絡された方/), '大野{Enter}')
  const save = () => screen.getByRole('button', { name: /^この内容で登録する/ })
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.type(screen.getByLabelText('電話番号'), '09012345678')
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(save().closest('[data-modal]')?.textContent).toContain(
    'お電話で日時や連絡先を変更するときは、「戻る」から本人確認を選んでください',
  )
  await userEvent.click(screen.getByRole('button', { name: '戻る' }))
  await userEvent.selectOptions(screen.getByLabelText(/^本人確認/), '認証コードで確認')
  await userEvent.click(screen.getByRole('button', { name: '次へ' }))
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.click(screen.getByRole('button', { name: '戻る' }))
  await userEvent.selectOptions(screen.getByLabelText(/^本人確認/), '確認していない')
  await userEvent.click(screen.getByRole('button', { name: '次へ' }))
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: '戻る' }))
  await userEvent.click(screen.getByRole('radio', { name: '書面' }))
  await userEvent.click(screen.getByRole('button', { name: '次へ' }))
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
})
