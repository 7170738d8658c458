// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { drop, outbox, send } from '../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { groupOf } from '../room-reads/room-reads.ts'
import { RoomOrders } from './RoomOrders.tsx'

const room = { id: 4, construction_id: 3, name: '201', building_name: '青葉台レジデンス', closed_at: null }
const order = (id: number, amount: number) => ({
  id,
  status: 'unpaid',
  status_before_cancel: null,
  pay_method: 'other',
  total_price_in_tax: amount,
  created_at: '2026-11-01T00:00:00Z',
  order_details: [{ option_name: '録画' }],
})

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  vi.stubGlobal('fetch', (url: string, { method }: { method?: string } = {}) => {
    if (method === 'PATCH') return Promise.reject(new TypeError('offline'))
    const user = { id: 1, role_id: 4, client: { cd: '001' } }
    return Promise.resolve(Response.json(url.includes('/orders') ? { orders: [order(8, 13_200), order(9, 5000)] } : { user }))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

/** As CollectModal takes it in where there is no network. */
const collect = (id: string, refusal: string | null) =>
  send({
    id,
    key: 'PATCH /api/orders/:id/payment',
    params: { id: 8 },
    body: () => ({ digital_sign: 'data:image/png;base64,AA==' }),
    file: null,
    proof: null,
    refusal,
    line: 'cash',
    group: groupOf({ construction_id: 3, room_id: 4 }),
    amount: 13_200,
    behind: true,
    stale: [],
    title: '201号室　集金 ￥13,200',
  })
const show = async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RoomOrders room={room} />
    </QueryClientProvider>,
  )
  return (await screen.findAllByTestId('room-order')).map(each => each.textContent)
}

it('asks for no money that this device knows to be taken, and goes on asking for the other', async () => {
  await collect('a', null)
  const [taken, other] = await show()
  expect(taken).toContain('集金済み・送信待ち')
  expect(taken).not.toContain('集金済みにする')
  expect(other).toContain('集金済みにする')
})

it('asks neither for money whose collection the server refused', async () => {
  await collect('b', '見つかりません。')
  const [taken] = await show()
  expect(taken).toContain('集金済み・送信できません')
  expect(taken).not.toContain('集金済みにする')
})
