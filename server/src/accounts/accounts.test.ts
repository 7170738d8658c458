import { describe, expect, it, beforeAll } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import { fileUrl, keepBytes } from '../platform/files/files.ts'
import { sha256 } from '../platform/secrets.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const password = 'Password1'
const unauthorized = { errors: ['ログインもしくはアカウント登録してください。'] }
const badCredentials = { errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] }
const linkEnded = 'URLの有効期限が切れています。'

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
})

const staff = (over: { email?: string; name?: string } = {}) => buildUser(world, client, 'Staff', { passwordDigest, ...over })
const signIn = (loginId: string, secret = password) =>
  world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: loginId, password: secret } })
const callerOf = (headers: Record<string, unknown>): Caller => ({
  headers: Object.fromEntries(['access-token', 'client', 'uid', 'token-type'].map(name => [name, String(headers[name])])),
})
const statusAs = async (caller: Caller) => (await world.call(caller, 'GET /api/users/me')).status
const lastMail = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails[0]
const tokenIn = (body: string | undefined, name: string) => new RegExp(`${name}=([\\w-]+)`).exec(body ?? '')?.[1] ?? ''
const minutesFromNow = (minutes: number) => world.setNow(new Date(Date.now() + minutes * 60_000).toISOString())
const atNow = () => world.setNow(new Date().toISOString())
const expireIn = (person: BuiltPerson, minutes: number) =>
  world.inClient(null, db =>
    db
      .updateTable('sessions')
      .set({ expires_at: new Date(world.platform.now().getTime() + minutes * 60_000) })
      .where('token_hash', '=', sha256(person.headers['access-token'] ?? ''))
      .execute(),
  )

describe('POST /api/auth/login', () => {
  it('answers a token that also works as a bearer header', async () => {
    const person = await staff()
    const { status, body } = await world.call(guest, 'POST /api/auth/login', { body: { login_id: person.loginId, password } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: person.id, login_id: person.loginId, role_id: 3, type: 'Staff' })
    expect(await statusAs({ headers: { authorization: `Bearer ${body.token}` } })).toBe(200)
  })
})

describe('POST /api/auth/logout', () => {
  it('ends the session', async () => {
    const person = await staff()
    expect((await world.call(person, 'POST /api/auth/logout')).body).toEqual({ success: true })
    expect(await statusAs(person)).toBe(401)
    expect((await world.call(person, 'POST /api/auth/logout')).body).toEqual(unauthorized)
  })
})

describe('GET /api/auth/user', () => {
  it('answers the signed-in person', async () => {
    const person = await staff({ name: '当人 一郎' })
    expect((await world.call(person, 'GET /api/auth/user')).body.user).toMatchObject({ id: person.id, name: '当人 一郎' })
    expect((await world.call(guest, 'GET /api/auth/user')).body).toEqual(unauthorized)
  })
})

