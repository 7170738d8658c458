import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildContractor, buildPlatformPerson, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { failedAttempts } from '../../../test/attempts.ts'
import { guest, openWorld, type World } from '../../../test/world.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'

let world: World
let client: BuiltClient
let chief: BuiltPerson
let passwordDigest: string
const password = 'Password1'

beforeAll(async () => {
  world = await openWorld()
  world.setNow('2026-11-22T10:00:00+09:00')
  client = await buildClient(world)
  chief = await buildUser(world, client, 'Staff_Admin')
  passwordDigest = await cheapDigestOf(password)
})

const signIn = ({ loginId: login_id }: BuiltPerson) => world.call(guest, 'POST /api/auth/sign_in', { body: { login_id, password } })
/** As if somebody had guessed at the password, at the second factor, and in a session at both once more. */
const lockOut = async ({ id, clientId, loginId }: BuiltPerson) => {
  await failedAttempts(world, { scope: 'sign_in', subject: `user:${loginId.toLowerCase()}` }, 10)
  const subject = `user:${clientId}:${id}`
  for (const scope of ['sign_in:second_factor', 'second_factor', 'current_password'] as const)
    await failedAttempts(world, { scope, subject }, 10)
}
const attemptsLeft = async ({ id, clientId, loginId }: BuiltPerson) =>
  (
    await world.inClient(null, db =>
      db
        .selectFrom('attempt_counters')
        .where('subject', 'in', [`user:${loginId.toLowerCase()}`, `user:${clientId}:${id}`])
        .select('scope')
        .execute(),
    )
  ).map(({ scope }) => scope)
const forget = (scope: string, { id, clientId }: BuiltPerson) =>
  world.inClient(null, db =>
    db.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', `user:${clientId}:${id}`).execute(),
  )
const eventsOf = (id: number) =>
  world.inClient(client.id, db =>
    db.selectFrom('events').where('subject_id', '=', id).orderBy('id', 'desc').select(['kind', 'subject_type', 'actor_id']).execute(),
  )
const until = '2026-11-22T10:30:00+09:00'

