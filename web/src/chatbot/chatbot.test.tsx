// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../platform/api/request.ts'
import { loadLocale } from '../platform/i18n.ts'
import { knownUser, signIn, signOut } from '../platform/session/session.ts'
import { Chatbot } from './chatbot.tsx'
import { displayable } from './displayable.ts'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const tokens = { client: 'c', 'access-token': 't', uid: 'u', 'token-type': 'Bearer' }
const session = { session_id: 's', expires_at: '2099-01-01T00:00:00+09:00', phone: '03-1111-2222', hours: '平日9:00〜17:00', kept_days: 90 }
const json = (body: unknown, status = 200, headers = {}) => Promise.resolve(new Response(JSON.stringify(body), { status, headers }))

/** A server of a client that has the chatbot, or not, whose gateway answers as given. */
const serve = (allowed: boolean, gateway: () => Promise<Response>) =>
  fetched.mockImplementation(address => {
    if (address.endsWith('/api/configurations')) return json({ chatbot: { allowed }, call_center_phone: '0120-000-000' })
    if (address.endsWith('/api/call_center')) return json({ phone: '03-5555-1234', hours: '平日9:00〜17:00', is_answered: false })
    if (address.endsWith('/sign_in')) return json({ data: {} }, 200, tokens)
    if (address.endsWith('/api/residents/me')) return json({ resident: { id: 1, role_id: 6, name: null } })
    if (address.endsWith('/api/chatbot_sessions')) return json({ chatbot_session: session }, 201)
    if (address.endsWith('/gateway/chatbot/messages')) return gateway()
    if (address.includes('/api/chatbot_histories?')) return json({ chatbot_histories: [] })
    return json({ success: true }, 201)
  })
const callsTo = (path: string) => fetched.mock.calls.filter(([address]) => address.includes(path))

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
})
afterEach(async () => {
  cleanup()
  await signOut()
  fetched.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const show = () => render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Chatbot }])} />)
const comeIn = () => act(() => signIn('resident', { login_id: 'resident01', password: 'Password1' }))

it('is not displayable before a resident of a client that has it is signed in, nor after they have left (G-CHAT-02)', async () => {
  serve(true, () => json({}))
  expect(displayable.get()).toBe(false)
  show()
  expect(screen.queryByTestId('chatbot')).toBeNull()
  await comeIn()
  await screen.findByTestId('chatbot')
  expect(displayable.get()).toBe(true)
  await act(() => signOut())
  expect(displayable.get()).toBe(false)
  expect(screen.queryByTestId('chatbot')).toBeNull()
})

it('is never shown to residents of a client that does not have it (R1-CHATBOT-02)', async () => {
  serve(false, () => json({}))
  show()
  await comeIn()
  await waitFor(() => expect(callsTo('/api/configurations').length).toBeGreaterThan(0))
  await act(() => Promise.resolve())
  expect(displayable.get()).toBe(false)
  expect(screen.queryByTestId('chatbot')).toBeNull()
})

it('asks the gateway without any token, and shows answer, source and way', async () => {
  const reply = {
    answer: '工事日は12月10日です。',
    source: 'お部屋の日程より',
    page: 'date',
    suggestions: [],
    handed_over: false,
    emergency: false,
  }
  serve(true, () => json(reply))
  show()
  await comeIn()
  await userEvent.click(await screen.findByTestId('chatbot'))
  await userEvent.click(await screen.findByRole('button', { name: '工事の日はいつですか' }))
  expect((await screen.findByTestId('chatbot-source')).textContent).toBe('お部屋の日程より')
  expect(screen.getByRole('link', { name: '日時を選ぶ' }).getAttribute('href')).toBe('/residents/change_construction_date_form')
  const [[, asked] = []] = callsTo('/gateway')
  expect(asked?.body).toBe(JSON.stringify({ session_id: 's', message: '工事の日はいつですか' }))
  expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual(['accept', 'content-type'])
})

it('says so when the gateway does not answer, and writes the question down (G-CHAT-05)', async () => {
  serve(true, () => json({ message: 'チャットボットに接続できませんでした。' }, 502))
  show()
  await comeIn()
  await userEvent.click(await screen.findByTestId('chatbot'))
  await userEvent.type(await screen.findByLabelText('質問を書く'), '駐輪場は？{Enter}')
  await screen.findByText('ただいま応答できません。お電話でお問い合わせください。')
  expect(screen.getAllByRole('link', { name: '03-5555-1234' }).length).toBe(2)
  screen.getByText(/ただいま受付時間外です/)
  const [[, kept] = []] = callsTo('/api/chatbot_histories')
  expect(kept?.body).toContain('駐輪場は？')
})

it('goes on with the conversation of this dwelling, never with that of another one', async () => {
  serve(true, () => json({}))
  const keep = (dwelling: string) =>
    sessionStorage.setItem('chatbot_session', JSON.stringify({ dwelling, session: { ...session, session_id: 'kept' } }))
  const openPanel = async () => {
    show()
    await userEvent.click(await screen.findByTestId('chatbot'))
    await screen.findByRole('button', { name: '工事の日はいつですか' })
  }
  await comeIn()
  keep('1/')
  await openPanel()
  expect(callsTo('/api/chatbot_histories?session_id=kept')).toHaveLength(1)
  expect(callsTo('/api/chatbot_sessions')).toHaveLength(0)
  cleanup()
  fetched.mockClear()
  keep('2/')
  await openPanel()
  expect(callsTo('/api/chatbot_histories')).toHaveLength(0)
  expect(callsTo('/api/chatbot_sessions')).toHaveLength(1)
})

it('offers no question before the conversation is open, and a number where it cannot be opened', async () => {
  let refuse: (answer: Response) => void = () => {}
  serve(true, () => json({}))
  const usual = fetched.getMockImplementation()!
  fetched.mockImplementation((address, init) =>
    address.endsWith('/api/chatbot_sessions') ? new Promise<Response>(done => (refuse = done)) : usual(address, init),
  )
  show()
  await comeIn()
  await userEvent.click(await screen.findByTestId('chatbot'))
  await screen.findByRole('link', { name: '03-5555-1234' })
  expect(screen.queryByRole('button', { name: '工事の日はいつですか' })).toBeNull()
  await act(async () => refuse(await json({ errors: ['回数の上限です。'] }, 429)))
  await screen.findByText('ただいま応答できません。お電話でお問い合わせください。')
  screen.getByRole('link', { name: '03-5555-1234' })
})
