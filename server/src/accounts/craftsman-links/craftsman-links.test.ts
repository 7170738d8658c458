import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltClient, type BuiltPerson, buildClient, buildContractor, buildUser } from '../../../test/build.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'

const world = await openWorld()
let client: BuiltClient
let boss: BuiltPerson
let contractor_id: number
let count = 0
beforeEach(async () => {
  world.setNow('2026-12-02T10:00:00+09:00')
  await world.inClient(null, db => db.deleteFrom('attempt_counters').execute())
  client = await buildClient(world)
  boss = await buildUser(world, client, 'Staff_Admin')
  contractor_id = (await buildContractor(world, client)).id
  count += 1
})

const newPhone = () => `0901${String((count += 1)).padStart(7, '0')}`
interface Hired {
  id: number
  phone: string | null
  email: string | null
  login_id: string
}
const hire = async (contacts: { phone?: string | null; email?: string | null; invite_by?: 'sms' | 'mail' } = {}): Promise<Hired> => {
  const craftsman = { contractor_id, name: '職人 太郎', login_id: `link.${(count += 1)}`, phone: newPhone(), email: null, ...contacts }
  const { status, body } = await world.call(boss, 'POST /api/craftsmans', { body: { craftsman } })
  expect(status).toBe(201)
  return body.craftsman
}
const newestTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails[0]
const tokenTo = async (to: string) => /\/s\/([\w-]{22})\b/.exec((await newestTo(to))?.body ?? '')?.[1] ?? ''
const tokenOf = ({ phone, email }: Hired) => tokenTo(phone ?? email ?? '')
const look = (token: string) => world.call(guest, 'GET /api/craftsman_links/:token', { params: { token } })
const stateOf = async (token: string) => (await look(token)).body.craftsman_link.state
const open = (token: string) => world.call(guest, 'POST /api/craftsman_links/:token/session', { params: { token } })
const renew = (token: string) => world.call(guest, 'POST /api/craftsman_links/:token/renewal', { params: { token } })
const callerOf = ({ headers }: Awaited<ReturnType<typeof open>>): Caller => ({
  headers: { 'access-token': String(headers['access-token']) },
})
const enter = async (person: Hired) => callerOf(await open(await tokenOf(person)))
const statusAs = async (caller: Caller) => (await world.call(caller, 'GET /api/users/me')).status
const change = (person: Hired, craftsman: { phone?: string | null; email?: string | null; login_id?: string }) =>
  world.call(boss, 'PATCH /api/craftsmans/:id', { params: { id: person.id }, body: { craftsman } })
const askLink = (contact: string) => world.call(guest, 'POST /api/auth/sign_in_link', { body: { contact } })

describe('GET /api/craftsman_links/:token', () => {
  it('says who invites whom, and changes nothing however often a program looks', async () => {
    const person = await hire()
    const token = await tokenOf(person)
    for (let looked = 0; looked < 3; looked++)
      expect((await look(token)).body.craftsman_link).toMatchObject({
        purpose: 'invitation',
        state: 'open',
        name: '職人 太郎',
        sent_by: 'sms',
      })
    expect((await look(token)).body.craftsman_link.sent_to).toMatch(/^090-••••-/)
    expect((await open(token)).status).toBe(200)
    expect(await stateOf(token)).toBe('opened')
  })

  it('says of an old one what became of it, and of none that it is none', async () => {
    const person = await hire()
    const first = await tokenOf(person)
    await world.call(boss, 'POST /api/craftsmans/:id/invitation', { params: { id: person.id }, body: {} })
    const second = await tokenOf(person)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['superseded', 'open'])
    world.setNow('2026-12-09T10:00:01+09:00')
    expect(await stateOf(second)).toBe('expired')
    await world.call(boss, 'DELETE /api/craftsmans/:id', { params: { id: person.id } })
    expect((await look(second)).body.craftsman_link).toMatchObject({ state: 'withdrawn', name: null, contractor_name: null })
    expect((await look('x'.repeat(22))).status).toBe(404)
  })

  it('fits into a short message of two parts, and 30 characters besides the host', async () => {
    const person = await hire()
    const { body = '' } = (await newestTo(person.phone ?? '')) ?? {}
    expect(body.length).toBeLessThanOrEqual(134)
    expect((/https?:\/\/[^/]+(\/\S+)/.exec(body)?.[1] ?? '').length).toBeLessThanOrEqual(30)
    expect(new URL(/https?:\S+/.exec(body)?.[0] ?? '').hostname).toMatch(/^www\./)
  })
})