describe('POST /api/auth/sign_in', () => {
  it('answers the person with the four headers and the expiry', async () => {
    const person = await staff()
    const { status, headers, body } = await signIn(person.loginId)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: person.id, client: { cd: client.cd }, password_change_required: false })
    expect(headers).toMatchObject({ uid: person.loginId, 'token-type': 'Bearer' })
    const days = (Number(headers['expiry']) * 1000 - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
    expect(await statusAs(callerOf(headers))).toBe(200)
  })
  it('takes email and login as other names of the login id, in any case, and letters as a Japanese keyboard leaves them', async () => {
    const { loginId } = await staff()
    const wide = loginId.replaceAll(/./g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    expect((await signIn(`　${wide} `)).status).toBe(200)
    for (const name of ['login_id', 'email', 'login'])
      expect(
        (await world.send(guest, 'POST', '/api/auth/sign_in', JSON.stringify({ [name]: loginId.toUpperCase(), password }), json)).status,
      ).toBe(200)
  })
  it('takes a form as j-toker sends it; no other endpoint does', async () => {
    const { loginId } = await staff()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = new URLSearchParams({ email: loginId, password }).toString()
    const answer = await world.send(guest, 'POST', '/api/auth/sign_in', sent, form)
    expect([answer.status, answer.headers['uid']]).toEqual([200, loginId])
    for (const path of ['/api/admin_auth/sign_in', '/api/operator_auth/sign_in', '/api/auth/login'])
      expect((await world.send(guest, 'POST', path, sent, form)).status).toBe(path === '/api/auth/login' ? 200 : 401)
    expect((await world.send(guest, 'POST', '/api/auth/password', sent, form)).status).toBe(415)
    expect((await world.send(guest, 'POST', '/api/auth/sign_in', `email=${'x'.repeat(20_000)}`, form)).status).toBe(413)
  })
  it('takes nothing but what the contract names', async () => {
    const person = await staff()
    for (const extra of [{ role_id: 1 }, { type: 'Staff_Admin' }, { client_id: 1 }, { can_register_staff: true }])
      expect((await world.send(person, 'PATCH', '/api/users/me', JSON.stringify({ user: { name: '名', ...extra } }), json)).status).toBe(
        422,
      )
  })
  it('says the same for a wrong password and for nobody', async () => {
    const { loginId } = await staff()
    for (const tried of [loginId, 'nobody.at.all']) {
      const { status, body } = await signIn(tried, 'Wrong999')
      expect([status, body]).toEqual([401, badCredentials])
    }
  })
  it('locks the login id for half an hour after ten failures', async () => {
    atNow()
    const { loginId } = await staff()
    for (let tries = 1; tries <= 9; tries += 1) expect((await signIn(loginId, 'Wrong999')).body).toEqual(badCredentials)
    const locked = { message: 'アカウントはロックされています。', code: 'locked', minutes: 30 }
    expect((await signIn(loginId, 'Wrong999')).body).toEqual(locked)
    expect((await signIn(loginId)).body).toEqual(locked)
    minutesFromNow(31)
    expect((await signIn(loginId)).status).toBe(200)
    atNow()
  })
  it('forgets the failures when the password was right', async () => {
    const { loginId } = await staff()
    for (const round of [1, 2]) {
      for (let tries = 1; tries <= 9; tries += 1) await signIn(loginId, `Wrong99${round}`)
      expect((await signIn(loginId)).status).toBe(200)
    }
  })
  it('lets nobody of a terminated client in, nor go on', async () => {
    const ended = await buildClient(world, { status: 'terminated' })
    const person = await buildUser(world, ended, 'Staff', { passwordDigest })
    const message = '契約が終了しているためご利用いただけません。'
    const refusal = [401, { message, code: 'contract_ended' }]
    expect(await signIn(person.loginId).then(({ status, body }) => [status, body])).toEqual(refusal)
    expect(await world.call(person, 'GET /api/users/me').then(({ status, body }) => [status, body])).toEqual(refusal)
    // Whoever was never signed in there learns nothing of the company.
    for (const stranger of [guest, { headers: { ...person.headers, 'access-token': 'unknown' } }]) {
      const { status, body } = await world.call(stranger, 'GET /api/users/me')
      expect([status, Object.keys(body)]).toEqual([401, ['errors']])
    }
  })
  it('keeps ten sessions and ends the oldest', async () => {
    const { loginId } = await staff()
    const sessions: Caller[] = []
    for (let at = 0; at < 11; at += 1) sessions.push(callerOf((await signIn(loginId)).headers))
    expect(await statusAs(sessions[0] ?? guest)).toBe(401)
    expect(await statusAs(sessions[1] ?? guest)).toBe(200)
    expect(await statusAs(sessions[10] ?? guest)).toBe(200)
  })
  it('signs a craftsman in with the word that the password must change', async () => {
    const contractor = await buildContractor(world, client, { name: '大和電設' })
    const person = await buildUser(world, client, 'Craftsman', { passwordDigest, contractorId: contractor.id })
    await world.inClient(client.id, db =>
      db.updateTable('users').set({ password_change_required: true }).where('id', '=', person.id).execute(),
    )
    expect((await signIn(person.loginId)).body.data).toMatchObject({
      role_id: 4,
      contractor_id: contractor.id,
      contractor_name: '大和電設',
      password_change_required: true,
    })
  })
  it('tells login ids of admins, operators and residents apart from those of users', async () => {
    for (const kind of ['admin', 'operator'] as const) {
      const { loginId } = await buildPlatformPerson(world, kind, undefined, { passwordDigest })
      expect((await signIn(loginId)).body).toEqual(badCredentials)
    }
  })
})

const json = { 'content-type': 'application/json' }

