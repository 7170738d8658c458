import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { beforeEach, describe, expect, it } from 'vitest'
import { failedAttempts } from '../../../test/attempts.ts'
import { type BuiltPerson, buildClient, buildPlatformPerson, buildResident, buildUser } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'
import { openAuthenticationCode } from '../../authentication-codes/authentication-codes.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'

const world = await openWorld()
const under = '/api/constructions/:construction_id/rooms/:room_id' as const
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)

let plan: PlannedConstruction
let staff: BuiltPerson
let client_uuid: string
beforeEach(async () => {
  world.setNow('2026-11-22T10:00:00+09:00')
  plan = await planConstruction(world)
  staff = plan.staff
  await plan.complete()
  await issueCodes(world, plan)
  const { uuid } = await world.inClient(null, db =>
    db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
  )
  client_uuid = uuid
})

const at = (name = '101') => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })
const letterOf = (name: string) => ({
  client_uuid,
  construction_uuid: plan.construction.uuid,
  room_uuid: plan.construction.rooms.find(room => room.name === name)!.uuid,
})
const printed = (name = '101') =>
  world.inClient(plan.client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', plan.roomId(name))
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })
const enter = (authentication_code: string, name = '101') =>
  world.call(guest, 'POST /api/resident_auth/authentication_code', { body: { ...letterOf(name), authentication_code } })
const pause = async (name = '101') => {
  for (let tries = 0; tries < 5; tries += 1) await enter('AAAA-AAAA', name)
}
const shown = async (as: Caller = staff, name = '101') => (await world.call(as, `GET ${under}/entry_lock`, { params: at(name) })).body
const lift = (as: Caller = staff, name = '101') => world.call(as, `DELETE ${under}/entry_lock`, { params: at(name) })

describe(`GET ${under}/entry_lock`, () => {
  it('says until when wrong codes keep the dwelling out, or wrong passwords of its login', async () => {
    expect(await shown()).toEqual({ locked_until: null })
    await pause()
    expect(await shown()).toEqual({ locked_until: '2026-11-22T10:15:00+09:00' })
    expect(await shown(staff, '102')).toEqual({ locked_until: null })
    const { loginId } = await buildResident(world, plan.client, plan.roomId('102'), { passwordDigest })
    await failedAttempts(world, { scope: 'sign_in', subject: `resident:${plan.client.id}:${loginId.toLowerCase()}` }, 10)
    expect(await shown(staff, '102')).toEqual({ locked_until: '2026-11-22T10:30:00+09:00' })
  })
})

describe(`DELETE ${under}/entry_lock`, () => {
  it('lets the dwelling try again at once, and nobody else', async () => {
    await pause()
    await pause('102')
    expect((await enter(await printed())).status).toBe(429)
    const operator = await buildPlatformPerson(world, 'operator', plan.client)
    expect(await lift(operator)).toMatchObject({ status: 200, body: { message: 'ロックを解除しました。', locked_until: null } })
    expect(await shown()).toEqual({ locked_until: null })
    expect((await enter(await printed())).status).toBe(200)
    expect((await enter(await printed('102'), '102')).status).toBe(429)
    const [event] = await world.inClient(plan.client.id, db =>
      db
        .selectFrom('events')
        .where('room_id', '=', plan.roomId('101'))
        .where('kind', '=', 'residents.lock_lifted')
        .select(['actor_kind', 'actor_id'])
        .execute(),
    )
    expect(event).toEqual({ actor_kind: 'operator', actor_id: operator.id })
    expect((await lift()).body).toMatchObject({ code: 'not_locked' })
  })

  it('opens the login’s sign-in too', async () => {
    const { loginId } = await buildResident(world, plan.client, plan.roomId('101'), { passwordDigest })
    const signIn = () => world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letterOf('101'), login_id: loginId, password } })
    await failedAttempts(world, { scope: 'sign_in', subject: `resident:${plan.client.id}:${loginId.toLowerCase()}` }, 10)
    expect((await signIn()).body).toMatchObject({ code: 'locked' })
    expect((await lift()).status).toBe(200)
    expect((await signIn()).status).toBe(200)
  })

  it('sends confirmation codes again where too many were sent, and does all that three times a day', async () => {
    const ask = () =>
      world.call(guest, 'POST /api/resident_auth/authentication_code', {
        body: { ...letterOf('101'), authentication_code, contact: { email: 'haru@example.jp' } },
      })
    const authentication_code = await printed()
    const subject = String(plan.roomId('101'))
    await failedAttempts(world, { scope: 'confirmation_code:room', subject }, 9)
    expect(await shown()).toEqual({ locked_until: null })
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect(await shown()).toEqual({ locked_until: '2026-11-22T11:00:00+09:00' })
    expect((await lift()).status).toBe(200)
    expect((await ask()).status).toBe(200)
    for (let times = 0; times < 2; times += 1) {
      await pause()
      expect((await lift()).status).toBe(200)
    }
    await pause()
    expect((await lift()).status).toBe(429)
    expect((await shown()).locked_until).not.toBeNull()
  })

  it('shows no wrong current password in a session as a lock', async () => {
    const { id } = await buildResident(world, plan.client, plan.roomId('101'), { passwordDigest })
    await failedAttempts(world, { scope: 'current_password', subject: `resident:${plan.client.id}:${id}` }, 10)
    expect(await shown()).toEqual({ locked_until: null })
  })

  it('is for the office of the same company', async () => {
    await pause()
    expect((await lift(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await lift(await buildUser(world, await buildClient(world), 'Staff_Admin'))).status).toBe(404)
    expect((await shown()).locked_until).not.toBeNull()
  })
})
