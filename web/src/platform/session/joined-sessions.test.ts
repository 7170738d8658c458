// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect, call } from '../api/request.ts'
import { loadLocale } from '../i18n.ts'
import {
  accountOf,
  becomeAccount,
  becomeAccountLetIn,
  endJoinedSessions,
  findJoinedSession,
  joinedSessions,
  openJoinedSessions,
  reopenJoinedSession,
} from './joined-sessions.ts'
import { knownUser, onSessionEnd, signIn, signOut } from './session.ts'

const origin = location.origin.replace(/\/\/[^/]+/, '//www.example.jp:3000')
const headersOf = (account: string, token = `t-${account}`) => ({
  client: `c-${account}`,
  'access-token': token,
  uid: account,
  'token-type': 'Bearer',
})
const userOf = (account: string, cd: string) => ({
  id: 1,
  role_id: 4,
  name: '佐々木',
  client: { cd, name: `会社${cd}`, logo_path: null },
  login_id: account,
})
const json = (body: unknown, { status = 200, headers = {} } = {}) => new Response(JSON.stringify(body), { status, headers })

/** Whose token a request carries, by the address it goes to. */
const asked: { call: string; token: string | undefined }[] = []
/** What the two companies know. */
let joined: string[]
const answer = (address: string, { method = 'GET', headers }: { method?: string; headers: Record<string, string> }): Response => {
  const { pathname, hostname } = new URL(address, origin)
  const cd = hostname.split('.')[0] ?? ''
  asked.push({ call: `${method} ${cd} ${pathname}`, token: headers['access-token'] })
  const account = headers['uid'] ?? 'one'
  if (pathname === '/api/auth/sign_in') return json({ data: userOf('one', '001') }, { headers: headersOf('one') })
  if (pathname === '/api/users/me') return json({ user: userOf(account, account === 'one' ? '001' : '002') })
  if (pathname === '/api/users/me/joined_accounts')
    return json({ joined_accounts: joined.map(each => ({ client: { cd: each, name: `会社${each}` }, current: each === '001' })) })
  if (pathname === '/api/users/me/joined_accounts/sessions')
    return json({ sessions: [{ client: { cd: '002', name: '会社002' }, one_time_token: 'once' }] })
  if (pathname === '/api/users/auto_login') return json({ data: userOf('two', '002') }, { headers: headersOf('two') })
  if (pathname === '/api/renewed') return json({}, { headers: headersOf('two', 't-newer') })
  return json({ success: true })
}

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  asked.length = 0
  joined = ['001', '002']
  vi.stubGlobal('location', { pathname: '/', search: '', origin })
  vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) => Promise.resolve(answer(address, init)))
  connect({ caller: knownUser, hostTemplate: origin.replace('www', '{client}'), expired: () => {}, missing: () => {} })
  await signIn('user', { login_id: 'one', password: 'Password1' })
})
afterEach(async () => {
  await signOut()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('opens each of the other accounts once, at its own company’s host', async () => {
  await openJoinedSessions()
  await openJoinedSessions()
  expect(joinedSessions.get().map(({ client, user }) => [client.cd, user.name])).toEqual([['002', '佐々木']])
  expect(asked.filter(({ call: each }) => each.includes('auto_login'))).toEqual([
    { call: 'POST 002 /api/users/auto_login', token: undefined },
  ])
  joined = []
  await openJoinedSessions()
  expect(joinedSessions.get()).toEqual([])
})

it('sends by the session of the other account, and renews it alone', async () => {
  await openJoinedSessions()
  const [session] = joinedSessions.get()
  await call('GET /api/renewed', {}, { as: accountOf(session!) })
  expect(asked.at(-1)).toEqual({ call: 'GET 002 /api/renewed', token: 't-two' })
  await call('GET /api/visits', {}, { as: accountOf(session!) })
  expect(asked.at(-1)?.token).toBe('t-newer')
  await call('GET /api/visits')
  expect(asked.at(-1)).toEqual({ call: 'GET 001 /api/visits', token: 't-one' })
})

it('goes on as the other account, and back', async () => {
  await openJoinedSessions()
  const switched = vi.fn<() => void>()
  onSessionEnd(switched)
  expect(await becomeAccount('002')).toBe(true)
  expect(knownUser()?.client?.cd).toBe('002')
  expect(joinedSessions.get().map(({ client }) => client.cd)).toEqual(['001'])
  await call('GET /api/visits')
  expect(asked.at(-1)).toEqual({ call: 'GET 002 /api/visits', token: 't-two' })
  expect(await becomeAccount('001')).toBe(true)
  expect([knownUser()?.client?.cd, findJoinedSession('002')?.tokens['uid']]).toEqual(['001', 'two'])
  expect(await becomeAccount('009')).toBe(false)
  expect(switched).toHaveBeenCalledTimes(2)
})

it('goes on as the account that may enter where the signed-in one may not, and as nobody else', async () => {
  await openJoinedSessions()
  expect(await becomeAccountLetIn(() => false)).toBe(false)
  expect(knownUser()?.client?.cd).toBe('001')
  expect(await becomeAccountLetIn(({ client }) => client?.cd === '002')).toBe(true)
  expect(knownUser()?.client?.cd).toBe('002')
})

it('opens a session anew that the server knows no more, and ends all with the signed-in one’s', async () => {
  await openJoinedSessions()
  expect(await reopenJoinedSession('002')).toBe(true)
  expect(asked.filter(({ call: each }) => each.includes('auto_login'))).toHaveLength(2)
  await endJoinedSessions()
  expect(asked.at(-1)).toEqual({ call: 'DELETE 002 /api/auth/sign_out', token: 't-two' })
  expect(joinedSessions.get()).toEqual([])
  await openJoinedSessions()
  await signOut()
  expect([joinedSessions.get(), localStorage.getItem('joined_sessions')]).toEqual([[], null])
})
