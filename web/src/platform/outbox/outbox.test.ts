// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubUploads } from '../../../test/uploads.ts'
import type { KeptRequest } from './kept-requests.ts'
import type { Request } from './outbox.ts'

const file = new File(['a photo'], 'a.jpg', { type: 'image/jpeg' })
const photo = (id: string): Request => ({
  id,
  key: 'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
  params: { construction_id: 7, room_id: 1 },
  body: sha256 => ({ room_image: { uuid: id, sha256 } }),
  file: { field: 'room_image[file]', file },
  proof: 'room_image',
  line: id,
  group: null,
  behind: false,
  stale: [],
  title: '101号室　玄関　施工前',
  refusal: null,
})
const sha256 = 'd4e24d749a4fe2f161af2de913c0402b04e3ae287dafd0f9dbfa4a5c56c69285'

let user: object = {}
const craftsman = (id: number, cd = '001') => ({ id, role_id: 4, name: `職人${id}`, client: { cd, logo_path: null } })

/** A page of the application as it is opened: nothing of the one before is left but what lies on the device. */
const openPage = async () => {
  vi.resetModules()
  const uploads = stubUploads()
  const { connect } = await import('../api/request.ts')
  const session = await import('../session/session.ts')
  connect({ caller: session.knownUser, hostTemplate: '', expired: () => {}, missing: () => {} })
  await session.refreshUser()
  const box = await import('./outbox.ts')
  box.startOutbox()
  return { ...uploads, ...box, session }
}
const statesOf = ({ outbox }: { outbox: { get: () => readonly { id: string; state: string }[] } }) =>
  outbox.get().map(({ id, state }) => `${id} ${state}`)
const hashOf = (text: string) => JSON.stringify({ room_image: { sha256: text } })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('indexedDB', new IDBFactory())
  // Each page of a test would hear the others, which are gone.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user })))
  user = craftsman(1)
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keeps a photo on the device before it leaves it, and drops it when the server has these very bytes', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  expect(statesOf(page)).toEqual(['a sending'])
  const { requestsOf, bytesOf } = await import('./kept-requests.ts')
  const [kept] = await requestsOf('001/4/1')
  expect(kept).toMatchObject({ id: 'a', body: { room_image: { uuid: 'a', sha256 } }, file: { sha256, size: 7 } })
  expect(new TextDecoder().decode((await bytesOf('a')) ?? undefined)).toBe('a photo')
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
  expect(page.confirmed.get()).toMatchObject([{ key: photo('a').key }])
  expect(await requestsOf('001/4/1')).toEqual([])
  expect(await bytesOf('a')).toBeNull()
})

it('reads anew by the server or not at all: what this device carries is from before the write', async () => {
  localStorage.setItem('uid', 'craftsman01')
  const page = await openPage()
  const { beginToCarry } = await import('../offline/carrying-account.ts')
  const { keepAnswer, readPace, shownSince } = await import('../offline/kept-answers.ts')
  const { readLimit } = await import('../api/request.ts')
  const { q, queryClient } = await import('../api/api.ts')
  const { QueryObserver } = await import('@tanstack/react-query')
  beginToCarry('001')
  Object.assign(readPace, { patience: 5, impatience: 5 })
  readLimit.milliseconds = 50
  const key = 'GET /api/constructions/:construction_id/rooms/:room_id/room_images'
  const input = { params: { construction_id: 7, room_id: 1 } }
  await keepAnswer(key, input, { room_images: ['carried'] })
  const read = q(key, input)
  const onTheScreen = { room_images: ['on the screen'] } as never
  queryClient.setQueryData(read.queryKey, onTheScreen)
  const readAt = queryClient.getQueryState(read.queryKey)?.dataUpdatedAt
  const leave = new QueryObserver(queryClient, { ...read, staleTime: Infinity }).subscribe(() => {})
  let asked = 0
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked += 1
    return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(new DOMException('over', 'AbortError'))))
  })
  await page.send({ ...photo('a'), stale: [key] })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
  expect([asked, queryClient.getQueryData(read.queryKey)]).toEqual([1, onTheScreen])
  // It is read once more when the server is back.
  await vi.waitFor(() => expect(shownSince.get()).toBe(readAt))
  leave()
})

