// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { ExtendDateChangeModal } from './ExtendDateChangeModal.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it('an extension is taken back only after a question that names its day', async () => {
  const removals: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, { method }: { method: string }) => {
      if (method === 'DELETE') removals.push(url)
      return Promise.resolve(Response.json({ today: '2026-11-20' }))
    }),
  )
  const room = { id: 4, construction_id: 3, name: '201', date_change_extension: { extended_to: '2026-12-03', reason: '入院のため' } }
  render(
    <QueryClientProvider client={queryClient}>
      <ExtendDateChangeModal room={room} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: '延長を取り消す' }))
  const question = await screen.findByRole('dialog', { name: '締切の延長を取り消します。よろしいですか？' })
  expect(question.textContent).toContain('2026年12月3日(木)まで')
  expect(removals).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: '延長を取り消す' }))
  await waitFor(() => expect(removals).toEqual(['/api/constructions/3/rooms/4/date_change_extension']))
})
