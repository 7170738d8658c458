import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { during } from '../../test/during.ts'
import { multipart } from '../../test/multipart.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { hashPassword, sha256 } from '../platform/secrets.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'
import { issueOneTimeToken, linkLifetimes } from './links/one-time-links.ts'
import type { Account } from './account.ts'

let world: World
let client: BuiltClient
let admin: BuiltPerson
let passwordDigest: string
const password = 'Password1'
const fresh = { password: 'Newpass22', password_confirmation: 'Newpass22' }

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
  admin = await buildUser(world, client, 'Staff_Admin')
})

const mailsTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails
const tokenIn = (body: string | undefined, name: string) => new RegExp(`${name}=([\\w-]+)`).exec(body ?? '')?.[1] ?? ''
/** The link of a craftsman's invitation. */
const openLink = (body = '') =>
  world.call(guest, 'POST /api/craftsman_links/:token/session', { params: { token: /\/s\/([\w-]{22})/.exec(body)?.[1] ?? '' } })
const resetWith = (reset_password_token: string) =>
  world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token, ...fresh } })
const confirmWith = (confirmation_token: string) =>
  world.call(guest, 'POST /api/users/email_confirmation', { body: { confirmation_token } })
const changeOwn = (person: Caller, user: Record<string, unknown>) => world.call(person, 'PATCH /api/users/me', { body: { user } })
const signIn = (login_id: string, secret = password) =>
  world.call(guest, 'POST /api/auth/sign_in', { body: { login_id, password: secret } })
const hasSignedIn = (person: { id: number }) =>
  world.inClient(client.id, db => db.updateTable('users').set({ last_sign_in_at: new Date() }).where('id', '=', person.id).execute())
let count = 0
const address = (name: string) => `${name}.${(count += 1)}@example.jp`

