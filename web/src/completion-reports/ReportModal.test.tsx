// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../test/uploads.ts'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { outbox, type Outgoing } from '../platform/outbox/outgoing.ts'
import { knownUser, refreshUser, signOut } from '../platform/session/session.ts'
import { ReportModal } from './ReportModal.tsx'
import { ReportView } from './ReportView.tsx'
import { type Report, reportOf } from './report-values.ts'

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
  outbox.set([])
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
  // What is typed from here on outlives the page, too.
  await userEvent.type(screen.getByLabelText(/^特記事項/), 'あり')
  cleanup()
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/^特記事項/)).value).toBe('扉に傷あり')
  expect(screen.getByLabelText<HTMLInputElement>(/^製造番号/).value).toBe('A-1')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(2))
  expect(JSON.parse(written[1] ?? '')).toMatchObject({
    completion_report: { lock_version: 4, special_report: '扉に傷あり', read: { special_report: '扉に傷' } },
  })
})

/** A craftsman, whose first save of the report lies on the phone. */
const asCraftsman = async () => {
  vi.stubGlobal('fetch', (url: string, options: { method?: string; body?: string } = {}) => {
    if (options.method === 'PATCH') written.push(options.body ?? '')
    const { users: _office, ...rest } = answers
    const all = { 'rooms/4/completion_report': rest['rooms/4/completion_report'], ...rest, users: { user: craftsman } }
    return Promise.resolve(Response.json(Object.entries(all).find(([part]) => url.includes(part))?.[1] ?? {}))
  })
  await refreshUser()
}
const craftsman = { id: 1, role_id: 4, name: '佐々木', client: { cd: '001', name: '青空設備', logo_path: null } }
const answer = (completion_report_item_id: number, value_text: string | null) => ({
  completion_report_item_id,
  completion_report_item_unit_id: null,
  value_number: null,
  value_text,
})
const firstSave = {
  results_attributes: [answer(11, 'A-1'), answer(12, null)],
  special_report: '鍵の調整',
  completion_comment: draft.completion_comment,
  lock_version: 3,
}
// SAFETY: what the page looks at.
const keptOf = (completion_report: object) =>
  ({
    id: 'first',
    key: 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report',
    client: '001',
    group: 'constructions/3/rooms/4',
    state: 'kept',
    body: { completion_report },
  }) as Outgoing

it("keeps what is being typed while the same person's earlier save arrives, which is nothing that somebody else changed", async () => {
  const { onTheirWay } = stubUploads()
  await asCraftsman()
  outbox.set([keptOf(firstSave)])
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  const special = await screen.findByLabelText<HTMLTextAreaElement>(/^特記事項/)
  expect(special.value).toBe('鍵の調整')
  await userEvent.type(special, '、扉に傷')
  await userEvent.type(screen.getByLabelText(/^備考/), '良好')
  const result = { id: 1, kind: 'text', item_name: '製造番号', answer: 'A-1', unit_name: null, corrected: null, ...answer(11, 'A-1') }
  const arrived = { ...draft, results: [result], special_report: '鍵の調整', lock_version: 4 }
  await act(async () => {
    queryClient.setQueryData(reportOf(3, 4).queryKey, { completion_report: arrived } as never)
    outbox.set([])
    // Whoever looks at a read is told in the next turn.
    await new Promise(told => setTimeout(told))
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^特記事項/).value).toBe('鍵の調整、扉に傷')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  expect(outbox.get().at(-1)).toMatchObject({ says: ['備考：良好'] })
  // As the server compares: what stood there when this was begun is what has arrived since.
  expect(JSON.parse(onTheirWay[0]?.payload as string)).toMatchObject({
    completion_report: {
      lock_version: 3,
      special_report: '鍵の調整、扉に傷',
      read: { special_report: '鍵の調整', results_attributes: [answer(11, 'A-1'), answer(12, null)] },
    },
  })
  // What is completed meanwhile is corrected.
  act(() => void queryClient.setQueryData(reportOf(3, 4).queryKey, { completion_report: { ...arrived, finished: true } } as never))
  expect(await screen.findByRole('button', { name: '訂正を保存する' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^特記事項/).value).toBe('鍵の調整、扉に傷')
})

it('keeps no other template on the phone, and chooses none before an earlier save has arrived', async () => {
  await asCraftsman()
  outbox.set([keptOf(firstSave)])
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await screen.findByRole('option', { name: '点検' })
  await userEvent.selectOptions(screen.getByLabelText('完了報告書の種類'), '点検')
  await userEvent.click(await screen.findByRole('button', { name: '変更する' }))
  await userEvent.type(await screen.findByLabelText(/^作動試験/), '良')
  await userEvent.click(screen.getByRole('button', { name: /^保存する/ }))
  expect(screen.getByText(/送信待ちの記入が送信されてから、種類を変更できます/)).toBeTruthy()
  expect(written).toEqual([])
  act(() => outbox.set([]))
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(1))
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ completion_report: { completion_report_id: 2 } })
  expect(outbox.get()).toEqual([])
})