describe('POST /api/craftsman_links/:token/session', () => {
  it('opens a session without a password, once', async () => {
    const person = await hire()
    const token = await tokenOf(person)
    const opened = await open(token)
    expect(opened.body.data).toMatchObject({
      login_id: person.login_id,
      email: '',
      has_password: false,
      password_change_required: false,
      proven_phone: person.phone,
    })
    expect(await statusAs(callerOf(opened))).toBe(200)
    expect(await open(token)).toMatchObject({ status: 422, body: { code: 'link_opened' } })
    const [row] = (await world.call(boss, 'GET /api/craftsmans', {})).body.craftsmans
    expect(row).toMatchObject({ is_opened: true, invited_by: 'sms', can_invite_by: [] })
  })

  it('lets one of two in who press at once', async () => {
    const token = await tokenOf(await hire())
    const statuses = await Promise.all([open(token), open(token)].map(async answer => (await answer).status))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422])
  })

  it('opens nothing seven days later, after a deletion, or at a company whose contract ended', async () => {
    const late = await tokenOf(await hire())
    const deleted = await hire()
    const dead = await tokenOf(deleted)
    await world.call(boss, 'DELETE /api/craftsmans/:id', { params: { id: deleted.id } })
    expect((await open(dead)).body.code).toBe('link_withdrawn')
    world.setNow('2026-12-09T10:00:01+09:00')
    expect((await open(late)).body.code).toBe('link_expired')
    const current = await tokenOf(await hire())
    const end = { status: 'terminated' as const, terminated_at: new Date() }
    await world.inClient(null, db => db.updateTable('clients').set(end).where('id', '=', client.id).execute())
    expect((await open(current)).status).toBe(401)
  })

  it('ends a first password that was mailed before there were links', async () => {
    const person = await hire({ email: 'first@example.jp' })
    await world.inClient(client.id, db =>
      db.updateTable('users').set({ password_digest: 'x', password_change_required: true }).where('id', '=', person.id).execute(),
    )
    expect((await open(await tokenOf(person))).body.data).toMatchObject({ has_password: false, password_change_required: false })
  })

  it('ends the invitation at a number or address that was corrected, and invites at the other', async () => {
    const [byPhone, byMail] = [await hire(), await hire({ phone: null, email: `wrong.${count}@example.jp` })]
    const [oldPhone, oldMail] = [await tokenOf(byPhone), await tokenOf(byMail)]
    const [phone, email] = [newPhone(), `right.${count}@example.jp`]
    expect((await change(byPhone, { phone })).status).toBe(200)
    expect((await change(byMail, { email })).status).toBe(200)
    for (const token of [oldPhone, oldMail]) expect((await open(token)).body.code).toBe('link_withdrawn')
    for (const contact of [phone, email]) expect((await open(await tokenTo(contact))).status).toBe(200)
  })

  it('leaves the invitation where it is when the other contact is added', async () => {
    const person = await hire()
    const token = await tokenOf(person)
    await change(person, { email: `added.${count}@example.jp` })
    expect((await open(token)).status).toBe(200)
  })
})

describe('POST /api/craftsman_links/:token/renewal', () => {
  it('sends a new invitation to who never came, and a link to sign in to who came', async () => {
    const person = await hire()
    const first = await tokenOf(person)
    world.setNow('2026-12-10T10:00:00+09:00')
    expect((await renew(first)).body.message).toMatch(/^090-••••-\d{4} に/)
    const second = await tokenOf(person)
    expect((await look(second)).body.craftsman_link).toMatchObject({ purpose: 'invitation', state: 'open' })
    await open(second)
    await renew(second)
    const third = await tokenOf(person)
    expect((await look(third)).body.craftsman_link).toMatchObject({ purpose: 'sign_in', state: 'open' })
    world.setNow('2026-12-10T10:15:01+09:00')
    expect((await open(third)).body.code).toBe('link_expired')
  })

  it('sends five an hour, none to a stranger’s number, and none for a withdrawn one', async () => {
    const person = await hire()
    const token = await tokenOf(person)
    for (let sent = 0; sent < 5; sent++) expect((await renew(token)).status).toBe(200)
    expect((await renew(token)).status).toBe(429)
    const moved = await hire()
    const old = await tokenOf(moved)
    await change(moved, { phone: newPhone() })
    expect((await renew(old)).body.code).toBe('link_withdrawn')
  })
})

