// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { knownUser } from '../platform/session/session.ts'
import { CallButton } from './CallButton.tsx'

const fetched = vi.fn<(address: string) => Promise<Response>>()
const asked = () => fetched.mock.calls.filter(([address]) => address.includes('/api/call_center')).length
const place = '/residents/clients/0b0e7c1a-1111-4222-8333-444455556666'

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00+09:00'), toFake: ['Date'] })
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  fetched.mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ phone: '0120111222', hours: '平日9時〜18時', is_answered: true }))),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = async (page: string) => {
  cleanup()
  render(
    <MemoryRouter initialEntries={[page]}>
      <CallButton />
      <CallButton />
    </MemoryRouter>,
  )
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2))
}

it('is asked for once, however many pages and places show it, and again when the hours may have gone by', async () => {
  await open(`${place}/absence/token`)
  await open(`${place}/rooms`)
  expect(asked()).toBe(1)
  vi.setSystemTime(new Date('2026-11-23T10:05:01+09:00'))
  await open(`${place}/rooms`)
  expect(asked()).toBe(2)
})