describe('DELETE /api/auth/sign_out', () => {
  it('ends this session and no other', async () => {
    const { loginId } = await staff()
    const [one, other] = [callerOf((await signIn(loginId)).headers), callerOf((await signIn(loginId)).headers)]
    expect((await world.call(one, 'DELETE /api/auth/sign_out')).body).toEqual({ success: true })
    expect([await statusAs(one), await statusAs(other)]).toEqual([401, 200])
  })
  it("is no admin's door", async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    expect((await world.call(admin, 'DELETE /api/auth/sign_out')).status).toBe(401)
  })
})

describe('GET /api/auth/validate_token', () => {
  it('carries the headers of the token that is current, and none for one in its minute of grace', async () => {
    atNow()
    const person = await staff()
    const current = await world.call(person, 'GET /api/auth/validate_token')
    expect(callerOf(current.headers).headers).toEqual(person.headers)
    expect(Number(current.headers['expiry'])).toBeGreaterThan(Date.now() / 1000)
    await expireIn(person, 60)
    const renewed = await world.call(person, 'GET /api/auth/validate_token')
    const fresh = callerOf(renewed.headers)
    expect(fresh.headers['access-token']).not.toBe(person.headers['access-token'])
    const late = await world.call(person, 'GET /api/auth/validate_token')
    expect([late.status, late.headers['access-token']]).toEqual([200, undefined])
    expect(callerOf((await world.call(fresh, 'GET /api/auth/validate_token')).headers)).toEqual(fresh)
  })
  it('answers the person behind good headers', async () => {
    const person = await staff()
    expect((await world.call(person, 'GET /api/auth/validate_token')).body).toMatchObject({ success: true, data: { id: person.id } })
  })
  it('takes neither a foreign uid, nor a foreign client key, nor no token', async () => {
    const person = await staff()
    for (const wrong of [{ uid: 'somebody' }, { client: 'another' }, { 'access-token': 'x'.repeat(43) }] as Record<string, string>[])
      expect((await world.call({ headers: { ...person.headers, ...wrong } }, 'GET /api/auth/validate_token')).body).toEqual(unauthorized)
    expect((await world.call(guest, 'GET /api/auth/validate_token')).body).toEqual(unauthorized)
  })
  it('takes no token from the address, where logs and histories would keep it', async () => {
    const person = await staff()
    const query = new URLSearchParams(person.headers).toString()
    expect((await world.send(guest, 'GET', `/api/users/me?${query}`)).body).toEqual(unauthorized)
  })
  it('ignores junk in Authorization when the four headers are good', async () => {
    const person = await staff()
    for (const authorization of ['Bearer undefined', 'Bearer', 'Basic Zm9vOmJhcg==', `Bearer ${'x'.repeat(43)}`])
      expect(await statusAs({ headers: { ...person.headers, authorization } })).toBe(200)
  })
  it('renews a token with less than a day left by the answer, and keeps the previous one good for 60 seconds', async () => {
    atNow()
    const person = await staff()
    expect((await world.call(person, 'GET /api/users/me')).headers['access-token']).toBeUndefined()
    await expireIn(person, 23 * 60)
    const { status, headers } = await world.call(person, 'GET /api/auth/validate_token')
    expect(status).toBe(200)
    expect(headers['access-token']).toMatch(/^[\w-]{43}$/)
    expect(headers).toMatchObject({ client: person.headers['client'], uid: person.loginId, 'token-type': 'Bearer' })
    const renewed = callerOf(headers)
    const again = await world.call(person, 'GET /api/users/me')
    expect([again.status, again.headers['access-token']]).toEqual([200, undefined])
    minutesFromNow(1.1)
    expect([await statusAs(person), await statusAs(renewed)]).toEqual([401, 200])
    atNow()
  })
  it('sends one new token when several requests race for it', async () => {
    const person = await staff()
    await expireIn(person, 60)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.call(person, 'GET /api/users/me')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.filter(({ headers }) => headers['access-token'] !== undefined)).toHaveLength(1)
  })
  it('takes no token after its end', async () => {
    const person = await staff()
    await expireIn(person, -1)
    expect(await statusAs(person)).toBe(401)
  })
})