it('reads what another tab has sent, before it stands here no more', async () => {
  localStorage.setItem('uid', 'craftsman01')
  const tabs: { onmessage: ((event: { data: unknown }) => void) | null }[] = []
  const told: unknown[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null
      constructor() {
        tabs.push(this)
      }
      postMessage(data: unknown) {
        told.push(data)
      }
    },
  )
  const page = await openPage()
  const { dropRequest } = await import('./kept-requests.ts')
  const { q, queryClient } = await import('../api/api.ts')
  const key = 'GET /api/constructions/:construction_id/rooms/:room_id/room_images'
  const read = q(key, { params: { construction_id: 7, room_id: 1 } })
  queryClient.setQueryData(read.queryKey, { room_images: [] } as never)
  await page.send({ ...photo('a'), stale: [key] })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  // Another tab has it sent meanwhile, and says so as this one would.
  await dropRequest('a')
  tabs[0]?.onmessage?.({ data: { stale: [key] } })
  await vi.waitFor(() => expect(queryClient.getQueryState(read.queryKey)?.isInvalidated).toBe(true))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(told).toContainEqual({ stale: [key] }))
})

it('sends from a later page what an earlier one left behind', async () => {
  const first = await openPage()
  await Promise.all([first.send(photo('a')), first.send(photo('b'))])
  await vi.waitFor(() => expect(first.onTheirWay).toHaveLength(2))
  const second = await openPage()
  await vi.waitFor(() => expect(second.onTheirWay).toHaveLength(2))
  const form = second.onTheirWay[0] as unknown as { payload: FormData }
  expect(form.payload.get('room_image[uuid]')).toBe('a')
  const handedIn = form.payload.get('room_image[file]') as File
  expect([handedIn.name, handedIn.type, await handedIn.text()]).toEqual(['a.jpg', 'image/jpeg', 'a photo'])
})

it('goes on for an hour of a server that fails, less and less often, and is there when it works', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  let tries = 0
  for (let second = 0; second < 3600; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    for (const upload of page.onTheirWay.slice()) {
      tries += 1
      upload.arrive(500)
    }
  }
  expect(tries).toBeGreaterThan(50)
  expect(tries).toBeLessThan(80)
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept']))
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
})

it('writes down once that it was on its way, however often it has to go', async () => {
  const page = await openPage()
  const writes = vi.spyOn(IDBObjectStore.prototype, 'put')
  await page.send(photo('a'))
  for (let tries = 0; tries < 3; tries++) {
    page.sendNow()
    await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
    page.onTheirWay[0]?.fail()
    await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept']))
  }
  const requests = writes.mock.calls.map(([value]) => value as { begun?: boolean }).filter(({ begun }) => begun !== undefined)
  expect(requests.map(({ begun }) => begun)).toEqual([false, true])
  // Pages of earlier tests hear the next test's news of the network, too.
  await page.drop('a')
})

it('lets what no network has taken be dropped, and nothing that may have arrived', async () => {
  const page = await openPage()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  for (const id of ['a', 'b']) await page.send(photo(id))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(2))
  // While it is tried nobody knows.
  expect(await page.dropUnsent('a')).toBe(false)
  page.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept', 'b sending']))
  expect(await page.dropUnsent('a')).toBe(true)
  // The network came back in the middle of it.
  onLine.mockReturnValue(true)
  page.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['b kept']))
  expect(await page.dropUnsent('b')).toBe(false)
  await page.drop('b')
})

/** The locks that all tabs of a browser share. */
const stubLocks = () => {
  const held = new Set<string>()
  const request = async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
    if (held.has(name)) return work(null)
    held.add(name)
    return work({}).finally(() => held.delete(name))
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
}
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

