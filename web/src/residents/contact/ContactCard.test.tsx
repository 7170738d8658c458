// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactCard } from './ContactCard.tsx'
import type { Resident } from './own-contact.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ sms: true }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Of the resident the card reads the contacts alone.
const show = (contacts: Partial<Resident>) => {
  const facts = { login_id: null, no_messages: false, email: null, email_proven: true, phone: null, phone_proven: true }
  const card = <ContactCard resident={{ ...facts, ...contacts } as Resident} line={{ account_name: null, is_linked: false }} />
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element: card }])} />)
}

it('says first where messages go, and offers a code for what still waits for one', () => {
  show({ phone: '09012345678', phone_proven: true, email: 'hanako@example.jp', email_proven: false })
  const card = screen.getByLabelText('お知らせの送り先')
  expect(card.textContent).toMatch(/090-1234-5678 にお送りします。.*hanako@example\.jp はまだ確認されていません。/)
  expect(screen.getByRole('button', { name: '確認コードを受け取る' })).toBeTruthy()
})

it('offers the code of the only contact there is before another one', () => {
  show({ email: 'hanako@example.jp', email_proven: false })
  const names = screen.getAllByRole('button').map(button => button.textContent)
  expect(names.slice(0, 2)).toEqual(['確認コードを受け取る', '変更する'])
})
