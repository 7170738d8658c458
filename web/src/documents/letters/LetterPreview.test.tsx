// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadLocale } from '../../platform/i18n.ts'
import { LetterPreview } from './LetterPreview.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says by how many lines the texts together are too long, and which are the long ones', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ picture: '<svg xmlns="http://www.w3.org/2000/svg"/>', pages: 2, lines_over: 7 })),
  )
  const written = JSON.stringify({ greeting: 'あ'.repeat(600), closing: 'あ'.repeat(580), 'entry.body': 'あ'.repeat(40) })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LetterPreview place={null} document="information" drawn={written} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('listitem')).textContent).toBe(
    '文章が長く、1枚に収まりません。あと7行ほど短くしてください。長い文章は、「あいさつ」（約15行）、「結び」（約15行）です。',
  )
})

it('says of each text by itself what is wrong with it, and leads there', async () => {
  const errors = {
    greeting: ['は600文字以内で入力してください（12文字多くなっています）'],
    'entry.body': ['に閉じていない項目があります'],
    full_messages: ['あいさつは…', '入室…'],
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ errors, code: 'invalid' }, { status: 422 })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <div data-text="greeting">
        <textarea aria-label="あいさつ" />
      </div>
      <LetterPreview place={null} document="information" drawn="{}" />
    </QueryClientProvider>,
  )
  const [first, second, ...others] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('あいさつは600文字以内で入力してください（12文字多くなっています）')
  expect(second?.textContent).toContain('に閉じていない項目があります')
  expect(others).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: /この文章へ/ })[0]!)
  expect(document.activeElement).toBe(screen.getByLabelText('あいさつ'))
})
