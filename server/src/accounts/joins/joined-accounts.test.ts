import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltClient, type BuiltPerson, buildClient, buildContractor, buildUser } from '../../../test/build.ts'
import { guest, openWorld } from '../../../test/world.ts'

const world = await openWorld()
const phone = '09011112222'

interface Craftsman extends BuiltPerson {
  of: BuiltClient
}
let first: Craftsman
let second: Craftsman
beforeEach(async () => {
  world.setNow('2026-12-02T10:00:00+09:00')
  first = await build(phone)
  second = await build(phone)
})

const build = async (number: string | null, email?: string): Promise<Craftsman> => {
  const of = await buildClient(world)
  const contractor = await buildContractor(world, of)
  const person = await buildUser(world, of, 'Craftsman', { contractorId: contractor.id })
  await world.inClient(of.id, db =>
    db
      .updateTable('users')
      .set({ phone: number, ...(email === undefined ? {} : { email }) })
      .where('id', '=', person.id)
      .execute(),
  )
  return { ...person, of }
}

const ask = (as: Craftsman, contact: 'phone' | 'email' = 'phone') =>
  world.call(as, 'POST /api/users/me/joined_accounts/code', { body: { contact } })
const join = (as: Craftsman, join_token: string, code: string) =>
  world.call(as, 'POST /api/users/me/joined_accounts', { body: { join_token, code } })
const codeTo = async (person: Craftsman): Promise<string> => {
  const { body } = await world.inClient(person.of.id, db =>
    db.selectFrom('outbox_messages').where('kind', '=', 'confirmation_code').orderBy('id', 'desc').select('body').executeTakeFirstOrThrow(),
  )
  return /\d{6}/.exec(body)?.[0] ?? ''
}
const joinBoth = async (one = first, other = second, contact: 'phone' | 'email' = 'phone') => {
  const { body } = await ask(one, contact)
  return join(other, body.join_token, await codeTo(one))
}
const joinedOf = async (as: Craftsman) => (await world.call(as, 'GET /api/users/me/joined_accounts')).body.joined_accounts
const companiesOf = async (as: Craftsman) => (await joinedOf(as)).map(({ client }) => client.cd)

describe('POST /api/users/me/joined_accounts/code', () => {
  it('sends six digits to a mobile number of the account, and to none that it has not', async () => {
    expect(await ask(first)).toMatchObject({ status: 201, body: { message: '確認コードをSMSで送信しました。' } })
    expect(await codeTo(first)).toMatch(/^\d{6}$/)
    expect(await ask(await build('0312345678'))).toMatchObject({ status: 422, body: { code: 'no_contact' } })
    expect(await ask(await build(null))).toMatchObject({ status: 422, body: { code: 'no_contact' } })
    expect((await ask(first, 'email')).body.message).toBe('確認コードをメールで送信しました。')
    expect((await ask((await buildUser(world, first.of, 'Staff')) as Craftsman)).status).toBe(403)
  })

  it('ends the code before, and sends ten an hour', async () => {
    const { body: earlier } = await ask(first)
    const code = await codeTo(first)
    await ask(first)
    expect(await join(second, earlier.join_token, code)).toMatchObject({ status: 422, body: { code: 'join_ended' } })
    for (let sent = 2; sent < 10; sent++) expect((await ask(first)).status).toBe(201)
    expect((await ask(first)).status).toBe(429)
  })
})