describe('DELETE /api/staffs/:id/lock', () => {
  const lift = (as: BuiltPerson, { id }: { id: number }) => world.call(as, 'DELETE /api/staffs/:id/lock', { params: { id } })
  const shownTo = async (as: BuiltPerson, { id }: BuiltPerson) =>
    (await world.call(as, 'GET /api/staffs', { query: { exclude_pagination: true } })).body.staffs.find(staff => staff.id === id)

  it('opens what guesses closed, for the office to see until when, and tells the owner', async () => {
    const colleague = await buildUser(world, client, 'Staff', { passwordDigest, email: 'locked.colleague@example.jp' })
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: null })
    await lockOut(colleague)
    expect((await signIn(colleague)).body).toMatchObject({ code: 'locked' })
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: until })
    expect((await world.call(chief, 'GET /api/staffs/:id', { params: { id: colleague.id } })).body.staff.locked_until).toBe(until)
    await forget('sign_in:second_factor', colleague)
    expect(await lift(chief, colleague)).toMatchObject({
      status: 200,
      body: { message: 'ロックを解除しました。', staff: { locked_until: null } },
    })
    expect((await signIn(colleague)).status).toBe(200)
    expect((await eventsOf(colleague.id))[0]).toEqual({ kind: 'staffs.lock_lifted', subject_type: 'staffs', actor_id: chief.id })
    const { mails } = (await world.call(guest, 'GET /api/dev/mails', { query: { to: 'locked.colleague@example.jp' } })).body
    expect(mails[0]?.subject).toContain('ログインのロックが解除されました')
  })

  it('leaves what is guessed in a session and wrong second factors counted, and says why', async () => {
    const colleague = await buildUser(world, client, 'Staff', { passwordDigest })
    const subject = `user:${client.id}:${colleague.id}`
    for (const scope of ['second_factor', 'current_password'] as const) await failedAttempts(world, { scope, subject }, 10)
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: null })
    expect((await signIn(colleague)).status).toBe(200)
    expect((await lift(chief, colleague)).body.code).toBe('not_locked')
    await failedAttempts(world, { scope: 'sign_in:second_factor', subject }, 10)
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: until, lock_liftable: false })
    expect(await lift(chief, colleague)).toMatchObject({ status: 422, body: { code: 'otp_locked' } })
    await failedAttempts(world, { scope: 'sign_in', subject: `user:${colleague.loginId.toLowerCase()}` }, 10)
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: until, lock_liftable: true })
    // What is left is nobody's to lift, and the page offers nothing to press.
    expect(await lift(chief, colleague)).toMatchObject({ status: 200, body: { staff: { locked_until: until, lock_liftable: false } } })
    expect((await attemptsLeft(colleague)).toSorted()).toEqual([
      'current_password',
      'lock_lifted',
      'second_factor',
      'sign_in:second_factor',
    ])
  })

  it('opens the same account three times a day', async () => {
    const colleague = await buildUser(world, client, 'Staff', { passwordDigest })
    const lockAndLift = async () => {
      await failedAttempts(world, { scope: 'sign_in', subject: `user:${colleague.loginId.toLowerCase()}` }, 10)
      return lift(chief, colleague)
    }
    for (let times = 0; times < 3; times += 1) expect((await lockAndLift()).status).toBe(200)
    expect(await lockAndLift()).toMatchObject({
      status: 429,
      body: { errors: { full_messages: [expect.stringContaining('ロックの解除は1日3回までです。')] } },
    })
    expect((await signIn(colleague)).body).toMatchObject({ code: 'locked' })
  })

  it('says so where nothing is locked, and counts nine wrong tries as they are', async () => {
    const colleague = await buildUser(world, client, 'Staff', { passwordDigest })
    await failedAttempts(world, { scope: 'sign_in', subject: `user:${colleague.loginId.toLowerCase()}` }, 9)
    expect(await shownTo(chief, colleague)).toMatchObject({ locked_until: null })
    expect(await lift(chief, colleague)).toMatchObject({
      status: 422,
      body: { code: 'not_locked', errors: { full_messages: ['ロックされていません。画面を開き直してください。'] } },
    })
    expect(await attemptsLeft(colleague)).toEqual(['sign_in'])
  })

  it('is for who keeps the account, in the same company, and never for oneself', async () => {
    const registrar = await buildUser(world, client, 'Staff', { canRegisterStaff: true })
    const plain = await buildUser(world, client, 'Staff')
    const admin = await buildUser(world, client, 'Staff_Admin')
    for (const person of [chief, registrar, plain, admin]) await lockOut(person)
    expect(await shownTo(registrar, plain)).toMatchObject({ locked_until: until })
    expect(await shownTo(registrar, admin)).toMatchObject({ locked_until: null })
    expect(await shownTo(plain, registrar)).toMatchObject({ locked_until: null })
    expect((await lift(plain, registrar)).status).toBe(403)
    expect((await lift(registrar, admin)).status).toBe(403)
    expect((await lift(await buildPlatformPerson(world, 'operator', client), plain)).status).toBe(403)
    expect((await lift(await buildUser(world, await buildClient(world), 'Staff_Admin'), plain)).status).toBe(404)
    expect((await lift(chief, chief)).body.code).toBe('own_account')
    expect(await attemptsLeft(plain)).toHaveLength(4)
    expect((await lift(registrar, plain)).status).toBe(200)
    expect((await lift(chief, admin)).status).toBe(200)
  })
})

describe('DELETE /api/craftsmans/:id/lock', () => {
  const lift = (as: BuiltPerson, { id }: { id: number }) => world.call(as, 'DELETE /api/craftsmans/:id/lock', { params: { id } })
  const shownTo = async (as: BuiltPerson, { id }: BuiltPerson) =>
    (await world.call(as, 'GET /api/craftsmans', { query: { exclude_pagination: true } })).body.craftsmans.find(each => each.id === id)

  it('opens what guesses closed, within reach and never for oneself', async () => {
    const contractorId = (await buildContractor(world, client)).id
    const craftsman = await buildUser(world, client, 'Craftsman', { passwordDigest, contractorId })
    const foreman = await buildUser(world, client, 'Craftsman', { contractorId })
    await lockOut(craftsman)
    expect(await shownTo(chief, craftsman)).toMatchObject({ locked_until: until })
    expect((await lift(await buildUser(world, client, 'Craftsman'), craftsman)).status).toBe(403)
    expect((await lift(await buildUser(world, await buildClient(world), 'Staff_Admin'), craftsman)).status).toBe(404)
    expect((await lift(await buildPlatformPerson(world, 'operator', client), craftsman)).status).toBe(403)
    expect((await lift(craftsman, craftsman)).status).toBe(403)
    expect((await lift(foreman, craftsman)).status).toBe(403)
    expect((await world.call(chief, 'DELETE /api/staffs/:id/lock', { params: { id: craftsman.id } })).status).toBe(404)
    await forget('sign_in:second_factor', craftsman)
    expect(await lift(chief, craftsman)).toMatchObject({ status: 200, body: { craftsman: { locked_until: null } } })
    expect((await signIn(craftsman)).status).toBe(200)
    expect((await eventsOf(craftsman.id))[0]).toEqual({ kind: 'craftsmans.lock_lifted', subject_type: 'craftsmans', actor_id: chief.id })
    expect((await lift(chief, craftsman)).body.code).toBe('not_locked')
  })
})
