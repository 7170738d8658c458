// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { allRequests } from '../../platform/outbox/kept-requests.ts'
import { drop, outbox, send } from '../../platform/outbox/outbox.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { toasts } from '../../platform/toast.ts'
import { hasReportDraft, keepReportDraft, type ReportDraft } from '../../completion-reports/report-draft.ts'
import { type Report, valuesOf } from '../../completion-reports/report-values.ts'
import { RoomReport } from '../../completion-reports/completion-reports.tsx'
import { CompleteModal } from './CompleteModal.tsx'

const item = (id: number, name: string, required: boolean) => ({
  id,
  name,
  kind: 'text',
  unit_name: null,
  required,
  completion_report_item_units: [],
})
const completion_report = {
  template: {
    id: 1,
    name: '更新',
    completion_report_items: [item(11, '製造番号', true), item(12, '絶縁抵抗', true), item(13, '所見', false)],
  },
  results: [],
  completion_comment: null,
  special_report: null,
  finished: false,
  lock_version: 1,
  saved_at: null,
  why_read_only: null,
}
const key = 'POST /api/constructions/:construction_id/rooms/:room_id/completion'
const room = {
  id: 4,
  construction_id: 3,
  name: '201',
  resident: null,
  photo_slots: [],
  completed_at: null as string | null,
  collect_on_the_day: 0,
  building_name: '青葉台',
  construction_name: '更新工事',
  options: ['録画'],
}

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(
        url.includes('/completion_report')
          ? { completion_report }
          : url.includes('users')
            ? { user: { id: 1, role_id: 3, client: null } }
            : { comment_lists: [] },
      ),
    ),
  )
  // Nothing is drawn without a browser.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Proxy({}, { get: () => () => {}, set: () => true }) as unknown as null,
  )
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await signOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = (onClose: () => void = () => {}, of = room) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <CompleteModal room={of} onClose={onClose} onDone={onClose} /> }])}
      />
    </QueryClientProvider>,
  )

it('says above the report, before anybody signs, which required items are still empty', async () => {
  open()
  const notice = await screen.findByText('未記入の必須項目があります：製造番号、絶縁抵抗')
  expect(notice.compareDocumentPosition(screen.getByLabelText(/^製造番号/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.type(screen.getByLabelText(/^製造番号/), 'A-1')
  expect(screen.getByText('未記入の必須項目があります：絶縁抵抗')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^絶縁抵抗/), '良')
  expect(screen.queryByText(/未記入の必須項目/)).toBeNull()
})

it('says what is signed, and by whom (C7)', async () => {
  open()
  expect(await screen.findByText('青葉台 201号室の「更新工事、録画」が完了したことを、本人に確認していただきます。')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '家族' }))
  await userEvent.type(screen.getByLabelText(/^署名者/), '山田 花子')
  expect(screen.getByText(/山田 花子 様（家族）に確認していただきます。$/)).toBeTruthy()
})

const complete = async (closed: () => void) => {
  open(closed)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'サインを省略する' }))
  await userEvent.type(screen.getByLabelText(/^サイン省略の理由/), '立会いなし')
  await userEvent.type(screen.getByLabelText(/^製造番号/), 'A-1')
  await userEvent.click(screen.getByRole('button', { name: '完了する' }))
}

it('lies on the device before it leaves it, and lets the page go on where the server takes it and says nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { onTheirWay, headers } = stubUploads()
  const closed = vi.fn()
  await complete(closed)
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  expect(await allRequests()).toMatchObject([{ key, body: { room: { sign_omitted_reason: '立会いなし' } } }])
  expect(closed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(6_000)
  await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(null))
  expect(toasts.get().flatMap(({ lines }) => lines)).toContain(
    '端末に保存しました。サーバーからの応答がないため、送信待ちです。自動で送信を続けます。',
  )
  // The line is given up and tried anew: it goes under the same key, so it counts once.
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(headers).toHaveLength(2))
  expect(headers[1]?.['idempotency-key']).toBe(headers[0]?.['idempotency-key'])
  onTheirWay.at(-1)?.arrive(200, JSON.stringify({ message: '受付済みです。' }))
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
  vi.useRealTimers()
})

it('shows a refusal that comes at once with all that was entered, and leaves nothing of it on the device', async () => {
  const { onTheirWay } = stubUploads()
  const closed = vi.fn()
  await complete(closed)
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive(422, JSON.stringify({ errors: { full_messages: ['この状態では操作できません。'] } }))
  expect(await screen.findByText('この状態では操作できません。')).toBeTruthy()
  expect(screen.getByLabelText(/^サイン省略の理由/)).toHaveProperty('value', '立会いなし')
  expect([closed.mock.calls, outbox.get(), await allRequests()]).toEqual([[], [], []])
})

it('goes on over a reload with what was typed into the report, and with the same where it is filled in before, until it is thrown away', async () => {
  open()
  await userEvent.type(await screen.findByLabelText(/^製造番号/), 'A-1')
  await userEvent.type(screen.getByLabelText('特記事項'), '扉が重い')
  cleanup()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <RoomReport room={room} /> }])} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^保存していない入力があります。/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '記入する' }))
  expect(await screen.findByDisplayValue('A-1')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^絶縁抵抗/), '良')
  cleanup()
  const closed = vi.fn()
  open(closed)
  expect(await screen.findByText('保存していない入力が残っていました。続きから記入できます。')).toBeTruthy()
  expect(await screen.findByDisplayValue('扉が重い')).toBeTruthy()
  expect(screen.getByLabelText(/^製造番号/)).toHaveProperty('value', 'A-1')
  expect(screen.getByLabelText(/^絶縁抵抗/)).toHaveProperty('value', '良')
  await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  await userEvent.click(await screen.findByRole('button', { name: '保存せずに閉じる' }))
  expect(closed).toHaveBeenCalledOnce()
  cleanup()
  open()
  expect(await screen.findByLabelText('特記事項')).toHaveProperty('value', '')
  expect(screen.queryByText(/^保存していない入力/)).toBeNull()
})