describe('POST /api/auth/sign_in_link', () => {
  it('sends a link to a proven number or address, and says the same to everybody', async () => {
    const person = await hire()
    await enter(person)
    const typed = (person.phone ?? '').replace(/^(\d{3})(\d{4})/, '$1-$2-')
    const known = await askLink(typed)
    expect((await askLink('090-0000-0000')).body).toEqual(known.body)
    expect((await askLink('nobody@example.jp')).body).toEqual(known.body)
    expect((await askLink('what?')).body).toEqual(known.body)
    expect((await open(await tokenOf(person))).status).toBe(200)
  })

  it('sends none to who was invited and never came', async () => {
    const person = await hire()
    const token = await tokenOf(person)
    await askLink(person.phone ?? '')
    expect(await tokenOf(person)).toBe(token)
  })

  it('sends one for joined accounts, and one each for others', async () => {
    const person = await hire()
    const mine = await enter(person)
    const other = await buildClient(world)
    const { id } = await buildContractor(world, other)
    const chief = await buildUser(world, other, 'Staff_Admin')
    const craftsman = { contractor_id: id, name: '職人 太郎', login_id: `link.${(count += 1)}`, phone: person.phone, email: null }
    await world.call(chief, 'POST /api/craftsmans', { body: { craftsman } })
    const theirs = callerOf(await open(await tokenTo(person.phone ?? '')))
    const links = async () => {
      await askLink(person.phone ?? '')
      const { mails } = (await world.call(guest, 'GET /api/dev/mails', { query: { to: person.phone ?? '' } })).body
      return mails.filter(({ body }) => body.includes('ログイン（')).length
    }
    expect(await links()).toBe(2)
    const { body } = await world.call(mine, 'POST /api/users/me/joined_accounts/code', { body: { contact: 'phone' } })
    const code = /\d{6}/.exec((await newestTo(person.phone ?? ''))?.body ?? '')?.[0] ?? ''
    await world.call(theirs, 'POST /api/users/me/joined_accounts', { body: { join_token: body.join_token, code } })
    expect(await links()).toBe(3)
  })

  it('sends five an hour to one contact', async () => {
    for (let sent = 0; sent < 5; sent++) expect((await askLink('09099990000')).status).toBe(200)
    expect((await askLink('090-9999-0000')).status).toBe(429)
  })
})

describe('the office', () => {
  const thief = () => ({ phone: newPhone(), email: `thief.${(count += 1)}@example.jp` })

  it('takes no opened account over by another number', async () => {
    const person = await hire()
    const session = await enter(person)
    const { phone } = thief()
    expect((await change(person, { phone })).status).toBe(200)
    await askLink(phone)
    expect(await tokenTo(phone)).toBe('')
    expect(await statusAs(session)).toBe(200)
    await askLink(person.phone ?? '')
    expect((await open(await tokenOf(person))).status).toBe(200)
  })

  it('takes none over by an address beside the number, nor by a password asked for there', async () => {
    const { email } = thief()
    const person = await hire({ email, invite_by: 'sms' })
    await enter(person)
    await askLink(email)
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: person.login_id, email } })
    expect(await newestTo(email)).toBeUndefined()
  })

  it('adds an address to an opened account that has none only after its owner’s say, who is asked by short message', async () => {
    const person = await hire()
    const session = await enter(person)
    const { email } = thief()
    await change(person, { email })
    expect((await newestTo(person.phone ?? ''))?.body).toContain('consent_token=')
    const token = /confirmation_token=([\w-]+)/.exec((await newestTo(email))?.body ?? '')?.[1] ?? ''
    await world.call(guest, 'POST /api/users/email_confirmation', { body: { confirmation_token: token } })
    expect((await world.call(session, 'GET /api/users/me')).body.user).toMatchObject({ email: '', unconfirmed_email: email })
    const consent = /consent_token=([\w-]+)/.exec((await newestTo(person.phone ?? ''))?.body ?? '')?.[1] ?? ''
    await world.call(guest, 'POST /api/users/email_consent', { body: { consent_token: consent, decision: 'refuse' } })
    expect((await world.call(session, 'GET /api/users/me')).body.user).toMatchObject({ email: '', unconfirmed_email: null })
  })

  it('registers nobody whom no link reaches, and sends by what it chooses', async () => {
    const post = (contacts: { phone: string | null; email: string | null }) =>
      world.call(boss, 'POST /api/craftsmans', {
        body: { craftsman: { contractor_id, name: '職人', login_id: `link.${(count += 1)}`, ...contacts } },
      })
    expect(await post({ phone: null, email: null })).toMatchObject({ status: 422, body: { errors: { phone: [expect.any(String)] } } })
    expect((await post({ phone: '0312345678', email: null })).status).toBe(422)
    const email = `both.${count}@example.jp`
    const person = await hire({ email, invite_by: 'mail' })
    expect(await tokenTo(email)).not.toBe('')
    expect(await tokenTo(person.phone ?? '')).toBe('')
    expect((await change(person, { email: null, phone: null })).status).toBe(422)
    const again = await world.call(boss, 'POST /api/craftsmans/:id/invitation', { params: { id: person.id }, body: { invite_by: 'sms' } })
    expect(again.body).toMatchObject({
      message: '招待をSMSで送信しました。',
      craftsman: { invited_by: 'sms', can_invite_by: ['sms', 'mail'] },
    })
    await world.call(boss, 'PATCH /api/craftsmans/:id', { params: { id: person.id }, body: { craftsman: { phone: null } } })
    const unreached = { params: { id: person.id }, body: { invite_by: 'sms' as const } }
    expect((await world.call(boss, 'POST /api/craftsmans/:id/invitation', unreached)).status).toBe(422)
  })
})

