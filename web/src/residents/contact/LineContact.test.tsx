// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactCard } from './ContactCard.tsx'
import type { OwnLine } from './LineContact.tsx'
import type { Resident } from './own-contact.ts'

const url = 'https://line.me/R/oaMessage/%40217acme/?%E9%80%A3'
/** What was sent, and where: the card alone is rendered. */
let sent: { method: string; path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) })
    return Response.json(method === 'POST' ? { url, expires_at: '2026-11-22T10:30:00+09:00' } : { sms: true, message: '', line: {} })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (line: OwnLine, contacts: Partial<Resident> = {}) => {
  const facts = { login_id: null, no_messages: false, email: null, email_proven: true, phone: null, phone_proven: true }
  const card = <ContactCard resident={{ ...facts, ...contacts } as Resident} line={line} />
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element: card }])} />)
}
const offered = { account_name: '試験工業', is_linked: false }
const asked = () => sent.filter(({ path }) => path.endsWith('/api/residents/line'))

it('opens LINE with the code, by a link and by a QR code', async () => {
  show(offered)
  fireEvent.click(screen.getByRole('button', { name: 'LINEで受け取る' }))
  const link = await screen.findByRole('link', { name: 'LINEを開く' })
  expect(link.getAttribute('href')).toBe(url)
  expect(await screen.findByRole('img', { name: 'LINEを開くQRコード' })).toBeTruthy()
  expect(screen.getByText(/LINEの「試験工業」が開きます/)).toBeTruthy()
  expect(asked()).toMatchObject([{ method: 'POST', body: {} }])
})

it('asks who has a login for the password first', async () => {
  show(offered, { login_id: 'tanaka01' })
  fireEvent.click(screen.getByRole('button', { name: 'LINEで受け取る' }))
  expect(asked()).toEqual([])
  fireEvent.change(screen.getByLabelText(/現在のパスワード/, { selector: 'input' }), { target: { value: 'sakura2026' } })
  fireEvent.click(screen.getByRole('button', { name: '次へ' }))
  await waitFor(() => expect(asked()).toMatchObject([{ method: 'POST', body: { current_password: 'sakura2026' } }]))
})

it('says that messages come by LINE, what still comes by mail, and ends it', async () => {
  show({ account_name: '試験工業', is_linked: true })
  expect(screen.getByLabelText('お知らせの送り先').textContent).toContain('LINE にお送りします。')
  fireEvent.click(screen.getByRole('button', { name: 'LINEで受け取るのをやめる' }))
  await waitFor(() => expect(asked()).toMatchObject([{ method: 'DELETE' }]))
  cleanup()
  show({ account_name: '試験工業', is_linked: true }, { email: 'hanako@example.jp' })
  expect(screen.getByText(/工事日のお知らせはメールに/)).toBeTruthy()
})

it('offers nothing where the company has no account, nor to who wants no messages', () => {
  show({ account_name: null, is_linked: false })
  expect(screen.queryByRole('button', { name: 'LINEで受け取る' })).toBeNull()
  cleanup()
  show(offered, { no_messages: true })
  expect(screen.queryByRole('button', { name: 'LINEで受け取る' })).toBeNull()
})