for (const kind of ['admin', 'operator'] as const) {
  describe(`POST /api/${kind}_auth/sign_in`, () => {
    it('signs in with headers; others are nobody here', async () => {
      const person = await buildPlatformPerson(world, kind, undefined, { passwordDigest })
      const body = { login_id: person.loginId, password }
      const answer = await world.call(guest, `POST /api/${kind}_auth/sign_in`, { body })
      expect(answer.body.data).toMatchObject({ id: person.id, role_id: kind === 'admin' ? 1 : 5, client: null })
      expect(await statusAs(callerOf(answer.headers))).toBe(200)
      const other = await world.call(guest, `POST /api/${kind === 'admin' ? 'operator' : 'admin'}_auth/sign_in`, { body })
      expect([other.status, other.body]).toEqual([401, badCredentials])
    })
  })
  describe(`DELETE /api/${kind}_auth/sign_out`, () => {
    it('ends the session', async () => {
      const person = await buildPlatformPerson(world, kind)
      expect((await world.call(person, `DELETE /api/${kind}_auth/sign_out`)).body).toEqual({ success: true })
      expect(await statusAs(person)).toBe(401)
    })
  })
  describe(`GET /api/${kind}_auth/validate_token`, () => {
    it('knows the tokens of its own strategy; those of another are worth nothing', async () => {
      const person = await buildPlatformPerson(world, kind)
      expect((await world.call(person, `GET /api/${kind}_auth/validate_token`)).body).toMatchObject({
        success: true,
        data: { id: person.id },
      })
      for (const other of [await staff(), await buildPlatformPerson(world, kind === 'admin' ? 'operator' : 'admin')])
        expect((await world.call(other, `GET /api/${kind}_auth/validate_token`)).body).toEqual(unauthorized)
    })
  })
}

describe('GET /api/users/me', () => {
  it('answers everyone who works here, each with the own role', async () => {
    const people = [
      [1, await buildPlatformPerson(world, 'admin')],
      [2, await buildUser(world, client, 'Staff_Admin')],
      [3, await staff()],
      [4, await buildUser(world, client, 'Craftsman')],
      [5, await buildPlatformPerson(world, 'operator')],
    ] as const
    for (const [role_id, person] of people)
      expect((await world.call(person, 'GET /api/users/me')).body.user).toMatchObject({ id: person.id, role_id })
    expect((await world.call(guest, 'GET /api/users/me')).body).toEqual(unauthorized)
  })
  it('carries the company, the contractors and the constructions of the person', async () => {
    const primary = await buildContractor(world, client, { name: '一次電設' })
    const second = await buildContractor(world, client, { primaryContractorId: primary.id })
    const foreman = await buildUser(world, client, 'Craftsman', { contractorId: primary.id })
    const worker = await buildUser(world, client, 'Craftsman', { contractorId: second.id })
    const { id } = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: primary.id, craftsmanIds: [foreman.id] }] })
    const me = async (person: Caller) => (await world.call(person, 'GET /api/users/me')).body.user
    expect(await me(foreman)).toMatchObject({
      type: 'Craftsman',
      client: { cd: client.cd, logo_path: null },
      contractor_id: primary.id,
      contractor_name: '一次電設',
      primary_contractor_id: null,
      subcontract_contractor_ids: [second.id],
      construction_ids: [id],
    })
    expect(await me(worker)).toMatchObject({ primary_contractor_id: primary.id, subcontract_contractor_ids: [], construction_ids: [] })
    expect(await me(await staff())).toMatchObject({
      type: 'Staff',
      contractor_id: null,
      contractor_name: null,
      primary_contractor_id: null,
    })
  })
  it('says when the person signed in last', async () => {
    const person = await staff()
    expect((await world.call(person, 'GET /api/users/me')).body.user.last_sign_in_at).toBeNull()
    await signIn(person.loginId)
    const { last_sign_in_at, created_at } = (await world.call(person, 'GET /api/users/me')).body.user
    expect(Date.parse(last_sign_in_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(Date.parse(created_at)).toBeGreaterThan(Date.now() - 600_000)
  })
})

