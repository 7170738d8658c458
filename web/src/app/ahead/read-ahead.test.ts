// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { connect, send } from '../../platform/api/request.ts'
import { currentUser, knownUser, signOut } from '../../platform/session/session.ts'
import { readAhead, readsOf } from './read-ahead.ts'

const letter = '/residents/clients/c1/constructions/k1/rooms/r1/authentication_code'
const answers = () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(new Response(JSON.stringify({ number: asked.length })))
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

it('asks for a resident’s own page only with a session, and for a letter’s without', () => {
  expect(readsOf('/residents/top')).toEqual([])
  localStorage.setItem('access-token', 'x')
  expect(readsOf('/residents/top').map(([key]) => key)).toContain('GET /api/residents/construction')
  expect(readsOf(letter)).toContainEqual(['GET /api/current_legal_texts', { query: { client: 'c1' } }])
  expect(readsOf('/constructions')).toEqual([])
})

it('asks for a craftsman’s day on the phone that carries it, and on no other device', () => {
  localStorage.setItem('access-token', 'x')
  localStorage.setItem('uid', 'craftsman01')
  expect(readsOf('/constructions')).toEqual([])
  localStorage.setItem('carries_answers', '001/craftsman01')
  expect(readsOf('/constructions').map(([key]) => key)).toEqual(['GET /api/visits', 'GET /api/configurations'])
})

it('gives an early answer to the first who asks for the same, once', async () => {
  const asked = answers()
  readAhead({ pathname: letter, origin: location.origin }, '')
  expect(asked).toHaveLength(2)
  const ask = () =>
    send('GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', {
      params: { client_uuid: 'c1', construction_uuid: 'k1' },
    })
  expect(await ask()).toEqual({ number: 1 })
  expect(asked).toHaveLength(2)
  expect(await ask()).toEqual({ number: 3 })
})

it('gives nobody an answer that another session asked for, nor one that grew old', async () => {
  const asked = answers()
  localStorage.setItem('access-token', 'x')
  localStorage.setItem('uid', 'one')
  readAhead({ pathname: '/residents/top', origin: location.origin }, '')()
  localStorage.setItem('uid', 'another')
  expect(await send('GET /api/residents/events', {})).toEqual({ number: 5 })
  vi.useFakeTimers({ toFake: ['performance'] })
  readAhead({ pathname: '/residents/top', origin: location.origin }, '')()
  vi.advanceTimersByTime(31_000)
  await send('GET /api/residents/events', {})
  expect(asked).toHaveLength(10)
})

it('asks first for what the first sight shows, and later for the rest of the page', () => {
  const asked = answers()
  localStorage.setItem('access-token', 'x')
  const readRest = readAhead({ pathname: '/residents/top', origin: location.origin }, '')
  expect(asked).toEqual(['/api/residents/construction', '/api/residents/me'])
  readRest()
  expect(asked.slice(2)).toEqual(['/api/residents/events', '/api/residents/line'])
  const readNoMore = readAhead({ pathname: '/residents/top', origin: location.origin }, '')
  asked.length = 0
  // Whoever turned out to be nobody asks for nothing.
  localStorage.clear()
  readNoMore()
  expect(asked).toEqual([])
})

it('asks the host of the client whose page a resident opened, and gives it to nobody of another', async () => {
  const asked = answers()
  localStorage.setItem('access-token', 'x')
  localStorage.setItem('strategy', 'resident')
  const hostTemplate = 'https://{client}.toguchi.example.jp'
  const page = (cd: string) => ({ pathname: '/residents/top', origin: `https://${cd}.toguchi.example.jp` })
  // Of which client they are, nobody knows there.
  readAhead(page('www'), hostTemplate)
  expect(asked).toEqual([])
  vi.stubGlobal('location', { origin: 'https://900.toguchi.example.jp' })
  let caller: { role_id: number; client: { cd: string } } | null = null
  connect({ caller: () => caller, hostTemplate, expired: () => {}, missing: () => {} })
  readAhead(page('900'), hostTemplate)
  expect(asked).toContain('https://900.toguchi.example.jp/api/residents/construction')
  caller = { role_id: 6, client: { cd: '900' } }
  expect(await send('GET /api/residents/construction', {})).toEqual({ number: 1 })
  caller = { role_id: 6, client: { cd: '901' } }
  await send('GET /api/residents/events', {})
  expect(asked.at(-1)).toBe('https://901.toguchi.example.jp/api/residents/events')
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
})

it('takes a resident for who the host of the page says they are, and asks again where that one does not know them', async () => {
  const asked: string[] = []
  let isKnown = true
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const isThere = isKnown || url.startsWith('https://www.')
    return Response.json(isThere ? { resident: { id: asked.length, role_id: 6 } } : { errors: { full_messages: ['no'] } }, {
      status: isThere ? 200 : 401,
    })
  })
  const hostTemplate = 'https://{client}.toguchi.example.jp'
  const origin = 'https://900.toguchi.example.jp'
  const me = (host: string) => asked.filter(url => url === `https://${host}.toguchi.example.jp/api/residents/me`)
  localStorage.setItem('access-token', 'x')
  localStorage.setItem('strategy', 'resident')
  vi.stubGlobal('location', { origin, pathname: '/residents/top', search: '' })
  connect({ caller: knownUser, hostTemplate, expired: () => {}, missing: () => {} })
  isKnown = false
  readAhead({ pathname: '/residents/top', origin }, hostTemplate)
  expect(await currentUser()).toMatchObject({ role_id: 6 })
  expect([me('900'), me('www')].map(({ length }) => length)).toEqual([1, 1])
  await signOut()
  isKnown = true
  asked.length = 0
  localStorage.setItem('access-token', 'y')
  localStorage.setItem('strategy', 'resident')
  vi.resetModules()
  const fresh = {
    ...(await import('./read-ahead.ts')),
    ...(await import('../../platform/api/request.ts')),
    ...(await import('../../platform/session/session.ts')),
  }
  fresh.connect({ caller: fresh.knownUser, hostTemplate, expired: () => {}, missing: () => {} })
  fresh.readAhead({ pathname: '/residents/top', origin }, hostTemplate)
  expect(await fresh.currentUser()).toMatchObject({ role_id: 6 })
  expect([me('900'), me('www')].map(({ length }) => length)).toEqual([1, 0])
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
})