it('drops nothing that another tab is sending, or has sent, whatever this one knows of it', async () => {
  stubLocks()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = await openPage()
  for (const id of ['a', 'b']) await page.send(photo(id))
  for (const _ of ['a', 'b']) {
    await vi.waitFor(() => expect(page.onTheirWay.length).toBeGreaterThan(0))
    page.onTheirWay[0]?.fail()
  }
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept', 'b kept']))
  const other = await openPage()
  await vi.waitFor(() => expect(other.onTheirWay).toHaveLength(2))
  expect(await page.dropUnsent('a')).toBe(false)
  // Nobody ever tried it with a network.
  other.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(other)).toEqual(['a kept', 'b sending']))
  expect(await page.dropUnsent('a')).toBe(true)
  // The other one has it on its way, and hears nothing of it.
  onLine.mockReturnValue(true)
  other.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(other)).toContain('b kept'))
  expect(page.outbox.get()).toMatchObject([{ id: 'b', begun: false }])
  expect(await page.dropUnsent('b')).toBe(false)
  await vi.waitFor(() => expect(page.outbox.get()).toMatchObject([{ id: 'b', begun: true }]))
  await page.drop('b')
})

it.each(['the network comes', 'bytes leave'])('counts as begun, on the disk, where %s while it is tried, and goes again', async what => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  const { requestsOf } = await import('./kept-requests.ts')
  expect(await requestsOf('001/4/1')).toMatchObject([{ begun: false }])
  if (what === 'bytes leave')
    page.onTheirWay[0]?.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 9, lengthComputable: true }))
  else dispatchEvent(new Event('online'))
  // Also for a page that is killed here.
  await vi.waitFor(async () => expect(await requestsOf('001/4/1')).toMatchObject([{ begun: true }]))
  page.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept']))
  expect(await page.dropUnsent('a')).toBe(false)
  await page.drop('a')
})

it('does not wait for its pause when the network is back', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.fail()
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept']))
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
})

it('keeps what the server refuses, with its reason, also for a later page, until somebody says what becomes of it', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(
    422,
    JSON.stringify({ errors: { full_messages: ['完了確定済みの部屋は変更できません。'] }, code: 'room_closed' }),
  )
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a refused']))
  const later = await openPage()
  await vi.waitFor(() => expect(later.outbox.get()).toMatchObject([{ state: 'refused', refusal: '完了確定済みの部屋は変更できません。' }]))
  expect(later.sent).toEqual([])
  later.sendAgain('a')
  await vi.waitFor(() => expect(later.onTheirWay).toHaveLength(1))
  await later.drop('a')
  expect(statesOf(await openPage())).toEqual([])
})

it('sends again what arrived as something else, and says so when it always does', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  for (let tear = 0; tear < 5; tear++) {
    await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1), 70_000)
    page.onTheirWay[0]?.arrive(201, hashOf('0'.repeat(64)))
    await vi.advanceTimersByTimeAsync(61_000)
  }
  await vi.waitFor(() =>
    expect(page.outbox.get()).toMatchObject([{ state: 'refused', refusal: 'サーバーに届いた写真が端末のものと一致しません。' }]),
  )
})

describe('another account on the same device', () => {
  it('neither sends nor sees what was left, and hears that it is there', async () => {
    const first = await openPage()
    await first.send(photo('a'))
    await vi.waitFor(() => expect(first.onTheirWay).toHaveLength(1))
    for (const somebody of [craftsman(2), craftsman(1, '002')]) {
      user = somebody
      const page = await openPage()
      await vi.advanceTimersByTimeAsync(61_000)
      expect([statesOf(page), page.sent]).toEqual([[], []])
      await vi.waitFor(() => expect(page.leftByOthers.get()).toEqual([{ account: '001/4/1', account_name: '職人1', count: 1 }]))
    }
    user = craftsman(1)
    const again = await openPage()
    await vi.waitFor(() => expect(again.onTheirWay).toHaveLength(1))
  })

  it('stops what was waiting when the session ends', async () => {
    const page = await openPage()
    await page.send(photo('a'))
    await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
    page.onTheirWay[0]?.fail()
    await page.session.signOut()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(page.sent).toHaveLength(1)
    expect(statesOf(page)).toEqual([])
  })
})

