// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect, call } from '../api/request.ts'
import { loadLocale } from '../i18n.ts'
import { beginToCarry } from '../offline/carrying-account.ts'
import { unauthorizedText } from '../api/request.ts'
import {
  acknowledgeEnded,
  becomeAccount,
  becomeAccountLetIn,
  endJoinedSessions,
  openJoinedSessions,
  reopenJoinedSession,
} from './joined-accounts.ts'
import { accountOf, endedCompanies, findJoinedSession, joinedSessions } from './joined-sessions.ts'
import { goesOnElsewhere, knownUser, onSessionEnd, signIn, signOut } from './session.ts'

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

const companyOf = (account: string) => ({ one: '001', two: '002', three: '003' })[account] ?? '001'
const accountAt = (cd: string) => ({ '002': 'two', '003': 'three' })[cd] ?? 'one'

/** Whose token a request carries, by the address it goes to. */
const asked: { call: string; token: string | undefined }[] = []
/** What the two companies know. */
let joined: string[]
/** Accounts, or sessions, that have ended. */
const over = new Set<string>()
const answer = (address: string, { method = 'GET', headers }: { method?: string; headers: Record<string, string> }): Response => {
  const { pathname, hostname } = new URL(address, origin)
  const cd = hostname.split('.')[0] ?? ''
  asked.push({ call: `${method} ${cd} ${pathname}`, token: headers['access-token'] })
  const account = headers['uid'] ?? 'one'
  if (headers['uid'] !== undefined && over.has(account)) return json({ errors: [unauthorizedText] }, { status: 401 })
  if (pathname === '/api/auth/sign_in') return json({ data: userOf('one', '001') }, { headers: headersOf('one') })
  if (pathname === '/api/users/me') return json({ user: userOf(account, companyOf(account)) })
  if (pathname === '/api/users/me/joined_accounts')
    return json({
      joined_accounts: joined.map(each => ({
        client: { cd: each, name: `会社${each}` },
        current: each === companyOf(account),
      })),
    })
  if (pathname === '/api/users/me/joined_accounts/sessions')
    return json({
      sessions: joined
        .filter(each => each !== companyOf(account))
        .map(each => ({ client: { cd: each, name: `会社${each}` }, one_time_token: 'once' })),
    })
  if (pathname === '/api/users/auto_login') return json({ data: userOf(accountAt(cd), cd) }, { headers: headersOf(accountAt(cd)) })
  if (pathname === '/api/renewed') return json({}, { headers: headersOf(account, 't-newer') })
  return json({ success: true })
}

beforeAll(() => loadLocale('ja'))
const expired = vi.fn<() => void>()
beforeEach(async () => {
  asked.length = 0
  over.clear()
  expired.mockClear()
  joined = ['001', '002']
  vi.stubGlobal('location', { pathname: '/', search: '', origin })
  vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) => Promise.resolve(answer(address, init)))
  connect({ caller: knownUser, hostTemplate: origin.replace('www', '{client}'), expired, missing: () => {} })
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

it('says which company ended its account, and ends nothing else with it', async () => {
  await openJoinedSessions()
  beginToCarry('001')
  const [session] = joinedSessions.get()
  over.add('two')
  joined = []
  await expect(call('GET /api/visits', {}, { as: accountOf(session!), errors: 'caller' })).rejects.toMatchObject({ status: 401 })
  expect([endedCompanies.get(), joinedSessions.get()]).toEqual([[{ cd: '002', name: '会社002' }], []])
  expect([expired.mock.calls, knownUser()?.client?.cd]).toEqual([[], '001'])
  acknowledgeEnded()
  expect([endedCompanies.get(), localStorage.getItem('ended_companies')]).toEqual([[], null])
})

it('says so where it was heard of by the list of the accounts, and not of one that was only taken out of it', async () => {
  await openJoinedSessions()
  joined = []
  await openJoinedSessions()
  expect([endedCompanies.get(), joinedSessions.get()]).toEqual([[], []])
  joined = ['001', '002']
  await openJoinedSessions()
  over.add('two')
  joined = []
  await openJoinedSessions()
  expect(endedCompanies.get()).toEqual([{ cd: '002', name: '会社002' }])
})

it('goes on as the account at another company where the signed-in one has ended, and says which that was', async () => {
  await openJoinedSessions()
  beginToCarry('001')
  over.add('one')
  joined = []
  expect(await goesOnElsewhere()).toBe(true)
  expect([knownUser()?.client?.cd, endedCompanies.get()]).toEqual(['002', [{ cd: '001', name: '会社001' }]])
  await call('GET /api/visits')
  expect(asked.at(-1)).toEqual({ call: 'GET 002 /api/visits', token: 't-two' })
  over.add('two')
  expect(await goesOnElsewhere()).toBe(false)
})

