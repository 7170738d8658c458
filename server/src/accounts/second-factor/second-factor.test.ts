import { TOTP, Secret } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { failedAttempts } from '../../../test/attempts.ts'
import { during } from '../../../test/during.ts'
import { guest, openWorld, type Answer, type Caller, type World } from '../../../test/world.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'
import type { Db } from '../../platform/database/database.ts'
import { openSession } from '../sessions/sign-in.ts'
import { purgeAccounts } from '../purge.ts'
import { releaseAdmin } from '../platform-accounts/release-admin.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const password = 'Password1'
const json = { 'content-type': 'application/json' }
let now = new Date('2026-11-22T00:00:00Z').getTime()

beforeAll(async () => {
  world = await openWorld({ secondFactor: 'required' })
  world.setNow(new Date(now).toISOString())
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
})

/** Lets so many seconds go by: every code is good once, so most calls need a new one. */
const wait = (seconds: number) => {
  now += seconds * 1000
  world.setNow(new Date(now).toISOString())
}
const codeOf = (secret: string, secondsOff = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + secondsOff * 1000 })
const nextCodeOf = (secret: string) => {
  wait(30)
  return codeOf(secret)
}
const aWrongCodeFor = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map(off => codeOf(secret, off))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(code => !near.includes(code)) ?? ''
}

type Refused = Answer<{ enrolment_token?: string }>
const signIn = (person: BuiltPerson, otp?: string, secret = password) =>
  world.call(guest, `POST /api/${person.clientId === null ? strategyOf(person) : 'auth'}/sign_in` as 'POST /api/auth/sign_in', {
    body: { login_id: person.loginId, password: secret, ...(otp === undefined ? {} : { otp }) },
  })
const passed = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length
const strategyOf = ({ loginId }: BuiltPerson) => (loginId.startsWith('admin') ? 'admin_auth' : 'operator_auth')
const callerOf = (headers: Record<string, unknown>): Caller => ({
  headers: Object.fromEntries(['access-token', 'client', 'uid', 'token-type'].map(name => [name, String(headers[name])])),
})
const statusAs = async (caller: Caller) => (await world.call(caller, 'GET /api/users/me')).status
const mailsTo = async (person: BuiltPerson) =>
  (await world.call(guest, 'GET /api/dev/mails', { query: { to: `${person.loginId}@example.jp` } })).body.mails.map(
    ({ subject }) => subject,
  )
const newestTo = async (person: BuiltPerson) =>
  (await world.call(guest, 'GET /api/dev/mails', { query: { to: `${person.loginId}@example.jp` } })).body.mails[0]?.body
const staff = (type: 'Staff_Admin' | 'Staff' | 'Craftsman' = 'Staff') => buildUser(world, client, type, { passwordDigest })
const begin = (person: Caller, otp?: string) =>
  world.call(person, 'POST /api/users/me/second_factor', { body: { current_password: password, ...(otp === undefined ? {} : { otp }) } })
const confirm = (person: Caller, otp: string) => world.call(person, 'POST /api/users/me/second_factor/confirmation', { body: { otp } })
/** Somebody with a second factor, and what they keep of it. */
const enrolled = async (person: BuiltPerson) => {
  const { secret } = (await begin(person)).body
  const { recovery_codes: codes } = (await confirm(person, codeOf(secret))).body
  return { person, secret, codes }
}
const tokenOf = async (person: BuiltPerson) => ((await signIn(person)) as unknown as Refused).body.enrolment_token ?? ''

describe('GET /api/users/me/second_factor', () => {
  it('says what is demanded of whom, and what there is', async () => {
    const stateOf = async (person: Caller) => (await world.call(person, 'GET /api/users/me/second_factor')).body
    const nothing = { offered: true, required: false, enabled: false, recovery_codes_left: 0 }
    for (const type of ['Staff_Admin', 'Staff'] as const) expect(await stateOf(await staff(type))).toEqual(nothing)
    for (const kind of ['admin', 'operator'] as const)
      expect(await stateOf(await buildPlatformPerson(world, kind))).toEqual({ ...nothing, required: true })
    const { person } = await enrolled(await staff())
    expect(await stateOf(person)).toEqual({ ...nothing, enabled: true, recovery_codes_left: 10 })
  })
  it('offers nothing where second factors are off, as on trial', async () => {
    const trial = await openWorld()
    const person = await buildPlatformPerson(trial, 'admin', undefined, { passwordDigest })
    expect((await trial.call(person, 'GET /api/users/me/second_factor')).body).toMatchObject({ offered: false, required: false })
    const begun = await trial.call(person, 'POST /api/users/me/second_factor', { body: { current_password: password } })
    expect(begun.body.code).toBe('second_factor_not_offered')
    const entered = await trial.call(guest, 'POST /api/admin_auth/sign_in', { body: { login_id: person.loginId, password } })
    expect(entered.status).toBe(200)
  })
})