describe('links that outlive what should end them', () => {
  it('opens no account by an invitation to an address that was corrected', async () => {
    const wrong = address('mistyped')
    const form = { type: 'Staff' as const, name: '招待 花子', email: wrong, phone: null, login_id: `invited.${count}`, department_id: null }
    const { body } = await world.call(admin, 'POST /api/staffs', { body: { staff: form } })
    const stray = tokenIn((await mailsTo(wrong))[0]?.body, 'reset_password_token')
    const right = address('right')
    const changed = await world.call(admin, 'PATCH /api/staffs/:id', { params: { id: body.staff.id }, body: { staff: { email: right } } })
    expect(changed.body.staff).toMatchObject({ email: right, unconfirmed_email: null })
    expect((await resetWith(stray)).body).toMatchObject({
      code: 'link_withdrawn',
      errors: { full_messages: ['この招待は取り消されました。お心当たりのある場合は、会社の管理者へお問い合わせください。'] },
    })
    expect((await mailsTo(wrong))[0]?.subject).toContain('招待は取り消されました')
    expect((await resetWith(tokenIn((await mailsTo(right))[0]?.body, 'reset_password_token'))).status).toBe(200)
  })

  it('tells a login id that was corrected before the first sign-in by a new invitation', async () => {
    const email = address('invited')
    const form = { type: 'Staff' as const, name: '招待 花子', email, phone: null, login_id: `wrong.${count}`, department_id: null }
    const { body } = await world.call(admin, 'POST /api/staffs', { body: { staff: form } })
    const login_id = `right.${count}`
    await world.call(admin, 'PATCH /api/staffs/:id', { params: { id: body.staff.id }, body: { staff: { login_id } } })
    const [newer, older] = await mailsTo(email)
    expect(newer?.body).toContain(`ログインID: ${login_id}`)
    expect((await resetWith(tokenIn(older?.body, 'reset_password_token'))).body.code).toBe('link_superseded')
    expect((await resetWith(tokenIn(newer?.body, 'reset_password_token'))).status).toBe(200)
    expect((await signIn(login_id, fresh.password)).status).toBe(200)
  })

  it('tells a login id that was corrected together with the address to the right one alone', async () => {
    const wrong = address('mistyped')
    const form = { type: 'Staff' as const, name: '招待 花子', email: wrong, phone: null, login_id: `wrong.${count}`, department_id: null }
    const { body } = await world.call(admin, 'POST /api/staffs', { body: { staff: form } })
    const right = address('right')
    const login_id = `both.${count}`
    await world.call(admin, 'PATCH /api/staffs/:id', { params: { id: body.staff.id }, body: { staff: { login_id, email: right } } })
    const stray = await mailsTo(wrong)
    expect(stray.filter(mail => mail.body.includes(login_id))).toEqual([])
    for (const mail of stray) expect((await resetWith(tokenIn(mail.body, 'reset_password_token'))).status).toBe(422)
    const invitations = await mailsTo(right)
    expect(invitations.map(mail => mail.body.includes(`ログインID: ${login_id}`))).toEqual([true])
    expect((await resetWith(tokenIn(invitations[0]?.body, 'reset_password_token'))).status).toBe(200)
    expect((await signIn(login_id, fresh.password)).status).toBe(200)
  })

  it('opens no account by a first password that went to an address that was corrected', async () => {
    const firstPasswordUntil = new Date(Date.now() + 86_400_000)
    const { id, loginId } = await buildUser(world, client, 'Craftsman', { email: address('mistyped'), passwordDigest, firstPasswordUntil })
    const right = address('right')
    await world.call(admin, 'PATCH /api/craftsmans/:id', { params: { id }, body: { craftsman: { email: right } } })
    expect((await signIn(loginId, password)).status).toBe(401)
    expect((await openLink((await mailsTo(right))[0]?.body)).body.data).toMatchObject({ login_id: loginId })
  })

  it('confirms no address that a stolen session asked for, once the owner has set another password', async () => {
    const email = address('owner')
    const person = await buildUser(world, client, 'Staff', { passwordDigest, email })
    const thief = address('thief')
    expect((await changeOwn(person, { email: thief })).body.errors).toMatchObject({ current_password: ['を入力してください'] })
    expect((await changeOwn(person, { email: thief, current_password: 'Wrong999' })).status).toBe(422)
    expect((await changeOwn(person, { email: thief, current_password: password })).status).toBe(200)
    expect((await mailsTo(email))[0]?.subject).toContain('メールアドレスの変更の手続きが始まりました')
    const confirmation = tokenIn((await mailsTo(thief))[0]?.body, 'confirmation_token')
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.loginId, email } })
    expect((await resetWith(tokenIn((await mailsTo(email))[0]?.body, 'reset_password_token'))).status).toBe(200)
    expect((await confirmWith(confirmation)).body).toMatchObject({ code: 'link_expired' })
    const { headers } = await signIn(person.loginId, fresh.password)
    const again = { headers: { 'access-token': String(headers['access-token']) } }
    expect((await world.call(again, 'GET /api/users/me')).body.user).toMatchObject({ email, unconfirmed_email: null })
  })

  it('lets a resident in by the newest link alone, and once', async () => {
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const construction = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const room = construction.rooms[0] ?? { id: 0, uuid: '' }
    const email = address('resident')
    const resident = await buildResident(world, client, room.id, { passwordDigest, email })
    const letter = { client_uuid: uuid, construction_uuid: construction.uuid, room_uuid: room.uuid }
    const links: string[] = []
    for (const _ of [1, 2]) {
      await world.call(guest, 'POST /api/resident_auth/password', { body: { ...letter, login_id: resident.loginId, email } })
      links.push(tokenIn((await mailsTo(email))[0]?.body, 'reset_password_token'))
    }
    const statuses: number[] = []
    for (const reset_password_token of [...links, ...links.slice(1)])
      statuses.push((await world.call(guest, 'PUT /api/resident_auth/password', { body: { reset_password_token, ...fresh } })).status)
    expect(statuses).toEqual([422, 200, 422])
  })
})

/** Whoever has an account, with how they change their password and with an address to be told at. */
interface Kind {
  name: string
  build(): Promise<{ person: BuiltPerson | (Caller & { id: number }); account: Account; email: string }>
  change(person: Caller): Promise<number>
}

