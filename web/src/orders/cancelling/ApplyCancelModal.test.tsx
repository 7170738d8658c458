// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { toasts } from '../../platform/toast.ts'
import { ApplyCancelModal } from './ApplyCancelModal.tsx'

const order = {
  id: 5,
  room_name: '203',
  status: 'paid',
  total_price_in_tax: 8800,
  sales_amount: 8800,
  order_details: [{ option_name: '録画機能' }],
  told_by: null,
  why_no_cancel: null as string | null,
}
const sent: unknown[] = []

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  toasts.set([])
  sent.length = 0
})

const show = (shown: typeof order) => {
  vi.stubGlobal('fetch', (_address: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'POST') sent.push(JSON.parse(body ?? ''))
    return Promise.resolve(Response.json({ message: '登録しました。', order: shown }))
  })
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <ApplyCancelModal id={5} facts={['phone', 'code']} onClose={() => {}} /> }])}
      />
    </QueryClientProvider>,
  )
}

it('says why nobody can ask any more before anybody is asked anything', async () => {
  const why = 'キャンセルの受付は工事日の前日までです。担当者にご相談ください。'
  show({ ...order, why_no_cancel: why })
  await userEvent.click(await screen.findByRole('button', { name: /キャンセル申請を登録/ }))
  expect(screen.getAllByText(why).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
})

it('asks who calls and by what they are known, as the desk does, and of a letter neither', async () => {
  show(order)
  const person = userEvent.setup()
  const register = await screen.findByRole('button', { name: /キャンセル申請を登録/ })
  await person.click(register)
  expect(sent).toEqual([])
  await person.type(screen.getByLabelText(/^ご連絡された方/), '長女')
  await person.click(register)
  expect(sent).toEqual([])
  expect(screen.queryByLabelText('メールアドレス')).toBeNull()
  await person.click(screen.getByLabelText('電話番号'))
  await person.click(register)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ acting_for: { channel: 'tel', caller: '長女' }, order: { verified_fact: 'phone' } })
  await person.selectOptions(screen.getByLabelText(/^ご連絡の方法/), '書面')
  expect(screen.queryByLabelText('電話番号')).toBeNull()
  await person.click(register)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ acting_for: { channel: 'paper', caller: '長女' }, order: {} })
})
