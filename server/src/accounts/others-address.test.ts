import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildContractor, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'
import { work } from '../work.ts'

let world: World
let client: BuiltClient
let registrar: BuiltPerson
let passwordDigest: string
const password = 'Password1'
const asked = '2026-11-22T10:00:00+09:00'

beforeAll(async () => {
  world = await openWorld()
  world.setNow(asked)
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
  registrar = await buildUser(world, client, 'Staff', { canRegisterStaff: true })
})

let count = 0
const address = (name: string) => `${name}.${(count += 1)}@example.jp`
const mailsTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails
const tokenIn = (body: string | undefined, name: string) => new RegExp(`${name}=([\\w-]+)`).exec(body ?? '')?.[1] ?? ''
const newestTo = async (to: string) => (await mailsTo(to))[0]?.body

/** Somebody of the company who has set a password, with the address there is. */
const colleague = async (type: 'Staff' | 'Craftsman' = 'Staff') => {
  const email = address('colleague')
  const person = await buildUser(world, client, type, { passwordDigest, email })
  return { person, email, wanted: address('thief') }
}
const ask = (as: Caller, id: number, email: string) =>
  world.call(as, 'PATCH /api/staffs/:id', { params: { id }, body: { staff: { email } } })
const answer = async (wanted: string) =>
  world.call(guest, 'POST /api/users/email_confirmation', {
    body: { confirmation_token: tokenIn(await newestTo(wanted), 'confirmation_token') },
  })
const own = async (person: Caller) => (await world.call(person, 'GET /api/users/me')).body.user
const stored = (id: number) =>
  world.inClient(client.id, db =>
    db.selectFrom('users').where('id', '=', id).select(['email', 'unconfirmed_email']).executeTakeFirstOrThrow(),
  )
/** The password page, asked for with an address: whether a link goes there. */
const sendsLinkTo = async (loginId: string, email: string) => {
  const before = (await mailsTo(email)).length
  await world.call(guest, 'POST /api/auth/password', { body: { login_id: loginId, email } })
  return (await mailsTo(email)).length > before
}
const settle = () => work(world.platform, async () => undefined).reminders({})

const consentTokenTo = async (email: string) => tokenIn(await newestTo(email), 'consent_token')
const decide = (consent_token: string, decision: 'agree' | 'refuse') =>
  world.call(guest, 'POST /api/users/email_consent', { body: { consent_token, decision } })
const staffOf = async (id: number) => (await world.call(registrar, 'GET /api/staffs/:id', { params: { id } })).body.staff