it('sends from memory what the device cannot keep, and says that it does not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const page = await openPage()
  const states: string[] = []
  page.outbox.subscribe(() => states.push(...page.outbox.get().map(({ state }) => state)))
  await page.send(photo('a'))
  expect(states).toContain('unkept')
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(403, JSON.stringify({ message: '権限がありません。' }))
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a refused']))
  page.sendAgain('a')
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
})

it('takes what is gone for taken away', async () => {
  const page = await openPage()
  const removal = {
    ...photo('b'),
    key: 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid',
    file: null,
    proof: null,
  }
  await page.send(removal)
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(404, '{}')
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
})

it('sends those of one line one after the other', async () => {
  const page = await openPage()
  for (const id of ['a', 'b']) await page.send({ ...photo(id), line: 'one' })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  expect(statesOf(page)).toEqual(['a sending', 'b kept'])
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['b sending']))
})

it('lets a completion wait for the photos of its room, and not for one that was refused', async () => {
  const page = await openPage()
  for (const id of ['a', 'b']) await page.send({ ...photo(id), group: 'room' })
  const completion = { ...photo('c'), key: 'POST /api/constructions/:construction_id/rooms/:room_id/completion', file: null, proof: null }
  await page.send({ ...completion, group: 'room', behind: true })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(2))
  page.onTheirWay[0]?.arrive(422, JSON.stringify({ errors: { full_messages: ['写真はJPEGを選択してください'] } }))
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a refused', 'b sending', 'c kept']))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a refused', 'c sending']))
})

it('loses nothing when the session ends while a photo is being written down', async () => {
  const page = await openPage()
  const kept = page.send(photo('a'))
  await page.session.signOut()
  expect(await kept).toBe('kept')
  expect(statesOf(page)).toEqual([])
  // Who was signed in last is known for as long as the page stands: a shutter is pressed after the session ended, too.
  expect(await page.send(photo('b'))).toBe('kept')
  const again = await openPage()
  await vi.waitFor(() => expect(statesOf(again).toSorted()).toEqual(['a sending', 'b sending']))
  // What is on its way when a test ends would be the next one's.
  await vi.waitFor(() => expect(again.onTheirWay).toHaveLength(2))
})

it('lets those that fail wait behind the others', async () => {
  const page = await openPage()
  for (const id of ['a', 'b', 'c']) await page.send(photo(id))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(2))
  for (const upload of page.onTheirWay.slice()) upload.arrive(500)
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept', 'b kept', 'c kept']))
  page.sendNow()
  await vi.waitFor(() => expect(statesOf(page)).toContain('c sending'))
})

it('gives up a line that hangs, and tries another one', async () => {
  const page = await openPage()
  await page.send(photo('hanging'))
  const tries = () =>
    page.onTheirWay.filter(upload => (upload as unknown as { payload: FormData }).payload.get('room_image[uuid]') === 'hanging').length
  await vi.waitFor(() => expect(tries()).toBe(1))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(tries()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(tries()).toBe(2))
})

it('takes no other page for the server, also where it cannot compute a hash', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => crypto.randomUUID(), subtle: undefined })
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(200, '<!doctype html>')
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a kept']))
  page.sendNow()
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
})

it('remembers that somebody asked to send again what was refused', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(422)
  await vi.waitFor(() => expect(statesOf(page)).toEqual(['a refused']))
  page.sendAgain('a')
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  const later = await openPage()
  await vi.waitFor(() => expect(later.onTheirWay).toHaveLength(1))
})

