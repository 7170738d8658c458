// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { ReportModal } from './ReportModal.tsx'
import { ReportView } from './ReportView.tsx'
import type { Report } from './report-values.ts'

const item = (id: number, name: string, required = true) => ({
  id,
  name,
  kind: 'text' as const,
  unit_name: null,
  required,
  completion_report_item_units: [],
})
const renewal = { id: 1, name: '更新', remarks: null, completion_report_items: [item(11, '製造番号'), item(12, '備考', false)] }
const inspection = { id: 2, name: '点検', remarks: null, completion_report_items: [item(21, '作動試験')] }
const draft: Report = {
  template: renewal,
  results: [],
  completion_comment: '動作を確認しました。',
  completion_comment_corrected: null,
  special_report: null,
  special_report_corrected: null,
  digital_sign_url: null,
  signature: null,
  withdrawn_signatures: [],
  omissions: { sign_omitted_reason: null, photos_omitted_reason: null },
  corrections: [],
  finished: false,
  saved_at: null,
  lock_version: 3,
  why_read_only: null,
}
const answers: Readonly<Record<string, unknown>> = {
  'rooms/4/completion_report': { completion_report: draft },
  completion_reports: { completion_reports: [renewal, inspection] },
  comment_lists: { comment_lists: [] },
  users: { user: { id: 1, role_id: 3, client: null } },
}
const written: string[] = []

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  written.length = 0
  vi.stubGlobal('fetch', (url: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'PATCH') written.push(body ?? '')
    return Promise.resolve(Response.json(Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? {}))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
})

const show = (element: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )

it('another template keeps what was written beside the items, and saves nothing before it is saved', async () => {
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^特記事項/), '扉に傷')
  await screen.findByRole('option', { name: '点検' })
  await userEvent.selectOptions(screen.getByLabelText('完了報告書の種類'), '点検')
  await userEvent.click(await screen.findByRole('button', { name: '変更する' }))
  await userEvent.type(await screen.findByLabelText(/^作動試験/), '良')
  expect(screen.queryByLabelText(/^製造番号/)).toBeNull()
  expect(written).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(1))
  expect(JSON.parse(written[0] ?? '')).toEqual({
    completion_report: {
      completion_report_id: 2,
      results_attributes: [{ completion_report_item_id: 21, completion_report_item_unit_id: null, value_number: null, value_text: '良' }],
      special_report: '扉に傷',
      completion_comment: '動作を確認しました。',
      lock_version: 3,
      read: expect.objectContaining({ completion_report_id: 1, special_report: '' }) as unknown,
    },
  })
})

it('keeps what was typed where two people changed the same, shows both values, and takes the rest from the other', async () => {
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^製造番号/), 'A-1')
  const answered = fetch
  const result = (id: number, value_text: string) => ({
    id,
    completion_report_item_id: id,
    completion_report_item_unit_id: null,
    kind: 'text',
    item_name: '',
    answer: value_text,
    value_number: null,
    value_text,
    unit_name: null,
    corrected: null,
  })
  const other = { ...draft, lock_version: 4, results: [result(11, 'B-2'), result(12, '良好')], special_report: '扉に傷' }
  const conflicts = [{ completion_report_item_id: 11, item_name: '製造番号', current: 'B-2', sent: 'A-1' }]
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) => {
    if (options?.method !== 'PATCH') return answered(url, options)
    written.push(typeof options.body === 'string' ? options.body : '')
    return Promise.resolve(
      written.length === 1
        ? Response.json(
            { errors: { full_messages: ['保存していません。'] }, code: 'changed_by_both', conflicts, completion_report: other },
            { status: 409 },
          )
        : Response.json({ message: '保存しました。', completion_report: other }),
    )
  })
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await screen.findByText('製造番号：ほかの人の入力「B-2」、あなたの入力「A-1」')
  expect(screen.getByLabelText<HTMLInputElement>(/^製造番号/).value).toBe('A-1')
  expect(screen.getByLabelText<HTMLInputElement>(/^備考/).value).toBe('良好')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^特記事項/).value).toBe('扉に傷')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(2))
  expect(JSON.parse(written[1] ?? '')).toMatchObject({ completion_report: { lock_version: 4, special_report: '扉に傷' } })
})

it('offers to read the report anew when somebody else was faster', async () => {
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^特記事項/), '扉に傷')
  const answered = fetch
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    options?.method === 'PATCH'
      ? Promise.resolve(Response.json({ errors: { full_messages: ['更新されました。'] }, code: 'stale' }, { status: 409 }))
      : url.includes('rooms/4/completion_report')
        ? Promise.resolve(Response.json({ completion_report: { ...draft, lock_version: 4, special_report: '他の人の記入' } }))
        : answered(url, options),
  )
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await userEvent.click(await screen.findByRole('button', { name: '読み込み直す' }))
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^特記事項/).value).toBe('他の人の記入'))
})

it('reads the items anew when the template was changed meanwhile, keeps what was typed, and names what is gone', async () => {
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^製造番号/), 'A-1')
  await userEvent.type(screen.getByLabelText(/^備考/), '良好')
  await userEvent.type(screen.getByLabelText(/^特記事項/), '扉に傷')
  const answered = fetch
  const changed = { ...renewal, completion_report_items: [item(13, '絶縁抵抗'), item(11, '製造番号')] }
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) => {
    if (!url.includes('rooms/4/completion_report')) return answered(url, options)
    if (options?.method !== 'PATCH') return Promise.resolve(Response.json({ completion_report: { ...draft, template: changed } }))
    const sent = typeof options.body === 'string' ? options.body : ''
    written.push(sent)
    return Promise.resolve(
      sent.includes('"completion_report_item_id":12')
        ? Response.json({ errors: { full_messages: ['この報告項目は一覧にありません'] }, code: 'template_changed' }, { status: 422 })
        : Response.json({ message: '完了報告書を保存しました。', completion_report: draft }),
    )
  })
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await screen.findByText('報告項目が変更されました。入力した内容はそのままで、項目を読み直しました。')
  expect(screen.getByText('なくなった項目：備考')).toBeTruthy()
  expect(screen.queryByText('この報告項目は一覧にありません')).toBeNull()
  const typed = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
  expect([typed(/^絶縁抵抗/), typed(/^製造番号/), typed(/^特記事項/)]).toEqual(['', 'A-1', '扉に傷'])
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(2))
  expect(JSON.parse(written[1] ?? '')).toMatchObject({
    completion_report: {
      results_attributes: [
        { completion_report_item_id: 13, value_text: null },
        { completion_report_item_id: 11, value_text: 'A-1' },
      ],
      special_report: '扉に傷',
    },
  })
})

it('says of a draft which required items nobody has answered', () => {
  show(<ReportView report={draft} />)
  expect(within(screen.getByText('製造番号').parentElement!).getByText('未記入')).toBeTruthy()
  expect(screen.queryByText('備考')).toBeNull()
})
