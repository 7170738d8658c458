// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from './request.ts'
import { sendFile } from './send-file.ts'
import { tellingProgress } from './upload-progress.ts'

/** The browser's own, as far as an upload uses it; what it would meet on the way is told by the test. */
class FakeRequest extends EventTarget {
  static latest: FakeRequest
  upload = new EventTarget()
  sent: unknown = null
  opened: string[] = []
  headers: Record<string, string> = {}
  status = 0
  responseText = ''
  answered = ''
  constructor() {
    super()
    FakeRequest.latest = this
  }
  open(...how: string[]) {
    this.opened = how
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getAllResponseHeaders() {
    return this.answered
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: total > 0, loaded, total }))
  }
  answer(status: number, body: string, headers = '') {
    Object.assign(this, { status, responseText: body, answered: headers })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const upload = (shares: number[], signal?: AbortSignal) =>
  call(
    'POST /api/constructions/:construction_id/attachment_files',
    {
      params: { construction_id: 3 },
      body: { attachment_file: { title: '図面' } },
      files: { 'attachment_file[file]': new File(['%PDF-1.7'], '図面.pdf') },
    },
    { silent: true, errors: 'nobody', transport: tellingProgress(share => shares.push(share)), ...(signal ? { signal } : {}) },
  )

it('tells what share has been sent, and answers as fetch would', async () => {
  const shares: number[] = []
  const sending = upload(shares)
  const request = FakeRequest.latest
  expect(request.opened).toEqual(['POST', '/api/constructions/3/attachment_files'])
  expect(request.headers.accept).toBe('application/json')
  expect(request.headers).not.toHaveProperty('content-type')
  expect((request.sent as FormData).get('attachment_file[title]')).toBe('図面')
  request.progress(25, 100)
  request.progress(7, 0)
  request.progress(100, 100)
  request.answer(201, '{"message":"登録しました。"}')
  expect(await sending).toEqual({ message: '登録しました。' })
  expect(shares).toEqual([0.25, 1])
})

it('takes over the tokens of the answer and refuses as the server did', async () => {
  for (const [name, value] of Object.entries({ client: 'c', 'access-token': 't', uid: 'u', 'token-type': 'Bearer' }))
    localStorage.setItem(name, value)
  const sending = upload([]).catch((error: unknown) => error)
  expect(FakeRequest.latest.headers['access-token']).toBe('t')
  FakeRequest.latest.answer(
    413,
    '{"errors":{"full_messages":["ファイルサイズは20MB以下にしてください。"]},"code":"file_too_large"}',
    'access-token: t2\r\nclient: c\r\nuid: u\r\ntoken-type: Bearer\r\nexpiry: 1\r\n',
  )
  const error = await sending
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 413, code: 'file_too_large', fullMessages: ['ファイルサイズは20MB以下にしてください。'] })
  expect(localStorage.getItem('access-token')).toBe('t2')
})

it('fails with status 0 when no answer came, and stops when it is cancelled', async () => {
  const lost = upload([]).catch((error: unknown) => error)
  FakeRequest.latest.dispatchEvent(new Event('error'))
  expect(await lost).toMatchObject({ status: 0 })
  const controller = new AbortController()
  const cancelled = upload([], controller.signal).catch((error: unknown) => error)
  controller.abort()
  expect(await cancelled).toMatchObject({ name: 'AbortError' })
  const before = FakeRequest.latest
  expect(await upload([], controller.signal).catch((error: unknown) => error)).toMatchObject({ name: 'AbortError' })
  expect(FakeRequest.latest).toBe(before)
})

it('says in a sentence why a file did not arrive, and leaves the page where it is', async () => {
  const send = () => sendFile('POST /api/x', { files: { 'x[file]': new File(['a'], 'a') } }, { onProgress: () => {} }).catch(String)
  const answers: [number, string, string][] = [
    [401, '{"errors":["ログインもしくはアカウント登録してください。"]}', 'ログインの有効期限が切れました。'],
    [422, '{"errors":{"file":["は空です"],"full_messages":["ファイルは空です"]}}', 'ファイルは空です'],
    [500, '', 'サーバーで問題が起きました。'],
    [503, '{"errors":{"full_messages":["ほかのファイルを処理しています。"]},"code":"busy"}', 'ほかのファイルを処理しています。'],
  ]
  for (const [status, body, said] of answers) {
    const sending = send()
    FakeRequest.latest.answer(status, body)
    expect(await sending).toContain(said)
  }
  const lost = send()
  FakeRequest.latest.dispatchEvent(new Event('error'))
  expect(await lost).toContain('通信できませんでした。')
})
