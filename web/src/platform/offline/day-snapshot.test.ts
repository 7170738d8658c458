// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../api/request.ts'
import { ApiError } from '../api/request.ts'
import { loadLocale } from '../i18n.ts'
import { becomeAccount, endJoinedSessions } from '../session/joined-accounts.ts'
import { type JoinedSession, joinedSessions, keepJoinedSessions } from '../session/joined-sessions.ts'
import { expireSession, knownUser, refreshUser, signIn, signOut } from '../session/session.ts'
import { endCarrying, daySnapshotKey } from './carries.ts'
import { beginToCarry } from './carrying-account.ts'
import { forgetAnswers, forgetOldAnswers, insteadOf, keepAnswer, keptAnswer } from './kept-answers.ts'
import { keepDaySnapshot } from './day-snapshot.ts'

const hour = 3_600_000
const second: JoinedSession = {
  client: { cd: '002', name: '港工業' },
  user: { id: 2, name: null },
  tokens: { client: 'c', 'access-token': 't2', uid: 'craftsman02', 'token-type': 'Bearer' },
}
const user = { id: 1, role_id: 4, name: '佐々木', client: { cd: '001', name: '青空設備', logo_path: null } }

const set = (name: string, value: string | null) => (value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value))

const page = `<div data-layout="client"><header><span data-late="">圏外</span><button aria-expanded="true">佐々木</button><ul><li>ログアウト</li></ul></header>
  <main><section data-testid="own-day"><p role="status">返事はまだありません</p><article data-room="5">
  <a href="/constructions/3/rooms/5">&lt;script&gt;alert(1)&lt;/script&gt; onclick="x"</a><button disabled="" onclick="alert(1)">到着</button>
  <a href="javascript:alert(1)">写真</a></article><script>globalThis.ran = true</script></section></main></div>`
const styles = ['/assets/base-1.css', '/assets/day-2.css']

const drawPage = (): Element => {
  document.body.innerHTML = `<div id="app">${page}</div>`
  return document.querySelector('[data-layout]')!
}
const keep = (date = '2026-11-25') => keepDaySnapshot(drawPage(), date, styles)
const kept = () => localStorage.getItem(daySnapshotKey)

/** The page as it is opened anew: by the very scripts that every page brings. Its styles are there at once, or not at all. */
const openAnew = async (areStylesThere = true): Promise<Element | null> => {
  Reflect.deleteProperty(globalThis, 'daySnapshot')
  document.body.innerHTML = '<div id="app"><p class="arriving"></p></div>'
  const append = vi.spyOn(document.head, 'append').mockImplementation(node => {
    // SAFETY: the scripts add nothing else.
    const link = node as HTMLLinkElement
    if (areStylesThere) link.onload?.(new Event('load'))
    else link.onerror?.(new Event('error'))
  })
  for (const [, script = ''] of readFileSync('web/index.html', 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g))
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- this DOM runs no scripts by itself
    new Function(script)()
  await globalThis.daySnapshot?.catch(() => {})
  append.mockRestore()
  return document.querySelector('[data-day-snapshot]')
}

