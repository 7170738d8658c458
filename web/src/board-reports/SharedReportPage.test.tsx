// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadLocale } from '../platform/i18n.ts'
import { loader, SharedReportPage } from './SharedReportPage.tsx'

beforeAll(() => loadLocale('ja'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (status: number, answer: object) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer), { status })))
  const router = createMemoryRouter(
    [{ path: '/:client_uuid/:token', element: <SharedReportPage />, loader, HydrateFallback: () => null }],
    {
      initialEntries: ['/00000000-0000-4000-8000-000000000000/abc'],
    },
  )
  render(<RouterProvider router={router} />)
}

it('leads to the PDF and says until when', async () => {
  open(200, {
    building_name: '青葉台',
    title: 'インターホン更新工事',
    issuer: '東都設備',
    week_on: '2026-12-07',
    made_at: '2026-12-11T17:00:00+09:00',
    expires_at: '2027-01-10T17:00:00+09:00',
    url: '/api/files/signed',
  })
  expect((await screen.findByRole('link', { name: 'PDFを開く' })).getAttribute('href')).toBe('/api/files/signed')
  expect(document.body.textContent).toContain('2027年1月10日(日)まで見られます')
})

it('says why a link leads nowhere, also one that was cut off', async () => {
  open(422, { errors: { full_messages: ['このリンクは使えません。期限が切れたか、取り消されています。'] }, code: 'link_gone' })
  expect((await screen.findByRole('alert')).textContent).toContain('期限が切れたか')
  cleanup()
  open(422, { errors: { full_messages: ['client_uuidの形式が正しくありません'] } })
  expect((await screen.findByRole('alert')).textContent).toContain('途中で切れていないか')
})
