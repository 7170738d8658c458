// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/api.ts'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { outbox, type Outgoing } from '../platform/outbox/outgoing.ts'
import { knownUser, refreshUser } from '../platform/session/session.ts'
import { unsentList } from '../ui/unsent/unsent-list.ts'
import { RoomReport } from './RoomReport.tsx'

const template = { id: 1, name: '更新', remarks: null, completion_report_items: [] }
const report = {
  template,
  results: [],
  completion_comment_corrected: null,
  special_report_corrected: null,
  signature: null,
  digital_sign_url: null,
  withdrawn_signatures: [],
  omissions: { sign_omitted_reason: null, photos_omitted_reason: null },
  corrections: [],
  finished: false,
  saved_at: null,
  why_read_only: null,
}
// SAFETY: what the page looks at.
const completion = (over: Partial<Outgoing> = {}) =>
  ({
    id: 'done',
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion',
    client: '001',
    group: 'constructions/3/rooms/4',
    state: 'kept',
    ...over,
  }) as Outgoing

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <RoomReport room={{ id: 4, construction_id: 3, name: '101', building_name: '青葉台', completed_at: null }} />
    </QueryClientProvider>,
  )

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  const user = { id: 1, role_id: 4, name: '佐々木', client: { cd: '001', name: '青空設備', logo_path: null } }
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('completion_report') ? { completion_report: report } : { user })),
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  outbox.set([])
  vi.unstubAllGlobals()
})

it('shows answers that were saved on this phone and have not arrived, and lets them be changed', async () => {
  const { withSaved } = await import('./use-report.ts')
  const unit = { id: 5, name: '良' }
  const items = [
    { id: 11, name: '絶縁抵抗', kind: 'number', unit_name: 'MΩ', required: true, completion_report_item_units: [] },
    { id: 12, name: '外観', kind: 'choice', unit_name: null, required: true, completion_report_item_units: [unit] },
  ]
  const asked = { ...report, template: { ...template, completion_report_items: items }, special_report: null, completion_comment: null }
  const answer = (over: object) => ({ completion_report_item_unit_id: null, value_number: null, value_text: null, ...over })
  const saved = {
    results_attributes: [
      answer({ completion_report_item_id: 11, value_number: 0.1234567 }),
      answer({ completion_report_item_id: 12, completion_report_item_unit_id: 5 }),
    ],
    special_report: '鍵の調整',
    completion_comment: null,
  }
  // SAFETY: what it looks at.
  const read = asked as never as Parameters<typeof withSaved>[0]
  const shown = withSaved(read, saved as never)
  expect(shown.special_report).toBe('鍵の調整')
  expect(shown.results).toMatchObject([
    // As the server writes it.
    { completion_report_item_id: 11, value_number: 0.1234567, answer: '0.123457 MΩ' },
    { completion_report_item_id: 12, completion_report_item_unit_id: 5, answer: '良' },
  ])
  // Answers to another template's items have no place here yet.
  expect(withSaved(read, { ...saved, completion_report_id: 9 } as never)).toMatchObject({ special_report: '鍵の調整', results: [] })

  const key = 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report'
  const kept = completion({ key, body: { completion_report: saved } })
  outbox.set([kept])
  show()
  expect(await screen.findByText(/この端末に保存され、送信待ちです/)).toBeDefined()
  expect(await screen.findByRole('button', { name: '記入する' })).toBeDefined()
  // What only this page holds is not said to lie on the device.
  for (const state of ['keeping', 'unkept'] as const) {
    act(() => outbox.set([kept, { ...kept, id: 'second', state }]))
    expect(screen.getByText('記入した内容は、送信待ちです。')).toBeDefined()
    expect(screen.queryByText(/この端末に保存され/)).toBeNull()
  }
  act(() => outbox.set([{ ...kept, state: 'sending' }]))
  expect(screen.getByText(/この端末に保存され/)).toBeDefined()
})

it('says of answers that lie on this phone that they wait to be sent, and asks for none', async () => {
  show()
  const fillIn = () => screen.queryByRole('button', { name: '記入する' })
  await screen.findByText(/まだ記入されていません/)
  expect(fillIn()).not.toBeNull()
  act(() => outbox.set([completion()]))
  expect(screen.getByText(/完了登録と一緒に送信待ちです/)).toBeDefined()
  expect([fillIn(), screen.queryByText(/まだ記入されていません/)]).toEqual([null, null])
  // Another room's, another company's, and what the server refused.
  for (const other of [{ group: 'constructions/3/rooms/5' }, { client: '002' }, { state: 'refused' as const }]) {
    act(() => outbox.set([completion(other)]))
    expect(fillIn()).not.toBeNull()
  }
})

it('says of what the server refused that it is still here, and leads to it', async () => {
  outbox.set([
    completion({ id: 'saved', key: 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report', state: 'refused' }),
  ])
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('この端末に残っています。')
  screen.getByRole('button', { name: '内容を確認する' }).click()
  expect(unsentList.get()).toBe(true)
  act(() => unsentList.set(false))
  act(() => outbox.set([]))
  expect(screen.queryByRole('alert')).toBeNull()
})