it('leaves alone what was typed into the report by another template, when the sheet is closed', async () => {
  const report = completion_report as unknown as Report
  const filled = {
    ...report,
    template: { id: 2, name: '点検', completion_report_items: [item(21, '作動試験', true)] },
  } as unknown as Report
  const place = { construction_id: 3, room_id: 4 }
  const values = { answers: ['B-2'], special_report: '', completion_comment: '' }
  keepReportDraft(place, JSON.stringify({ read: { report, values: valuesOf(report) }, filled, values } satisfies ReportDraft))
  const closed = vi.fn()
  open(closed)
  expect(await screen.findByLabelText(/^製造番号/)).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(hasReportDraft(place)).toBe(true)
})

it('drops what was typed into the report once the room is completed', async () => {
  const { onTheirWay } = stubUploads()
  const closed = vi.fn()
  await complete(closed)
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  expect(hasReportDraft({ construction_id: 3, room_id: 4 })).toBe(true)
  onTheirWay[0]?.arrive(200, JSON.stringify({ message: '完了しました。' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(hasReportDraft({ construction_id: 3, room_id: 4 })).toBe(false)
})

it('says that somebody else has completed the room while the sheet lies open, and leaves what was entered', async () => {
  open(() => {}, { ...room, completed_at: '2026-12-02T10:00:00+09:00' })
  expect((await screen.findByRole('alert')).textContent).toContain('この部屋はすでに完了しています。（2026/12/02 10:00）')
  expect(screen.getByLabelText(/^製造番号/)).toBeTruthy()
})

it('reads anew what lies behind a refusal that belongs to no field', async () => {
  const { onTheirWay } = stubUploads()
  const read = vi.fn<() => Promise<object>>(() => Promise.resolve({}))
  const queryKey = ['GET /api/constructions/:construction_id/rooms/:room_id', {}]
  await queryClient.fetchQuery({ queryKey, queryFn: read })
  await complete(() => {})
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.arrive(422, JSON.stringify({ errors: { full_messages: ['この部屋はすでに完了しています。'] }, code: 'wrong_status' }))
  expect(await screen.findByText('この部屋はすでに完了しています。')).toBeTruthy()
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('is kept on the device where the server cannot be reached, and says so', async () => {
  const { onTheirWay } = stubUploads()
  const closed = vi.fn()
  await complete(closed)
  await vi.waitFor(() => expect(onTheirWay).toHaveLength(1))
  onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(toasts.get().flatMap(({ lines }) => lines)).toContain('端末に保存しました。電波がつながると自動で送信します。')
  // Its body names no item: what was answered is said beside it, for whoever sees it refused later.
  expect(outbox.get()).toMatchObject([{ key, body: { room: { sign_omitted_reason: '立会いなし' } }, says: ['製造番号：A-1'] }])
  await Promise.all(outbox.get().map(({ id }) => drop(id)))
})

it('does not call money unregistered that was taken without a network', async () => {
  await send({
    id: 'cash',
    key: 'PATCH /api/orders/:id/payment',
    params: { id: 8 },
    body: () => ({}),
    file: null,
    proof: null,
    // It stays as it is here.
    refusal: '見つかりません。',
    line: 'cash',
    group: 'constructions/3/rooms/4',
    amount: 3200,
    behind: true,
    stale: [],
    title: '201号室　集金',
  })
  open(() => {}, { ...room, collect_on_the_day: 13_200 })
  expect(await screen.findByText('当日集金が未登録です。（¥10,000）')).toBeTruthy()
  cleanup()
  open(() => {}, { ...room, collect_on_the_day: 3200 })
  expect(await screen.findByText('集金済み・送信できません')).toBeTruthy()
  expect(screen.queryByText(/当日集金が未登録です/)).toBeNull()
  await drop('cash')
})

it('says which answers stand as the template chose them, until each is tapped or all are looked over', async () => {
  const unit = (id: number, name: string, is_default: boolean) => ({ id, name, is_default })
  const choice = (id: number, name: string) => ({
    ...item(id, name, true),
    kind: 'choice',
    completion_report_item_units: [unit(id * 10, '良', true), unit(id * 10 + 1, '否', false)],
  })
  const template = { ...completion_report.template, completion_report_items: [choice(1, '通話'), choice(2, '映像'), choice(3, '解錠')] }
  const online = fetch
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/completion_report')
      ? Promise.resolve(Response.json({ completion_report: { ...completion_report, template } }))
      : online(url),
  )
  open()
  expect(await screen.findByText(/^初期値のままの項目が3件あります/)).toBeTruthy()
  // What is chosen already is looked at by a tap on it.
  await userEvent.click(screen.getAllByRole('radio', { name: '良' })[0]!)
  expect(screen.getByText(/^初期値のままの項目が2件あります/)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('radio', { name: '否' })[1]!)
  expect(screen.getAllByText('初期値のまま')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'すべて確認しました' }))
  expect(screen.queryByText(/初期値のまま/)).toBeNull()
  expect(screen.getAllByRole<HTMLInputElement>('radio', { name: '良' }).map(({ checked }) => checked)).toEqual([true, false, true])
})