describe('PATCH /api/users/me', () => {
  const change = (person: Caller, user: Record<string, unknown>) => world.call(person, 'PATCH /api/users/me', { body: { user } })

  it('changes what was sent and keeps the rest', async () => {
    const person = await staff({ name: '前の 名前' })
    const { body } = await change(person, { phone: '090-1234-5678', default_display_format: 'grid' })
    expect(body.message).toBe('マイページの情報を更新しました。')
    expect(body.user).toMatchObject({ name: '前の 名前', phone: '09012345678', default_display_format: 'grid' })
  })
  it('saves every field of the person', async () => {
    const person = await staff()
    const before = (await world.call(person, 'GET /api/users/me')).body.user.updated_at
    const fields = { name: '佐藤', phone: '0322223333', default_display_format: 'grid', save_original_image_in_local_device: true }
    minutesFromNow(1)
    await change(person, fields)
    atNow()
    const { user } = (await world.call(person, 'GET /api/users/me')).body
    expect(user).toMatchObject(fields)
    expect(Date.parse(user.updated_at)).toBeGreaterThan(Date.parse(before))
  })
  it('changes the own login id, unless somebody has it', async () => {
    const [person, other] = [await staff(), await staff()]
    const taken = await change(person, { login_id: other.loginId, current_password: password })
    expect(taken.body.errors).toMatchObject({ login_id: ['このログインIDは使えません。別のIDを入力してください。'] })
    const changed = await change(person, { login_id: `new.${person.loginId}`, current_password: password })
    expect(changed.body.user).toMatchObject({ login_id: `new.${person.loginId}` })
    expect((await signIn(`new.${person.loginId}`)).status).toBe(200)
    expect((await signIn(person.loginId)).status).toBe(401)
  })
  it('changes no login id without the current password, of admins and operators neither', async () => {
    const people = [
      await staff(),
      await buildPlatformPerson(world, 'admin', undefined, { passwordDigest }),
      await buildPlatformPerson(world, 'operator', undefined, { passwordDigest }),
    ]
    for (const person of people) {
      const login_id = `new.${person.loginId}`
      expect((await change(person, { login_id })).body.errors).toMatchObject({ current_password: ['を入力してください'] })
      expect((await change(person, { login_id, current_password: 'Wrong999' })).status).toBe(422)
      expect((await change(person, { login_id: person.loginId, name: '改名 花子' })).status).toBe(200)
      expect((await change(person, { login_id, current_password: password })).status).toBe(200)
      const told = await lastMail(`${person.loginId}@example.jp`)
      expect(told?.body).toContain(`これまでのログインID：${person.loginId}\n新しいログインID：${login_id}\n`)
    }
  })
  it('changes the password with the current one and ends the other sessions', async () => {
    const person = await staff()
    const other = callerOf((await signIn(person.loginId)).headers)
    const fresh = { password: 'Newpass22', password_confirmation: 'Newpass22' }
    expect((await change(person, { ...fresh, current_password: 'Wrong999' })).body.errors).toMatchObject({
      current_password: ['が正しくありません'],
    })
    const weak = await change(person, { current_password: password, password: 'short', password_confirmation: 'other' })
    expect(weak.body.errors?.full_messages).toEqual([
      'パスワードは8文字以上で、英字と数字を含めてください',
      'パスワード（確認用）とパスワードの入力が一致しません',
    ])
    expect((await change(person, { ...fresh, current_password: password })).status).toBe(200)
    expect([await statusAs(person), await statusAs(other)]).toEqual([200, 401])
    expect((await signIn(person.loginId, 'Newpass22')).status).toBe(200)
  })
  it('keeps a new address waiting until its mail is answered', async () => {
    const person = await staff({ email: 'before.me@example.jp' })
    const { body } = await change(person, { email: 'after.me@example.jp', current_password: password })
    expect(body.user).toMatchObject({ email: 'before.me@example.jp', unconfirmed_email: 'after.me@example.jp' })
    expect((await lastMail('after.me@example.jp'))?.body).toContain('/mypage/email_confirmed?confirmation_token=')
  })
  it('works for admins and operators too', async () => {
    for (const kind of ['admin', 'operator'] as const)
      expect((await change(await buildPlatformPerson(world, kind), { name: '改 名' })).body.user).toMatchObject({ name: '改 名' })
  })
})

describe('PATCH /api/users/me/password', () => {
  it("replaces a craftsman's first password", async () => {
    const person = await buildUser(world, client, 'Craftsman', { passwordDigest })
    await world.inClient(client.id, db =>
      db.updateTable('users').set({ password_change_required: true }).where('id', '=', person.id).execute(),
    )
    const body = { password: 'Mynewpass1', password_confirmation: 'Mynewpass1' }
    const weak = await world.call(person, 'PATCH /api/users/me/password', { body: { ...body, password: 'onlyletters' } })
    expect(weak.status).toBe(422)
    expect((await world.call(person, 'PATCH /api/users/me/password', { body })).body).toEqual({ message: 'パスワードを変更しました。' })
    expect((await signIn(person.loginId, 'Mynewpass1')).body.data.password_change_required).toBe(false)
  })
})