describe('POST /api/users/me/second_factor', () => {
  it('gives a secret for the current password, which changes nothing until its first code', async () => {
    const person = await staff()
    const refused = await world.call(person, 'POST /api/users/me/second_factor', { body: { current_password: 'Wrong999' } })
    expect(refused.body.errors).toMatchObject({ current_password: ['が正しくありません'] })
    const { status, body } = await begin(person)
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(body.otpauth_url)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', `/トグチ:${person.loginId}`])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: body.secret, issuer: 'トグチ', digits: '6', period: '30' })
    expect((await signIn(person)).status).toBe(200)
  })
  it('keeps no secret that could be read in the database', async () => {
    const { secret } = await enrolled(await staff())
    const rows = await world.inClient(null, db => db.selectFrom('second_factors').select('secret').execute())
    const texts = rows.flatMap(row => (row.secret === null ? [] : [row.secret.toString('latin1')]))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter(text => text.includes(secret) || text.includes(Secret.fromBase32(secret).latin1))).toEqual([])
  })
  it('puts another application in place of the one there is, for a code of that', async () => {
    const { person, secret } = await enrolled(await staff())
    expect((await begin(person)).body.errors).toMatchObject({ otp: ['を入力してください'] })
    expect((await begin(person, aWrongCodeFor(secret))).body.errors).toMatchObject({ otp: ['が正しくありません'] })
    const other = (await begin(person, nextCodeOf(secret))).body.secret
    expect((await signIn(person, nextCodeOf(secret))).status).toBe(200)
    expect((await confirm(person, codeOf(other))).status).toBe(200)
    expect((await signIn(person, nextCodeOf(secret))).status).toBe(401)
    expect((await signIn(person, codeOf(other))).status).toBe(200)
  })
})

describe('POST /api/users/me/second_factor/confirmation', () => {
  it('takes a right code, gives ten recovery codes, tells the owner and ends the other sessions', async () => {
    const person = await staff()
    const other = callerOf((await signIn(person)).headers)
    const { secret } = (await begin(person)).body
    expect((await confirm(person, aWrongCodeFor(secret))).body.errors).toMatchObject({ otp: ['が正しくありません'] })
    const { status, body } = await confirm(person, codeOf(secret))
    expect(status).toBe(200)
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect([await statusAs(person), await statusAs(other)]).toEqual([200, 401])
    expect((await mailsTo(person))[0]).toContain('二段階認証が有効になりました')
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('subject_id', '=', person.id).select('kind').execute(),
    )
    expect(events.map(({ kind }) => kind)).toContain('accounts.second_factor_enabled')
  })
  it('waits ten minutes for the first code', async () => {
    const person = await staff()
    const { secret } = (await begin(person)).body
    wait(601)
    expect((await confirm(person, codeOf(secret))).body.code).toBe('enrolment_ended')
  })
  it('lets nobody guess: ten wrong codes in half an hour', async () => {
    const person = await staff()
    const { secret } = (await begin(person)).body
    for (let at = 0; at < 10; at += 1) expect((await confirm(person, aWrongCodeFor(secret))).status).toBe(422)
    expect((await confirm(person, codeOf(secret))).status).toBe(429)
    wait(30 * 60)
    const later = (await begin(person)).body.secret
    expect((await confirm(person, codeOf(later))).status).toBe(200)
  })
})

