// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loader, VisitNoticePage } from './VisitNoticePage.tsx'

const open = {
  building_name: '青葉ハイツ',
  room_name: '201',
  date: '2026-12-02',
  start_at: '09:00',
  end_at: '12:00',
  state: 'open',
  answer: null as string | null,
  answered_at: null,
  own_page_path: '/residents/clients/1/constructions/2/rooms/3/authentication_code',
  phone: '0120-000-000',
}
let notice: Omit<typeof open, 'state'> & { state: string } = open
let known = true
/** Whether somebody has come when the answer arrives. */
let cameMeanwhile = false

beforeEach(() => {
  notice = open
  known = true
  cameMeanwhile = false
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(url, location.href)
    if (!pathname.includes('visit_notices')) return Response.json({ phone: '0120-000-000', hours: '平日9:00〜17:00', is_answered: true })
    if (!known) return Response.json({ errors: { full_messages: ['見つかりません'] } }, { status: 404 })
    if (method === 'POST') {
      if (cameMeanwhile) {
        notice = { ...notice, state: 'ended' }
        return Response.json({ errors: { full_messages: ['受付は終了しました。'] }, code: 'notice_ended' }, { status: 422 })
      }
      notice = { ...notice, answer: JSON.parse(body ?? '{}').answer }
    }
    return Response.json({ message: '', notice })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = async () => {
  const path = '/residents/visit_notices/:notice_uuid'
  const router = createMemoryRouter([{ path, loader, Component: VisitNoticePage, HydrateFallback: () => null }], {
    initialEntries: ['/residents/visit_notices/7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'まもなくお伺いします' })
}
const buttonOf = (name: string) => screen.getByRole('button', { name })

it('says who comes when, takes an answer, shows it, and takes another', async () => {
  await show()
  expect(screen.getByText('青葉ハイツ 201号室')).toBeTruthy()
  expect(screen.getByText('担当者がまもなく伺います。')).toBeTruthy()
  expect(screen.getByText('午前 9:00–12:00')).toBeTruthy()
  await userEvent.click(buttonOf('15分待ってください'))
  expect(await screen.findByText('「15分待ってください」と担当者にお伝えしました。')).toBeTruthy()
  expect(buttonOf('15分待ってください').getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(buttonOf('不在になりました'))
  expect(await screen.findByText(/新しい日時をあらためてご案内します/)).toBeTruthy()
  expect(buttonOf('15分待ってください').getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByRole('link', { name: '居住者ページで、日程を見る・変える' }).getAttribute('href')).toBe(open.own_page_path)
})

it('has ended once somebody came, also where that was while an answer was given', async () => {
  await show()
  cameMeanwhile = true
  await userEvent.click(buttonOf('どうぞ'))
  expect(await screen.findByText(/お返事の受付は終了しました/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'どうぞ' })).toBeNull()
})

it('leads to the telephone where nobody knows the link', async () => {
  known = false
  await show()
  expect(screen.getByText('このお知らせは使えません。お電話でお問い合わせください。')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
