import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, type BuiltPerson } from '../../../test/build.ts'
import { during } from '../../../test/during.ts'
import { guest, openWorld, type Caller, type World } from '../../../test/world.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'
import { work } from '../../work.ts'
import { createFirstAccount } from './create-first-account.ts'
import { lockOpenedAdmins, updatePlatformAccount } from './platform-account-queries.ts'

let world: World
let admin: BuiltPerson
let passwordDigest: string
const password = 'Password1'
const newPassword = 'Tsubame99'
const asked = '2026-11-22T10:00:00+09:00'

beforeAll(async () => {
  world = await openWorld()
  world.setNow(asked)
  passwordDigest = await cheapDigestOf(password)
  admin = await buildPlatformPerson(world, 'admin')
})

let count = 0
const form = (over: object = {}) => {
  count += 1
  return { name: '運営 太郎', email: `new.${count}@example.jp`, phone: '03-1234-5678', login_id: `platform.new${count}`, ...over }
}
const opened = (kind: 'admin' | 'operator') => buildPlatformPerson(world, kind, undefined, { passwordDigest })
const makeAdmin = async (over: object = {}, as: Caller = admin) =>
  (await world.call(as, 'POST /api/admins', { body: { admin: form(over) } })).body.admin
const makeOperator = async (over: object = {}) =>
  (await world.call(admin, 'POST /api/operators', { body: { operator: form(over) } })).body.operator
const mailsTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails
const newestTo = async (to: string) => (await mailsTo(to))[0]?.body ?? ''
const tokenIn = (body: string, name = 'reset_password_token') => new RegExp(`${name}=([\\w-]+)`).exec(body)?.[1] ?? ''
const linkOf = (reset_password_token: string) => world.call(guest, 'GET /api/auth/password/edit', { query: { reset_password_token } })
const setPassword = (reset_password_token: string) =>
  world.call(guest, 'PUT /api/auth/password', {
    body: { reset_password_token, password: newPassword, password_confirmation: newPassword },
  })
const signsIn = async (kind: 'admin' | 'operator', login_id: string, secret: string) =>
  (await world.call(guest, `POST /api/${kind}_auth/sign_in`, { body: { login_id, password: secret } })).status
const addressOf = ({ loginId }: BuiltPerson) => `${loginId}@example.jp`
const eventsAbout = (subject_type: 'admins' | 'operators', id: number) =>
  world.inClient(null, db =>
    db
      .selectFrom('platform_events')
      .where('subject_type', '=', subject_type)
      .where('subject_id', '=', id)
      .orderBy('id')
      .select(['kind', 'actor_id', 'change'])
      .execute(),
  )
const settle = () => work(world.platform, async () => undefined).reminders({})

describe('GET /api/admins', () => {
  it('finds by name, login id or address, sorts and pages, and says who came last when', async () => {
    const own = await openWorld()
    const first = await buildPlatformPerson(own, 'admin')
    for (const name of ['相川 一郎', '相川 二郎', '別府 三郎'])
      await own.call(first, 'POST /api/admins', { body: { admin: form({ name }) } })
    const list = async (query: object) => (await own.call(first, 'GET /api/admins', { query })).body
    expect(await list({ admin: { name: '相川' }, sort_by: 'name', sort_desc: true, per_page: 1 })).toMatchObject({
      total_count: 2,
      admins: [{ last_sign_in_at: null, is_opened: false, second_factor_enabled: false, locked_until: null }],
    })
    expect((await list({ admin: { name: first.loginId } })).admins).toMatchObject([{ id: first.id, email: addressOf(first) }])
    expect((await list({ exclude_pagination: true })).admins).toHaveLength(4)
    expect(JSON.stringify(await list({}))).not.toContain('digest')
  })
  it('is for admins', async () => {
    expect((await world.call(await buildPlatformPerson(world, 'operator'), 'GET /api/admins')).status).toBe(403)
  })
})