describe('a sign-in with a second factor', () => {
  it('asks for it after the right password alone, in the shape of section 8, and opens with it', async () => {
    const { person, secret } = await enrolled(await staff())
    expect((await signIn(person, undefined, 'Wrong999')).body).toEqual({
      errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'],
    })
    const asked = await signIn(person)
    expect([asked.status, asked.body]).toEqual([
      401,
      { message: '認証アプリに表示されている6桁のコードを入力してください。', code: 'otp_required' },
    ])
    expect(asked.headers['access-token']).toBeUndefined()
    expect((await signIn(person, aWrongCodeFor(secret))).body).toMatchObject({ code: 'otp_required' })
    const opened = await signIn(person, nextCodeOf(secret))
    expect([opened.status, await statusAs(callerOf(opened.headers))]).toEqual([200, 200])
    expect((await signIn(person, nextCodeOf(secret), 'Wrong999')).body.errors).toHaveLength(1)
  })
  it('stands before every door of the password: the local strategy and forms, too', async () => {
    const { person, secret } = await enrolled(await staff())
    const local = await world.call(guest, 'POST /api/auth/login', { body: { login_id: person.loginId, password } })
    expect(local.body.code).toBe('otp_required')
    const form = new URLSearchParams({ login_id: person.loginId, password, otp: nextCodeOf(secret) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.send(guest, 'POST', '/api/auth/sign_in', form, headers)).status).toBe(200)
  })
  it('takes a code once', async () => {
    const { person, secret } = await enrolled(await staff())
    expect((await signIn(person, codeOf(secret))).body.code).toBe('otp_required')
    const code = nextCodeOf(secret)
    expect((await signIn(person, code)).status).toBe(200)
    expect((await signIn(person, code)).body.code).toBe('otp_required')
  })
  it('lets one of two pass that bring the same code at once', async () => {
    const { person, secret } = await enrolled(await staff())
    const code = nextCodeOf(secret)
    const both = await Promise.all([1, 2, 3, 4].map(() => signIn(person, code)))
    expect(passed(both)).toBe(1)
  })
  it('goes along with a clock that is half a minute off, and no further; and never back behind a code that was taken', async () => {
    const { person, secret } = await enrolled(await staff())
    wait(300)
    expect((await signIn(person, codeOf(secret, -60))).status).toBe(401)
    expect((await signIn(person, codeOf(secret, 60))).status).toBe(401)
    expect((await signIn(person, codeOf(secret, -30))).status).toBe(200)
    const slower = codeOf(secret, 0)
    expect((await signIn(person, codeOf(secret, 30))).status).toBe(200)
    expect((await signIn(person, slower)).status).toBe(401)
  })
  it('reads full-width digits and blanks', async () => {
    const { person, secret } = await enrolled(await staff())
    const wide = nextCodeOf(secret).replaceAll(/\d/g, digit => '０１２３４５６７８９'.charAt(Number(digit)))
    expect((await signIn(person, ` ${wide.slice(0, 3)} ${wide.slice(3)} `)).status).toBe(200)
  })
  it('takes each recovery code once, however it is written, and tells', async () => {
    const { person, codes } = await enrolled(await staff())
    const code = codes[3] ?? ''
    expect((await signIn(person, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn(person, code)).body.code).toBe('otp_required')
    expect((await mailsTo(person))[0]).toContain('リカバリーコードが使われました')
    expect((await world.call(person, 'GET /api/users/me/second_factor')).body.recovery_codes_left).toBe(9)
    const both = await Promise.all([1, 2, 3].map(() => signIn(person, codes[4])))
    expect(passed(both)).toBe(1)
  })
  it('locks after ten wrong codes for half an hour, tells the owner, and leaves others alone', async () => {
    const { person, secret } = await enrolled(await staff())
    const other = await enrolled(await staff())
    const wrong = aWrongCodeFor(secret)
    for (let at = 1; at <= 9; at += 1) expect((await signIn(person, wrong)).body.code).toBe('otp_required')
    const locked = { message: 'アカウントはロックされています。', code: 'otp_locked', minutes: 30 }
    expect((await signIn(person, wrong)).body).toEqual(locked)
    expect((await signIn(person, nextCodeOf(secret))).body).toEqual(locked)
    expect((await mailsTo(person))[0]).toContain('コードの誤りが続いたため')
    expect(await newestTo(person)).toContain('約30分後に、もう一度ログインできるようになります。')
    expect((await signIn(other.person, codeOf(other.secret))).status).toBe(200)
    wait(30 * 60)
    expect((await signIn(person, codeOf(secret))).status).toBe(200)
  })
  it('counts what comes at once before it looks at it', async () => {
    const { person, secret } = await enrolled(await staff())
    const wrong = aWrongCodeFor(secret)
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(person, wrong)))
    expect(answers.filter(({ body }) => body.code === 'otp_required')).toHaveLength(9)
  })
  it('counts the failures of a network', async () => {
    const { person, secret } = await enrolled(await staff())
    const send = (otp: string) =>
      world.send(guest, 'POST', '/api/auth/sign_in', JSON.stringify({ login_id: person.loginId, password, otp }), json, '203.0.113.77')
    const count = () =>
      world.inClient(null, db =>
        db
          .selectFrom('attempt_counters')
          .where('scope', '=', 'sign_in:network')
          .where('subject', '=', '203.0.113.77')
          .select('count')
          .executeTakeFirst(),
      )
    expect((await send(aWrongCodeFor(secret))).status).toBe(401)
    expect((await count())?.count).toBe(1)
    expect((await send(nextCodeOf(secret))).status).toBe(200)
    expect((await count())?.count).toBe(1)
  })
  it('is never asked of craftsmen, and of staff only who turned it on', async () => {
    for (const type of ['Craftsman', 'Staff', 'Staff_Admin'] as const) expect((await signIn(await staff(type))).status).toBe(200)
    const craftsman = await staff('Craftsman')
    expect((await begin(craftsman)).status).toBe(403)
  })
  it('is demanded of the staff of a company that says so, and of no other', async () => {
    const strict = await buildClient(world)
    const boss = await buildUser(world, strict, 'Staff_Admin', { passwordDigest })
    const [member, craftsman] = [
      await buildUser(world, strict, 'Staff', { passwordDigest }),
      await buildUser(world, strict, 'Craftsman', { passwordDigest }),
    ]
    expect((await signIn(member)).status).toBe(200)
    const saved = await world.call(boss, 'PATCH /api/settings', { body: { client: { second_factor_required: true } } })
    expect(saved.body.client.second_factor_required).toBe(true)
    expect((await signIn(member)).body.code).toBe('otp_enrolment')
    expect((await signIn(boss)).body.code).toBe('otp_enrolment')
    expect((await signIn(craftsman)).status).toBe(200)
    expect((await signIn(await staff())).status).toBe(200)
  })
})