describe('POST /api/users/me/joined_accounts', () => {
  it('joins two accounts of one number, which both see, and a third to them', async () => {
    expect((await joinBoth()).body.message).toBe('アカウントをまとめました。')
    expect(await companiesOf(first)).toEqual([first.of.cd, second.of.cd])
    expect((await joinedOf(second)).map(({ current, login_id }) => [current, login_id])).toEqual([
      [false, first.loginId],
      [true, second.loginId],
    ])
    const third = await build(phone)
    const fourth = await build(phone)
    await joinBoth(third, fourth)
    await joinBoth(second, fourth)
    expect(await companiesOf(first)).toEqual([first.of.cd, second.of.cd, third.of.cd, fourth.of.cd])
    expect(await companiesOf(third)).toEqual(await companiesOf(first))
  })

  it('joins by an address, however it is written', async () => {
    const [one, other] = [await build(null, 'Taro@Example.jp'), await build(null, 'taro@example.jp')]
    expect((await joinBoth(one, other, 'email')).status).toBe(200)
  })

  it('refuses wrong digits five times, then all, and whoever comes too late', async () => {
    const { body } = await ask(first)
    const code = await codeTo(first)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tried = 0; tried < 5; tried++)
      expect(await join(second, body.join_token, wrong)).toMatchObject({ status: 422, body: { errors: { code: ['が正しくありません'] } } })
    expect(await join(second, body.join_token, code)).toMatchObject({ status: 422, body: { code: 'join_ended' } })
    const { body: again } = await ask(first)
    const good = await codeTo(first)
    world.setNow('2026-12-02T10:10:01+09:00')
    expect(await join(second, again.join_token, good)).toMatchObject({ status: 422, body: { code: 'join_ended' } })
    expect(await join(second, 'nobody’s', good)).toMatchObject({ status: 422, body: { code: 'join_ended' } })
    expect(await joinedOf(second)).toEqual([])
  })

  it('joins nobody who has another number, nor an account to itself', async () => {
    const { body } = await ask(first)
    const code = await codeTo(first)
    expect(await join(await build('08099998888'), body.join_token, code)).toMatchObject({ status: 422, body: { code: 'other_contact' } })
    expect(await join(first, body.join_token, code)).toMatchObject({ status: 422, body: { code: 'same_account' } })
    expect(await joinedOf(first)).toEqual([])
    expect((await join(second, body.join_token, code)).status).toBe(200)
    expect(await join(second, body.join_token, code)).toMatchObject({ status: 422, body: { code: 'join_ended' } })
  })

  it('tells no company of another', async () => {
    await joinBoth()
    const seen = await world.inClient(first.of.id, db => db.selectFrom('joined_accounts').select('client_id').execute())
    expect(seen).toEqual([{ client_id: first.of.id }])
    const events = await world.inClient(first.of.id, db => db.selectFrom('events').select('kind').execute())
    expect(events.filter(({ kind }) => kind.includes('join'))).toEqual([])
  })
})

describe('POST /api/users/me/joined_accounts/sessions', () => {
  const openOthers = async (as: Craftsman) => (await world.call(as, 'POST /api/users/me/joined_accounts/sessions')).body.sessions

  it('opens each of the others at its own company, once', async () => {
    await joinBoth()
    const [session, ...more] = await openOthers(first)
    expect([session?.client.cd, more]).toEqual([second.of.cd, []])
    const enter = () => world.call(guest, 'POST /api/users/auto_login', { body: { one_time_token: session?.one_time_token ?? '' } })
    expect((await enter()).body.data).toMatchObject({ login_id: second.loginId, client: { cd: second.of.cd } })
    expect((await enter()).status).toBe(401)
    expect(await openOthers(await build(phone))).toEqual([])
  })

  it('opens none of a company whose contract ended, nor of an account that was deleted', async () => {
    await joinBoth()
    await world.inClient(null, db =>
      db.updateTable('clients').set({ status: 'terminated', terminated_at: new Date() }).where('id', '=', second.of.id).execute(),
    )
    expect(await openOthers(first)).toEqual([])
    await world.inClient(null, db =>
      db.updateTable('clients').set({ status: 'contracted', terminated_at: null }).where('id', '=', second.of.id).execute(),
    )
    const boss = await buildUser(world, second.of, 'Staff_Admin')
    await world.call(boss, 'DELETE /api/craftsmans/:id', { params: { id: second.id } })
    expect(await openOthers(first)).toEqual([])
    expect(await joinedOf(first)).toEqual([])
  })
})

describe('DELETE /api/users/me/joined_accounts', () => {
  const leave = (as: Craftsman) => world.call(as, 'DELETE /api/users/me/joined_accounts')

  it('takes the own account out and leaves the others together', async () => {
    const third = await build(phone)
    await joinBoth()
    await joinBoth(first, third)
    expect((await leave(second)).body).toMatchObject({ joined_accounts: [] })
    expect(await companiesOf(first)).toEqual([first.of.cd, third.of.cd])
    expect((await leave(second)).status).toBe(404)
    expect((await joinBoth(first, second)).status).toBe(200)
  })

  it('ends by itself when somebody else moves the login or sets the password anew', async () => {
    await joinBoth()
    const boss = await buildUser(world, second.of, 'Staff_Admin')
    await world.inClient(second.of.id, db =>
      db.updateTable('users').set({ last_sign_in_at: new Date() }).where('id', '=', second.id).execute(),
    )
    const renamed = await world.call(boss, 'PATCH /api/craftsmans/:id', {
      params: { id: second.id },
      body: { craftsman: { login_id: `${second.loginId}x` } },
    })
    expect(renamed.status).toBe(200)
    expect(await joinedOf(first)).toEqual([])
  })
})

describe('GET /api/users/me/joined_accounts', () => {
  it('is empty for who has joined nothing', async () => expect(await joinedOf(first)).toEqual([]))
})
