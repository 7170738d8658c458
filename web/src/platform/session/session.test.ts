// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseClient, chosenClient, storedStrategy } from './credentials.ts'
import { loadLocale } from '../i18n.ts'
import { ApiError, connect } from '../api/request.ts'
import {
  authStrategies,
  currentUser,
  expireSession,
  knownUser,
  onSessionEnd,
  refreshUser,
  signIn,
  signOut,
  consumeTimeout,
  watchOtherTabs,
} from './session.ts'
import { useSignedIn } from './use-user.ts'
import { toasts } from '../toast.ts'

const tokens = { client: 'c', 'access-token': 't', uid: 'u', 'token-type': 'Bearer' }
const user = { id: 1, role_id: 3, name: '鈴木', client: { cd: '001', logo_path: null } }
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const json = (body: unknown, status = 200, headers = {}) => Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
const calls = () => fetched.mock.calls.map(([address, init]) => `${init.method} ${address}`)

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
})
afterEach(async () => {
  fetched.mockImplementation(() => json({ success: true }))
  await signOut()
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  toasts.set([])
})

const signedIn = async () => {
  fetched.mockImplementationOnce(() => json({ data: user }, 200, tokens)).mockImplementationOnce(() => json({ user }))
  return signIn('user', { login_id: 'staff01', password: 'Password1' })
}

it('the strategy is that of users until another one is stored', () => {
  localStorage.removeItem('strategy')
  expect(storedStrategy()).toBe('user')
  localStorage.setItem('strategy', 'nobody')
  expect(storedStrategy()).toBe('user')
  localStorage.setItem('strategy', 'admin')
  expect(storedStrategy()).toBe('admin')
})

describe('the chosen client', () => {
  const client = { cd: '001', name: '多摩設備株式会社', logo_path: null }
  /** What another tab does to the storage that both share. */
  const chooseElsewhere = (cd: string) => localStorage.setItem('schema', cd)

  it('of a tab stays whatever another tab chooses; a new tab begins with the one chosen last', () => {
    chooseElsewhere('002')
    expect(chosenClient()?.cd).toBe('002')
    chooseClient(client)
    chooseElsewhere('003')
    expect(chosenClient()).toEqual(client)
    sessionStorage.clear()
    expect(chosenClient()?.cd).toBe('003')
  })

  it('is written down by nobody who only asks for it', () => {
    sessionStorage.clear()
    localStorage.removeItem('schema')
    expect([chosenClient(), sessionStorage.length]).toEqual([null, 0])
  })

  it('of a tab stays whatever is chosen in another one, which tells only who is signed in', () => {
    const changed = vi.fn()
    watchOtherTabs(changed)
    chooseClient(client)
    chooseElsewhere('002')
    dispatchEvent(new StorageEvent('storage', { key: 'schema' }))
    expect([chosenClient()?.cd, changed.mock.calls.length]).toEqual(['001', 0])
    dispatchEvent(new StorageEvent('storage', { key: 'uid' }))
    expect([chosenClient()?.cd, changed.mock.calls.length]).toEqual(['001', 1])
  })
})

describe('signing in', () => {
  it('stores the tokens and then fetches the user', async () => {
    expect(await signedIn()).toEqual(user)
    expect(calls()).toEqual(['POST /api/auth/sign_in', 'GET /api/users/me'])
    expect(Object.fromEntries(Object.keys(tokens).map(name => [name, localStorage.getItem(name)]))).toEqual(tokens)
    expect(storedStrategy()).toBe('user')
    expect(knownUser()).toEqual(user)
  })

  it('forgets everything of the session before, even when it fails', async () => {
    for (const [name, value] of Object.entries({ ...tokens, schema: '002', client_name: '旧' })) localStorage.setItem(name, value)
    const forgotten = vi.fn()
    onSessionEnd(forgotten)
    fetched.mockImplementationOnce(() => json({ errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] }, 401))
    await expect(signIn('admin', { login_id: 'x', password: 'y' })).rejects.toBeInstanceOf(ApiError)
    expect(new Headers(fetched.mock.lastCall?.[1].headers).get('access-token')).toBeNull()
    expect([...Object.keys(tokens), 'schema', 'client_name'].filter(name => localStorage.getItem(name) !== null)).toEqual([])
    expect(forgotten).toHaveBeenCalled()
    expect(toasts.get()).toEqual([])
  })

  it('by a one-time token ends as a session of users', async () => {
    fetched.mockImplementationOnce(() => json({ ...tokens, expiry: '1', data: user })).mockImplementationOnce(() => json({ user }))
    await signIn('oneTimeToken', { one_time_token: 'x' })
    expect(localStorage.getItem('access-token')).toBe('t')
    expect(storedStrategy()).toBe('user')
  })
})