describe('what was opened without a second factor', () => {
  const demand = (boss: Caller, second_factor_required: boolean) =>
    world.call(boss, 'PATCH /api/settings', { body: { client: { second_factor_required } } })

  it('ends when the company begins to demand one, and opens nothing more by a link; nothing else ends', async () => {
    const company = await buildClient(world)
    const of = (type: 'Staff_Admin' | 'Staff' | 'Craftsman') => buildUser(world, company, type, { passwordDigest })
    const [boss, colleague, craftsman] = [await of('Staff_Admin'), await of('Staff'), await of('Craftsman')]
    const { person: careful } = await enrolled(await of('Staff'))
    const elsewhere = await staff()
    const link = await world.call(colleague, 'POST /api/users/one_time_tokens', { body: {} })
    expect((await demand(boss, true)).status).toBe(200)
    const people = [boss, colleague, careful, craftsman, elsewhere]
    expect(await Promise.all(people.map(statusAs))).toEqual([401, 401, 200, 200, 200])
    const { one_time_token } = link.body
    expect((await world.call(guest, 'POST /api/users/auto_login', { body: { one_time_token } })).status).toBe(401)
    expect((await signIn(colleague)).body.code).toBe('otp_enrolment')
    // What is demanded already ends nothing anew.
    expect((await demand(careful, true)).status).toBe(403)
    expect(await statusAs(careful)).toBe(200)
  })

  it('is never opened by a sign-in that began before the owner confirmed one', async () => {
    const person = await staff()
    const { person: other } = await enrolled(await staff())
    const confirmed = async (db: Db) => {
      await db.selectFrom('users').where('client_id', '=', client.id).where('id', '=', person.id).select('id').forUpdate().execute()
      const { secret } = await db.selectFrom('second_factors').where('account_id', '=', other.id).select('secret').executeTakeFirstOrThrow()
      await db
        .insertInto('second_factors')
        .values({ strategy: 'user', client_id: client.id, account_id: person.id, secret, confirmed_at: new Date() })
        .execute()
    }
    expect((await during(world, client.id, confirmed, () => signIn(person))).status).toBe(401)
  })

  it('is never opened by a sign-in that began before the company demanded one', async () => {
    const company = await buildClient(world)
    const person = await buildUser(world, company, 'Staff', { passwordDigest })
    const demanded = (db: Db) => db.updateTable('clients').set({ second_factor_required: true }).where('id', '=', company.id).execute()
    expect((await during(world, company.id, demanded, () => signIn(person))).status).toBe(401)
  })

  it('ends with the confirmation, also when it was opened at the same moment', async () => {
    const person = await staff()
    const { secret } = (await begin(person)).body
    const entering = async (db: Db) => {
      await db.selectFrom('users').where('client_id', '=', client.id).where('id', '=', person.id).select('id').forNoKeyUpdate().execute()
      await openSession(world.platform, db, { strategy: 'user', clientId: client.id, accountId: person.id }, person.loginId)
    }
    expect((await during(world, client.id, entering, () => confirm(person, codeOf(secret)))).status).toBe(200)
    const sessions = await world.inClient(null, db =>
      db.selectFrom('sessions').where('strategy', '=', 'user').where('account_id', '=', person.id).select('id').execute(),
    )
    expect(sessions).toHaveLength(1)
  })
})

