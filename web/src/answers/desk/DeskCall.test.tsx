// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/api.ts'
import { connect } from '../../platform/api/request.ts'
import { loadLocale } from '../../platform/i18n.ts'
import { knownUser, refreshUser, signOut } from '../../platform/session/session.ts'
import { toasts } from '../../platform/toast.ts'
import type { Desk } from '../answer-reads.ts'
import { DeskCall } from './DeskCall.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  toasts.set([])
})

const dwelling = {
  room_id: 7,
  construction_id: 1,
  by_phone: true,
  unproven_phone: null,
} as unknown as ComponentProps<typeof DeskCall>['dwelling']
const place = (date: string) => ({ date, construction_time_frame_id: 2, start_at: '09:00', end_at: '12:00' })
const deskOf = (date: string, proposals: readonly string[], changed: Partial<Desk> = {}) =>
  ({
    room: {
      id: 7,
      construction_id: 1,
      name: '203',
      status: 'waiting',
      reception_status_en: 'not_yet',
      construction_schedule_confirmed_at: null,
    },
    construction: { id: 1, building_name: '青葉台', detail_schedule_completed_at: '2026-11-01T00:00:00+09:00', manage_no: null },
    assign: place(date),
    resident: { name: '大野 勝', phone: '09011112222', uses_page: true },
    presence: null,
    orders: [],
    contacts: [],
    asked: [],
    proposals: proposals.map(place),
    asked_days: [],
    ...changed,
  }) as unknown as Desk

/** What the server says of a room in which somebody lives. */
const livedIn = { room: { occupancy: { occupancy: 'occupied', contact_outcome: null, outcome_note: null, opener: null, owner: null } } }
const isRoom = (address: string) => /\/rooms\/\d+$/.test(address)

/** The server while somebody else is quicker: the first answer is refused, and the room stands elsewhere from then on. */
const open = async (code: string, free: readonly string[]) => {
  const sent: { assign: unknown; seen?: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    if (method === 'GET')
      return Promise.resolve(
        Response.json(
          address.includes('/desk')
            ? { desk: sent.length === 0 ? deskOf('2026-12-01', ['2026-12-04', '2026-12-05']) : deskOf('2026-12-03', free) }
            : isRoom(address)
              ? livedIn
              : { today: '2026-11-23' },
        ),
      )
    sent.push(JSON.parse(typeof body === 'string' ? body : '{}').room_answer)
    const full_messages = ['ほかの担当者が工事日を12月3日(木) 09:00–12:00に変更しました。今の日程をご確認ください。']
    return Promise.resolve(
      sent.length === 1
        ? Response.json({ errors: { full_messages }, code }, { status: 409 })
        : Response.json({ read_back: '203号室、12月4日', contact_channel: 'mail' }, { status: 201 }),
    )
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <DeskCall dwelling={dwelling} onNext={() => {}} /> }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('radio', { name: /2026年12月4日/ }))
  await userEvent.click(screen.getByRole('button', { name: 'この日時に決める' }))
  expect((await screen.findByRole('alert')).textContent).toContain('ほかの担当者が工事日を12月3日(木) 09:00–12:00に変更しました。')
  await screen.findByText('2026年12月3日(木) 09:00–12:00')
  return sent
}

it('says who was quicker where the eye is, offers what was chosen, and writes over nothing by a second press', async () => {
  const sent = await open('date_changed', ['2026-12-04'])
  expect(toasts.get()).toEqual([])
  expect(screen.getByRole('alert').parentElement).toBe(document.activeElement)
  await userEvent.click(screen.getByRole('button', { name: /^この日時に決める/ }))
  expect(sent).toHaveLength(1)
  await userEvent.click(screen.getByRole('radio', { name: /2026年12月4日/ }))
  await userEvent.click(screen.getByRole('button', { name: 'この日時に決める' }))
  await screen.findByTestId('read-back')
  expect(sent[1]).toMatchObject({
    assign: { date: '2026-12-04', construction_time_frame_id: 2 },
    seen: { date: '2026-12-03', construction_time_frame_id: 2 },
  })
})

it('goes on with what was agreed to by one press, of the place that was read out', async () => {
  const sent = await open('date_changed', ['2026-12-04'])
  await userEvent.click(screen.getByRole('button', { name: '2026年12月4日(金) 09:00–12:00に変更する' }))
  await screen.findByTestId('read-back')
  expect(sent[1]).toMatchObject({ date_answer: 'move', assign: { date: '2026-12-04' }, seen: { date: '2026-12-03' } })
})

it('takes back what was chosen where it is free no more', async () => {
  await open('date_changed', ['2026-12-08'])
  expect(screen.queryAllByRole<HTMLInputElement>('radio').filter(({ name, checked }) => name === 'desk-date' && checked)).toEqual([])
})

it('says no more who was quicker once another date is chosen', async () => {
  await open('date_changed', ['2026-12-04', '2026-12-08'])
  await userEvent.click(screen.getByRole('radio', { name: /2026年12月8日/ }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says of the day that the caller names what is free, what is not and why, and of the days beside it', async () => {
  const frame = (start_at: string, end_at: string, id: number, free: number, spare = 0) => ({
    construction_time_frame_id: id,
    start_at,
    end_at,
    free,
    spare,
  })
  const asked_days: Desk['asked_days'] = [
    { date: '2026-12-09', kind: 'holiday', time_frames: [] },
    {
      date: '2026-12-10',
      kind: 'open',
      time_frames: [frame('09:00', '12:00', 2, 0), frame('13:00', '15:00', 3, 2), frame('15:00', '17:00', 4, 1, 1)],
    },
    { date: '2026-12-11', kind: 'open', time_frames: [frame('09:00', '12:00', 2, 0)] },
  ]
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('/desk')) asked.push(address)
    if (address.includes('/users/me')) return Promise.resolve(Response.json({ user: { id: 1, role_id: 5, client: null } }))
    const construction = { ...deskOf('2026-12-01', []).construction, schedule_change_end_on: '2026-12-07', is_past_deadline: true }
    const desk = deskOf('2026-12-01', ['2026-12-10', '2026-12-12'], { construction, ...(address.includes('near') ? { asked_days } : {}) })
    if (isRoom(address)) return Promise.resolve(Response.json(livedIn))
    return Promise.resolve(Response.json(address.includes('/desk') ? { desk } : { today: '2026-12-08' }))
  })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await refreshUser()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <DeskCall dwelling={dwelling} onNext={() => {}} /> }])} />
    </QueryClientProvider>,
  )
  await screen.findByText(/変更の締切（12月7日.*）を過ぎています。オペレーターは変更できます。/)
  await userEvent.type(screen.getByLabelText('ご希望の日'), '2026/12/10{Enter}')
  await screen.findByRole('radio', { name: /12月10日.*13:00–15:00 空き2$/ })
  expect(screen.getByRole('radio', { name: /12月10日.*15:00–17:00 空き1（予備枠）$/ })).toBeTruthy()
  expect(screen.getByText(/12月10日.*09:00–12:00/).textContent).toContain('空きなし')
  expect(screen.queryByRole('radio', { name: /12月10日.*09:00–12:00/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^前日.*休工日$/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^翌日.*空きなし$/ }))
  await vi.waitFor(() => expect(asked.at(-1)).toContain('near=2026-12-11'))
  await signOut()
})