it('is not sent by the session of somebody who signed in in another tab', async () => {
  localStorage.setItem('uid', 'craftsman01')
  const page = await openPage()
  localStorage.setItem('uid', 'craftsman02')
  await page.send(photo('a'))
  await vi.advanceTimersByTimeAsync(61_000)
  expect([statesOf(page), page.sent]).toEqual([['a kept'], []])
  localStorage.removeItem('uid')
})

describe('the accounts of one person at several companies (D-40)', () => {
  const joinedAt = (cd: string, id: number) => ({
    client: { cd, name: `会社${cd}` },
    user: { id, name: '職人' },
    tokens: { client: `c-${cd}`, 'access-token': `t-${cd}`, uid: `uid-${cd}`, 'token-type': 'Bearer' },
  })
  const holdSessions = (...sessions: object[]) => localStorage.setItem('joined_sessions', JSON.stringify(sessions))
  afterEach(() => localStorage.clear())

  it('sends each by the session of its own account, while another one is signed in', async () => {
    user = craftsman(9, '002')
    const before = await openPage()
    await before.send(photo('b'))
    await vi.waitFor(() => expect(before.onTheirWay).toHaveLength(1))
    user = craftsman(1)
    holdSessions(joinedAt('002', 9))
    const page = await openPage()
    await page.send(photo('a'))
    await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(2))
    expect(new Set(page.headers.map(({ uid }) => uid))).toEqual(new Set(['uid-002', undefined]))
    for (const upload of page.onTheirWay.slice()) upload.arrive(201, hashOf(sha256))
    await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
  })

  it('takes in for the other account what is done there', async () => {
    holdSessions(joinedAt('002', 9))
    const page = await openPage()
    await page.send(photo('b'), '002')
    expect(page.outbox.get()).toMatchObject([{ account: '002/4/9', client: '002' }])
    await vi.waitFor(() => expect(page.headers).toMatchObject([{ uid: 'uid-002' }]))
  })

  it('calls no session over when that of another account of the person is', async () => {
    holdSessions(joinedAt('002', 9))
    const page = await openPage()
    await page.send(photo('b'), '002')
    await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
    const { joinedSessions } = await import('../session/joined-sessions.ts')
    // The office ended it: it is gone by the time its answer comes.
    joinedSessions.set([])
    page.onTheirWay[0]?.arrive(401, JSON.stringify({ errors: ['ログインもしくはアカウント登録してください。'] }))
    await new Promise(done => setTimeout(done, 50))
    expect([page.sessionIsOver.get(), page.onTheirWay]).toEqual([false, []])
  })

  it('sends nothing of an account that is joined to somebody else', async () => {
    user = craftsman(9, '002')
    const before = await openPage()
    await before.send(photo('b'))
    user = craftsman(1)
    holdSessions(joinedAt('002', 8))
    const page = await openPage()
    await vi.advanceTimersByTimeAsync(61_000)
    expect([statesOf(page), page.sent]).toEqual([[], []])
  })

  it('stops when the other session ends, and goes on when it is opened again', async () => {
    holdSessions(joinedAt('002', 9))
    const page = await openPage()
    const { joinedSessions } = await import('../session/joined-sessions.ts')
    const sentByIt = () => page.headers.filter(({ uid }) => uid === 'uid-002').length
    await page.send(photo('c'), '002')
    await vi.waitFor(() => expect(sentByIt()).toBe(1))
    page.onTheirWay.at(-1)?.fail()
    joinedSessions.set([])
    await vi.advanceTimersByTimeAsync(61_000)
    expect([statesOf(page), sentByIt()]).toEqual([[], 1])
    joinedSessions.set([joinedAt('002', 9)])
    await vi.waitFor(() => expect(sentByIt()).toBe(2))
  })
})