describe('POST /api/auth/second_factor', () => {
  it('begins the enrolment that is demanded of admins and operators at their first sign-in', async () => {
    for (const kind of ['admin', 'operator'] as const) {
      const person = await buildPlatformPerson(world, kind, undefined, { passwordDigest })
      const refused = (await signIn(person)) as unknown as Refused
      expect([refused.status, refused.body]).toEqual([
        401,
        { message: '二段階認証の設定が必要です。', code: 'otp_enrolment', enrolment_token: expect.stringMatching(/^[\w-]{43}$/) as string },
      ])
      const enrolment_token = refused.body.enrolment_token ?? ''
      const { status, body } = await world.call(guest, 'POST /api/auth/second_factor', { body: { enrolment_token } })
      expect([status, body.secret.length]).toEqual([200, 32])
    }
  })
  it('knows its token for ten minutes, the newest alone, and none after another password', async () => {
    const person = await buildPlatformPerson(world, 'operator', undefined, { passwordDigest })
    const beginBy = async (enrolment_token: string) =>
      (await world.call(guest, 'POST /api/auth/second_factor', { body: { enrolment_token } })).status
    const first = await tokenOf(person)
    const second = await tokenOf(person)
    expect([await beginBy('nobody'), await beginBy(first), await beginBy(second)]).toEqual([401, 401, 200])
    wait(601)
    expect(await beginBy(second)).toBe(401)
    const third = await tokenOf(person)
    const user = { current_password: password, password: 'Another11x', password_confirmation: 'Another11x' }
    expect((await world.call(person, 'PATCH /api/users/me', { body: { user } })).status).toBe(200)
    expect(await beginBy(third)).toBe(401)
  })
  it('is all its token is good for', async () => {
    const person = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
    const token = await tokenOf(person)
    const presented: Caller[] = [
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { 'access-token': token, uid: person.loginId } },
    ]
    for (const caller of presented) expect(await statusAs(caller)).toBe(401)
    expect((await world.call(guest, 'POST /api/users/auto_login', { body: { one_time_token: token } })).status).toBe(401)
    const reset = { reset_password_token: token, password: 'Another11x', password_confirmation: 'Another11x' }
    expect((await world.call(guest, 'PUT /api/auth/password', { body: reset })).status).toBe(422)
    expect((await world.call(guest, 'POST /api/users/email_confirmation', { body: { confirmation_token: token } })).status).toBe(422)
  })
})