describe('an address that somebody else asked for', () => {
  it('takes no account over by an answer at the new address', async () => {
    const { person, email, wanted } = await colleague()
    await ask(registrar, person.id, wanted)
    expect((await answer(wanted)).body.message).toContain('本人')
    expect(await stored(person.id)).toEqual({ email, unconfirmed_email: wanted })
    expect(await sendsLinkTo(person.loginId, wanted)).toBe(false)
    expect((await own(person)).email).toBe(email)
  })

  it('is the account’s a day after the answer, which its owner heard of; not before', async () => {
    const { person, email, wanted } = await colleague()
    await ask(registrar, person.id, wanted)
    expect(await newestTo(email)).toContain(`新しいメールアドレス: ${wanted}`)
    expect(await staffOf(person.id)).toMatchObject({ email_needs_consent: true, email_changes_at: null })
    world.setNow('2026-11-23T09:00:00+09:00')
    await answer(wanted)
    expect(await newestTo(email)).toContain('2026/11/24')
    expect(await staffOf(person.id)).toMatchObject({ email_changes_at: '2026-11-24T09:00:00+09:00' })
    world.setNow('2026-11-24T08:59:00+09:00')
    await settle()
    expect((await stored(person.id)).email).toBe(email)
    world.setNow('2026-11-24T09:00:00+09:00')
    await settle()
    expect(await stored(person.id)).toEqual({ email: wanted, unconfirmed_email: null })
    expect((await mailsTo(email))[0]?.subject).toContain('メールアドレスが変更されました')
    expect((await world.call(person, 'GET /api/users/me')).status).toBe(401)
    world.setNow(asked)
  })

  it('rests in an import and for craftsmen too', async () => {
    const admin = await buildUser(world, client, 'Staff_Admin')
    for (const type of ['Staff', 'Craftsman'] as const) {
      const kind = type === 'Staff' ? 'staffs' : 'craftsmans'
      const { person, email, wanted } = await colleague(type)
      const company = await world.inClient(client.id, db =>
        db
          .selectFrom('contractors as k')
          .innerJoin('users as u', join => join.onRef('u.client_id', '=', 'k.client_id').onRef('u.contractor_id', '=', 'k.id'))
          .where('u.client_id', '=', client.id)
          .where('u.id', '=', person.id)
          .select('k.name')
          .executeTakeFirst(),
      )
      const first = type === 'Staff' ? ['種別', '企業一般'] : ['協力会社', company?.name ?? '']
      const bytes = Buffer.from(`${first[0]},氏名,ログインID,メールアドレス\r\n${first[1]},改名 花子,${person.loginId},${wanted}\r\n`)
      const send = (path: string, fields: Record<string, string>) => {
        const form = multipart(fields, { name: 'spreadsheet[file]', fileName: 'list.csv', bytes })
        return world.send(admin, 'POST', `/api/spreadsheets/${kind}${path}`, form.body, form.headers)
      }
      const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
      expect((await send('', { 'spreadsheet[digest]': preview.digest })).status).toBe(200)
      expect((await answer(wanted)).status).toBe(200)
      expect(await stored(person.id)).toEqual({ email, unconfirmed_email: wanted })
      expect(await sendsLinkTo(person.loginId, wanted)).toBe(false)
    }
  })

  it('is sent again until it was answered, and asks its owner again, too', async () => {
    const { person, email, wanted } = await colleague()
    const again = () => world.call(registrar, 'POST /api/staffs/:id/email_confirmation', { params: { id: person.id } })
    await ask(registrar, person.id, wanted)
    expect((await again()).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(2)
    await answer(wanted)
    expect((await again()).body.code).toBe('address_answered')
  })
})

describe('GET /api/users/email_consent', () => {
  it('says which address it is about, to who was asked', async () => {
    const { person, email, wanted } = await colleague()
    await ask(registrar, person.id, wanted)
    const consent_token = await consentTokenTo(email)
    const look = (token: string) => world.call(guest, 'GET /api/users/email_consent', { query: { consent_token: token } })
    expect((await look(consent_token)).body).toEqual({ email: wanted, changes_at: null })
    expect((await look('none')).body.code).toBe('link_expired')
    // Another address is another question.
    await ask(registrar, person.id, address('thief'))
    expect((await look(consent_token)).body.code).toBe('link_expired')
    expect((await decide(consent_token, 'agree')).body.code).toBe('link_expired')
  })
})

describe('POST /api/users/email_consent', () => {
  it('withdraws the change by 「わたしではありません」, also after the answer', async () => {
    for (const answered of [false, true]) {
      const { person, email, wanted } = await colleague()
      await ask(registrar, person.id, wanted)
      if (answered) await answer(wanted)
      const token = await consentTokenTo(email)
      expect((await decide(token, 'refuse')).status).toBe(200)
      expect((await decide(token, 'agree')).body.code).toBe('link_expired')
      expect((await answer(wanted)).status).toBe(422)
      world.setNow('2026-11-25T09:00:00+09:00')
      await settle()
      world.setNow(asked)
      expect(await stored(person.id)).toEqual({ email, unconfirmed_email: null })
    }
  })

  it('lets it happen at once after the answer, and by the answer before it', async () => {
    for (const answersFirst of [false, true]) {
      const { person, email, wanted } = await colleague()
      await ask(registrar, person.id, wanted)
      const token = await consentTokenTo(email)
      if (answersFirst) await answer(wanted)
      await decide(token, 'agree')
      if (!answersFirst) {
        expect((await stored(person.id)).email).toBe(email)
        await answer(wanted)
      }
      expect(await stored(person.id)).toEqual({ email: wanted, unconfirmed_email: null })
    }
  })
})

describe('POST /api/users/me/email_consent', () => {
  it('takes the current password, agrees to the address that was looked at, and stays signed in', async () => {
    const { person, wanted } = await colleague()
    await ask(registrar, person.id, wanted)
    const consent = (email: string, current_password: string) =>
      world.call(person, 'POST /api/users/me/email_consent', { body: { email, current_password } })
    expect((await consent(wanted, 'Wrong999')).body.errors).toMatchObject({ current_password: ['が正しくありません'] })
    expect((await consent(address('other'), password)).status).toBe(409)
    await answer(wanted)
    expect((await consent(wanted, password)).body.user).toMatchObject({ email: wanted, unconfirmed_email: null })
    expect((await own(person)).email).toBe(wanted)
    expect((await consent(wanted, password)).status).toBe(409)
  })

  it('refuses by DELETE, as one’s own wish is taken back', async () => {
    const { person, email, wanted } = await colleague()
    await ask(registrar, person.id, wanted)
    await answer(wanted)
    expect((await world.call(person, 'DELETE /api/users/me/email_confirmation')).body.user).toMatchObject({
      email,
      unconfirmed_email: null,
      email_changes_at: null,
    })
  })
})

describe('an account whose password is set, though nobody has signed in', () => {
  it('is no invitation any more: neither invited again nor renamed into one', async () => {
    const { person, email, wanted } = await colleague()
    expect((await staffOf(person.id)).is_opened).toBe(true)
    const params = { id: person.id }
    expect((await world.call(registrar, 'POST /api/staffs/:id/invitation', { params })).body.code).toBe('already_signed_in')
    await world.call(registrar, 'PATCH /api/staffs/:id', { params, body: { staff: { login_id: `renamed.${count}` } } })
    await ask(registrar, person.id, wanted)
    expect(await stored(person.id)).toEqual({ email, unconfirmed_email: wanted })
  })

  it('is still one while the first password is the mailed one', async () => {
    const { id: contractor_id } = await buildContractor(world, client)
    const craftsman = { contractor_id, name: '職人 太郎', email: address('wrong'), phone: null, login_id: `crafts.${count}` }
    const { body } = await world.call(registrar, 'POST /api/craftsmans', { body: { craftsman } })
    expect(body.craftsman.is_opened).toBe(false)
    const email = address('right')
    const changed = await world.call(registrar, 'PATCH /api/craftsmans/:id', {
      params: { id: body.craftsman.id },
      body: { craftsman: { email } },
    })
    expect(changed.body.craftsman).toMatchObject({ email, unconfirmed_email: null })
  })
})

describe('the own row in the list of staff', () => {
  it('gives no way around the current password', async () => {
    const params = { id: registrar.id }
    for (const staff of [{ email: address('own') }, { login_id: `own.${count}` }])
      expect((await world.call(registrar, 'PATCH /api/staffs/:id', { params, body: { staff } })).body.code).toBe('own_account')
    expect((await world.call(registrar, 'PATCH /api/staffs/:id', { params, body: { staff: { phone: '0312345678' } } })).status).toBe(200)
  })
})
