// @vitest-environment happy-dom
import type { Job } from '@toguchi/domain/printing/contract'
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

it('the focus goes from what was pressed to the progress, and on to the file or to why there is none', async () => {
  let answer: Job = { ...job, state: 'running', file_url: null }
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ job: answer }))),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <DocumentJobButton name="poster/5" label="ポスターを印刷" start={() => Promise.resolve({ job: answer })} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'ポスターを印刷' }))
  expect(document.activeElement).toBe(await screen.findByRole('status'))
  answer = { ...answer, state: 'failed', error: '保存容量が不足しています。' }
  const failed = await screen.findByText('保存容量が不足しています。')
  expect(document.activeElement).toBe(failed)
  answer = { ...job, id: 4, state: 'running', file_url: null }
  await userEvent.click(screen.getByRole('button', { name: 'ポスターを印刷' }))
  expect(document.activeElement).toBe(await screen.findByRole('status'))
  answer = { ...job, id: 4 }
  const link = await screen.findByRole('link', { name: 'ポスターのPDFを開く' })
  expect(document.activeElement).toBe(link)
})

it('goes on showing a job that was begun before the tab was loaded, and offers no file of other choices', async () => {
  const made = vi.fn()
  let answer: Job = { ...job, id: 9, state: 'running', file_url: null }
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ job: answer }))),
  )
  const button = (isOther: boolean) => (
    <QueryClientProvider client={queryClient}>
      <DocumentJobButton
        name="photo_ledger/1/pdf"
        label="台帳を作成"
        start={() => Promise.resolve({ job })}
        resumed={9}
        isOther={isOther}
        onMade={made}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(button(true))
  await screen.findByRole('status')
  expect(made).not.toHaveBeenCalled()
  answer = { ...job, id: 9 }
  await screen.findByRole('button', { name: '台帳を作成' })
  expect(made).toHaveBeenCalledOnce()
  rerender(button(false))
  screen.getByRole('link', { name: '台帳のPDFを開く' })
})