it('keeps what is typed when the page is thrown away, until it is saved, taken back or thrown away by hand', async () => {
  const onClose = vi.fn<() => void>()
  const begin = async () => {
    cleanup()
    show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={onClose} />)
    return screen.findByLabelText<HTMLTextAreaElement>(/^特記事項/)
  }
  const continued = () => screen.queryByText('保存していない入力が残っていました。続きから記入できます。') !== null
  await userEvent.type(await begin(), '扉に傷')
  await userEvent.type(screen.getByLabelText(/^製造番号/), 'A1')
  expect((await begin()).value).toBe('扉に傷')
  expect(screen.getByLabelText<HTMLInputElement>(/^製造番号/).value).toBe('A1')
  expect(continued()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ completion_report: { special_report: '扉に傷' } })
  expect((await begin()).value).toBe('')
  expect(continued()).toBe(false)
  await userEvent.type(await begin(), '扉')
  await userEvent.clear(screen.getByLabelText(/^特記事項/))
  await begin()
  expect(continued()).toBe(false)
  await userEvent.type(await begin(), '扉')
  await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  await userEvent.click(await screen.findByRole('button', { name: '保存せずに閉じる' }))
  await begin()
  expect(continued()).toBe(false)
})

it('goes on with what was typed, at its own items, although items and version are others by then', async () => {
  const begin = async () => {
    cleanup()
    queryClient.clear()
    show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
    return screen.findByLabelText<HTMLInputElement>(/^製造番号/)
  }
  await userEvent.type(await begin(), 'A-1')
  const answered = fetch
  const changed = { ...renewal, completion_report_items: [item(13, '絶縁抵抗'), ...renewal.completion_report_items] }
  const now = { ...draft, template: changed, lock_version: 4, special_report: '鍵の調整' }
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    options?.method !== 'PATCH' && url.includes('rooms/4/completion_report')
      ? Promise.resolve(Response.json({ completion_report: now }))
      : answered(url, options),
  )
  expect((await begin()).value).toBe('A-1')
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(1))
  // Over what was read then: so the server sees that the text beside the items was written by somebody else.
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    completion_report: {
      results_attributes: [answer(11, 'A-1'), answer(12, null)],
      lock_version: 3,
      read: { results_attributes: [answer(11, null), answer(12, null)], special_report: '' },
    },
  })
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

it('asks by the template that another person chose meanwhile, and keeps what was written beside the items', async () => {
  show(<ReportModal construction_id={3} room_id={4} room_name="201" onClose={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^製造番号/), 'A-1')
  await userEvent.type(screen.getByLabelText(/^特記事項/), '扉に傷')
  const answered = fetch
  const other = { ...draft, template: inspection, lock_version: 4, completion_comment: '立会い：管理員' }
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) => {
    if (!url.includes('rooms/4/completion_report')) return answered(url, options)
    if (options?.method !== 'PATCH') return Promise.resolve(Response.json({ completion_report: other }))
    const sent = typeof options.body === 'string' ? options.body : ''
    written.push(sent)
    return Promise.resolve(
      written.length === 1
        ? Response.json({ errors: { full_messages: ['この報告項目は一覧にありません'] }, code: 'template_changed' }, { status: 422 })
        : Response.json({ message: '完了報告書を保存しました。', completion_report: other }),
    )
  })
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await userEvent.type(await screen.findByLabelText(/^作動試験/), '良')
  expect(screen.getByText('なくなった項目：製造番号、備考')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '保存する' }))
  await vi.waitFor(() => expect(written).toHaveLength(2))
  const { completion_report } = JSON.parse(written[1] ?? '') as { completion_report: object }
  // With the old version and the texts as they were read here, the other's comment stays.
  expect(completion_report).toMatchObject({
    results_attributes: [answer(21, '良')],
    special_report: '扉に傷',
    lock_version: 3,
    read: { completion_report_id: 2, results_attributes: [answer(21, null)], completion_comment: draft.completion_comment },
  })
  expect(completion_report).not.toHaveProperty('completion_report_id')
})

it('says of a draft which required items nobody has answered', () => {
  show(<ReportView report={draft} />)
  expect(within(screen.getByText('製造番号').parentElement!).getByText('未記入')).toBeTruthy()
  expect(screen.queryByText('備考')).toBeNull()
})