it.each(['the first', 'a later'])('sends what %s version of the application kept, as it lies there', async which => {
  vi.resetModules()
  const { keepRequest } = await import('./kept-requests.ts')
  // As of November 2026: never to be changed with the code.
  const first = {
    id: 'old',
    version: 1,
    account: '001/4/1',
    account_name: '職人1',
    client: '001',
    key: 'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
    params: { construction_id: 7, room_id: 1 },
    body: {
      room_image: {
        uuid: 'old',
        position: 'place',
        timing: 'before_construction',
        sha256,
        filming_at: null,
        taken_in_at: '2026-11-20T00:00:00.000Z',
      },
    },
    file: { field: 'room_image[file]', name: 'a.jpg', type: 'image/jpeg', size: 7, sha256 },
    proof: 'room_image',
    line: 'one',
    stale: ['GET /api/constructions/:construction_id/rooms/:room_id/room_images'],
    title: '101号室　玄関　施工前',
    kept_at: 1_763_600_000_000,
    refusal: null,
    torn: 0,
  } as const
  const kept = which === 'the first' ? first : { ...first, group: 'constructions/7/rooms/1', behind: false, begun: true }
  // SAFETY: what the first version wrote lacks what later ones added.
  await keepRequest(kept as KeptRequest, new TextEncoder().encode('a photo').buffer as ArrayBuffer)
  const page = await openPage()
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  const { payload } = page.onTheirWay[0] as unknown as { payload: FormData }
  expect([payload.get('room_image[uuid]'), payload.get('room_image[taken_in_at]')]).toEqual(['old', '2026-11-20T00:00:00.000Z'])
  expect(page.headers).toMatchObject([{ 'idempotency-key': 'old' }])
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(statesOf(page)).toEqual([]))
})

it('says what was lost when the browser cleared what this device held, until somebody knows', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  await page.send(photo('b'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(2))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect(page.outbox.get()).toHaveLength(1))
  vi.stubGlobal('indexedDB', new IDBFactory())
  const later = await openPage()
  await vi.waitFor(() => expect(later.lost.get()).toMatchObject([{ account: '001/4/1', title: '101号室　玄関　施工前' }]))
  later.acknowledgeLoss()
  const { lostAmong } = await import('./unsent-marks.ts')
  expect([later.lost.get(), lostAmong(new Set())]).toEqual([[], []])
})

it('sends what was overtaken once somebody wants it nevertheless', async () => {
  const page = await openPage()
  const change = { key: 'PATCH /api/constructions/:construction_id/rooms/:room_id', file: null, proof: null }
  await page.send({ ...photo('n'), ...change, body: () => ({ room: { room_remarks: '犬がいます', lock_version: 3 } }) })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(
    409,
    JSON.stringify({ code: 'stale', errors: { full_messages: ['他のユーザーが更新しました。再読み込みしてください。'] } }),
  )
  await vi.waitFor(() => expect(page.outbox.get()).toMatchObject([{ state: 'refused', refusal_code: 'stale' }]))
  page.sendInstead('n', { room: { room_remarks: '犬がいます' } })
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  const { payload } = page.onTheirWay[0] as unknown as { payload: string }
  expect(JSON.parse(payload)).toEqual({ room: { room_remarks: '犬がいます' } })
})

it('says at once that the session is over, keeps what waits, and takes it back once somebody is signed in', async () => {
  const page = await openPage()
  await page.send(photo('a'))
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  expect(page.sessionIsOver.get()).toBe(false)
  page.onTheirWay[0]?.arrive(401, JSON.stringify({ errors: ['ログインもしくはアカウント登録してください。'] }))
  await vi.waitFor(() => expect(page.sessionIsOver.get()).toBe(true))
  expect(statesOf(page)).toEqual(['a kept'])
  page.sendNow()
  await vi.waitFor(() => expect(page.onTheirWay).toHaveLength(1))
  page.onTheirWay[0]?.arrive(201, hashOf(sha256))
  await vi.waitFor(() => expect([statesOf(page), page.sessionIsOver.get()]).toEqual([[], false]))
})
