import { isSecret } from '@toguchi/domain/messages/kinds'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'

let world: World
let client: BuiltClient
let registrar: BuiltPerson
let passwordDigest: string
const password = 'Password1'
const fresh = { password: 'Newpass22', password_confirmation: 'Newpass22' }

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
  registrar = await buildUser(world, client, 'Staff', { canRegisterStaff: true })
})

let count = 0
const address = (name: string) => `${name}.${(count += 1)}@example.jp`
const newestTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails[0]?.body ?? ''
const tokenIn = (body: string, name: string) => new RegExp(`${name}=([\\w-]+)`).exec(body)?.[1] ?? ''
const signIn = (login_id: string, secret: string) => world.call(guest, 'POST /api/auth/sign_in', { body: { login_id, password: secret } })
const callerOf = (headers: Record<string, unknown>): Caller => ({ headers: { 'access-token': String(headers['access-token']) } })
const resetWith = (reset_password_token: string) =>
  world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token, ...fresh } })
/** Five an hour are sent to one network; more are asked for here. */
const forgetReminders = () => world.inClient(null, db => db.deleteFrom('attempt_counters').execute())
const resetLink = async (person: BuiltPerson, email: string) => {
  await forgetReminders()
  await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.loginId, email } })
  return tokenIn(await newestTo(email), 'reset_password_token')
}
const staff = async () => {
  const email = address('staff')
  return { person: await buildUser(world, client, 'Staff', { passwordDigest, email }), email }
}
const statusAs = async (person: Caller) => (await world.call(person, 'GET /api/users/me')).status

describe('a registrar', () => {
  it('raises neither the own rights nor anybody’s, by hand or by a file', async () => {
    const { person } = await staff()
    const change = (id: number, body: { type?: 'Staff_Admin'; can_register_staff?: boolean }) =>
      world.call(registrar, 'PATCH /api/staffs/:id', { params: { id }, body: { staff: body } })
    for (const { id } of [registrar, person])
      for (const body of [{ type: 'Staff_Admin' } as const, { can_register_staff: id !== registrar.id }])
        expect((await change(id, body)).status).toBe(403)
    const own = { user: { can_register_staff: true, type: 'Staff_Admin' } }
    const json = { 'content-type': 'application/json' }
    expect((await world.send(registrar, 'PATCH', '/api/users/me', JSON.stringify(own), json)).status).toBe(422)
    const rows = [
      `企業管理者,改名 花子,${registrar.loginId},${address('own')},なし`,
      `企業一般,改名 花子,${person.loginId},${address('own')},あり`,
    ]
    const { preview } = await rehearse(['種別,氏名,ログインID,メールアドレス,スタッフ登録権限', ...rows])
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  })

  it('renames nobody by a file: another login id is another person, who is invited', async () => {
    const { person, email } = await staff()
    const login_id = `renamed.${(count += 1)}`
    const invited = address('invited')
    const bytes = ['種別,氏名,ログインID,メールアドレス', `企業一般,佐藤 花子,${login_id},${invited}`]
    const { preview, form } = await rehearse(bytes)
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['created'])
    const { body, headers } = form({ 'spreadsheet[digest]': preview.digest })
    expect((await world.send(registrar, 'POST', '/api/spreadsheets/staffs', body, headers)).status).toBe(200)
    expect((await signIn(person.loginId, password)).status).toBe(200)
    expect((await world.call(person, 'GET /api/users/me')).body.user).toMatchObject({ email, login_id: person.loginId })
    expect(await newestTo(invited)).toContain(`ログインID: ${login_id}`)
  })

  const rehearse = async (lines: readonly string[]) => {
    const form = (fields: Record<string, string>) =>
      multipart(fields, { name: 'spreadsheet[file]', fileName: 'staffs.csv', bytes: Buffer.from(lines.join('\r\n')) })
    const { body, headers } = form({})
    const answer = await world.send(registrar, 'POST', '/api/spreadsheets/staffs/rehearsal', body, headers)
    return { preview: answer.body['preview'] as { digest: string; rows: { outcome: string }[] }, form }
  }

  it('takes nobody’s second factor away', async () => {
    const { person } = await staff()
    for (const id of [person.id, registrar.id])
      expect((await world.call(registrar, 'DELETE /api/staffs/:id/second_factor', { params: { id } })).status).toBe(403)
  })
})

