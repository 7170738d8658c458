// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { CallNote } from './CallNote.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const desk = {
  room: { id: 7, name: '203', construction_id: 1 },
  resident: { name: '大野 勝', phone: '09011112222' },
  assignees: [{ id: 5, name: '佐藤 誠' }],
} as ComponentProps<typeof CallNote>['desk']

it('a promise to call back on another day is not kept without its hour', async () => {
  const sent: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string, { method, body }: RequestInit) => {
      if (method !== 'POST') return Promise.resolve(Response.json({ today: '2026-11-23' }))
      sent.push(typeof body === 'string' ? body : '')
      return Promise.resolve(Response.json({ room_answer: {}, read_back: null }))
    }),
  )
  const page = (
    <QueryClientProvider client={queryClient}>
      <CallNote desk={desk} onClose={() => {}} />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  const day = screen.getByLabelText('折り返しの日')
  await userEvent.clear(day)
  await userEvent.type(day, '2026/11/24{Tab}')
  await userEvent.click(screen.getByRole('button', { name: '記録する' }))
  await screen.findAllByText('折り返しの時刻を入力してください')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('折り返しの時刻'), '1000{Tab}')
  await userEvent.selectOptions(screen.getByLabelText('折り返しの担当者'), '佐藤 誠')
  await userEvent.click(screen.getByRole('button', { name: '折り返しとして記録する' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('2026-11-24T01:00:00.000Z')
  expect(JSON.parse(sent[0] ?? '{}').room_answer).toMatchObject({ call_back_user_id: 5, call_back_phone: '09011112222' })
})

it('asks for the number to call back before any hour is named, and not without it', async () => {
  const sent: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string, { method, body }: RequestInit) => {
      if (method === 'POST') sent.push(typeof body === 'string' ? body : '')
      return Promise.resolve(Response.json({ today: '2026-11-23', room_answer: {}, read_back: null }))
    }),
  )
  const page = (
    <QueryClientProvider client={queryClient}>
      <CallNote desk={{ ...desk, resident: null }} onClose={() => {}} />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  screen.getByText(/電話番号は登録されていません/)
  await userEvent.type(screen.getByLabelText('折り返し先の電話番号'), '045-123-4567')
  await userEvent.click(screen.getByRole('button', { name: '記録する' }))
  await screen.findAllByText('折り返しの時刻を入力してください')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('折り返しの時刻'), '1000{Tab}')
  await userEvent.click(screen.getByRole('button', { name: '折り返しとして記録する' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(sent[0] ?? '{}').room_answer).toMatchObject({ call_back_phone: '045-123-4567' })
})
