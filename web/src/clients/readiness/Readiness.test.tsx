// @vitest-environment happy-dom
import type { Readiness as Items } from '@toguchi/domain/client-terms/contract'
import { readinessKeys, type ReadinessKey } from '@toguchi/domain/client-terms/labels'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { chosenClient } from '../../platform/session/credentials.ts'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { Readiness } from './Readiness.tsx'
import { isReady } from './ReadinessItems.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const itemsOf = (missing: readonly ReadinessKey[]): Items =>
  readinessKeys.map(key => ({
    key,
    done: !missing.includes(key),
    needed_for: key === 'seller' ? 'payment' : key === 'schedule' || key === 'rooms' ? 'letter' : null,
  }))
const client = { id: 5, cd: 'toto', name: '東都設備', logo_path: null, status: 'contracted' } as ComponentProps<typeof Readiness>['client']

/** The company's page, with something written on it that is not saved. */
const show = async (readiness: Items, watching: boolean) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ terms: { readiness, exports: [] } })))
  const Page = () => (
    <>
      <LeaveGuard watching={watching} />
      <Readiness client={client} />
    </>
  )
  const router = createMemoryRouter([
    { path: '/', Component: Page },
    { path: '/settings', element: '企業の設定' },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText(/案内状/, { selector: 'p' })
  return router
}

it('counts what is needed for the letters and for the first payment, each by itself', async () => {
  await show(itemsOf(['schedule', 'rooms', 'seller', 'logo']), false)
  screen.getByText('最初の案内状を印刷するまでに、あと2項目の登録が必要です。最初のお支払いを受け付けるまでに、あと1項目の登録が必要です。')
  cleanup()
  queryClient.clear()
  await show(itemsOf(['seller', 'logo']), false)
  screen.getByText('案内状を印刷できます。最初のお支払いを受け付けるまでに、あと1項目の登録が必要です。')
  expect([isReady(itemsOf(['seller'])), isReady(itemsOf(['logo', 'letter_texts']))]).toEqual([false, true])
})

it('enters the company only when unsaved work may be left', async () => {
  const router = await show(itemsOf(['seller']), true)
  const cached = queryClient.getQueryCache().getAll().length
  const open = () => userEvent.click(screen.getByRole('button', { name: '設定を開く' }))
  const question = () => screen.findByRole('dialog', { name: '保存していない変更があります' })
  await open()
  await userEvent.click(within(await question()).getByRole('button', { name: 'このページに残る' }))
  expect([router.state.location.pathname, chosenClient(), queryClient.getQueryCache().getAll().length]).toEqual(['/', null, cached])
  await open()
  await userEvent.click(within(await question()).getByRole('button', { name: '保存せずに離れる' }))
  await screen.findByText('企業の設定')
  expect([chosenClient()?.cd, queryClient.getQueryCache().getAll().length]).toEqual(['toto', 0])
})

it('enters it at once where nothing is unsaved', async () => {
  await show(itemsOf(['seller']), false)
  await userEvent.click(screen.getByRole('button', { name: '設定を開く' }))
  await screen.findByText('企業の設定')
  expect(chosenClient()?.cd).toBe('toto')
})