describe('a craftsman’s first password', () => {
  const hire = async () => {
    const email = address('crafts')
    const firstPasswordUntil = new Date(Date.now() + 86_400_000)
    const first = 'gh4kjm7pq2wx'
    const digest = await cheapDigestOf(first)
    const { loginId: login_id } = await buildUser(world, client, 'Craftsman', { email, passwordDigest: digest, firstPasswordUntil })
    const caller = callerOf((await signIn(login_id, first)).headers)
    return { login_id, first, caller }
  }
  const replace = (caller: Caller, secret: string) =>
    world.call(caller, 'PATCH /api/users/me/password', { body: { password: secret, password_confirmation: secret } })

  it('is not its own replacement, and is worth nothing after it', async () => {
    const { login_id, first, caller } = await hire()
    expect((await replace(caller, first)).body.errors).toMatchObject({ password: ['は現在のパスワードと異なるものを入力してください'] })
    expect((await replace(caller, fresh.password)).status).toBe(200)
    expect((await signIn(login_id, first)).status).toBe(401)
    expect((await replace(caller, 'Another33')).status).toBe(403)
  })

  it('opens nothing but its replacement', async () => {
    const { caller } = await hire()
    for (const [method, path] of [
      ['GET', '/api/constructions'],
      ['POST', '/api/users/one_time_tokens'],
      ['PATCH', '/api/users/me'],
    ] as const) {
      const answer = await world.send(caller, method, path, method === 'GET' ? undefined : '{}', { 'content-type': 'application/json' })
      expect([path, answer.status]).toEqual([path, 403])
    }
  })

  it('is none any more: the link that takes its place lies in the outbox as a secret, which is blanked once it was sent', async () => {
    const { id: contractor_id } = await buildContractor(world, client)
    const email = address('crafts')
    const craftsman = { contractor_id, name: '職人 太郎', email, phone: null, login_id: `crafts.${count}` }
    await world.call(registrar, 'POST /api/craftsmans', { body: { craftsman } })
    const kinds = await world.inClient(client.id, db => db.selectFrom('outbox_messages').select(['kind', 'recipients']).execute())
    const own = kinds.filter(({ recipients }) => recipients.includes(email))
    expect(own.map(({ kind }) => [kind, isSecret(kind)])).toEqual([['invitation', true]])
  })
})

describe('links that set a password', () => {
  it('are worth nothing after another address, and end an address that waits', async () => {
    const { person, email } = await staff()
    const wanted = address('wanted')
    const link = await resetLink(person, email)
    await world.call(person, 'PATCH /api/users/me', { body: { user: { email: wanted, current_password: password } } })
    const confirmation_token = tokenIn(await newestTo(wanted), 'confirmation_token')
    expect((await world.call(person, 'POST /api/users/email_confirmation', { body: { confirmation_token } })).status).toBe(200)
    expect((await resetWith(link)).body.code).toBe('link_expired')
    // The other way round: who was reset keeps the address that was there.
    const other = await staff()
    const thief = address('thief')
    await world.call(registrar, 'PATCH /api/staffs/:id', { params: { id: other.person.id }, body: { staff: { email: thief } } })
    expect((await resetWith(await resetLink(other.person, other.email))).status).toBe(200)
    const stray = tokenIn(await newestTo(thief), 'confirmation_token')
    expect((await world.call(guest, 'POST /api/users/email_confirmation', { body: { confirmation_token: stray } })).status).toBe(422)
  })

  it('let one of two in that are used at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, email } = await staff()
      const links = [await resetLink(person, email), await resetLink(person, email)]
      const statuses = await Promise.all(links.map(async link => (await resetWith(link)).status))
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422])
      expect(await statusAs(person)).toBe(401)
    }
  })

  it('let one of a resident’s two in that are used at once', async () => {
    const { uuid: client_uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const construction = await buildConstruction(world, client, { floors: 1, perFloor: 5 })
    for (const room of construction.rooms) {
      const email = address('resident')
      const resident = await buildResident(world, client, room.id, { passwordDigest, email })
      await forgetReminders()
      const letter = { client_uuid, construction_uuid: construction.uuid, room_uuid: room.uuid }
      const links: string[] = []
      for (const _ of [1, 2]) {
        await world.call(guest, 'POST /api/resident_auth/password', { body: { ...letter, login_id: resident.loginId, email } })
        links.push(tokenIn(await newestTo(email), 'reset_password_token'))
      }
      const reset = async (reset_password_token: string) =>
        (await world.call(guest, 'PUT /api/resident_auth/password', { body: { reset_password_token, ...fresh } })).status
      expect((await Promise.all(links.map(reset))).toSorted((one, other) => one - other)).toEqual([200, 422])
    }
  })
})