describe('POST /api/auth/second_factor/confirmation', () => {
  const confirmBy = (enrolment_token: string, otp: string) =>
    world.call(guest, 'POST /api/auth/second_factor/confirmation', { body: { enrolment_token, otp } })
  const beginBy = async (enrolment_token: string) =>
    (await world.call(guest, 'POST /api/auth/second_factor', { body: { enrolment_token } })).body.secret

  it('signs in with the first right code, once', async () => {
    const person = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
    const token = await tokenOf(person)
    expect((await confirmBy(token, '123456')).body.code).toBe('enrolment_ended')
    const secret = await beginBy(token)
    expect((await confirmBy(token, aWrongCodeFor(secret))).body.errors).toMatchObject({ otp: ['が正しくありません'] })
    const { status, body, headers } = await confirmBy(token, codeOf(secret))
    expect([status, body.data.login_id, body.recovery_codes.length]).toEqual([200, person.loginId, 10])
    expect(await statusAs(callerOf(headers))).toBe(200)
    expect((await confirmBy(token, nextCodeOf(secret))).status).toBe(401)
    expect((await signIn(person)).body.code).toBe('otp_required')
    expect((await signIn(person, nextCodeOf(secret))).status).toBe(200)
  })
  it('lets nobody guess, with however many tokens', async () => {
    const person = await buildPlatformPerson(world, 'admin', undefined, { passwordDigest })
    const tokens = [await tokenOf(person)]
    const secret = await beginBy(tokens[0] ?? '')
    for (let at = 0; at < 10; at += 1) expect((await confirmBy(tokens[0] ?? '', aWrongCodeFor(secret))).status).toBe(422)
    const token = await tokenOf(person)
    expect((await confirmBy(token, codeOf(await beginBy(token)))).status).toBe(429)
  })
  it('never replaces a second factor that was enrolled meanwhile', async () => {
    const person = await buildPlatformPerson(world, 'operator', undefined, { passwordDigest })
    const { secret } = await enrolled(person)
    await world.inClient(null, db =>
      db.updateTable('second_factors').set({ secret: null, confirmed_at: null }).where('account_id', '=', person.id).execute(),
    )
    const token = await tokenOf(person)
    const stolen = await beginBy(token)
    // As if the owner had been quicker, by another session.
    await world.inClient(null, db =>
      db
        .updateTable('second_factors')
        .set({ secret: Buffer.from(secret), confirmed_at: new Date() })
        .where('account_id', '=', person.id)
        .where('strategy', '=', 'operator')
        .execute(),
    )
    expect((await confirmBy(token, codeOf(stolen))).body.code).toBe('enrolment_ended')
  })
})

describe('POST /api/users/me/second_factor/removal', () => {
  const remove = (person: Caller, otp: string, current_password = password) =>
    world.call(person, 'POST /api/users/me/second_factor/removal', { body: { current_password, otp } })

  it('takes the password and a code, and tells', async () => {
    const { person, secret } = await enrolled(await staff())
    expect((await remove(person, nextCodeOf(secret), 'Wrong999')).body.errors).toMatchObject({ current_password: ['が正しくありません'] })
    expect((await remove(person, aWrongCodeFor(secret))).body.errors).toMatchObject({ otp: ['が正しくありません'] })
    expect((await remove(person, '')).body.errors).toMatchObject({ otp: ['を入力してください'] })
    expect((await remove(person, codeOf(secret))).status).toBe(200)
    expect((await mailsTo(person))[0]).toContain('二段階認証が無効になりました')
    expect((await signIn(person)).status).toBe(200)
    expect((await remove(person, codeOf(secret))).body.code).toBe('no_second_factor')
  })
  it('is refused to whom it is demanded of', async () => {
    const { person, secret } = await enrolled(await buildPlatformPerson(world, 'admin', undefined, { passwordDigest }))
    expect((await remove(person, nextCodeOf(secret))).body.code).toBe('second_factor_required')
  })
  it('lets nobody guess by a session that was left open, and locks no sign-in by it', async () => {
    const { person, secret } = await enrolled(await staff())
    const wrong = aWrongCodeFor(secret)
    for (let at = 0; at < 10; at += 1) expect((await remove(person, wrong)).status).toBe(422)
    expect((await remove(person, nextCodeOf(secret))).status).toBe(429)
    expect((await signIn(person, nextCodeOf(secret))).status).toBe(200)
  })
})