describe('POST /api/users/email_confirmation', () => {
  it('makes the waiting address the real one, once and within 24 hours', async () => {
    atNow()
    const person = await staff({ email: 'confirm.before@example.jp' })
    const ask = async (email: string) => {
      await world.call(person, 'PATCH /api/users/me', { body: { user: { email, current_password: password } } })
      return { confirmation_token: tokenIn((await lastMail(email))?.body, 'confirmation_token') }
    }
    const body = await ask('confirm.after@example.jp')
    expect((await world.call(person, 'POST /api/users/email_confirmation', { body })).body).toEqual({
      message: 'メールアドレスを変更しました。',
    })
    expect((await world.call(person, 'GET /api/users/me')).body.user).toMatchObject({
      email: 'confirm.after@example.jp',
      unconfirmed_email: null,
    })
    expect((await world.call(guest, 'POST /api/users/email_confirmation', { body })).body.errors?.full_messages).toEqual([linkEnded])
    const late = await ask('confirm.late@example.jp')
    minutesFromNow(24 * 60 + 1)
    expect((await world.call(guest, 'POST /api/users/email_confirmation', { body: late })).status).toBe(422)
    atNow()
  })
})

describe('POST /api/users/one_time_tokens', () => {
  it("makes a link into the client's pages, good for five minutes", async () => {
    const { status, body } = await world.call(await staff(), 'POST /api/users/one_time_tokens', { body: { redirect: '/constructions/1' } })
    expect(status).toBe(201)
    expect(body.url).toBe(`http://${client.cd}.localhost:3000/?one_time_token=${body.one_time_token}&redirect=%2Fconstructions%2F1`)
    expect(Math.round((Date.parse(body.expires_at) - world.platform.now().getTime()) / 60_000)).toBe(5)
  })
})

describe('POST /api/users/auto_login', () => {
  const issue = async (person: Caller) => (await world.call(person, 'POST /api/users/one_time_tokens', { body: {} })).body.one_time_token
  const enter = (one_time_token: string) => world.call(guest, 'POST /api/users/auto_login', { body: { one_time_token } })

  it('signs in once', async () => {
    const person = await staff()
    const token = await issue(person)
    const { status, body } = await enter(token)
    expect(status).toBe(200)
    expect(body.data.id).toBe(person.id)
    expect(await statusAs(callerOf(body))).toBe(200)
    expect(await enter(token).then(answer => [answer.status, answer.body])).toEqual([401, { message: linkEnded }])
  })
  it('is used up by one of those who race for it', async () => {
    const token = await issue(await staff())
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => enter(token)))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
  })
  it('ends after five minutes; an unknown one never begins', async () => {
    atNow()
    const token = await issue(await staff())
    minutesFromNow(5.1)
    expect((await enter(token)).body).toEqual({ message: linkEnded })
    atNow()
    expect((await enter('unknown')).body).toEqual({ message: linkEnded })
  })
})

const forgot = (login_id: string, email: string, from?: string) =>
  world.send(guest, 'POST', '/api/auth/password', JSON.stringify({ login_id, email }), json, from)
let address = 0
/** Each caller of its own address, or the hour's limit would be met by the tests before. */
const elsewhere = () => `10.0.0.${(address += 1)}`

describe('POST /api/auth/password', () => {
  it('answers the same whether the account exists or not, and mails only its own address', async () => {
    const person = await staff({ email: 'forgot.me@example.jp' })
    const answers = [
      await forgot(person.loginId, 'forgot.me@example.jp', elsewhere()),
      await forgot(person.loginId, 'another@example.jp', elsewhere()),
      await forgot('nobody.there', 'forgot.me@example.jp', elsewhere()),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { message: 'パスワード再設定用のメールを送信しました。' }])
    expect((await world.call(guest, 'GET /api/dev/mails', { query: { to: 'forgot.me@example.jp' } })).body.mails).toHaveLength(1)
    expect(await lastMail('another@example.jp')).toBeUndefined()
  })
  it('is asked five times an hour from one address and for one login id', async () => {
    atNow()
    const from = elsewhere()
    for (let tries = 1; tries <= 5; tries += 1) expect((await forgot(`nobody.${tries}`, 'x@example.jp', from)).status).toBe(200)
    expect((await forgot('nobody.6', 'x@example.jp', from)).status).toBe(429)
    for (let tries = 1; tries <= 5; tries += 1) expect((await forgot('one.login', 'x@example.jp', elsewhere())).status).toBe(200)
    expect((await forgot('one.login', 'x@example.jp', elsewhere())).status).toBe(429)
    minutesFromNow(61)
    expect((await forgot('one.login', 'x@example.jp', from)).status).toBe(200)
    atNow()
  })
})

