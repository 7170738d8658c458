// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetEarly } from '../../platform/api/early-reads.ts'
import type { AnswerOf } from '../../platform/api/request.ts'
import { loader, ResidentTopPage } from '../../residents/ResidentTopPage.tsx'
import { TopToCome } from '../first-paint.tsx'
import { paintAhead } from './paint-ahead.ts'
import { readAhead } from './read-ahead.ts'

type OwnRoom = AnswerOf<'GET /api/residents/construction'>

const open: OwnRoom = {
  construction: {
    id: 1,
    uuid: 'k1',
    name: 'インターホン更新工事',
    manage_no: null,
    building_name: '青葉ハイツ <b>{day}</b>',
    client_name: '青葉設備',
    emergency_phone_number: null,
    construction_staff_name: null,
    briefing_session_at: null,
    time_per_unit: 30,
    privately_area_start_on: null,
    privately_area_end_on: null,
    key_handover: '鍵は管理室でお預かりします。',
  },
  room: {
    id: 1,
    uuid: 'r1',
    name: '201',
    status: 'waiting',
    reception_status_en: 'not_yet',
    construction_schedule_confirmed_at: null,
    closed_at: null,
  },
  assign: { date: '2026-12-02', construction_time_frame_id: 1, start_at: '09:00', end_at: '12:00' },
  has_earlier_offer: false,
  absence: null,
  deadlines: { schedule_change_end_on: '2026-11-30', option_request_end_on: null, decision_guide_distribution_on: null },
  date_change_end_on: '2026-11-30',
  own_date_changes: 0,
  own_date_change_limit: 2,
  presence: null,
  presence_methods: ['self', 'proxy', 'key_custody'],
  can_change_presence: true,
  why_no_presence_change: null,
  readable_until: null,
  can_change_date: true,
  why_no_date_change: null,
  can_confirm_date: true,
  why_no_date_confirmation: null,
  can_change_options: false,
  why_no_option_order: '',
  use_payment: false,
  pay_methods: [],
  today: '2026-11-20',
}
const confirmed = {
  ...open,
  room: { ...open.room, construction_schedule_confirmed_at: '2026-11-19T10:00:00+09:00' },
  can_confirm_date: false,
}
const withKey = { presence_method: 'key_custody', proxy_name: null, proxy_relation: null, proxy_phone: null } as OwnRoom['presence']
const visited = { visited_at: '2026-11-18T10:00:00+09:00', wish: null, needs_phone: false, wish_days: [] }

let resident: object
let asked: string[] = []
const answer = (ownRoom: OwnRoom | null) =>
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, location.href).pathname)
    if (ownRoom === null) return Response.json({ errors: { full_messages: ['no'] } }, { status: 401 })
    if (url.endsWith('/api/residents/construction')) return Response.json(ownRoom)
    if (url.endsWith('/api/residents/me')) return Response.json({ resident })
    return Response.json({ events: [], line: {}, unfinished_orders: [], texts: [], phone: '0120-000-000', hours: '', is_answered: true })
  })

/** The document as it comes (app/first-paint.tsx), after the entry has done what it can. */
const painted = async (ownRoom: OwnRoom | null): Promise<Element> => {
  answer(ownRoom)
  document.body.innerHTML = `<main><p class="arriving">読み込んでいます</p><template data-texts-to-come>${renderToStaticMarkup(<TopToCome />)}</template></main>`
  const readRest = readAhead({ pathname: '/residents/top', origin: location.origin }, '')
  await paintAhead()
  readRest()
  return document.body
}

/** The page that takes over, by the same answer. */
const page = async (ownRoom: OwnRoom): Promise<Element> => {
  answer(ownRoom)
  const router = createMemoryRouter([{ path: '/', loader, Component: ResidentTopPage, HydrateFallback: () => null }])
  const { container } = render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(container.querySelector('h1')).not.toBeNull(), { timeout: 10_000 })
  return container
}

beforeEach(() => {
  asked = []
  localStorage.setItem('access-token', 'x')
  const named = { uuid: 'u', name: '' }
  resident = {
    id: 1,
    role_id: 6,
    client: named,
    construction: named,
    room: named,
    date_only: true,
    email: null,
    phone: null,
    reading_size: 'normal',
    reading_words: 'normal',
  }
})
afterEach(() => {
  cleanup()
  forgetEarly()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it.each<[string, OwnRoom]>([
  ['open', open],
  ['confirmed', confirmed],
  ['completed', { ...confirmed, room: { ...confirmed.room, status: 'completed' }, can_change_date: false }],
  ['without a date', { ...open, assign: null, can_confirm_date: false, can_change_date: false }],
  ['past the deadline', { ...open, can_change_date: false, why_no_date_change: '日程の変更受付は終了しました。' }],
  ['with the key left', { ...confirmed, presence: withKey }],
  ['of unknown length', { ...open, construction: { ...open.construction, time_per_unit: null, name: null } }],
  ['in the afternoon', { ...open, assign: { ...open.assign!, start_at: '13:00', end_at: '17:00' } }],
])('says beforehand what the page says: %s', async (_, ownRoom) => {
  const before = await painted(ownRoom)
  const early = [...asked]
  const [heading, card] = [before.querySelector('h1')!, before.querySelector('section')!]
  expect(before.querySelector('.arriving, template')).toBeNull()
  const after = await page(ownRoom)
  expect(heading.outerHTML).toBe(after.querySelector('h1')!.outerHTML)
  const whole = after.querySelector('section')!
  expect(card.outerHTML).toBe(
    `${whole.outerHTML.slice(0, whole.outerHTML.length - whole.innerHTML.length - '</section>'.length)}${card.innerHTML}</section>`,
  )
  expect(card.innerHTML).not.toBe('')
  expect(whole.innerHTML.startsWith(card.innerHTML)).toBe(true)
  expect(before.querySelector('[data-kit=stack]')!.className).toBe(after.querySelector('[data-kit=stack]')!.className)
  // The page takes the answers that were asked for early, and nothing of what its loader reads waits for it.
  const ofLoader = ['construction', 'me', 'events', 'line'].map(name => `/api/residents/${name}`)
  expect(early).toEqual(ofLoader)
  expect(asked.filter(path => ofLoader.includes(path))).toHaveLength(ofLoader.length)
  // What the office typed is text, whatever it looks like.
  expect(heading.textContent).toContain('<b>{day}</b>')
})

it.each<[string, OwnRoom]>([
  ['closed', { ...confirmed, readable_until: '2027-02-01' }],
  ['offered an earlier frame', { ...open, has_earlier_offer: true }],
  ['missed', { ...open, absence: visited }],
])('says only where it is when something else stands above the date: %s', async (_, ownRoom) => {
  const before = await painted(ownRoom)
  const heading = before.querySelector('h1')!
  expect(before.querySelector('section')).toBeNull()
  expect(heading.outerHTML).toBe((await page(ownRoom)).querySelector('h1')?.outerHTML)
})

it('says nothing to whom the server does not let in', async () => {
  const before = await painted(null)
  expect(before.querySelector('h1')).toBeNull()
  expect(before.querySelector('.arriving')).not.toBeNull()
})

it('leaves easy words to the page, and takes the size over that the account remembers', async () => {
  resident = { ...resident, reading_words: 'easy' }
  expect((await painted(open)).querySelector('h1')).toBeNull()
  forgetEarly()
  localStorage.setItem('reading_words', 'normal')
  resident = { ...resident, reading_size: 'large' }
  expect((await painted(open)).querySelector('h1')).not.toBeNull()
  expect(document.documentElement.dataset['size']).toBe('large')
})