describe('POST /api/users/me/second_factor/recovery_codes', () => {
  it('gives new ones, which end the old', async () => {
    const { person, secret, codes } = await enrolled(await staff())
    const { body } = await world.call(person, 'POST /api/users/me/second_factor/recovery_codes', {
      body: { current_password: password, otp: nextCodeOf(secret) },
    })
    expect(body.recovery_codes).toHaveLength(10)
    expect((await signIn(person, codes[0])).status).toBe(401)
    expect((await signIn(person, body.recovery_codes[0])).status).toBe(200)
  })
})

describe('DELETE /api/staffs/:id/second_factor', () => {
  const reset = (caller: Caller, id: number) => world.call(caller, 'DELETE /api/staffs/:id/second_factor', { params: { id } })

  it('lets somebody in again who lost everything: ends the sessions, tells, and remembers who did it', async () => {
    const boss = await staff('Staff_Admin')
    const { person } = await enrolled(await staff())
    const shown = async () => (await world.call(boss, 'GET /api/staffs/:id', { params: person })).body.staff.second_factor_enabled
    expect(await shown()).toBe(true)
    expect((await reset(boss, person.id)).status).toBe(200)
    expect(await shown()).toBe(false)
    expect(await statusAs(person)).toBe(401)
    expect((await mailsTo(person))[0]).toContain('二段階認証の設定が解除されました')
    expect((await signIn(person)).status).toBe(200)
    const events = await world.inClient(client.id, db =>
      db
        .selectFrom('events')
        .where('subject_type', '=', 'staffs')
        .where('subject_id', '=', person.id)
        .select(['kind', 'actor_id'])
        .execute(),
    )
    expect(events).toEqual([{ kind: 'staffs.second_factor_reset', actor_id: boss.id }])
    expect((await reset(boss, person.id)).body.code).toBe('no_second_factor')
  })
  it('is for administrators of the same company and admins of the platform, and never for oneself', async () => {
    const { person } = await enrolled(await staff())
    const elsewhere = await buildClient(world)
    expect((await reset(await buildUser(world, elsewhere, 'Staff_Admin'), person.id)).status).toBe(404)
    expect((await reset(await buildPlatformPerson(world, 'admin', elsewhere), person.id)).status).toBe(404)
    expect((await reset(await staff('Staff_Admin'), (await staff('Craftsman')).id)).status).toBe(404)
    expect((await reset(await buildUser(world, client, 'Staff', { canRegisterStaff: true }), person.id)).status).toBe(403)
    const { person: boss } = await enrolled(await staff('Staff_Admin'))
    expect((await reset(boss, boss.id)).body.code).toBe('own_account')
    expect((await reset(await buildPlatformPerson(world, 'admin', client), person.id)).status).toBe(200)
  })
})

describe('DELETE /api/admins/:id/second_factor', () => {
  it('is for another admin, and leaves an operator of the same id alone', async () => {
    const { person: lost } = await enrolled(await buildPlatformPerson(world, 'admin', undefined, { passwordDigest }))
    const other = await buildPlatformPerson(world, 'admin')
    const reset = (caller: Caller, id: number) => world.call(caller, 'DELETE /api/admins/:id/second_factor', { params: { id } })
    expect((await reset(lost, lost.id)).body.code).toBe('own_account')
    expect((await reset(other, 999_999)).status).toBe(404)
    expect((await reset(other, other.id)).body.code).toBe('own_account')
    expect((await reset(other, lost.id)).status).toBe(200)
    expect(await statusAs(lost)).toBe(401)
    expect((await signIn(lost)).body.code).toBe('otp_enrolment')
    expect((await mailsTo(lost))[0]).toContain('二段階認証の設定が解除されました')
    expect(await eventsAbout('admins', lost)).toContainEqual({
      kind: 'admins.second_factor_reset',
      actor_kind: 'admin',
      actor_id: other.id,
    })
  })
})