describe('POST /api/admins', () => {
  it('mails a link that sets the password, and leads to the login of admins', async () => {
    const made = await makeAdmin()
    expect(made).toMatchObject({ phone: '0312345678', is_opened: false, last_sign_in_at: null })
    const mail = await newestTo(made.email)
    expect(mail).toContain(`の管理者のアカウントが登録されました。\nログインID: ${made.login_id}\n`)
    expect(mail).toMatch(/\/admins\/login\n/)
    expect((await linkOf(tokenIn(mail))).body).toEqual({ valid: true, login_id: made.login_id, strategy: 'admin' })
    expect((await setPassword(tokenIn(mail))).status).toBe(200)
    expect(await signsIn('admin', made.login_id, newPassword)).toBe(200)
    expect(await signsIn('operator', made.login_id, newPassword)).toBe(401)
    expect(await eventsAbout('admins', made.id)).toMatchObject([
      { kind: 'admins.created', actor_id: admin.id },
      { kind: 'accounts.password_reset' },
    ])
  })
  it('refuses a login id that another admin has, in any case, and names what is wrong', async () => {
    const login_id = admin.loginId.toUpperCase()
    const { body } = await world.call(admin, 'POST /api/admins', { body: { admin: form({ login_id }) } })
    expect(body.errors).toMatchObject({ full_messages: ['このログインIDは使えません。別のIDを入力してください。'] })
    const { status, body: wrong } = await world.call(admin, 'POST /api/admins', { body: { admin: form({ name: ' ', email: 'x' }) } })
    expect(status).toBe(422)
    expect(Object.keys(wrong.errors ?? {})).toEqual(expect.arrayContaining(['name', 'email']))
  })
})