describe('who came by a link', () => {
  it('chooses a password once, by the session alone, and signs in with it', async () => {
    const person = await hire()
    const session = await enter(person)
    const choose = (password: string) =>
      world.call(session, 'PATCH /api/users/me/password', { body: { password, password_confirmation: password } })
    expect((await choose('Newpass22')).status).toBe(200)
    expect((await newestTo(person.phone ?? ''))?.body).toContain('パスワードが変更されました')
    expect((await choose('Another33')).status).toBe(403)
    const signedIn = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id: person.login_id, password: 'Newpass22' } })
    expect(signedIn.status).toBe(200)
    expect((await world.call(session, 'GET /api/users/me')).body.user.has_password).toBe(true)
  })
})

describe('POST /api/users/me/contact_code', () => {
  it('sends digits to the own contacts, to none there is not, ten an hour', async () => {
    const session = await enter(await hire())
    const ask = (contact: 'phone' | 'email') => world.call(session, 'POST /api/users/me/contact_code', { body: { contact } })
    expect((await ask('email')).body.code).toBe('no_contact')
    for (let sent = 0; sent < 10; sent++) expect((await ask('phone')).status).toBe(201)
    expect((await ask('phone')).status).toBe(429)
  })
})

describe('POST /api/users/me/contact_proof', () => {
  it('lets links to sign in go to the number that was typed anew, and tells the one before', async () => {
    const person = await hire()
    const session = await enter(person)
    const phone = newPhone()
    await world.call(session, 'PATCH /api/users/me', { body: { user: { phone } } })
    const { body } = await world.call(session, 'POST /api/users/me/contact_code', { body: { contact: 'phone' } })
    const code = /\d{6}/.exec((await newestTo(phone))?.body ?? '')?.[0] ?? ''
    const prove = (typed: string) =>
      world.call(session, 'POST /api/users/me/contact_proof', { body: { proof_token: body.proof_token, code: typed } })
    expect((await prove(code === '000000' ? '000001' : '000000')).body.errors).toMatchObject({ code: ['が正しくありません'] })
    expect((await prove(code)).body.user.proven_phone).toBe(phone)
    expect((await prove(code)).body.code).toBe('join_ended')
    expect((await newestTo(person.phone ?? ''))?.body).toContain('ログインに使う連絡先')
    await askLink(phone)
    expect((await open(await tokenTo(phone))).status).toBe(200)
  })

  it('proves with no digits of a join, nor with those of another account', async () => {
    const [one, other] = [await hire(), await hire()]
    const [mine, theirs] = [await enter(one), await enter(other)]
    const { body: join } = await world.call(mine, 'POST /api/users/me/joined_accounts/code', { body: { contact: 'phone' } })
    const joinCode = /\d{6}/.exec((await newestTo(one.phone ?? ''))?.body ?? '')?.[0] ?? ''
    const prove = (caller: Caller, proof_token: string, code: string) =>
      world.call(caller, 'POST /api/users/me/contact_proof', { body: { proof_token, code } })
    expect((await prove(mine, join.join_token, joinCode)).body.code).toBe('join_ended')
    const { body: proof } = await world.call(mine, 'POST /api/users/me/contact_code', { body: { contact: 'phone' } })
    const code = /\d{6}/.exec((await newestTo(one.phone ?? ''))?.body ?? '')?.[0] ?? ''
    expect((await prove(theirs, proof.proof_token, code)).body.code).toBe('join_ended')
  })
})
