// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadLocale } from '../i18n.ts'
import { running } from '../overlay/overlay.ts'
import { type ApiError, call, connect, type SendOptions, unauthorizedText } from './request.ts'
import { chooseClient, chosenClient, endedClient, forgetTokens } from '../session/credentials.ts'
import { toasts } from '../toast.ts'

const expired = vi.fn()
const missing = vi.fn()
const clientLost = vi.fn()
const fetched = vi.fn<typeof fetch>()

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }))
const failing = (options: SendOptions = {}) =>
  call('GET /api/buildings/:id', { params: { id: 1 } }, options).then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error as ApiError,
  )
const shown = () => toasts.get().map(({ title, lines }) => [title, ...lines])

beforeAll(() => loadLocale('ja'))
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  connect({ caller: () => null, hostTemplate: '', expired, missing, clientLost })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  localStorage.clear()
  toasts.set([])
})

describe('the error catalogue', () => {
  it('401 with a message: a toast titled failure', async () => {
    answer(401, { message: 'アカウントはロックされています。' })
    await failing()
    expect(shown()).toEqual([['失敗', 'アカウントはロックされています。']])
    expect(expired).not.toHaveBeenCalled()
  })

  it('401 with the unauthorized text: the session has expired', async () => {
    answer(401, { errors: [unauthorizedText] })
    await failing()
    expect(expired.mock.calls).toEqual([[false]])
    expect(shown()).toEqual([])
  })

  it('any other 401: the list of errors', async () => {
    answer(401, { errors: ['一', '二'] })
    await failing()
    expect(shown()).toEqual([['失敗', '一', '二']])
    expect(expired).not.toHaveBeenCalled()
  })

  it('other errors: the full messages, and the fields for the form', async () => {
    answer(422, { errors: { name: ['を入力してください'], full_messages: ['物件名を入力してください'] }, code: 'buildings.invalid' })
    const error = await failing()
    expect(shown()).toEqual([['失敗', '物件名を入力してください']])
    expect(error).toMatchObject({ status: 422, code: 'buildings.invalid', fields: { name: ['を入力してください'] } })
  })

  it('errors without full messages: the message, else a general text', async () => {
    answer(422, { message: '住所が見つかりませんでした。' })
    await failing()
    answer(409, {})
    await failing()
    expect(shown()).toEqual([
      ['失敗', '住所が見つかりませんでした。'],
      ['失敗', 'エラーが発生しました。'],
    ])
  })

  it.each([500, 502, 503])('%i: internal server error', async status => {
    answer(status, undefined)
    await failing()
    expect(shown()).toEqual([['失敗', 'サーバーエラーが発生しました。しばらく経ってから再度お試しください。']])
  })

  it('503 and 507 with a code: what the server says is the matter', async () => {
    answer(503, { errors: { full_messages: ['ほかのファイルを処理しています。'] }, code: 'busy' })
    await failing()
    answer(507, { errors: { full_messages: ['サーバーの保存容量が不足しています。'] }, code: 'storage_full' })
    await failing()
    expect(shown()).toEqual([
      ['失敗', 'ほかのファイルを処理しています。'],
      ['失敗', 'サーバーの保存容量が不足しています。'],
    ])
  })

  it('no response: internal server error', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect((await failing()).status).toBe(0)
    expect(shown()).toEqual([['失敗', 'サーバーエラーが発生しました。しばらく経ってから再度お試しください。']])
  })

  it('no response on a device that has no connection: said so', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect((await failing()).fullMessages).toEqual(['通信できませんでした。電波のよい場所でもう一度お試しください。'])
    expect(shown()).toEqual([['失敗', '通信できませんでした。電波のよい場所でもう一度お試しください。']])
  })

  it('404: the not-found page', async () => {
    answer(404, { errors: { full_messages: ['見つかりません。'] } })
    await failing()
    expect(missing).toHaveBeenCalledOnce()
    expect(shown()).toEqual([])
  })

  it('404 while something is written: said, and what was typed stays', async () => {
    answer(404, { errors: { full_messages: ['見つかりません。'] } })
    await expect(call('PATCH /api/suppliers/:id', { params: { id: 1 }, body: {} })).rejects.toMatchObject({ status: 404 })
    expect(missing).not.toHaveBeenCalled()
    expect(shown()).toEqual([['失敗', '対象が見つかりません。他の人が削除した可能性があります。画面を開き直してご確認ください。']])
  })

  it('leaves the list to a caller that shows it itself, but not the end of the session', async () => {
    answer(401, { errors: ['一'] })
    expect((await failing({ errors: 'caller' })).fullMessages).toEqual(['一'])
    expect(shown()).toEqual([])
    answer(401, { errors: [unauthorizedText] })
    await failing({ errors: 'caller' })
    expect(expired).toHaveBeenCalledOnce()
  })

  it('leaves a conflict to the page that can show both sides of it, and nothing else', async () => {
    answer(409, { errors: { full_messages: ['他のユーザーが更新しました。'] }, code: 'stale' })
    expect((await failing({ errors: 'page_except_conflicts' })).code).toBe('stale')
    expect(shown()).toEqual([])
    answer(422, { errors: { full_messages: ['名称を入力してください'] } })
    await failing({ errors: 'page_except_conflicts' })
    expect(shown()).toHaveLength(1)
  })

  it('leaves what did not get through to a page that asks whether to send it again', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await failing({ errors: 'caller_offline_too' })
    expect(shown()).toEqual([])
    answer(500, undefined)
    await failing({ errors: 'caller_offline_too' })
    expect(shown()).toHaveLength(1)
  })

  it('says nothing at all when nobody is to be told', async () => {
    answer(500, undefined)
    await failing({ errors: 'nobody' })
    expect(shown()).toEqual([])
  })

  it('takes the failure of an action back when that is done, and no other', async () => {
    const rename = (id: number) => call('PATCH /api/suppliers/:id', { params: { id }, body: {} })
    answer(422, { errors: { full_messages: ['名称を入力してください'] } })
    answer(422, { errors: { full_messages: ['電話番号が正しくありません'] } })
    await expect(rename(1)).rejects.toMatchObject({ status: 422 })
    await expect(rename(2)).rejects.toMatchObject({ status: 422 })
    expect(shown()).toHaveLength(2)
    answer(200, {})
    await rename(1)
    expect(shown()).toEqual([['失敗', '電話番号が正しくありません']])
  })

  it('says the same thing once', async () => {
    answer(500, undefined)
    answer(500, undefined)
    await Promise.all([failing(), failing()])
    expect(shown()).toHaveLength(1)
  })
})