const userKind = (type: 'Staff_Admin' | 'Staff' | 'Craftsman'): Kind => ({
  name: type,
  async build() {
    const email = address('kind')
    const person = await buildUser(world, client, type, { passwordDigest, email })
    return { person, account: { strategy: 'user', clientId: client.id, accountId: person.id }, email }
  },
  change: async person => (await changeOwn(person, { ...fresh, current_password: password })).status,
})
const platformKind = (strategy: 'admin' | 'operator'): Kind => ({
  name: strategy,
  async build() {
    const person = await buildPlatformPerson(world, strategy, undefined, { passwordDigest })
    return { person, account: { strategy, clientId: null, accountId: person.id }, email: `${person.loginId}@example.jp` }
  },
  change: async person => (await changeOwn(person, { ...fresh, current_password: password })).status,
})
const residentKind: Kind = {
  name: 'resident',
  async build() {
    const email = address('kind')
    const { rooms } = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const person = await buildResident(world, client, rooms[0]?.id ?? 0, { passwordDigest, email, name: '鈴木 一郎' })
    return { person, account: { strategy: 'resident', clientId: client.id, accountId: person.id }, email }
  },
  change: async person =>
    (await world.call(person, 'PATCH /api/residents/me', { body: { resident: { ...fresh, current_password: password, agreement: 1 } } }))
      .status,
}

describe.each([
  platformKind('admin'),
  platformKind('operator'),
  userKind('Staff_Admin'),
  userKind('Staff'),
  userKind('Craftsman'),
  residentKind,
])('a new password of one of six kinds: $name', ({ build, change }) => {
  it('ends every link and every other session, and is told', async () => {
    const { person, account, email } = await build()
    const session = (token: string) =>
      world.inClient(null, db =>
        db
          .insertInto('sessions')
          .values({
            strategy: account.strategy,
            client_id: account.clientId,
            account_id: account.accountId,
            client_key: token,
            uid: token,
            token_hash: sha256(token),
            expires_at: new Date(Date.now() + 86_400_000),
          })
          .execute(),
      )
    await session(`other session of ${account.strategy} ${account.accountId}`)
    for (const purpose of ['password', 'email', 'auto_login'] as const)
      await world.inClient(null, db => issueOneTimeToken(world.platform, db, account, purpose, linkLifetimes[purpose]))
    expect(await change(person)).toBe(200)
    const left = await world.inClient(null, async db => ({
      links: await db
        .selectFrom('one_time_tokens')
        .where('strategy', '=', account.strategy)
        .where('account_id', '=', account.accountId)
        .where('used_at', 'is', null)
        .select('purpose')
        .execute(),
      sessions: await db
        .selectFrom('sessions')
        .where('strategy', '=', account.strategy)
        .where('account_id', '=', account.accountId)
        .select('token_hash')
        .execute(),
    }))
    expect(left.links).toEqual([])
    expect(left.sessions).toEqual([{ token_hash: sha256(person.headers['access-token'] ?? '') }])
    expect((await mailsTo(email))[0]?.subject).toContain('パスワードが変更されました')
  })
})

