import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient, type BuiltPerson } from '../../../test/build.ts'
import { type Caller, openWorld, type World } from '../../../test/world.ts'
import { rowsOf } from '../../platform/database/rows.ts'

let world: World
let admin: BuiltPerson
const today = '2026-11-23T10:00:00+09:00'

beforeAll(async () => {
  world = await openWorld()
  world.setNow(today)
  admin = await buildPlatformPerson(world, 'admin')
})

let count = 0
const form = (over: object = {}) => ({
  kind: 'info' as const,
  title: `夜間メンテナンスのお知らせ ${(count += 1)}`,
  body: '2時から4時まで\nご利用いただけません。',
  client_ids: null as number[] | null,
  starts_on: '2026-11-23',
  ends_on: '2026-11-25',
  ...over,
})
const say = async (over: object = {}) =>
  (await world.call(admin, 'POST /api/admin/informations', { body: { information: form(over) } })).body.information
const company = async () => {
  const client = await buildClient(world, { name: '知らせを読む会社' })
  return { client, staff: await buildUser(world, client, 'Staff') }
}
const shownTo = async (person: Caller) =>
  (await world.call(person, 'GET /api/dashboard')).body.informations.filter(({ source }) => source === 'platform')
const idsShownTo = async (person: Caller) => (await shownTo(person)).map(({ id }) => id)
const end = (id: number) => world.call(admin, 'DELETE /api/admin/informations/:id', { params: { id } })

describe('POST /api/admin/informations', () => {
  it('stands on the dashboards of those clients, for their staff and for operators who chose them', async () => {
    const [one, other] = [await company(), await company()]
    const information = await say({ kind: 'alert', client_ids: [one.client.id] })
    expect(information).toMatchObject({ state: 'current', client_names: ['知らせを読む会社'] })
    const told = {
      source: 'platform',
      id: information.id,
      kind: 'alert',
      date: '2026-11-23',
      text: information.title,
      body: information.body,
    }
    expect(await shownTo(one.staff)).toMatchObject([told])
    expect(await shownTo(await buildPlatformPerson(world, 'operator', one.client))).toMatchObject([told])
    expect(await shownTo(other.staff)).toEqual([])
    expect(await shownTo(await buildPlatformPerson(world, 'operator', other.client))).toEqual([])
    await end(information.id)
  })

  it('stands everywhere when it is for all, from its first day to its last', async () => {
    const { staff } = await company()
    const { id, state } = await say({ starts_on: '2026-11-24', ends_on: '2026-11-25' })
    expect(state).toBe('planned')
    const seen: boolean[] = []
    for (const day of ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']) {
      world.setNow(`${day}T12:00:00+09:00`)
      seen.push((await idsShownTo(staff)).includes(id))
    }
    expect(seen).toEqual([false, true, true, false])
    world.setNow(today)
    await end(id)
  })

  it('names what is wrong, and is for role 1', async () => {
    const send = async (over: object, as: Caller = admin) =>
      world.call(as, 'POST /api/admin/informations', { body: { information: form(over) } })
    expect((await send({ ends_on: '2026-11-22' })).body.errors).toMatchObject({
      full_messages: ['掲載終了日は掲載開始日以降の日付を入力してください'],
    })
    expect((await send({ client_ids: [999_999] })).body.errors).toMatchObject({ full_messages: ['対象の企業は一覧にありません'] })
    expect((await send({ title: ' ' })).body.errors).toMatchObject({ title: ['を入力してください'] })
    expect((await send({}, (await company()).staff)).status).toBe(403)
    expect((await send({}, await buildPlatformPerson(world, 'operator'))).status).toBe(403)
  })
})

describe('GET /api/admin/informations', () => {
  it('lists the newest first, ended ones too', async () => {
    const [first, second] = [await say(), await say()]
    await end(first.id)
    const { body } = await world.call(admin, 'GET /api/admin/informations', { query: { per_page: 2 } })
    expect(body.informations.map(({ id, state }) => ({ id, state }))).toEqual([
      { id: second.id, state: 'current' },
      { id: first.id, state: 'ended' },
    ])
    const coming = (await world.call(admin, 'GET /api/admin/dashboard')).body.informations.map(({ id }) => id)
    expect(coming).toContain(second.id)
    expect(coming).not.toContain(first.id)
    await end(second.id)
  })
})

describe('PATCH /api/admin/informations/:id', () => {
  it('changes what was sent, and whom it is for', async () => {
    const [one, other] = [await company(), await company()]
    const information = await say({ client_ids: [one.client.id] })
    const { body } = await world.call(admin, 'PATCH /api/admin/informations/:id', {
      params: information,
      body: { information: { client_ids: [other.client.id] } },
    })
    expect(body.information).toMatchObject({ title: information.title, client_ids: [other.client.id] })
    expect(await shownTo(one.staff)).toEqual([])
    expect(await idsShownTo(other.staff)).toEqual([information.id])
    const wrong = { information: { starts_on: '2026-12-01' } }
    expect((await world.call(admin, 'PATCH /api/admin/informations/:id', { params: information, body: wrong })).status).toBe(422)
    await end(information.id)
  })
})

describe('DELETE /api/admin/informations/:id', () => {
  it('takes it from the dashboards at once, and once', async () => {
    const { staff } = await company()
    const { id } = await say()
    expect(await idsShownTo(staff)).toContain(id)
    expect((await end(id)).body.information).toMatchObject({ state: 'ended', ended_at: today })
    expect(await idsShownTo(staff)).not.toContain(id)
    expect((await end(id)).body).toMatchObject({ code: 'ended' })
    const events = await world.inClient(null, db =>
      rowsOf(
        db,
        `select kind, actor_id from platform_events where subject_type = 'platform_informations' and subject_id = $1 order by id`,
        [id],
      ),
    )
    expect(events).toEqual([
      { kind: 'platform_informations.created', actor_id: admin.id },
      { kind: 'platform_informations.ended', actor_id: admin.id },
    ])
  })
})

it('inside a client nothing of another’s is seen, and nothing is said or changed', async () => {
  const [one, other] = [(await company()).client as BuiltClient, (await company()).client]
  const { id } = await say({ client_ids: [one.id] })
  const seenBy = (clientId: number) =>
    world.inClient(clientId, db => rowsOf(db, 'select id from platform_informations where id = $1', [id]))
  expect(await seenBy(one.id)).toEqual([{ id }])
  expect(await seenBy(other.id)).toEqual([])
  const insert = `insert into platform_informations (kind, title, starts_on, ends_on) values ('info', '偽', '2026-11-23', '2026-11-23')`
  await expect(world.inClient(one.id, db => rowsOf(db, insert, []))).rejects.toThrow(/row-level security/)
  const change = `update platform_informations set title = '偽' where id = $1 returning id`
  expect(await world.inClient(one.id, db => rowsOf(db, change, [id]))).toEqual([])
})
