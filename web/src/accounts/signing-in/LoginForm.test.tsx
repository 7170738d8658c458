// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadLocale } from '../../platform/i18n.ts'
import { toasts } from '../../platform/toast.ts'
import { LoginForm } from './LoginForm.tsx'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const headers = { client: 'c', 'access-token': 't', uid: 'u', 'token-type': 'Bearer' }
const admin = { id: 1, role_id: 1, name: '山田' }
const json = (body: unknown, status = 200, more = {}) => Response.json(body, { status, headers: more })
const recovery_codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

/** The server, as far as a second factor goes: what it answers to one call after the other. */
const serve = (answers: Readonly<Record<string, (body: Record<string, string>) => Response>>) =>
  fetched.mockImplementation((address, { method, body }) => {
    const answer = answers[`${method} ${address}`]
    if (answer === undefined) throw new Error(`${method} ${address}`)
    return Promise.resolve(answer(typeof body === 'string' ? (JSON.parse(body) as Record<string, string>) : {}))
  })
const me = () => json({ user: admin })

const open = () => {
  const router = createMemoryRouter(
    [
      { path: '/admins/login', element: <LoginForm strategy="admin" /> },
      { path: '/admins/top', element: <h1>企業選択</h1> },
    ],
    { initialEntries: ['/admins/login'] },
  )
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}
const show = async () => {
  const person = open()
  await person.type(screen.getByLabelText('ログインID'), 'admin01')
  await person.type(screen.getByLabelText('パスワード'), 'kaede-no-ki-7')
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  return person
}

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  cleanup()
  fetched.mockReset()
  vi.unstubAllGlobals()
  localStorage.clear()
  toasts.set([])
})

it('asks for the code by a field that has the focus, and never by a toast', async () => {
  const required = json({ message: '6桁のコードを入力してください。', code: 'otp_required' }, 401)
  serve({
    'POST /api/admin_auth/sign_in': ({ otp }) => (otp === '123456' ? json({ data: admin }, 200, headers) : required.clone()),
    'GET /api/users/me': me,
  })
  const person = await show()
  const field = await screen.findByLabelText('認証アプリの6桁のコード')
  expect(document.activeElement).toBe(field)
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(['numeric', 'one-time-code'])
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect(screen.getByTestId('field-error').textContent).toBe('認証アプリの6桁のコードを入力してください')
  await person.type(field, '999999')
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect((await screen.findByTestId('field-error')).textContent).toBe('認証アプリの6桁のコードが正しくありません')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await person.clear(field)
  await person.type(field, '123456')
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect(await screen.findByText('企業選択')).toBeTruthy()
  expect(toasts.get()).toEqual([])
})

const told = async () => (await screen.findAllByRole('alert')).map(alert => alert.textContent)

it('says of a lock when it ends and the way out, once', async () => {
  serve({
    'POST /api/admin_auth/sign_in': () => json({ message: 'アカウントはロックされています。', code: 'locked', minutes: 28 }, 401),
  })
  await show()
  expect(await told()).toEqual([
    'アカウントはロックされています。約28分後に、もう一度ログインできるようになります。パスワードを再設定すると、すぐにログインできます。',
  ])
  expect(toasts.get()).toEqual([])
})

it('says of a lock by wrong codes when it ends: no new password opens it', async () => {
  const locked = json({ message: 'アカウントはロックされています。', code: 'otp_locked', minutes: 30 }, 401)
  const required = json({ message: '6桁のコードを入力してください。', code: 'otp_required' }, 401)
  serve({ 'POST /api/admin_auth/sign_in': ({ otp }) => (otp === undefined ? required : locked) })
  const person = await show()
  await person.type(await screen.findByLabelText('認証アプリの6桁のコード'), '999999')
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect(await told()).toEqual([
    'コードの誤りが続いたため、アカウントはロックされています。約30分後に、もう一度ログインできるようになります。',
  ])
  expect(toasts.get()).toEqual([])
})

it('says plainly that one of both is wrong', async () => {
  serve({
    'POST /api/admin_auth/sign_in': () => json({ errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] }, 401),
  })
  await show()
  expect(await told()).toEqual(['ログインIDかパスワードが違います。もう一度お確かめください。'])
})

it('names what is empty, and sends nothing', async () => {
  const person = open()
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect(await told()).toEqual(['ログインIDを入力してください', 'パスワードを入力してください'])
  expect(document.activeElement).toBe(screen.getByLabelText('ログインID'))
  expect(fetched).not.toHaveBeenCalled()
})

