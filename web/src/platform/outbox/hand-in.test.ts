// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import type { KeptRequest } from './kept-requests.ts'

const sha256 = 'd4e24d749a4fe2f161af2de913c0402b04e3ae287dafd0f9dbfa4a5c56c69285'
const account = '001/4/1'
const room = 'POST /api/constructions/:construction_id/rooms/:room_id/room_images'
const kept = (id: string, part: Partial<KeptRequest> = {}): KeptRequest => ({
  id,
  version: 1,
  account,
  account_name: '職人1',
  client: '001',
  key: room,
  params: { construction_id: 7, room_id: 1 },
  body: { room_image: { uuid: id } },
  file: { field: 'room_image[file]', name: 'a.jpg', type: 'image/jpeg', size: 7, sha256 },
  proof: 'room_image',
  line: id,
  group: null,
  behind: false,
  stale: [],
  title: '101号室　玄関　施工前',
  kept_at: 1,
  begun: false,
  refusal: null,
  torn: 0,
  ...part,
})
const bytes = new TextEncoder().encode('a photo').buffer as ArrayBuffer

let state: string
const openConstructions = [7]
const asked: string[] = []
const open = async () => {
  const uploads = stubUploads()
  const requests = await import('./kept-requests.ts')
  const { connect } = await import('../api/request.ts')
  connect({ caller: () => null, hostTemplate: '', expired: () => {}, missing: () => {} })
  return { ...uploads, ...requests, ...(await import('./hand-in.ts')) }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('BroadcastChannel', undefined)
  state = 'open'
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url, 'https://example.jp').pathname)
    return Promise.resolve(
      Response.json(
        url.endsWith('/end')
          ? ((state = 'over'), { message: '' })
          : { state, account_ended: state !== 'signed_in', construction_ids: openConstructions },
      ),
    )
  })
  localStorage.setItem(`hand_in_ticket ${account}`, JSON.stringify({ ticket: '1.secret', at: 0 }))
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('offers the photos of an account that has ended, and of no other account', async () => {
  const page = await open()
  await page.keepRequest(kept('a'), bytes)
  await page.keepRequest(kept('note', { key: 'PATCH /api/constructions/:construction_id/rooms/:room_id', file: null }), null)
  await page.keepRequest(kept('b', { account: '002/4/9' }), bytes)
  // Its right to this one goes on: its own session sends it.
  await page.keepRequest(kept('c', { params: { construction_id: 8, room_id: 1 } }), bytes)
  const [found, ...others] = await page.findHandIns([])
  expect([found?.account, found?.account_ended, found?.requests.map(({ id }) => id), others]).toEqual([account, true, ['a'], []])
  // What nobody can send any more, of an account that has ended.
  expect(found?.left.map(({ id }) => id)).toEqual(['c', 'note'])
  expect(await page.findHandIns([account])).toEqual([])
  state = 'signed_in'
  expect(await page.findHandIns([])).toEqual([])
})

it('hands each in by the ticket alone, drops what the server has, and uses the ticket up when nothing is left', async () => {
  const page = await open()
  await page.keepRequest(kept('a'), bytes)
  await page.keepRequest(kept('b'), bytes)
  localStorage.setItem('access-token', 'of somebody else')
  const [found] = await page.findHandIns([])
  if (found === undefined) throw new Error('nothing to hand in')
  const result = page.handIn(found, () => {})
  for (const each of [1, 2]) {
    await vi.waitFor(() => expect(page.sent).toHaveLength(each))
    page.onTheirWay[0]?.arrive(201, JSON.stringify({ room_image: { uuid: 'a', sha256 } }))
  }
  expect(await result).toMatchObject({ sent: ['a', 'b'], refused: [], failure: null })
  expect(new Set(page.sent)).toEqual(new Set(['POST /api/hand_ins/constructions/7/rooms/1/room_images']))
  expect(page.headers.map(({ authorization }) => authorization)).toEqual(['HandIn 1.secret', 'HandIn 1.secret'])
  expect(page.headers.some(headers => 'access-token' in headers)).toBe(false)
  expect(await page.allRequests()).toEqual([])
  expect(asked).toContain('/api/hand_ins/end')
  expect(localStorage.getItem(`hand_in_ticket ${account}`)).toBeNull()
})