describe('GET /api/admins/:id', () => {
  it('shows one, and no operator of that id', async () => {
    expect((await world.call(admin, 'GET /api/admins/:id', { params: admin })).body.admin).toMatchObject({ login_id: admin.loginId })
    expect((await world.call(admin, 'GET /api/admins/:id', { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('PATCH /api/admins/:id', () => {
  const change = (as: Caller, id: number, fields: object) =>
    world.call(as, 'PATCH /api/admins/:id', { params: { id }, body: { admin: fields } })

  it('changes what was sent alone, and records which fields', async () => {
    const made = await makeAdmin()
    expect((await change(admin, made.id, { name: '改名 花子', phone: '' })).body.admin).toMatchObject({
      name: '改名 花子',
      phone: null,
      email: made.email,
    })
    expect((await eventsAbout('admins', made.id)).at(-1)).toMatchObject({ kind: 'admins.updated', change: { fields: ['name', 'phone'] } })
  })

  it('lets an opened account keep its address until its owner had a say, or a day after the answer', async () => {
    const other = await opened('admin')
    const wanted = `wanted.${(count += 1)}@example.jp`
    expect((await change(admin, other.id, { email: wanted })).body.admin).toMatchObject({
      email: addressOf(other),
      unconfirmed_email: wanted,
      email_needs_consent: true,
    })
    const { body } = await world.call(guest, 'POST /api/users/email_confirmation', {
      body: { confirmation_token: tokenIn(await newestTo(wanted), 'confirmation_token') },
    })
    expect(body.message).toContain('本人')
    await settle()
    expect((await world.call(other, 'GET /api/users/me')).body.user).toMatchObject({
      email: addressOf(other),
      email_changes_at: '2026-11-23T10:00:00+09:00',
    })
    world.setNow('2026-11-23T10:00:00+09:00')
    await settle()
    expect((await world.call(admin, 'GET /api/admins/:id', { params: other })).body.admin).toMatchObject({
      email: wanted,
      unconfirmed_email: null,
    })
    expect((await world.call(other, 'GET /api/users/me')).status).toBe(401)
    world.setNow(asked)
  })

  it('gives the new address to an owner who agrees, and to nobody whose owner refuses', async () => {
    for (const decision of ['agree', 'refuse'] as const) {
      const other = await opened('operator')
      const wanted = `wanted.${(count += 1)}@example.jp`
      await world.call(admin, 'PATCH /api/operators/:id', { params: other, body: { operator: { email: wanted } } })
      const consent_token = tokenIn(await newestTo(addressOf(other)), 'consent_token')
      const confirmation_token = tokenIn(await newestTo(wanted), 'confirmation_token')
      await world.call(guest, 'POST /api/users/email_consent', { body: { consent_token, decision } })
      const answered = await world.call(guest, 'POST /api/users/email_confirmation', { body: { confirmation_token } })
      expect(answered.status).toBe(decision === 'agree' ? 200 : 422)
      const { operator } = (await world.call(admin, 'GET /api/operators/:id', { params: other })).body
      expect(operator).toMatchObject({ email: decision === 'agree' ? wanted : addressOf(other), unconfirmed_email: null })
    }
  })

  it('invites who never came at the corrected address, and ends the link that went astray', async () => {
    const made = await makeAdmin()
    const astray = tokenIn(await newestTo(made.email))
    const corrected = `corrected.${(count += 1)}@example.jp`
    expect((await change(admin, made.id, { email: corrected })).body.admin).toMatchObject({ email: corrected, unconfirmed_email: null })
    expect((await linkOf(astray)).body).toMatchObject({ code: 'link_withdrawn' })
    expect((await linkOf(tokenIn(await newestTo(corrected)))).body.login_id).toBe(made.login_id)
    expect((await mailsTo(made.email))[0]?.subject).toContain('招待は取り消されました')
  })

  it('ends sessions by another login id and tells the owner both', async () => {
    const other = await opened('admin')
    const login_id = `renamed.admin${(count += 1)}`
    expect((await change(admin, other.id, { login_id })).body.admin.login_id).toBe(login_id)
    expect((await world.call(other, 'GET /api/users/me')).status).toBe(401)
    expect(await newestTo(addressOf(other))).toContain(`新しいログインID：${login_id}`)
    expect(await signsIn('admin', login_id, password)).toBe(200)
  })

  it('changes neither the own address nor the own login id without the password', async () => {
    for (const fields of [{ email: 'mine@example.jp' }, { login_id: 'mine.mine' }])
      expect((await change(admin, admin.id, fields)).body.code).toBe('own_account')
    expect((await change(admin, admin.id, { name: '自分 自身' })).status).toBe(200)
  })
})

describe('POST /api/admins/:id/invitation', () => {
  const invite = (id: number) => world.call(admin, 'POST /api/admins/:id/invitation', { params: { id } })

  it('sends a new link, and the one before opens nothing', async () => {
    const made = await makeAdmin()
    const before = tokenIn(await newestTo(made.email))
    expect((await invite(made.id)).status).toBe(200)
    expect((await linkOf(before)).body).toMatchObject({ code: 'link_superseded' })
    expect((await setPassword(tokenIn(await newestTo(made.email)))).status).toBe(200)
    expect((await invite(made.id)).body.code).toBe('already_signed_in')
  })
})

describe('POST /api/admins/:id/email_confirmation', () => {
  it('mails the waiting address once more', async () => {
    const other = await opened('admin')
    const email = `waiting.${(count += 1)}@example.jp`
    await world.call(admin, 'PATCH /api/admins/:id', { params: other, body: { admin: { email } } })
    const before = (await mailsTo(email)).length
    expect((await world.call(admin, 'POST /api/admins/:id/email_confirmation', { params: other })).status).toBe(200)
    expect((await mailsTo(email)).length).toBe(before + 1)
  })
})

describe('DELETE /api/admins/:id/email_confirmation', () => {
  it('keeps the address there is', async () => {
    const other = await opened('admin')
    await world.call(admin, 'PATCH /api/admins/:id', { params: other, body: { admin: { email: `waiting.${(count += 1)}@example.jp` } } })
    const { body } = await world.call(admin, 'DELETE /api/admins/:id/email_confirmation', { params: other })
    expect(body.admin).toMatchObject({ email: addressOf(other), unconfirmed_email: null, email_needs_consent: false })
  })
})

describe('DELETE /api/admins/:id/lock', () => {
  it('lets somebody in again whose password was guessed at, never oneself', async () => {
    const other = await opened('admin')
    for (let guess = 0; guess < 10; guess += 1) await signsIn('admin', other.loginId, 'Wrong0000')
    expect((await world.call(admin, 'GET /api/admins/:id', { params: other })).body.admin.locked_until).not.toBeNull()
    expect((await world.call(other, 'DELETE /api/admins/:id/lock', { params: other })).body.code).toBe('own_account')
    expect((await world.call(admin, 'DELETE /api/admins/:id/lock', { params: other })).body.admin?.locked_until).toBeNull()
    expect(await signsIn('admin', other.loginId, password)).toBe(200)
  })
})

describe('DELETE /api/admins/:id', () => {
  const remove = (as: Caller, id: number) => world.call(as, 'DELETE /api/admins/:id', { params: { id } })

  it('ends access at once, and keeps the login id free', async () => {
    const other = await opened('admin')
    expect((await remove(admin, other.id)).body.message).toBe('管理者を削除しました。')
    expect((await world.call(other, 'GET /api/users/me')).status).toBe(401)
    expect(await signsIn('admin', other.loginId, password)).toBe(401)
    expect((await world.call(admin, 'GET /api/admins/:id', { params: other })).status).toBe(404)
    expect((await makeAdmin({ login_id: other.loginId })).login_id).toBe(other.loginId)
    expect((await eventsAbout('admins', other.id)).at(-1)).toMatchObject({ kind: 'admins.deleted', actor_id: admin.id })
  })

  it('takes the invitation back of who never came, and says whom to ask', async () => {
    const made = await makeAdmin()
    const link = tokenIn(await newestTo(made.email))
    await remove(admin, made.id)
    expect((await linkOf(link)).body).toMatchObject({
      code: 'link_withdrawn',
      errors: { full_messages: ['この招待は取り消されました。お心当たりのある場合は、管理者へお問い合わせください。'] },
    })
  })

  it('is refused for oneself, and for the last one', async () => {
    expect((await remove(admin, admin.id)).body).toMatchObject({ code: 'own_account' })
    const alone = await openWorld()
    const last = await buildPlatformPerson(alone, 'admin', undefined, { passwordDigest })
    expect((await alone.call(last, 'DELETE /api/admins/:id', { params: last })).body.errors).toEqual({
      full_messages: ['最後の管理者は削除できません。'],
    })
  })

  it('leaves one of two who delete one another at the same moment, whoever was invited besides', async () => {
    const alone = await openWorld()
    const [one, two] = [
      await buildPlatformPerson(alone, 'admin', undefined, { passwordDigest }),
      await buildPlatformPerson(alone, 'admin', undefined, { passwordDigest }),
    ]
    const invited = await alone.call(one, 'POST /api/admins', {
      body: { admin: { login_id: 'invited', name: '招待 花子', email: 'invited@example.jp' } },
    })
    expect(invited.status).toBe(201)
    const { status, body } = await during(
      alone,
      null,
      async db => {
        await lockOpenedAdmins(db)
        await updatePlatformAccount(db, 'admin', two.id, { updated_at: new Date(), discarded_at: new Date() })
      },
      () => alone.call(two, 'DELETE /api/admins/:id', { params: one }),
    )
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'last_admin' })
    expect((await alone.call(one, 'GET /api/admins')).body.admins.map(({ login_id }) => login_id).toSorted()).toEqual(
      ['invited', one.loginId].toSorted(),
    )
  })
})

describe('GET /api/operators', () => {
  it('finds by name', async () => {
    const made = await makeOperator({ name: '受付 みどり' })
    const { body } = await world.call(admin, 'GET /api/operators', { query: { operator: { name: 'みどり' } } })
    expect(body.operators.map(({ id }) => id)).toEqual([made.id])
  })
})

describe('POST /api/operators', () => {
  it('mails a link that sets the password, and leads to the login of operators', async () => {
    const made = await makeOperator()
    const mail = await newestTo(made.email)
    expect(mail).toMatch(/\/operators\/login\n/)
    expect((await linkOf(tokenIn(mail))).body.strategy).toBe('operator')
    await setPassword(tokenIn(mail))
    expect(await signsIn('operator', made.login_id, newPassword)).toBe(200)
    expect(await signsIn('admin', made.login_id, newPassword)).toBe(401)
  })
})

describe('GET /api/operators/:id', () => {
  it('shows one', async () => {
    const made = await makeOperator()
    expect((await world.call(admin, 'GET /api/operators/:id', { params: made })).body.operator).toEqual(made)
  })
})

describe('PATCH /api/operators/:id', () => {
  it('changes it', async () => {
    const made = await makeOperator()
    const { body } = await world.call(admin, 'PATCH /api/operators/:id', { params: made, body: { operator: { name: '受付 あかね' } } })
    expect(body).toMatchObject({ message: 'オペレーターを更新しました。', operator: { name: '受付 あかね', login_id: made.login_id } })
  })
})

describe('POST /api/operators/:id/invitation', () => {
  it('sends a new link', async () => {
    const made = await makeOperator()
    const before = tokenIn(await newestTo(made.email))
    await world.call(admin, 'POST /api/operators/:id/invitation', { params: made })
    expect((await linkOf(before)).status).toBe(422)
  })
})

describe('POST /api/operators/:id/email_confirmation', () => {
  it('is refused where nothing waits', async () => {
    const { body } = await world.call(admin, 'POST /api/operators/:id/email_confirmation', { params: await opened('operator') })
    expect(body.code).toBe('no_waiting_address')
  })
})

describe('DELETE /api/operators/:id/email_confirmation', () => {
  it('keeps the address there is', async () => {
    const other = await opened('operator')
    await world.call(admin, 'PATCH /api/operators/:id', {
      params: other,
      body: { operator: { email: `waiting.${(count += 1)}@example.jp` } },
    })
    const { body } = await world.call(admin, 'DELETE /api/operators/:id/email_confirmation', { params: other })
    expect(body.operator).toMatchObject({ email: addressOf(other), unconfirmed_email: null })
  })
})

describe('DELETE /api/operators/:id/lock', () => {
  it('is refused where there is none', async () => {
    const { body } = await world.call(admin, 'DELETE /api/operators/:id/lock', { params: await opened('operator') })
    expect(body.code).toBe('not_locked')
  })
})

describe('DELETE /api/operators/:id', () => {
  it('ends access at once, in a chosen company too; and the last one may go', async () => {
    const client = await buildClient(world)
    const operator = await buildPlatformPerson(world, 'operator', client)
    expect((await world.call(operator, 'GET /api/buildings')).status).toBe(200)
    expect((await world.call(admin, 'DELETE /api/operators/:id', { params: operator })).status).toBe(200)
    expect((await world.call(operator, 'GET /api/buildings')).status).toBe(401)
    expect((await world.call(operator, 'DELETE /api/operators/:id', { params: operator })).status).toBe(401)
  })
})

it('both may ask for their login id and a new password, and the mail leads to their own login', async () => {
  for (const kind of ['admin', 'operator'] as const) {
    const person = await opened(kind)
    const email = addressOf(person)
    await world.call(guest, 'POST /api/auth/login_id_reminder', { body: { email } })
    expect(await newestTo(email)).toContain(`/${kind}s/login`)
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.loginId, email } })
    const token = tokenIn(await newestTo(email))
    expect((await linkOf(token)).body).toEqual({ valid: true, strategy: kind })
    await setPassword(token)
    expect(await signsIn(kind, person.loginId, newPassword)).toBe(200)
  }
})

it('the command makes the first operator, as it makes the first admin', async () => {
  const { databaseUrl } = world.platform.settings
  await createFirstAccount({
    databaseUrl,
    kind: 'operator',
    login_id: 'first.operator',
    name: '受付 花子',
    email: 'desk@example.jp',
    password: newPassword,
  })
  expect(await signsIn('operator', 'first.operator', newPassword)).toBe(200)
  const { operators } = (await world.call(admin, 'GET /api/operators', { query: { operator: { name: 'first.operator' } } })).body
  expect(await eventsAbout('operators', operators[0]?.id ?? 0)).toMatchObject([{ kind: 'operators.created', actor_id: null }])
})
