// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { loadLocale } from '../platform/i18n.ts'
import { PlaceOrderModal } from './PlaceOrderModal.tsx'

const option = (id: number, option_name: string) => ({ id, option_name, price: 1_000, price_in_tax: 1_100, ordered: false })
const room = {
  constructions_options: [option(1, 'カメラ'), option(2, '録画機能')],
  pay_facts: {
    today: '2026-11-20',
    use_payment: true,
    use_cash_payment: true,
    konbini_days: 3,
    option_request_end_on: null,
    assigned_on: '2026-12-05',
  },
  why_no_option_order: null,
}

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const show = (orders: string[], onClose: () => void = () => {}) => {
  vi.stubGlobal(
    'fetch',
    vi.fn((_url: string, { method, body }: { method: string; body?: string }) => {
      if (method === 'GET') return Promise.resolve(Response.json(room))
      orders.push(/"request_id":"([^"]+)"/.exec(body ?? '')?.[1] ?? '')
      return Promise.resolve(Response.json({ errors: { full_messages: ['混み合っています。'] }, code: 'busy' }, { status: 422 }))
    }),
  )
  const modal = <PlaceOrderModal room={{ id: 4, construction_id: 3, name: '201' }} onClose={onClose} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: modal }])} />
    </QueryClientProvider>,
  )
}

it('the same order sent again keeps its number; another choice or another way to pay is another order', async () => {
  const orders: string[] = []
  show(orders)
  const send = async (times: number) => {
    await userEvent.click(screen.getByRole('button', { name: '申し込む' }))
    await waitFor(() => expect(orders).toHaveLength(times))
    await waitFor(() => expect(screen.getByRole('button', { name: '申し込む' })).toHaveProperty('disabled', false))
  }
  await userEvent.click(await screen.findByRole('checkbox', { name: /カメラ/ }))
  await send(1)
  await send(2)
  expect(orders[1]).toBe(orders[0])
  await userEvent.click(screen.getByRole('checkbox', { name: /録画機能/ }))
  await send(3)
  await userEvent.click(screen.getByRole('radio', { name: '現金' }))
  await send(4)
  expect(new Set(orders).size).toBe(3)
})

it('ticked options are not thrown away unasked', async () => {
  const onClose = vi.fn<() => void>()
  show([], onClose)
  await userEvent.click(await screen.findByRole('checkbox', { name: /カメラ/ }))
  await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  screen.getByText('保存していない変更があります')
  expect(onClose).not.toHaveBeenCalled()
})
