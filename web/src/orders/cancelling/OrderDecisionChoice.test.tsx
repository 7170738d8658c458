// @vitest-environment happy-dom
import type { RoomChange } from '@toguchi/domain/rooms/order-decision'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { OrderDecisionChoice } from './OrderDecisionChoice.tsx'

const order = (status: string, sales_amount: number) => ({
  status,
  sales_amount,
  pay_method: 'credit',
  total_price_in_tax: 19_800,
  order_details: [{ option_name: '録画機能' }],
})
let role_id: number
let orders: object[]
let contact: string | null
beforeEach(() => {
  role_id = 3
  orders = [order('applied', 19_800), order('cancel_order', 0)]
  contact = 'mail'
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('/orders') ? { orders, contact } : { user: { id: 1, role_id, client: null } }),
  )
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const decided = vi.fn()
const show = async (change: RoomChange) => {
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  return render(
    <QueryClientProvider client={queryClient}>
      <OrderDecisionChoice room={{ id: 4, construction_id: 3, name: '201' }} change={change} value={null} onChange={decided} />
    </QueryClientProvider>,
  )
}
const choices = async () => (await screen.findAllByRole('radio')).map(radio => radio.closest('label')?.textContent)

it('names the living orders and what each way does to them and to the money', async () => {
  await show('move')
  expect(await choices()).toEqual(['そのまま行う', '日程に合わせて変更', '取り消して返金（¥19,800を返金）'])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^録画機能　¥19,800（.*入金済）$/),
  ])
  expect(screen.getByText(/居住者にメールでお知らせします/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('日程に合わせて変更'))
  expect(decided).toHaveBeenCalledExactlyOnceWith('follow')
})

it('follows no day where there is none, refunds nothing that was not paid, and tells on paper who is reached by nothing', async () => {
  orders = [order('applied', 0)]
  contact = null
  await show('give up')
  expect(await choices()).toEqual(['取り消す（返金はありません）'])
  expect(screen.getByText(/書面でお知らせしてください/)).toBeTruthy()
})

it('leaves the money to staff', async () => {
  role_id = 5
  await show('move')
  expect(await choices()).toEqual(['そのまま行う', '日程に合わせて変更'])
  expect(screen.getByText('取り消しと返金は担当スタッフが行います。')).toBeTruthy()
})

it('asks nothing where every order was cancelled', async () => {
  orders = [order('cancel_order', 0)]
  const { container } = await show('move')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(container.textContent).toBe('')
})
