// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import type { RefundTask } from '../order-reads.ts'
import { RefundAccountModal } from './RefundAccountModal.tsx'

const task: RefundTask = {
  id: 5,
  order_id: 7,
  amount: 19_800,
  reason: 'cancellation',
  refund_method: 'bank_transfer',
  state: 'open',
  failure_reason: null,
  has_account: true,
  account_writers: [],
  why_no_settlement: null,
  created_at: '2026-11-20T10:00:00+09:00',
  done_at: null,
  order: { construction_id: 1, building_name: '青葉台', room_id: 2, room_name: '201', resident_name: '石田' },
}
const account = { bank_name: '青葉銀行', branch_name: '本店', account_type: 'ordinary', account_number: '1234567', holder_kana: 'イシダ' }

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('the account is read when it is asked for, and once: each reading leaves a trace', async () => {
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({ account })))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <RefundAccountModal task={task} onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(fetched).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '口座を表示' }))
  await screen.findByText('1234567')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: '口座を表示' })).toBeNull()
})
