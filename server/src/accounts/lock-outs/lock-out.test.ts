import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient } from '../../../test/build.ts'
import { guest, openWorld, type World } from '../../../test/world.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'

let world: World
let client: BuiltClient
let passwordDigest: string
const password = 'Password1'
const fresh = { password: 'Newpass22', password_confirmation: 'Newpass22' }

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  passwordDigest = await cheapDigestOf(password)
})

let count = 0
const address = (name: string) => `${name}.lock.${(count += 1)}@example.jp`
const mailsTo = async (to: string) => (await world.call(guest, 'GET /api/dev/mails', { query: { to } })).body.mails
const doors = {
  staff: 'POST /api/auth/sign_in',
  craftsman: 'POST /api/auth/sign_in',
  admin: 'POST /api/admin_auth/sign_in',
  operator: 'POST /api/operator_auth/sign_in',
} as const
type Kind = keyof typeof doors
const kinds = Object.keys(doors) as Kind[]

const build = async (kind: Kind) => {
  const isOfPlatform = kind === 'admin' || kind === 'operator'
  const invented = address(kind)
  const { loginId, id } = isOfPlatform
    ? await buildPlatformPerson(world, kind, undefined, { passwordDigest })
    : await buildUser(world, client, kind === 'staff' ? 'Staff' : 'Craftsman', { passwordDigest, email: invented })
  const email = isOfPlatform ? `${loginId}@example.jp` : invented
  const signIn = (secret: string) => world.call(guest, doors[kind], { body: { login_id: loginId, password: secret } })
  return { id, email, loginId, signIn }
}
type Person = Awaited<ReturnType<typeof build>>

const lockOut = async ({ signIn }: Person) => {
  // A hundred failures are let through from one network; more are made here.
  await world.inClient(null, db => db.deleteFrom('attempt_counters').where('scope', '=', 'sign_in:network').execute())
  for (let tries = 1; tries <= 9; tries += 1) await signIn('Wrong999')
  return signIn('Wrong999')
}
const resetByMail = async ({ loginId, email }: Person) => {
  // Five an hour are sent to one network; more are asked for here.
  await world.inClient(null, db => db.deleteFrom('attempt_counters').where('scope', 'like', 'reminder:%').execute())
  await world.call(guest, 'POST /api/auth/password', { body: { login_id: loginId, email } })
  const token = /reset_password_token=([\w-]+)/.exec((await mailsTo(email))[0]?.body ?? '')?.[1] ?? ''
  return world.call(guest, 'PUT /api/auth/password', { body: { reset_password_token: token, ...fresh } })
}

describe('a locked account', () => {
  it.each(kinds)('of %s is opened by whoever proves the address with a link', async kind => {
    const person = await build(kind)
    await lockOut(person)
    expect((await person.signIn(password)).status).toBe(401)
    expect((await resetByMail(person)).status).toBe(200)
    expect((await person.signIn(fresh.password)).status).toBe(200)
  })
  it('says for how long, with the sentence of the specification', async () => {
    const now = Date.now()
    world.setNow(new Date(now).toISOString())
    const person = await build('staff')
    const locked = { message: 'アカウントはロックされています。', code: 'locked' }
    expect((await lockOut(person)).body).toEqual({ ...locked, minutes: 30 })
    world.setNow(new Date(now + 20.5 * 60_000).toISOString())
    expect((await person.signIn(password)).body).toEqual({ ...locked, minutes: 10 })
    world.setNow(new Date(now).toISOString())
  })
  it.each(kinds)('of %s is told to its owner, once a lock', async kind => {
    const person = await build(kind)
    await lockOut(person)
    for (let more = 0; more < 3; more += 1) await person.signIn('Wrong999')
    const mails = await mailsTo(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['【トグチ】ログインの失敗が続いたため、ログインを一時的に停止しました'])
    expect(mails[0]?.body).toContain('約30分後に')
    expect(mails[0]?.body).toContain('パスワードを再設定すると、すぐにログインできます。')
  })
  it('answers the same where there is nobody', async () => {
    const signIn = (secret: string) => world.call(guest, doors.staff, { body: { login_id: 'nobody.to.lock', password: secret } })
    const person = await build('staff')
    expect((await lockOut({ ...person, signIn })).body).toEqual((await lockOut(person)).body)
  })
})