describe('the chosen company', () => {
  const sentence = '選択していた企業の契約が終了しました。企業を選び直してください。'
  const refuse = () => answer(422, { errors: { full_messages: [sentence] }, code: 'client_unavailable' })
  const choose = (cd: string) => chooseClient({ cd, name: cd, logo_path: null })
  afterEach(() => sessionStorage.clear())

  it.each(['page', 'caller', 'nobody'] as const)(
    'is given up once when the server refuses it, whoever tells of failures: %s',
    async errors => {
      choose('001')
      refuse()
      refuse()
      await Promise.all([failing({ errors }), failing({ errors })])
      expect([chosenClient(), clientLost.mock.calls, shown()]).toEqual([null, [[sentence]], []])
    },
  )

  it('stays when an answer about the one before comes late', async () => {
    choose('001')
    refuse()
    const late = failing()
    choose('002')
    await late
    expect([chosenClient()?.cd, clientLost.mock.calls]).toEqual(['002', []])
  })

  it('is known to have ended as long as the server says so', async () => {
    choose('001')
    answer(200, {}, { 'x-client-status': 'terminated' })
    await call('GET /api/buildings')
    answer(200, {})
    await call('GET /api/clients')
    expect(endedClient.get()).toBe('001')
    answer(200, {}, { 'x-client-status': 'contracted' })
    await call('GET /api/buildings')
    expect(endedClient.get()).toBeNull()
  })
})