it('says so also where the page was left before anybody had said why, and of no session that is opened anew', async () => {
  await openJoinedSessions()
  beginToCarry('001')
  over.add('one')
  let giveUp: (error: Error) => void = () => {}
  const unanswered = new Promise((_, reject) => (giveUp = reject))
  vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) =>
    address.endsWith('/joined_accounts') ? unanswered : Promise.resolve(answer(address, init)),
  )
  const leaving = goesOnElsewhere()
  await vi.waitFor(() => expect(knownUser()?.client?.cd).toBe('002'))
  expect(endedCompanies.get()).toEqual([])
  const doubted = localStorage.getItem('doubted_companies')
  // As the next page begins.
  vi.resetModules()
  const fresh = { ...(await import('./session.ts')), ...(await import('./joined-sessions.ts')), ...(await import('./joined-accounts.ts')) }
  const { connect: connectAgain } = await import('../api/request.ts')
  vi.stubGlobal('fetch', (address: string, init: { headers: Record<string, string> }) => Promise.resolve(answer(address, init)))
  connectAgain({ caller: fresh.knownUser, hostTemplate: origin.replace('www', '{client}'), expired, missing: () => {} })
  await fresh.currentUser()
  joined = ['002']
  await fresh.openJoinedSessions()
  expect(fresh.endedCompanies.get()).toEqual([{ cd: '001', name: '会社001' }])
  // Where the list still names it, only the session was over.
  fresh.acknowledgeEnded()
  localStorage.setItem('doubted_companies', doubted ?? '')
  joined = ['001', '002']
  await fresh.openJoinedSessions()
  expect([fresh.endedCompanies.get(), localStorage.getItem('doubted_companies')]).toEqual([[], null])
  await fresh.signOut()
  giveUp(new TypeError('the page is gone'))
  await leaving
})

it('takes the late end of a session that was left for nobody’s', async () => {
  await openJoinedSessions()
  beginToCarry('001')
  over.add('one')
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) => {
    if (address.endsWith('/api/slow')) await held
    return answer(address, init)
  })
  const late = call('GET /api/slow').catch((error: unknown) => error)
  expect(await becomeAccount('002')).toBe(true)
  release()
  expect(await late).toMatchObject({ status: 401 })
  expect(expired).not.toHaveBeenCalled()
})

/** Holds the answers to what ends so, as they are when they are asked for, until somebody lets them go. */
const holdAnswers = (isHeld: (address: string) => boolean) => {
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  const isAsked = vi.fn<() => void>()
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) => {
    const answered = answer(address, init)
    if (isHeld(address)) {
      isAsked()
      await held
    }
    return answered
  })
  return { release, isAsked }
}

it('loses no token that was renewed while it asks whether another account has ended', async () => {
  joined = ['001', '002', '003']
  await openJoinedSessions()
  joined = ['001', '003']
  const { release, isAsked } = holdAnswers(address => address.includes('//002.') && address.endsWith('/api/users/me'))
  const again = openJoinedSessions()
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled())
  await call('GET /api/renewed', {}, { as: accountOf(findJoinedSession('003')!) })
  release()
  await again
  expect(joinedSessions.get().map(({ client, tokens }) => [client.cd, tokens['access-token']])).toEqual([['003', 't-newer']])
})

it('opens nothing for an account that was left while it asked', async () => {
  await openJoinedSessions()
  const { release, isAsked } = holdAnswers(address => address.endsWith('/joined_accounts'))
  const late = openJoinedSessions()
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled())
  expect(await becomeAccount('002')).toBe(true)
  const own = openJoinedSessions()
  release()
  await Promise.all([late, own])
  expect(joinedSessions.get().map(({ client }) => client.cd)).toEqual(['001'])
  expect(localStorage.getItem('own_company')).toBe(JSON.stringify([{ cd: '002', name: '会社002' }]))
})

it('names each company whose account ended, also where two did before anybody could go on', async () => {
  joined = ['001', '002', '003']
  await openJoinedSessions()
  beginToCarry('001')
  over.add('one').add('two')
  joined = ['003']
  expect(await goesOnElsewhere()).toBe(true)
  expect([knownUser()?.client?.cd, endedCompanies.get().map(({ cd }) => cd)]).toEqual(['003', ['002', '001']])
})

it.each([true, false])('goes on once in two tabs that hear of the end at the same time (locks: %s)', async hasLocks => {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => (last = last.then(work))
  if (hasLocks) Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  await openJoinedSessions()
  beginToCarry('001')
  vi.resetModules()
  const other = { ...(await import('./session.ts')), ...(await import('./joined-sessions.ts')), ...(await import('./joined-accounts.ts')) }
  const { connect: connectOther } = await import('../api/request.ts')
  connectOther({ caller: other.knownUser, hostTemplate: origin.replace('www', '{client}'), expired, missing: () => {} })
  await other.currentUser()
  // As the browser tells the other tab.
  const stop = joinedSessions.subscribe(() => other.joinedSessions.set(joinedSessions.get()))
  over.add('one')
  joined = ['002']
  asked.length = 0
  expect(await Promise.all([goesOnElsewhere(), other.goesOnElsewhere()])).toEqual([true, true])
  expect([localStorage.getItem('access-token'), localStorage.getItem('carries_answers')]).toEqual(['t-two', '002/two'])
  if (hasLocks) expect(asked.filter(({ call: each }) => each === 'GET 002 /api/users/me')).toHaveLength(1)
  stop()
  Reflect.deleteProperty(navigator, 'locks')
})