const resetToken = async (person: BuiltPerson, email: string) => {
  await forgot(person.loginId, email, elsewhere())
  return tokenIn((await lastMail(email))?.body, 'reset_password_token')
}

describe('GET /api/auth/password/edit', () => {
  it('tells a good link from one that ended', async () => {
    atNow()
    const reset_password_token = await resetToken(await staff({ email: 'edit.me@example.jp' }), 'edit.me@example.jp')
    const look = (query: { reset_password_token: string }) => world.call(guest, 'GET /api/auth/password/edit', { query })
    expect((await look({ reset_password_token })).body).toEqual({ valid: true, strategy: 'user' })
    expect((await look({ reset_password_token: 'unknown' })).body).toMatchObject({ code: 'link_expired' })
    minutesFromNow(6 * 60 + 1)
    expect((await look({ reset_password_token })).status).toBe(422)
    atNow()
  })
  it('says what the invited person signs in with, until there is a password', async () => {
    atNow()
    const client = await buildClient(world)
    const email = 'invited.person@example.jp'
    const login_id = `invited${client.id}`
    const form = { type: 'Staff', name: '招待 花子', email, phone: null, login_id, department_id: null } as const
    expect((await world.call(await buildUser(world, client, 'Staff_Admin'), 'POST /api/staffs', { body: { staff: form } })).status).toBe(
      201,
    )
    const reset_password_token = tokenIn((await lastMail(email))?.body, 'reset_password_token')
    const look = async (token: string) =>
      (await world.call(guest, 'GET /api/auth/password/edit', { query: { reset_password_token: token } })).body
    expect(await look(reset_password_token)).toEqual({ valid: true, strategy: 'user', login_id })
    const body = { reset_password_token, password: 'Another11', password_confirmation: 'Another11' }
    expect((await world.call(guest, 'PUT /api/auth/password', { body })).status).toBe(200)
    await forgot(login_id, email, elsewhere())
    expect(await look(tokenIn((await lastMail(email))?.body, 'reset_password_token'))).toEqual({ valid: true, strategy: 'user' })
  })
})

describe('PUT /api/auth/password', () => {
  it('sets the password once and ends every session', async () => {
    const person = await staff({ email: 'reset.me@example.jp' })
    const reset_password_token = await resetToken(person, 'reset.me@example.jp')
    const reset = (fresh: string) =>
      world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token, password: fresh, password_confirmation: fresh } })
    expect((await reset('weak')).status).toBe(422)
    expect((await reset('Another11')).body).toEqual({ message: 'パスワードを変更しました。' })
    expect(await statusAs(person)).toBe(401)
    expect((await signIn(person.loginId)).status).toBe(401)
    expect((await signIn(person.loginId, 'Another11')).status).toBe(200)
    expect((await reset('Another22')).body).toMatchObject({ code: 'link_expired' })
  })
  it('works for an admin', async () => {
    const admin = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
    const reset_password_token = await resetToken(admin, `${admin.loginId}@example.jp`)
    const body = { reset_password_token, password: 'Another11', password_confirmation: 'Another11' }
    expect((await world.call(guest, 'PUT /api/auth/password', { body })).status).toBe(200)
    expect(
      (await world.call(guest, 'POST /api/admin_auth/sign_in', { body: { login_id: admin.loginId, password: 'Another11' } })).status,
    ).toBe(200)
  })
})

describe('POST /api/auth/login_id_reminder', () => {
  const remind = (email: string, from = elsewhere()) =>
    world.send(guest, 'POST', '/api/auth/login_id_reminder', JSON.stringify({ email }), json, from)

  it('mails every login id behind the address, and answers the same when there is none', async () => {
    const [one, other] = [await staff({ email: 'shared@example.jp' }), await staff({ email: 'shared@example.jp' })]
    const answer = { message: 'ログインIDをメールで送信しました。' }
    expect((await remind('shared@example.jp')).body).toEqual(answer)
    expect((await remind('nobody@example.jp')).body).toEqual(answer)
    const mail = await lastMail('shared@example.jp')
    expect(mail?.body).toContain(one.loginId)
    expect(mail?.body).toContain(other.loginId)
    expect(mail?.body).not.toContain(password)
    expect(await lastMail('nobody@example.jp')).toBeUndefined()
  })
  it('is asked five times an hour', async () => {
    for (let tries = 1; tries <= 5; tries += 1) expect((await remind('often@example.jp')).status).toBe(200)
    expect((await remind('often@example.jp')).status).toBe(429)
  })
})

