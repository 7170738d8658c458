// @vitest-environment happy-dom
import { bookSections } from '@toguchi/domain/completion-books/sections'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import type { Book, Edition, Making } from './book-reads.ts'
import { CompletionBookPage, loader } from './CompletionBookPage.tsx'

const edition = (number: number): Edition => ({
  id: number,
  number,
  made_at: '2026-11-20T10:00:00+09:00',
  made_by: '佐藤 花子',
  interim: false,
  with_names: false,
  pages: 12,
  notes: [],
  volumes: [{ url: `/files/${number}`, file_name: `完成図書_${number}.pdf`, pages: 12, byte_size: 1000 }],
  links: [],
})
const attachment = (id: number, title: string, added = false) => ({
  key: `documents/${id}`,
  title,
  pages: 2 as number | null,
  why_not: null,
  unread: false,
  added,
})
let book: Book
let making: Making | null
let reading: Promise<Response>
const written: Record<string, unknown>[] = []

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  written.length = 0
  making = null
  book = {
    completion_book: null,
    volumes: [],
    ready: true,
    open_rooms: 0,
    rooms: 4,
    choices: { sections: [...bookSections], with_names: false, left_out: [] },
    empty_sections: [],
    attachments: [],
    missing: [],
    editions: [edition(1)],
    changed_since: false,
    making: null,
  }
  const begun = {
    job_id: 7,
    state: 'running' as const,
    done: 1,
    total: 4,
    error: null,
    asked_by: null,
    asked_at: '2026-11-23T10:00:00+09:00',
  }
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (url.endsWith('/reading')) return reading
    if (method !== 'GET' && !url.includes('preview')) written.push(JSON.parse(body ?? '{}') as Record<string, unknown>)
    if (method === 'POST' && url.endsWith('/completion_book')) making = begun
    const answer = url.includes('preview')
      ? { picture: '<svg xmlns="http://www.w3.org/2000/svg"/>', pages: 1 }
      : url.includes('users')
        ? { user: { id: 1, role_id: 3, client: null } }
        : url.includes('making') || method === 'POST'
          ? { message: null, making }
          : url.includes('completion_book')
            ? book
            : { construction: { building_name: '東都ビル', name: '更新工事' } }
    return Promise.resolve(Response.json(answer))
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const open = async () => {
  const router = createMemoryRouter([{ path: '/:construction_id', element: <CompletionBookPage />, loader, HydrateFallback: () => null }], {
    initialEntries: ['/3'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: '完成図書' })
}

it('closes the pages when making begins, and says when the edition is ready, with the focus on what tells of it', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '仕上がりを見る' }))
  expect(screen.queryByRole('heading', { name: '作成した完成図書' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '完成図書を作成' }))
  expect(document.activeElement).toBe(await screen.findByTestId('book-progress'))
  expect(screen.getByRole('heading', { name: '作成した完成図書' })).toBeTruthy()
  making = { ...making!, state: 'done', done: 4 }
  book = { ...book, editions: [edition(2), edition(1)] }
  const said = await screen.findByText('第2版を作成しました。')
  expect(said.parentElement?.querySelector('a')?.getAttribute('href')).toBe('/files/2')
  expect(document.activeElement).toBe(said.parentElement)
  await userEvent.click(screen.getByRole('button', { name: '完成図書を作成' }))
  await screen.findByTestId('book-progress')
  making = { ...making, state: 'failed', error: '保存容量が不足しています。' }
  const failed = await screen.findByText('保存容量が不足しています。')
  expect(document.activeElement).toBe(failed)
})

it('shows the page before the attachments are read, and their pages when they are', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  reading = promise
  const [paper] = [attachment(1, '保証書')]
  book = { ...book, attachments: [{ ...paper, pages: null, unread: true }] }
  await open()
  await screen.findByText('ページ数を確認しています…')
  expect(screen.getByRole('button', { name: '完成図書を作成' })).toBeTruthy()
  book = { ...book, attachments: [paper] }
  resolve(Response.json({ read: 1 }))
  await screen.findByText('2ページ')
  expect(screen.queryByText('ページ数を確認しています…')).toBeNull()
})

it('says of an old edition what can be made of it while rooms are open', async () => {
  book = { ...book, ready: false, open_rooms: 1, changed_since: true }
  await open()
  await screen.findByText(/完了確定していない部屋（1件）があるため、今作成できるのは途中版だけです。/)
  expect(screen.queryByText(/もう一度作成すると/)).toBeNull()
})

it('leaves a paper out that came after the choice until it is ticked', async () => {
  book = {
    ...book,
    attachments: [attachment(1, '計画書'), attachment(2, '検査済証', true)],
    choices: { ...book.choices, left_out: ['documents/2'] },
  }
  await open()
  await screen.findByText('新しい資料が1件あります。載せる場合は選択してください。')
  const ticked = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect([ticked(/^計画書/), ticked(/^検査済証/)]).toEqual([true, false])
  // One that comes while the page stands open.
  book = { ...book, attachments: [...book.attachments, attachment(3, '品質証明', true)] }
  await queryClient.invalidateQueries()
  await screen.findByText('新しい資料が2件あります。載せる場合は選択してください。')
  expect(ticked(/^品質証明/)).toBe(false)
  await userEvent.click(screen.getByRole('checkbox', { name: /^検査済証/ }))
  await userEvent.click(screen.getByRole('button', { name: '内容を保存' }))
  await vi.waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]).toMatchObject({
    completion_book: { left_out: ['documents/3'], offered: ['documents/1', 'documents/2', 'documents/3'] },
  })
})