it('says what may have ended the session', async () => {
  await loadLocale('ja')
  sessionStorage.setItem('session_timeout', 'yes')
  open()
  expect(screen.getByRole('status').textContent).toBe(
    'セッションがタイムアウトしました。もう一度ログインしてください。時間の経過のほか、パスワードの変更や、ほかの端末での操作によってもログアウトされます。',
  )
})

it('says that the contract is over, and nothing of other devices', async () => {
  await loadLocale('ja')
  sessionStorage.setItem('session_timeout', 'contract_ended')
  open()
  expect(screen.getByRole('status').textContent).toBe(
    'この企業のご契約は終了しました。ログインしてご利用いただくことはできません。ご不明な点は、システム管理者へお問い合わせください。',
  )
})

it('takes a recovery code in place of it', async () => {
  const sent: (string | undefined)[] = []
  serve({
    'POST /api/admin_auth/sign_in': ({ otp }) => {
      sent.push(otp)
      return otp === undefined
        ? json({ message: '6桁のコードを入力してください。', code: 'otp_required' }, 401)
        : json({ data: admin }, 200, headers)
    },
    'GET /api/users/me': me,
  })
  const person = await show()
  await person.click(await screen.findByRole('button', { name: 'リカバリーコードを使う' }))
  const field = screen.getByLabelText('リカバリーコード')
  expect(document.activeElement).toBe(field)
  await person.type(field, recovery_codes[0] ?? '')
  await person.click(screen.getByRole('button', { name: 'ログイン' }))
  expect(await screen.findByText('企業選択')).toBeTruthy()
  expect(sent).toEqual([undefined, recovery_codes[0]])
})

it('leads through the enrolment that is demanded, and goes on only when the recovery codes are kept', async () => {
  const given: Record<string, string>[] = []
  serve({
    'POST /api/admin_auth/sign_in': () =>
      json({ message: '設定が必要です。', code: 'otp_enrolment', enrolment_token: 'for-enrolment' }, 401),
    'POST /api/auth/second_factor': body => {
      given.push(body)
      return json({ otpauth_url: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP', secret: 'ABCDEFGHIJKLMNOP' })
    },
    'POST /api/auth/second_factor/confirmation': body => {
      given.push(body)
      return body.otp === '123456'
        ? json({ message: '有効にしました。', recovery_codes, data: { ...admin, login_id: 'admin01' } }, 200, headers)
        : json({ errors: { otp: ['が正しくありません'], full_messages: ['コードが正しくありません'] }, code: 'invalid' }, 422)
    },
    'GET /api/users/me': me,
  })
  const person = await show()
  const key = await screen.findByLabelText('認証アプリに入力するキー')
  expect(key.textContent).toBe('ABCD EFGH IJKL MNOP')
  expect(key.previousElementSibling?.textContent).toBe('読み取れないときは、次のキーを認証アプリに入力してください。')
  expect(screen.getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeTruthy()
  const field = screen.getByLabelText(/認証アプリの6桁のコード/)
  await person.type(field, '000000')
  await person.click(screen.getByRole('button', { name: '設定する' }))
  expect((await screen.findByTestId('field-error')).textContent).toBe('認証アプリの6桁のコードが正しくありません')
  await person.clear(field)
  await person.type(field, '123456')
  await person.click(screen.getByRole('button', { name: '設定する' }))
  for (const code of recovery_codes) expect(await screen.findByText(code)).toBeTruthy()
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes')
  await person.click(screen.getByRole('button', { name: 'ファイルに保存' }))
  const [file] = saved.mock.calls[0] ?? []
  const text = file instanceof Blob ? await file.text() : ''
  expect(text).toMatch(/^.+のリカバリーコード\nログインID：admin01\n作成日：\d{4}\/\d{2}\/\d{2}\n\naaaa-bbbb-cccc-dddd\n/)
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'トグチを始める' })
  expect(start.disabled).toBe(true)
  await person.click(screen.getByRole('checkbox'))
  await person.click(start)
  expect(await screen.findByText('企業選択')).toBeTruthy()
  expect(given).toEqual([
    { enrolment_token: 'for-enrolment' },
    { enrolment_token: 'for-enrolment', otp: '000000' },
    { enrolment_token: 'for-enrolment', otp: '123456' },
  ])
  expect(toasts.get()).toEqual([])
})