describe('what is under way while somebody is shut out', () => {
  const another = async () => ({ password_digest: await hashPassword('Another33') })
  const thiefs = { password: 'Thiefs444', password_confirmation: 'Thiefs444' }

  it('sets no password over the one the owner set meanwhile', async () => {
    const change = await another()
    const person = await buildUser(world, client, 'Staff', { passwordDigest })
    const ofUser = (db: Db) => db.updateTable('users').set(change).where('id', '=', person.id).execute()
    const own = await during(world, client.id, ofUser, () => changeOwn(person, { ...thiefs, current_password: password }))
    expect([own.status, own.body]).toMatchObject([409, { code: 'stale' }])
    const operator = await buildPlatformPerson(world, 'operator', undefined, { passwordDigest })
    const ofOperator = (db: Db) => db.updateTable('operators').set(change).where('id', '=', operator.id).execute()
    expect((await during(world, null, ofOperator, () => changeOwn(operator, { ...thiefs, current_password: password }))).status).toBe(409)
    const craftsman = await buildUser(world, client, 'Craftsman', { passwordDigest })
    await world.inClient(client.id, db =>
      db.updateTable('users').set({ password_change_required: true }).where('id', '=', craftsman.id).execute(),
    )
    const ofCraftsman = (db: Db) => db.updateTable('users').set(change).where('id', '=', craftsman.id).execute()
    const first = await during(world, client.id, ofCraftsman, () => world.call(craftsman, 'PATCH /api/users/me/password', { body: thiefs }))
    expect(first.status).toBe(409)
    expect((await signIn(craftsman.loginId, thiefs.password)).status).toBe(401)
  })

  it('changes nothing by a session that ended meanwhile', async () => {
    const person = await buildUser(world, client, 'Staff', { passwordDigest })
    expect((await world.call(person, 'GET /api/users/me')).status).toBe(200)
    const end = async (db: Db) => {
      await db.selectFrom('users').where('client_id', '=', client.id).where('id', '=', person.id).select('id').forUpdate().execute()
      await db.deleteFrom('sessions').where('strategy', '=', 'user').where('account_id', '=', person.id).execute()
    }
    expect((await during(world, client.id, end, () => changeOwn(person, { ...thiefs, current_password: password }))).status).toBe(401)
    expect((await signIn(person.loginId)).status).toBe(200)
  })

  it("changes nothing of a resident's by a session that ended meanwhile", async () => {
    const { rooms } = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const person = await buildResident(world, client, rooms[0]?.id ?? 0, { passwordDigest, name: '鈴木 一郎' })
    expect((await world.call(person, 'GET /api/residents/me')).status).toBe(200)
    const end = async (db: Db) => {
      await db.selectFrom('residents').where('client_id', '=', client.id).where('id', '=', person.id).select('id').forUpdate().execute()
      await db.deleteFrom('sessions').where('strategy', '=', 'resident').where('account_id', '=', person.id).execute()
    }
    const resident = { ...thiefs, current_password: password, agreement: 1 as const }
    expect((await during(world, client.id, end, () => world.call(person, 'PATCH /api/residents/me', { body: { resident } }))).status).toBe(
      401,
    )
  })

  it('opens no session by the password that was there before', async () => {
    const change = await another()
    const person = await buildUser(world, client, 'Staff', { passwordDigest })
    const ofUser = (db: Db) => db.updateTable('users').set(change).where('id', '=', person.id).execute()
    expect((await during(world, client.id, ofUser, () => signIn(person.loginId))).status).toBe(401)
    const operator = await buildPlatformPerson(world, 'operator', undefined, { passwordDigest })
    const ofOperator = (db: Db) => db.updateTable('operators').set(change).where('id', '=', operator.id).execute()
    const signInOperator = () => world.call(guest, 'POST /api/operator_auth/sign_in', { body: { login_id: operator.loginId, password } })
    expect((await during(world, null, ofOperator, signInOperator)).status).toBe(401)
  })

  it("opens no session by a resident's password that was there before", async () => {
    const change = await another()
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const construction = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const room = construction.rooms[0] ?? { id: 0, uuid: '' }
    const { id, loginId: login_id } = await buildResident(world, client, room.id, { passwordDigest })
    const letter = { client_uuid: uuid, construction_uuid: construction.uuid, room_uuid: room.uuid }
    const ofResident = (db: Db) => db.updateTable('residents').set(change).where('id', '=', id).execute()
    const enter = () => world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter, login_id, password } })
    expect((await during(world, client.id, ofResident, enter)).status).toBe(401)
  })
})