beforeAll(() => loadLocale('ja'))
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T08:00:00+09:00') })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.startsWith('(max-width') }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user })))
  connect({ caller: knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  document.head.innerHTML = `<script type="module" src="/assets/index-1.js"></script>${styles.map(href => `<link rel="stylesheet" href="${href}">`).join('')}`
  for (const [name, value] of Object.entries({ ...second.tokens, 'access-token': 't1', uid: 'craftsman01' }))
    localStorage.setItem(name, value)
  await refreshUser()
  beginToCarry('001')
  keepJoinedSessions([second])
  keep()
})
afterEach(async () => {
  await signOut()
  await forgetAnswers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

it('shows what stood there, without what runs, what is announced, and what came later or lay over it', async () => {
  const snapshot = await openAnew()
  expect(snapshot?.querySelector('[data-room="5"] a')?.textContent).toBe('<script>alert(1)</script> onclick="x"')
  expect(snapshot?.querySelector('[data-room="5"] a')?.getAttribute('href')).toBe('/constructions/3/rooms/5')
  expect(snapshot?.textContent).toContain('返事はまだありません')
  expect(snapshot?.querySelectorAll('script, [onclick], [role], [disabled], [data-late], [href^=javascript], ul')).toHaveLength(0)
  expect(snapshot?.textContent).not.toMatch(/圏外|ログアウト/)
  expect(snapshot?.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false')
  expect(globalThis).not.toHaveProperty('ran')
  expect(document.querySelector('.arriving')).toBeNull()
})

it('is of one page, person, day, version and layout', async () => {
  const isShown = async () => (await openAnew()) !== null
  expect(await isShown()).toBe(true)
  for (const [name, other] of [
    ['uid', 'craftsman09'],
    ['carries_answers', '002/craftsman01'],
    ['joined_sessions', '[]'],
    ['access-token', null],
    ['reading_words', 'easy'],
  ] as const) {
    const own = localStorage.getItem(name)
    set(name, other)
    expect([name, await isShown()]).toEqual([name, false])
    set(name, own)
  }
  for (const time of ['2026-11-24T23:59:59+09:00', '2026-11-26T00:00:00+09:00']) {
    vi.setSystemTime(new Date(time))
    expect([time, await isShown()]).toEqual([time, false])
  }
  vi.setSystemTime(new Date('2026-11-25T23:59:00+09:00'))
  expect(await isShown()).toBe(true)
  history.pushState(null, '', '?day.date=2026-11-26')
  expect(await isShown()).toBe(false)
  history.pushState(null, '', location.pathname)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(await isShown()).toBe(false)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  document.querySelector('script[type=module]')!.setAttribute('src', '/assets/index-2.js')
  expect(await isShown()).toBe(false)
})

it('is not shown with styles that are not there', async () => {
  document.querySelectorAll('link').forEach(link => link.remove())
  expect(await openAnew()).not.toBeNull()
  expect(await openAnew(false)).toBeNull()
  expect(document.querySelector('.arriving')).not.toBeNull()
})

it('is kept by nobody who carries nothing, and leaves none of before where the phone is full', () => {
  localStorage.removeItem('carries_answers')
  keep()
  expect(kept()).toBeNull()
  beginToCarry('001')
  keep()
  expect(kept()).not.toBeNull()
  const storage = localStorage
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const [getItem, removeItem] = [(name: string) => storage.getItem(name), (name: string) => storage.removeItem(name)]
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem })
  keep()
  vi.stubGlobal('localStorage', storage)
  expect(setItem).toHaveBeenCalled()
  expect(kept()).toBeNull()
})

const visits = 'GET /api/visits'
const room = 'GET /api/constructions/:construction_id/rooms/:room_id'
const refused = (status: number) => new ApiError(status, {})
const today = '2026-11-25'

it.each<[string, () => unknown]>([
  ['somebody signs out', () => signOut()],
  ['this device carries nothing any more', () => endCarrying()],
  ['the session ends by itself', () => expireSession('/constructions')],
  ['somebody else signs in', () => signIn('user', { login_id: 'two', password: 'x' })],
  ['another person’s phone begins to carry', () => beginToCarry('002')],
  ['the person goes on as another account', () => becomeAccount('002')],
  ['an account at another company has ended', () => keepJoinedSessions([])],
  ['the others are signed out', () => endJoinedSessions()],
  ['the account has ended', () => insteadOf(refused(401), visits, {}, '001/craftsman01', {})],
  ['the account at another company has ended', () => insteadOf(refused(401), visits, {}, '002/craftsman02', {})],
  ['a right has ended', () => insteadOf(refused(403), room, { params: { construction_id: 3, room_id: 5 } }, '001/craftsman01', {})],
  ['a room is gone', () => insteadOf(refused(404), room, { params: { construction_id: 3, room_id: 5 } }, '001/craftsman01', {})],
  ['all that is carried is forgotten', () => forgetAnswers()],
])('is gone once %s', async (_, happen) => {
  expect(kept()).not.toBeNull()
  await happen()
  expect(kept()).toBeNull()
})

it('is gone two days after the server was heard of, however young the day is', async () => {
  await keepAnswer(visits, {}, { date: today })
  vi.setSystemTime(Date.now() + 47 * hour)
  // Shown again from what is carried.
  expect(await keptAnswer(visits, {})).toBeDefined()
  keep('2026-11-27')
  expect(await openAnew()).not.toBeNull()
  await forgetOldAnswers()
  expect(kept()).not.toBeNull()
  vi.setSystemTime(Date.now() + hour)
  expect(await openAnew()).toBeNull()
  await forgetOldAnswers()
  expect(kept()).toBeNull()
})

it('goes with what is carried where that is found to be too old', async () => {
  await keepAnswer(visits, {}, { date: today })
  vi.setSystemTime(Date.now() + 48 * hour + 1)
  expect(await keptAnswer(visits, {})).toBeUndefined()
  expect(kept()).toBeNull()
})

it('stays where tokens are renewed, and the same person’s phone goes on', () => {
  keepJoinedSessions(joinedSessions.get().map(session => ({ ...session, tokens: { ...session.tokens, 'access-token': 't3' } })))
  beginToCarry('001')
  expect(kept()).not.toBeNull()
})
