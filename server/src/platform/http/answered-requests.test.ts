import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { buildClient, type BuiltClient, type BuiltPerson, buildUser } from '../../../test/build.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let client: BuiltClient
let staff: BuiltPerson
beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff_Admin')
})

const create = (name: string, key: string, as = staff) =>
  world.call(as, 'POST /api/departments', { body: { department: { name } }, headers: { 'idempotency-key': key } })
const namesOf = async ({ id } = client) =>
  (await world.inClient(id, db => db.selectFrom('departments').select('name').orderBy('id').execute())).map(({ name }) => name)

it('counts a request once, however often it arrives', async () => {
  const key = randomUUID()
  expect((await create('工事部', key)).status).toBeLessThan(300)
  const again = await create('工事部', key)
  expect([again.status, again.headers['idempotency-replayed'], again.body.message]).toEqual([200, 'true', '受付済みです。'])
  expect(await namesOf()).toEqual(['工事部'])
})

it('counts it once also when it arrives twice at a time', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('工事部', key)))
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(answers.every(({ status }) => status < 300)).toBe(true)
  expect(await namesOf()).toEqual(['工事部'])
})

it('may come again where it was refused', async () => {
  await create('工事部', randomUUID())
  const key = randomUUID()
  expect((await create('工事部', key)).status).toBe(422)
  await world.inClient(client.id, db => db.deleteFrom('departments').execute())
  expect((await create('工事部', key)).headers['idempotency-replayed']).toBeUndefined()
  expect(await namesOf()).toEqual(['工事部'])
})

it('is its sender’s, its endpoint’s and its company’s', async () => {
  const key = randomUUID()
  await create('工事部', key)
  const colleague = await buildUser(world, client, 'Staff_Admin')
  expect(await create('総務部', key, colleague)).toMatchObject({ status: 409, body: { code: 'idempotency_key_taken' } })
  const body = { incomplete_reason: { name: '不在' } }
  const elsewhere = await world.call(staff, 'POST /api/incomplete_reasons', { body, headers: { 'idempotency-key': key } } as never)
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'idempotency_key_taken' } })
  const other = await buildClient(world)
  const stranger = await buildUser(world, other, 'Staff_Admin')
  expect((await create('総務部', key, stranger)).status).toBeLessThan(300)
  expect(await namesOf(other)).toEqual(['総務部'])
})

it('is forgotten after sixty days', async () => {
  world.setNow('2026-11-01T09:00:00+09:00')
  await create('工事部', randomUUID())
  world.setNow('2027-01-02T09:00:00+09:00')
  staff = await buildUser(world, client, 'Staff_Admin')
  await world.inClient(client.id, db => db.updateTable('answered_requests').set({ actor_id: staff.id }).execute())
  await create('総務部', randomUUID())
  expect(await world.inClient(client.id, db => db.selectFrom('answered_requests').select('id').execute())).toHaveLength(1)
})

it('is a uuid', async () => {
  expect(await create('工事部', 'one')).toMatchObject({ status: 400, body: { code: 'bad_idempotency_key' } })
})
