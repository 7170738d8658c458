// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { loadLocale } from '../platform/i18n.ts'
import { DocumentJobButton, forgetPapers } from './DocumentJobButton.tsx'

const job = { id: 3, state: 'done', done: 1, total: 1, file_url: '/files/3', error: null } as const

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('the file of one question is not offered under another, and is found again under its own', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ job }))),
  )
  const button = (name: string) => (
    <QueryClientProvider client={queryClient}>
      <DocumentJobButton name={name} label="Excelに出力" kind="xlsx" start={() => Promise.resolve({ job })} />
    </QueryClientProvider>
  )
  const { rerender } = render(button('order_list/all'))
  await userEvent.click(screen.getByRole('button', { name: 'Excelに出力' }))
  await screen.findByRole('link', { name: 'Excelを保存' })
  rerender(button('order_list/unpaid'))
  expect(screen.queryByRole('link', { name: 'Excelを保存' })).toBeNull()
  screen.getByRole('button', { name: 'Excelに出力' })
  rerender(button('order_list/all'))
  await screen.findByRole('link', { name: 'Excelを保存' })
  // What is printed on it holds no longer: under this name there is no file any more.
  act(() => forgetPapers('order_list/'))
  screen.getByRole('button', { name: 'Excelに出力' })
})