describe('a request', () => {
  const tokens = { client: 'c', 'access-token': 't', uid: 'u', 'token-type': 'Bearer' }
  const store = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
  }
  const sent = () => new Headers(fetched.mock.lastCall?.[1]?.headers)

  it('carries the four headers and the bearer form', async () => {
    store(tokens)
    answer(200, {})
    await call('GET /api/buildings')
    expect(Object.fromEntries([...sent()].filter(([name]) => name !== 'accept'))).toEqual({ ...tokens, authorization: 'Bearer t' })
  })

  it('takes over new tokens, all or none', async () => {
    store(tokens)
    answer(200, {}, { ...tokens, 'access-token': 't2', expiry: '1' })
    await call('GET /api/buildings')
    expect(localStorage.getItem('access-token')).toBe('t2')
    answer(200, {}, { 'access-token': 't3' })
    await call('GET /api/buildings')
    answer(200, {}, { ...tokens, 'access-token': ' ' })
    await call('GET /api/buildings')
    expect(localStorage.getItem('access-token')).toBe('t2')
  })

  it('does not bring back a session that ended meanwhile', async () => {
    store(tokens)
    fetched.mockImplementationOnce(() => {
      localStorage.removeItem('access-token')
      return Promise.resolve(new Response('{}', { headers: { ...tokens, 'access-token': 't2' } }))
    })
    await call('GET /api/buildings')
    expect(localStorage.getItem('access-token')).toBeNull()
  })

  it('fills the address and writes queries in bracket form', async () => {
    answer(200, {})
    await call('GET /api/buildings/:building_id/rooms', { params: { building_id: 3 }, query: { room: { status: ['a', 'b'] } } })
    expect(fetched.mock.lastCall?.[0]).toBe('/api/buildings/3/rooms?room%5Bstatus%5D%5B%5D=a&room%5Bstatus%5D%5B%5D=b')
  })

  it('names the chosen client where the host does not', async () => {
    connect({ caller: () => ({ role_id: 5 }), hostTemplate: '', expired, missing })
    store({ schema: '002' })
    answer(200, {})
    await call('GET /api/buildings')
    expect(sent().get('x-client-code')).toBe('002')
  })

  it('sends JSON, and a form when there is a file', async () => {
    answer(200, {})
    await call('POST /api/x', { body: { a: 1 } })
    expect(fetched.mock.lastCall?.[1]?.body).toBe('{"a":1}')
    answer(200, {})
    await call('POST /api/x', { body: { a: 1 }, files: { 'x[file]': new File([''], 'f') } })
    expect(fetched.mock.lastCall?.[1]?.body).toBeInstanceOf(FormData)
    expect(sent().get('content-type')).toBeNull()
  })

  it('counts for the loading overlay unless it is silent', async () => {
    const counts: number[] = []
    fetched.mockImplementation(() => {
      counts.push(running.get().count)
      return Promise.resolve(new Response('{}'))
    })
    await call('GET /api/x', {}, { message: '保存しています…' })
    await call('GET /api/x', {}, { silent: true })
    expect(counts).toEqual([1, 0])
    expect(running.get()).toEqual({ count: 0, message: null })
    fetched.mockReset()
  })
})

// The last: from here on a session has ended in this document.
it('says nothing of what a page asks once more after its session was ended, and speaks again once somebody has signed in', async () => {
  localStorage.setItem('access-token', 'x')
  forgetTokens()
  answer(401, { errors: [unauthorizedText] })
  await failing()
  answer(401, { errors: ['一'] })
  await failing()
  expect([expired.mock.calls, shown()]).toEqual([[], []])
  localStorage.setItem('access-token', 'y')
  answer(401, { errors: [unauthorizedText] })
  await failing()
  expect(expired).toHaveBeenCalledOnce()
})