it('a ticket that is used up still says of what is left that its account has ended', async () => {
  const page = await open()
  await page.keepRequest(kept('a'), bytes)
  await page.keepRequest(kept('done', { key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion', file: null }), null)
  const [found] = await page.findHandIns([])
  if (found === undefined) throw new Error('nothing to hand in')
  const result = page.handIn(found, () => {})
  await vi.waitFor(() => expect(page.sent).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, JSON.stringify({ room_image: { uuid: 'a', sha256 } }))
  expect(await result).toMatchObject({ sent: ['a'], refused: [], failure: null })
  expect(asked).toContain('/api/hand_ins/end')
  expect(await page.findHandIns([])).toMatchObject([{ account, account_ended: true, requests: [], left: [{ id: 'done' }] }])
})

it('what the server refuses stays with its reason, and the ticket too', async () => {
  const page = await open()
  await page.keepRequest(kept('a'), bytes)
  const [found] = await page.findHandIns([])
  if (found === undefined) throw new Error('nothing to hand in')
  const result = page.handIn(found, () => {})
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(422, JSON.stringify({ errors: { full_messages: ['完了確定済みの部屋です。'] }, code: 'room_closed' }))
  expect(await result).toMatchObject({ sent: [], refused: [{ id: 'a' }], failure: null })
  expect(await page.allRequests()).toMatchObject([{ id: 'a', refusal: '完了確定済みの部屋です。' }])
  expect(asked).not.toContain('/api/hand_ins/end')
  expect(localStorage.getItem(`hand_in_ticket ${account}`)).not.toBeNull()
})

it('a session that ends leaves a ticket only where something waits', async () => {
  const { markUnsent } = await import('./unsent-marks.ts')
  await import('./hand-in-tickets.ts')
  const { connect } = await import('../api/request.ts')
  const session = await import('../session/session.ts')
  connect({ caller: session.knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  localStorage.setItem('hand_in_ticket 002/4/9', JSON.stringify({ ticket: '2.secret', at: 0 }))
  markUnsent('a', { account, title: '' })
  session.expireSession('/')
  expect(Object.keys(localStorage).filter(key => key.startsWith('hand_in_ticket'))).toEqual([`hand_in_ticket ${account}`])
})

it('a person who goes on by another account keeps the tickets of all: the next photo may find no network', async () => {
  await import('./hand-in-tickets.ts')
  const { connect } = await import('../api/request.ts')
  const session = await import('../session/session.ts')
  connect({ caller: session.knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  const person = (id: number, cd: string) =>
    ({ id, role_id: 4, name: '職人1', client: { cd, name: cd } }) as unknown as Parameters<typeof session.goOnAs>[0]
  session.goOnAs(person(1, '001'))
  for (const each of [account, '002/4/9']) localStorage.setItem(`hand_in_ticket ${each}`, JSON.stringify({ ticket: '1.secret', at: 0 }))
  session.goOnAs(person(9, '002'))
  const tickets = () => Object.keys(localStorage).filter(key => key.startsWith('hand_in_ticket'))
  expect(tickets().toSorted()).toEqual([`hand_in_ticket ${account}`, 'hand_in_ticket 002/4/9'])
  session.expireSession('/')
  expect(tickets()).toEqual([])
})

it('a ticket is renewed within the hour where this device hears of an assignment that it does not know', async () => {
  const { renewTickets } = await import('./hand-in-tickets.ts')
  const { connect } = await import('../api/request.ts')
  const session = await import('../session/session.ts')
  connect({ caller: session.knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  session.goOnAs({ id: 1, role_id: 4, name: '職人1', client: { cd: '001', name: '001' } } as unknown as Parameters<
    typeof session.goOnAs
  >[0])
  const carrying = (...ids: number[]) => renewTickets(new Map([['001', new Set(ids)]]))
  const countRenewals = () => asked.filter(path => path === '/api/hand_in_tickets').length
  await renewTickets()
  expect(countRenewals()).toBe(1)
  await renewTickets()
  await carrying(7)
  expect(countRenewals()).toBe(2)
  await carrying(7)
  await renewTickets()
  expect(countRenewals()).toBe(2)
  await carrying(7, 8)
  expect(countRenewals()).toBe(3)
  // Two at once: the second one sees what the first one got.
  localStorage.clear()
  await Promise.all([carrying(7), carrying(7)])
  expect(countRenewals()).toBe(4)
})

it('goes on without the ticket of a company that does not answer, and asks again', async () => {
  const { renewTickets } = await import('./hand-in-tickets.ts')
  const { connect, readLimit } = await import('../api/request.ts')
  const session = await import('../session/session.ts')
  const { joinedSessions } = await import('../session/joined-sessions.ts')
  connect({ caller: session.knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  localStorage.clear()
  session.goOnAs({ id: 1, role_id: 4, name: '職人1', client: { cd: '001', name: '001' } } as unknown as Parameters<
    typeof session.goOnAs
  >[0])
  joinedSessions.set([{ client: { cd: '002', name: '港工業' }, user: { id: 9, name: null }, tokens: {} }])
  readLimit.milliseconds = 30
  let renewals = 0
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal?: AbortSignal }) => {
    renewals += 1
    return renewals === 1
      ? new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)))
      : Promise.resolve(Response.json({ ticket: '2.secret' }))
  })
  const tickets = () =>
    Object.keys(localStorage)
      .filter(key => key.startsWith('hand_in_ticket'))
      .toSorted()
  await renewTickets()
  expect(tickets()).toEqual(['hand_in_ticket 002/4/9'])
  await renewTickets()
  expect(tickets()).toEqual([`hand_in_ticket ${account}`, 'hand_in_ticket 002/4/9'])
})

it('forgets the ticket of an account that has ended once the last of what it left is gone, and not before', async () => {
  const page = await open()
  await page.keepRequest(kept('a'), bytes)
  await page.keepRequest(kept('b', { account: '002/4/9' }), bytes)
  await page.forgetWhereNothingIsLeft(account)
  expect(localStorage.getItem(`hand_in_ticket ${account}`)).not.toBeNull()
  await page.dropRequest('a')
  await page.forgetWhereNothingIsLeft(account)
  expect(localStorage.getItem(`hand_in_ticket ${account}`)).toBeNull()
})