describe('a colleague whose address somebody else changes', () => {
  const registrar = () => buildUser(world, client, 'Staff', { canRegisterStaff: true })
  const colleague = async () => {
    const email = address('colleague')
    const person = await buildUser(world, client, 'Staff', { passwordDigest, email })
    await hasSignedIn(person)
    return { person, email }
  }
  const change = (as: Caller, id: number, email: string) =>
    world.call(as, 'PATCH /api/staffs/:id', { params: { id }, body: { staff: { email } } })

  it('keeps the old one also when the new one was answered, and hears of it at both steps', async () => {
    const { person, email } = await colleague()
    const wanted = address('wanted')
    expect((await change(await registrar(), person.id, wanted)).body.staff).toMatchObject({ email, unconfirmed_email: wanted })
    expect((await mailsTo(email)).map(mail => mail.subject)).toEqual(['【トグチ】メールアドレスの変更の手続きが始まりました'])
    // What the peer wanted: the link of a reset, at the new address.
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.loginId, email: wanted } })
    expect(await mailsTo(wanted)).toHaveLength(1)
    expect((await confirmWith(tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token'))).status).toBe(200)
    expect((await mailsTo(email))[0]?.subject).toContain('まもなくメールアドレスが変更されます')
    expect((await world.call(person, 'GET /api/users/me')).body.user).toMatchObject({ email, unconfirmed_email: wanted })
  })

  it('keeps it in an import too', async () => {
    const { person, email } = await colleague()
    const bytes = Buffer.from(`種別,氏名,ログインID,メールアドレス\r\n企業一般,改名 花子,${person.loginId},${address('import')}\r\n`)
    const send = (path: string, fields: Record<string, string>) => {
      const form = multipart(fields, { name: 'spreadsheet[file]', fileName: 'staffs.csv', bytes })
      return world.send(admin, 'POST', `/api/spreadsheets/staffs${path}`, form.body, form.headers)
    }
    const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
    expect((await send('', { 'spreadsheet[digest]': preview.digest })).status).toBe(200)
    const { staff } = (await world.call(admin, 'GET /api/staffs/:id', { params: { id: person.id } })).body
    expect(staff).toMatchObject({ name: '改名 花子', email, unconfirmed_email: `import.${count}@example.jp` })
    expect((await mailsTo(email))[0]?.subject).toContain('メールアドレスの変更の手続きが始まりました')
  })

  it('is signed out by another login id, and told', async () => {
    const { person, email } = await colleague()
    const login_id = `renamed.${count}`
    await world.call(admin, 'PATCH /api/staffs/:id', { params: { id: person.id }, body: { staff: { login_id } } })
    expect((await world.call(person, 'GET /api/users/me')).status).toBe(401)
    const mail = (await mailsTo(email))[0]
    expect(mail?.subject).toContain('ログインIDが変更されました')
    expect(mail?.body).toContain(`これまでのログインID：${person.loginId}\n新しいログインID：${login_id}\n`)
    // The new one and the password that stays sign in: nobody is kept waiting, and nobody else has come in by it.
    const { status } = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id, password } })
    expect(status).toBe(200)
  })

  describe('POST /api/staffs/:id/email_confirmation', () => {
    it('sends the mail again, and the one before confirms nothing', async () => {
      const { person } = await colleague()
      const params = { id: person.id }
      expect((await world.call(admin, 'POST /api/staffs/:id/email_confirmation', { params })).body.code).toBe('no_waiting_address')
      const wanted = address('wanted')
      await change(admin, person.id, wanted)
      expect((await world.call(admin, 'POST /api/staffs/:id/email_confirmation', { params })).status).toBe(200)
      const [newer, older] = (await mailsTo(wanted)).map(mail => tokenIn(mail.body, 'confirmation_token'))
      expect((await confirmWith(older ?? '')).status).toBe(422)
      expect((await confirmWith(newer ?? '')).status).toBe(200)
    })
    it('is for who may keep this person', async () => {
      const { person } = await colleague()
      await change(admin, person.id, address('wanted'))
      const params = { id: person.id }
      for (const [as, status] of [
        [await registrar(), 200],
        [await buildUser(world, client, 'Staff'), 403],
        [await buildUser(world, await buildClient(world), 'Staff_Admin'), 404],
      ] as const)
        expect((await world.call(as, 'POST /api/staffs/:id/email_confirmation', { params })).status).toBe(status)
    })
  })

  describe('DELETE /api/staffs/:id/email_confirmation', () => {
    it('keeps the address there is', async () => {
      const { person, email } = await colleague()
      const wanted = address('wanted')
      await change(admin, person.id, wanted)
      const params = { id: person.id }
      const { body } = await world.call(admin, 'DELETE /api/staffs/:id/email_confirmation', { params })
      expect(body.staff).toMatchObject({ email, unconfirmed_email: null })
      expect((await confirmWith(tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token'))).status).toBe(422)
      expect((await world.call(admin, 'DELETE /api/staffs/:id/email_confirmation', { params })).status).toBe(422)
    })
  })
})

describe('a craftsman whose address somebody else changes', () => {
  const known = async () => {
    const person = await buildUser(world, client, 'Craftsman', { passwordDigest })
    await hasSignedIn(person)
    const wanted = address('wanted')
    const { body } = await world.call(admin, 'PATCH /api/craftsmans/:id', {
      params: { id: person.id },
      body: { craftsman: { email: wanted } },
    })
    return { params: { id: person.id }, wanted, craftsman: body.craftsman, email: `${person.loginId}@example.jp` }
  }

  describe('POST /api/craftsmans/:id/email_confirmation', () => {
    it('sends the mail that confirms the waiting address once more', async () => {
      const { params, wanted, craftsman, email } = await known()
      expect(craftsman).toMatchObject({ email, unconfirmed_email: wanted })
      expect((await world.call(admin, 'POST /api/craftsmans/:id/email_confirmation', { params })).status).toBe(200)
      expect((await confirmWith(tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token'))).status).toBe(200)
      expect((await world.call(admin, 'GET /api/craftsmans/:id', { params })).body.craftsman).toMatchObject({
        email,
        unconfirmed_email: wanted,
        email_needs_consent: true,
      })
    })
  })

  describe('DELETE /api/craftsmans/:id/email_confirmation', () => {
    it('keeps the address there is', async () => {
      const { params, wanted, email } = await known()
      expect((await world.call(admin, 'DELETE /api/craftsmans/:id/email_confirmation', { params })).body.craftsman).toMatchObject({
        email,
        unconfirmed_email: null,
      })
      expect((await confirmWith(tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token'))).status).toBe(422)
    })
  })

  describe('POST /api/craftsmans/:id/invitation', () => {
    it('sends a link to who never came, and ends the first password; nobody else is invited', async () => {
      const email = address('crafts')
      const firstPasswordUntil = new Date(Date.now() + 86_400_000)
      const { id, loginId } = await buildUser(world, client, 'Craftsman', { email, passwordDigest, firstPasswordUntil })
      const invite = () => world.call(admin, 'POST /api/craftsmans/:id/invitation', { params: { id }, body: {} })
      expect((await invite()).status).toBe(200)
      expect((await signIn(loginId, password)).status).toBe(401)
      expect((await openLink((await mailsTo(email))[0]?.body)).body.data.password_change_required).toBe(false)
      expect((await invite()).body.code).toBe('already_signed_in')
    })
  })
})

describe('a first password', () => {
  it('is good until its day; afterwards a link is asked for', async () => {
    world.setNow('2026-11-22T10:00:00+09:00')
    const email = address('crafts')
    const firstPasswordUntil = new Date('2026-12-06T10:00:00+09:00')
    const { loginId } = await buildUser(world, client, 'Craftsman', { email, passwordDigest, firstPasswordUntil })
    world.setNow('2026-12-06T09:59:00+09:00')
    expect((await signIn(loginId, password)).status).toBe(200)
    world.setNow('2026-12-06T10:00:00+09:00')
    expect((await signIn(loginId, password)).body.message).toContain('初期パスワードの有効期限が切れています')
    const unopened = await buildUser(world, client, 'Craftsman', { email: address('late'), passwordDigest, firstPasswordUntil })
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: unopened.loginId, email: `late.${count}@example.jp` } })
    const reset = await resetWith(tokenIn((await mailsTo(`late.${count}@example.jp`))[0]?.body, 'reset_password_token'))
    expect(reset.status).toBe(200)
    expect((await signIn(unopened.loginId, fresh.password)).status).toBe(200)
    world.setNow(new Date().toISOString())
  })
})

describe("one's own address", () => {
  const waiting = async () => {
    const email = address('own')
    const person = await buildUser(world, client, 'Staff', { passwordDigest, email })
    const wanted = address('wanted')
    await changeOwn(person, { email: wanted, current_password: password })
    return { person, email, wanted }
  }

  it('ends the other sessions when it is confirmed, and stays signed in where that is done', async () => {
    const { person, wanted } = await waiting()
    const other = await signIn(person.loginId)
    const confirmation_token = tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token')
    expect((await world.call(person, 'POST /api/users/email_confirmation', { body: { confirmation_token } })).status).toBe(200)
    expect((await world.call(person, 'GET /api/users/me')).body.user.email).toBe(wanted)
    expect((await world.call({ headers: { 'access-token': String(other.headers['access-token']) } }, 'GET /api/users/me')).status).toBe(401)
  })

  describe('POST /api/users/me/email_confirmation', () => {
    it('sends the mail again', async () => {
      const { person, wanted } = await waiting()
      expect((await world.call(person, 'POST /api/users/me/email_confirmation')).body.user.unconfirmed_email).toBe(wanted)
      const mails = await mailsTo(wanted)
      expect(mails).toHaveLength(2)
      expect((await confirmWith(tokenIn(mails[1]?.body, 'confirmation_token'))).status).toBe(422)
      expect((await confirmWith(tokenIn(mails[0]?.body, 'confirmation_token'))).status).toBe(200)
    })
  })

  describe('DELETE /api/users/me/email_confirmation', () => {
    it('keeps the address there is', async () => {
      const { person, email, wanted } = await waiting()
      const { body } = await world.call(person, 'DELETE /api/users/me/email_confirmation')
      expect(body.user).toMatchObject({ email, unconfirmed_email: null })
      expect((await confirmWith(tokenIn((await mailsTo(wanted))[0]?.body, 'confirmation_token'))).status).toBe(422)
      expect((await world.call(await buildPlatformPerson(world, 'admin'), 'DELETE /api/users/me/email_confirmation')).status).toBe(422)
    })
  })
})

describe('who is discarded', () => {
  it('comes back by no link', async () => {
    const email = address('gone')
    const person = await buildUser(world, client, 'Staff', { passwordDigest, email })
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.loginId, email } })
    const token = tokenIn((await mailsTo(email))[0]?.body, 'reset_password_token')
    await world.call(admin, 'DELETE /api/staffs/:id', { params: { id: person.id } })
    // It was no invitation.
    expect((await resetWith(token)).body).toMatchObject({ code: 'link_expired' })
  })
})

describe('the daily work', () => {
  it('removes what was used or came to its end, and nothing else', async () => {
    const { work } = await import('../work.ts')
    const { person } = { person: await buildUser(world, client, 'Staff', { passwordDigest }) }
    const account: Account = { strategy: 'user', clientId: client.id, accountId: person.id }
    const { token } = await world.inClient(null, db => issueOneTimeToken(world.platform, db, account, 'password', linkLifetimes.password))
    await signIn('nobody.at.all', 'Wrong999')
    const counts = () =>
      world.inClient(null, async db => ({
        links: (await db.selectFrom('one_time_tokens').where('token_hash', '=', sha256(token)).select('id').execute()).length,
        sessions: (await db.selectFrom('sessions').where('account_id', '=', person.id).select('id').execute()).length,
        counters: (await db.selectFrom('attempt_counters').where('subject', '=', 'user:nobody.at.all').select('count').execute()).length,
      }))
    await work(world.platform, async () => undefined).daily({})
    expect(await counts()).toEqual({ links: 1, sessions: 1, counters: 1 })
    world.setNow(new Date(Date.now() + 40 * 86_400_000).toISOString())
    await work(world.platform, async () => undefined).daily({})
    expect(await counts()).toEqual({ links: 0, sessions: 0, counters: 0 })
    world.setNow(new Date().toISOString())
  })
})
