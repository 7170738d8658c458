// @vitest-environment happy-dom
import type { WrittenText } from '@toguchi/domain/legal-texts/contract'
import { legalTextKinds } from '@toguchi/domain/legal-texts/kinds'
import { sectionTitlesOf } from '@toguchi/domain/legal-texts/sections'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { LegalTextsPage, loader } from './LegalTextsPage.tsx'

// The field of the day waits for it; its first reading takes as long as it takes.
beforeAll(() => import('../ui/calendar/CalendarPopover.tsx'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The server as it keeps drafts: each save is one more revision. */
const show = async (draft: Partial<WrittenText> = {}) => {
  const texts = new Map<string, WrittenText>(
    legalTextKinds.map(kind => [
      kind,
      {
        kind,
        sections: Object.fromEntries(Object.keys(sectionTitlesOf(kind)).map(name => [name, '標準の文章'])),
        revision: 0,
        effective_on: null,
        saved_at: null,
        saved_by: null,
        current: { id: null, number: null, name: '2026-11版', effective_on: null },
        versions: [],
        earliest_on: '2026-11-23',
        ...draft,
      },
    ]),
  )
  const sent: { url: string; legal_text: { sections: Record<string, string>; revision: number; effective_on?: string } }[] = []
  vi.stubGlobal('fetch', async (url: string, request: { method: string; body?: string }) => {
    if (request.method === 'GET')
      return Response.json(url.includes('written') ? { legal_texts: [...texts.values()] } : { client: { uuid: 'uuid' } })
    const body = JSON.parse(request.body ?? '{}')
    sent.push({ url, ...body })
    const kind = url.includes('privacy_policy') ? 'privacy_policy' : 'terms'
    const { sections, revision, effective_on } = body.legal_text
    const saved: WrittenText = {
      ...texts.get(kind)!,
      sections,
      revision: revision + 1,
      effective_on,
      saved_at: '2026-11-23T10:00:00+09:00',
      saved_by: '山田',
    }
    texts.set(kind, saved)
    return Response.json({ message: '下書きを保存しました。', legal_text: saved })
  })
  await loader()
  const router = createMemoryRouter([{ path: '/settings/legal_texts', Component: LegalTextsPage }], {
    initialEntries: ['/settings/legal_texts'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('新しい版')
  return { sent, router }
}

const titles = sectionTitlesOf('terms')
const [first = ''] = Object.values(titles)
const section = () => screen.getByLabelText<HTMLTextAreaElement>(new RegExp(first))
const day = () => screen.getByPlaceholderText<HTMLInputElement>('年/月/日')
const user = userEvent.setup()

it('asks before the other text is chosen while something typed is not saved', async () => {
  const { router } = await show()
  await user.type(section(), 'の続き')
  await user.click(screen.getByRole('button', { name: 'プライバシーポリシー' }))
  const question = await screen.findByRole('dialog', { name: '保存していない変更があります' })
  await user.click(within(question).getByRole('button', { name: 'このページに残る' }))
  expect(section().value).toBe('標準の文章の続き')
  expect(router.state.location.search).toBe('')
})

it('keeps the chosen day when the draft is saved, and saves on from it', async () => {
  const { sent } = await show()
  await user.clear(day())
  await user.type(day(), '2027-04-01{Tab}')
  const chosen = day().value
  await user.type(section(), 'の続き')
  await user.click(screen.getByRole('button', { name: '下書きを保存' }))
  await screen.findByText(/^下書き：/)
  expect([section().value, day().value]).toEqual(['標準の文章の続き', chosen])
  await user.click(screen.getByRole('button', { name: '公開する' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '公開する' }))
  expect(sent.map(({ legal_text }) => [legal_text.revision, legal_text.effective_on])).toEqual([
    [0, '2027-04-01'],
    [1, '2027-04-01'],
  ])
})

it('opens with the day that was chosen for the draft, and says when it has passed', async () => {
  await show({ revision: 3, effective_on: '2027-04-01' })
  expect([day().value, screen.queryByText(/^前に選んだ日は過ぎました/)]).toEqual(['2027/04/01(木)', null])
  cleanup()
  queryClient.clear()
  await show({ revision: 3, effective_on: '2026-11-22' })
  expect([day().value, screen.queryByText(/^前に選んだ日は過ぎました/)?.textContent]).toEqual([
    '2026/11/23(月)',
    '前に選んだ日は過ぎました（2026年11月22日(日)）。',
  ])
})

it('asks nothing before what is refused anyway: the server says why', async () => {
  const { sent } = await show()
  await user.clear(day())
  await user.type(day(), '2026-11-01{Tab}')
  await user.click(screen.getByRole('button', { name: '公開する' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent[0]?.legal_text.effective_on).toBe('2026-11-01')
})

it('watches over what was typed when publishing was thought better of', async () => {
  const { router } = await show()
  await user.type(section(), 'の続き')
  await user.click(screen.getByRole('button', { name: '公開する' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'キャンセル' }))
  await user.click(screen.getByRole('button', { name: 'プライバシーポリシー' }))
  await screen.findByRole('dialog', { name: '保存していない変更があります' })
  expect([section().value, router.state.location.search]).toEqual(['標準の文章の続き', ''])
})