describe('signing out', () => {
  it('calls the endpoint, ignores its failure, forgets user and tokens', async () => {
    await signedIn()
    fetched.mockImplementationOnce(() => json({}, 500))
    expect(await signOut()).toBe('/')
    expect(calls().at(-1)).toBe('DELETE /api/auth/sign_out')
    expect(knownUser()).toBeNull()
    expect(localStorage.getItem('access-token')).toBeNull()
    expect(toasts.get()).toEqual([])
  })
})

it.each([
  ['user', '/'],
  ['admin', '/admins/login'],
  ['operator', '/operators/login'],
  ['resident', '/residents/logout'],
  ['oneTimeToken', '/'],
] as const)('an expired session of %s goes to %s with a message shown once', (strategy, login) => {
  localStorage.setItem('strategy', strategy)
  expect(expireSession('/buildings')).toBe(login)
  expect(consumeTimeout()).toEqual({
    message: 'セッションがタイムアウトしました。もう一度ログインしてください。',
    from: '/buildings',
    endsContract: false,
  })
  expect(consumeTimeout()).toEqual({ message: null, from: null, endsContract: false })
})

it('a session that expired before the language file came is told in its words all the same', async () => {
  vi.resetModules()
  const [session, language] = await Promise.all([import('./session.ts'), import('../i18n.ts')])
  session.expireSession('/buildings')
  await language.loadLocale('ja')
  expect(session.consumeTimeout().message).toBe('セッションがタイムアウトしました。もう一度ログインしてください。')
})

it('a contract that ended while somebody was signed in is said once, at the login of their strategy', async () => {
  await signedIn()
  fetched.mockImplementation(() => json({ message: '契約が終了しているためご利用いただけません。', code: 'contract_ended' }, 401))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.resetModules()
  const [fresh, language] = await Promise.all([import('./session.ts'), import('../i18n.ts')])
  await language.loadLocale('ja')
  expect(await fresh.currentUser()).toBeNull()
  expect(fresh.sessionExpired()).toBe(true)
  expect(fresh.consumeTimeout()).toEqual({
    message:
      'この企業のご契約は終了しました。ログインしてご利用いただくことはできません。ご不明な点は、システム管理者へお問い合わせください。',
    from: null,
    endsContract: true,
  })
  expect(fresh.consumeTimeout().message).toBeNull()
})

it('a contract that ended sends residents to the company, and nobody back to where an earlier session ended', () => {
  localStorage.setItem('strategy', 'resident')
  expireSession('/residents/orders')
  expireSession('', 'contract_ended')
  expect(consumeTimeout()).toEqual({
    message: 'この企業のご契約は終了しました。ログインしてご利用いただくことはできません。ご不明な点は、工事会社へお問い合わせください。',
    from: null,
    endsContract: true,
  })
})

it('failures of the start are only logged', async () => {
  await signedIn()
  fetched.mockImplementation(() => json({}, 500))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(refreshUser()).rejects.toBeInstanceOf(ApiError)
  expect(toasts.get()).toEqual([])
  vi.resetModules()
  const fresh = await import('./session.ts')
  expect(await fresh.currentUser()).toBeNull()
  expect(logged).toHaveBeenCalledOnce()
  expect(await currentUser()).toEqual(user)
})

it('knows the calls of every strategy', () => {
  expect(authStrategies).toMatchObject({
    user: { sign_in: 'POST /api/auth/sign_in', sign_out: 'DELETE /api/auth/sign_out', me: 'GET /api/users/me' },
    resident: { sign_in: 'POST /api/resident_auth/sign_in', sign_out: 'DELETE /api/resident_auth/sign_out', me: 'GET /api/residents/me' },
    admin: { sign_in: 'POST /api/admin_auth/sign_in', sign_out: 'DELETE /api/admin_auth/sign_out', me: 'GET /api/users/me' },
    operator: { sign_in: 'POST /api/operator_auth/sign_in', sign_out: 'DELETE /api/operator_auth/sign_out', me: 'GET /api/users/me' },
    oneTimeToken: { sign_in: 'POST /api/users/auto_login', me: 'GET /api/users/me' },
  })
})

it('a page that is being left after signing out still stands under its user, a new one is refused', async () => {
  await signedIn()
  const { result } = renderHook(() => useSignedIn())
  fetched.mockImplementation(() => json({ success: true }))
  await act(signOut)
  expect(knownUser()).toBeNull()
  expect(result.current).toEqual(user)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useSignedIn())).toThrow('without a guard')
  cleanup()
})
