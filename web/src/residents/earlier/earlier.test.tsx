// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EarlierOffer } from './EarlierOffer.tsx'
import { EarlierWish } from './EarlierWish.tsx'

const asked = vi.fn<(call: string, body: unknown) => void>()
let status = 200
beforeEach(() => {
  status = 200
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    asked(`${method} ${new URL(url, location.href).pathname}`, body === undefined ? undefined : JSON.parse(body))
    return Response.json(status === 200 ? { message: '承りました。' } : { errors: { full_messages: ['終わりました'] } }, { status })
  })
})
afterEach(() => {
  cleanup()
  asked.mockReset()
  vi.unstubAllGlobals()
})

const reload = vi.fn(async () => {})
const offer = {
  id: 7,
  date: '2026-12-01',
  start_at: '09:00',
  end_at: '12:00',
  answer_until: '2026-11-22T10:00:00+09:00',
}
const wish = (dates: string[] | null, why_no_wish: string | null = null, is_reached = true) => (
  <MemoryRouter>
    <EarlierWish earlier={{ dates, offer: null, wish_days: ['2026-12-01', '2026-12-02'], why_no_wish, is_reached }} reload={reload} />
  </MemoryRouter>
)

it.each([
  ['この日時に変更する', 'take'],
  ['今のままでよい', 'keep'],
])('answers an offer with 「%s」, and looks again, also when it was over', async (name, answer) => {
  status = 409
  render(<EarlierOffer offer={offer} reload={reload} />)
  expect(screen.getByText(/12月1日\(火\)/)).toBeTruthy()
  expect(screen.getByText(/11月22日.*10:00.*まで、この日時をお取りしています。/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(asked.mock.calls).toEqual([['POST /api/residents/earlier_offers/7/answer', { answer }]])
  expect(reload).toHaveBeenCalled()
})

it('wishes for the days that were ticked, and for none without one', async () => {
  render(wish(null))
  await userEvent.click(screen.getByRole('button', { name: 'より早い枠が空いたら知らせてほしい' }))
  const save = screen.getByRole('button', { name: 'この日で知らせてもらう' })
  expect(save).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('12月2日(水)'))
  await userEvent.click(save)
  expect(asked.mock.calls).toEqual([['PUT /api/residents/earlier_wish', { dates: ['2026-12-02'] }]])
})

it('shows a wish, takes it back, and stays visible where a new one is impossible', async () => {
  render(wish(['2026-12-01'], '日程調整中です。'))
  expect(screen.getByText('12月1日(火)')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '早くできる日を変える' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'お知らせをやめる' }))
  expect(asked.mock.calls).toEqual([['DELETE /api/residents/earlier_wish', undefined]])
})

it('says that the office tells who is not reached, and leads to where a contact is registered', () => {
  render(wish(['2026-12-01'], null, false))
  expect(screen.getByText(/担当者からお電話か書面でお知らせします。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /お知らせの送り先/ }).getAttribute('href')).toBe('/residents/top?contact')
})

it('offers no wish where none is possible', () => {
  const { container } = render(wish(null, '日程調整中です。'))
  expect(container.textContent).toBe('')
})
