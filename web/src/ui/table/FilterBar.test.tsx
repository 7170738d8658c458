// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { FilterBar } from './FilterBar.tsx'

afterEach(cleanup)

it('puts a day into the address as soon as it is typed and entered, in whatever form, and shows what the address says', async () => {
  const element = <FilterBar filters={[{ name: 'from', label: '作成日（から）', type: 'date' }]} />
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?from=2026-11-01'] })
  render(<RouterProvider router={router} />)
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '作成日（から）' })
  expect(input().value).toBe('2026/11/01(日)')
  await userEvent.clear(input())
  await userEvent.type(input(), '2026年12月24日{Enter}')
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe('2026-12-24')
  await userEvent.clear(input())
  await userEvent.type(input(), '{Enter}')
  expect(new URLSearchParams(router.state.location.search).has('from')).toBe(false)
})

it('puts a month into the address as it is typed or stepped to, and searches for nothing that is none', async () => {
  const element = <FilterBar filters={[{ name: 'month', label: '申込み月', type: 'month' }]} />
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?month=2026-11'] })
  render(<RouterProvider router={router} />)
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '申込み月' })
  const month = () => new URLSearchParams(router.state.location.search).get('month')
  expect(input().value).toBe('2026年11月')
  await userEvent.click(screen.getByRole('button', { name: '申込み月：次の月' }))
  expect([month(), input().value]).toEqual(['2026-12', '2026年12月'])
  await userEvent.clear(input())
  await userEvent.type(input(), 'いつか{Enter}')
  expect([month(), screen.getByRole('alert').textContent]).toEqual(['2026-12', '年月を読み取れません'])
  await userEvent.clear(input())
  await userEvent.type(input(), '2027/2{Enter}')
  expect(month()).toBe('2027-02')
  await userEvent.clear(input())
  await userEvent.type(input(), '{Enter}')
  expect(month()).toBeNull()
})
