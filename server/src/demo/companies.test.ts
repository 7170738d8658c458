import { addDays, instantOf, todayInTokyo } from '@toguchi/domain/calendar/day'
import { afterAll, expect, it } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { isNewlyMade } from '../accounts/accounts.ts'
import { hashPassword } from '../platform/secrets.ts'
import { buildFirstCompany, buildPlatformPeople } from './companies.ts'
import { noJobs, openDoor } from './door.ts'

const world = await openWorld()
const door = await openDoor(world.platform.settings, noJobs)
afterAll(() => door.close())

it('the people of the trial have long had their passwords, so that one settles what another gave, also after a change of theirs', async () => {
  const today = todayInTokyo(new Date())
  const digest = await hashPassword('Password1')
  door.setNow(instantOf(addDays(today, -12), '09:00'))
  const { admin } = await buildPlatformPeople(door, digest)
  const { clientId } = await buildFirstCompany(door, admin, digest)
  const now = instantOf(today, '09:00')
  door.setNow(now)
  const office = await world.inClient(clientId, db =>
    db.selectFrom('users').where('type', '<>', 'Craftsman').select(['id', 'login_id']).orderBy('login_id').execute(),
  )
  const newlyMade = async () => {
    const found: string[] = []
    for (const { id, login_id } of office)
      if (await world.inClient(clientId, db => isNewlyMade(db, clientId, id, now))) found.push(login_id)
    return found
  }
  expect(office.map(({ login_id }) => login_id)).toEqual(['staff01', 'staff02', 'staffadmin01'])
  expect(await newlyMade()).toEqual([])
  const boss = await door.enter('user', clientId, office.find(({ login_id }) => login_id === 'staffadmin01')?.id ?? 0)
  for (const { id, login_id } of office)
    if (login_id !== 'staffadmin01') await door.call(boss, 'PATCH', `/api/staffs/${id}`, { staff: { phone: '0312345678' } })
  expect(await newlyMade()).toEqual([])
})