describe('DELETE /api/operators/:id/second_factor', () => {
  it('is for an admin', async () => {
    const { person } = await enrolled(await buildPlatformPerson(world, 'operator', undefined, { passwordDigest }))
    const reset = (caller: Caller) => world.call(caller, 'DELETE /api/operators/:id/second_factor', { params: person })
    expect((await reset(await buildPlatformPerson(world, 'operator'))).status).toBe(403)
    const admin = await buildPlatformPerson(world, 'admin')
    await failedAttempts(world, { scope: 'sign_in:second_factor', subject: `operator::${person.id}` }, 10)
    const shown = async () => (await world.call(admin, 'GET /api/operators/:id', { params: person })).body.operator
    expect(await shown()).toMatchObject({ locked_until: expect.stringContaining('2026-'), lock_liftable: false })
    expect((await reset(admin)).status).toBe(200)
    // Nobody is asked for a code any more, and nobody is locked out by one.
    expect(await shown()).toMatchObject({ locked_until: null, lock_liftable: false, second_factor_enabled: false })
    expect((await mailsTo(person))[0]).toContain('二段階認証の設定が解除されました')
    expect(await eventsAbout('operators', person)).toContainEqual({
      kind: 'operators.second_factor_reset',
      actor_kind: 'admin',
      actor_id: admin.id,
    })
  })
})

it('the last admin who lost everything is let in by a command', async () => {
  const { person } = await enrolled(await buildPlatformPerson(world, 'admin', undefined, { passwordDigest }))
  await releaseAdmin(world.platform.settings, person.loginId)
  expect(await statusAs(person)).toBe(401)
  expect((await signIn(person)).body.code).toBe('otp_enrolment')
  expect(await eventsAbout('admins', person)).toContainEqual({ kind: 'admins.second_factor_reset', actor_kind: 'system', actor_id: null })
  await expect(releaseAdmin(world.platform.settings, person.loginId)).rejects.toThrow('二段階認証は設定されていません')
  await expect(releaseAdmin(world.platform.settings, 'nobody.here')).rejects.toThrow('見つかりません')
})

it('is still read after the key of the server was changed, as long as the one before is named', async () => {
  const rotated = await openWorld({ secondFactor: 'required' })
  rotated.setNow(new Date(now).toISOString())
  const admin = await buildPlatformPerson(rotated, 'admin', undefined, { passwordDigest })
  const { secret } = (await rotated.call(admin, 'POST /api/users/me/second_factor', { body: { current_password: password } })).body
  await rotated.call(admin, 'POST /api/users/me/second_factor/confirmation', { body: { otp: codeOf(secret) } })
  const { settings } = rotated.platform
  Object.assign(settings, { secretKey: 'another secret of the tests, long enough', previousSecretKey: settings.secretKey })
  const enter = () => {
    const otp = nextCodeOf(secret)
    rotated.setNow(new Date(now).toISOString())
    return rotated.call(guest, 'POST /api/admin_auth/sign_in', { body: { login_id: admin.loginId, password, otp } })
  }
  expect((await enter()).status).toBe(200)
})

it('who is discarded leaves no second factor behind', async () => {
  const { person } = await enrolled(await staff())
  const begun = await staff()
  await begin(begun)
  for (const params of [person, begun]) {
    expect((await world.call(await staff('Staff_Admin'), 'DELETE /api/staffs/:id', { params })).status).toBe(200)
    expect(await factorsOf(params)).toBe(0)
  }
})

it('what was begun and never confirmed goes with the daily work; what is confirmed or still waits stays', async () => {
  const { person } = await enrolled(await staff())
  const [ended, waiting] = [await staff(), await staff()]
  for (const one of [person, ended]) await begin(one)
  wait(601)
  await begin(waiting)
  await purgeAccounts(world.platform)
  expect([await factorsOf(person), await factorsOf(ended), await factorsOf(waiting)]).toEqual([1, 0, 1])
})

/** What the platform remembers of an admin or operator. */
const eventsAbout = (subject_type: 'admins' | 'operators', { id }: BuiltPerson) =>
  world.inClient(null, db =>
    db
      .selectFrom('platform_events')
      .where('subject_type', '=', subject_type)
      .where('subject_id', '=', id)
      .select(['kind', 'actor_kind', 'actor_id'])
      .execute(),
  )

const factorsOf = async ({ id }: BuiltPerson) =>
  (
    await world.inClient(null, db =>
      db.selectFrom('second_factors').where('strategy', '=', 'user').where('account_id', '=', id).select('id').execute(),
    )
  ).length