describe('GET /api/configurations', () => {
  it('answers guests, and the address of the payments only admins', async () => {
    const { body } = await world.call(guest, 'GET /api/configurations')
    expect(body).toMatchObject({
      app_name: 'トグチ',
      call_center_phone: '0120-000-000',
      tax_rate: 10,
      back_office_order_url: '',
      chatbot: { allowed: false },
    })
    expect(body.today).toMatch(/^\d{4}-\d\d-\d\d$/)
    const admin = await buildPlatformPerson(world, 'admin')
    expect((await world.call(admin, 'GET /api/configurations')).body.back_office_order_url).toBe('https://payments.example.jp/')
    expect((await world.call(await staff(), 'GET /api/configurations')).body.back_office_order_url).toBe('')
  })
  it('allows the chatbot to the companies of the list', async () => {
    const listed = await buildClient(world, { cd: '002' })
    const caller = await buildUser(world, listed, 'Staff')
    expect((await world.call(caller, 'GET /api/configurations')).body.chatbot.allowed).toBe(true)
    expect((await world.call(caller, 'GET /api/configurations')).body.chatbot).toMatchObject({
      gateway_url: 'http://www.localhost:3000',
      gateway_path: '/gateway/chatbot/messages',
    })
    expect((await world.call(await staff(), 'GET /api/configurations')).body.chatbot.allowed).toBe(false)
  })
  it('answers a stale token as a guest', async () => {
    expect(
      (await world.call({ headers: { 'access-token': 'x'.repeat(43), client: 'x', uid: 'x' } }, 'GET /api/configurations')).status,
    ).toBe(200)
  })
})

describe('GET /api/files/:signed', () => {
  const keep = (contentType: string) =>
    world.inClient(client.id, async db =>
      fileUrl(
        world.platform,
        client.id,
        await keepBytes(world.platform, db, client.id, { bytes: Buffer.from('<b>hello</b>'), fileName: '見積書.txt', contentType }),
      ),
    )
  it('gives the file for ten minutes, and never as a page of ours', async () => {
    atNow()
    const url = await keep('text/html')
    const { status, headers } = await world.send(guest, 'GET', url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html', 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('見積書.txt')}`)
    expect(headers['content-security-policy']).toContain('sandbox')
    minutesFromNow(12)
    expect((await world.send(guest, 'GET', url)).status).toBe(404)
    atNow()
  })
  it('shuts everything in a sandbox but a PDF, whose viewer would stay blank there; and shows both in our pages only', async () => {
    const policyOf = async (contentType: string) =>
      String((await world.send(guest, 'GET', await keep(contentType))).headers['content-security-policy'])
    for (const contentType of ['text/html', 'image/png', 'image/svg+xml'])
      expect(await policyOf(contentType)).toMatch(/^sandbox; default-src 'none'/)
    expect(await policyOf('application/pdf')).toMatch(/^default-src 'none'/)
    for (const contentType of ['application/pdf', 'image/png']) expect(await policyOf(contentType)).toContain("frame-ancestors 'self'")
  })
  it('takes no link that was tampered with', async () => {
    const signed = (await keep('image/png')).replace('/api/files/', '')
    const [clientId = '', fileId = '', expires = '', signature = ''] = signed.split('.')
    for (const forged of [
      [clientId, Number(fileId) + 1, expires, signature].join('.'),
      [Number(clientId) + 1, fileId, expires, signature].join('.'),
      [clientId, fileId, Number(expires) + 60_000, signature].join('.'),
      [clientId, fileId, expires, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.'),
      [clientId, fileId, expires].join('.'),
      [clientId, `${fileId}v`, expires, signature].join('.'),
      `..%2f..%2f${signed}`,
      'junk',
    ])
      expect((await world.send(guest, 'GET', `/api/files/${forged}`)).status).toBe(404)
  })
})

describe('GET /api/dev/mails', () => {
  it('is found in a trial only', async () => {
    expect((await world.call(guest, 'GET /api/dev/mails', { query: { subject: 'ログインID' } })).body.mails.length).toBeGreaterThan(0)
    const production = await openWorld({ mailReader: false })
    expect((await production.call(guest, 'GET /api/dev/mails')).status).toBe(404)
  })
})
