import pg from 'pg'
import { expect, it } from 'vitest'
import { buildClient, buildUser } from '../../../test/build.ts'
import { guest, openWorld } from '../../../test/world.ts'

const world = await openWorld()
const json = { 'content-type': 'application/json' }

it('whoever guesses from one network holds no connection that others need, while the guesses are counted one after the other', async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const guess = () =>
    world.send(guest, 'POST', '/api/auth/sign_in', JSON.stringify({ login_id: 'nobody', password: 'wrong' }), json, '203.0.113.7')
  expect((await guess()).status).toBe(401)
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  try {
    // As long as this lasts, the next guess is being counted.
    await owner.query('begin')
    await owner.query('select from attempt_counters for update')
    const guesses = Array.from({ length: 30 }, guess)
    expect((await world.call(staff, 'GET /api/constructions', {})).status).toBe(200)
    await owner.query('rollback')
    const answers = (await Promise.all(guesses)).map(({ status }) => status)
    expect(new Set(answers)).toContain(401)
  } finally {
    await owner.end()
  }
})
