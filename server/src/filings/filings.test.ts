import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildUser,
  type BuiltPerson,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { erasePeople } from '../retention/retention.ts'

const world = await openWorld()
const path = '/api/constructions/:construction_id/filings'
let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeEach(async () => {
  world.setNow('2026-11-16T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client)
  await world.inClient(client.id, db => db.updateTable('constructions').set({ security_equipment: 'fire_gas' }).execute())
})

const params = () => ({ construction_id: construction.id })
const item = { kind: 'start_notice', title: '着工届の提出', due_on: '2026-11-20', until_on: null, note: null } as const
const list = async (as = staff) => (await world.call(as, `GET ${path}`, { params: params() })).body
const add = (filings: object[], as = staff) =>
  world.call(as, `POST ${path}`, { params: params(), body: { checklist: { filings: filings as [] } } })
const added = async (over: object = {}) => {
  expect((await add([{ ...item, ...over }])).status).toBe(201)
  return (await list()).filings.at(-1)!
}
const change = (id: number, filing: object, as = staff) =>
  world.call(as, `PATCH ${path}/:id`, { params: { ...params(), id }, body: { filing } })
const remove = (id: number, as = staff) => world.call(as, `DELETE ${path}/:id`, { params: { ...params(), id } })
const kinds = async () =>
  (
    await world.inClient(client.id, db => db.selectFrom('events').where('kind', 'like', 'filings.%').orderBy('id').select('kind').execute())
  ).map(({ kind }) => kind)

describe(`GET ${path}`, () => {
  it('proposes what is usual for the works and not registered yet', async () => {
    expect((await list()).proposals.map(({ kind, due_on, until_on }) => [kind, due_on, until_on])).toEqual([
      ['start_notice', '2026-11-20', null],
      ['signal_stop', '2026-12-01', '2026-12-25'],
      ['installation_notice', '2026-12-28', null],
    ])
    await added()
    expect((await list()).proposals.map(({ kind }) => kind)).toEqual(['signal_stop', 'installation_notice'])
  })

  it('is for the office of the own client', async () => {
    await added()
    const read = (as: BuiltPerson) => world.call(as, `GET ${path}`, { params: params() })
    expect((await read(await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await read(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await list(await buildPlatformPerson(world, 'operator', client))).filings).toHaveLength(1)
  })
})

describe(`POST ${path}`, () => {
  it('registers proposals as they were changed, all or none', async () => {
    const { proposals } = await list()
    const wrong = await add([
      { ...proposals[0]!, title: '' },
      { ...proposals[1]!, until_on: '2026-11-30' },
    ])
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['filings[0].title', 'full_messages']])
    const late = await add([proposals[0]!, { ...proposals[1]!, until_on: '2026-11-30' }])
    expect(late.body.errors?.full_messages).toEqual(['最終日は期限より後の日にしてください'])
    expect((await list()).filings).toEqual([])
    expect((await add([{ ...proposals[0]!, due_on: '2026-11-18' }, proposals[1]!])).body.message).toBe('2件の届出・連絡を登録しました。')
    expect((await list()).filings.map(({ due_on }) => due_on)).toEqual(['2026-11-18', '2026-12-01'])
    expect(await kinds()).toEqual(['filings.added', 'filings.added'])
  })

  it('is an information from three days before its date until it is done', async () => {
    const { id } = await added()
    const told = async () =>
      (await world.call(staff, 'GET /api/dashboard')).body.informations
        .filter(({ source }) => source === 'filing')
        .map(({ kind, text, date, link }) => ({ kind, text: text.split('：')[1], date, link }))
    expect(await told()).toEqual([])
    world.setNow('2026-11-17T00:00:00+09:00')
    const information = {
      kind: 'alert',
      text: '「着工届の提出」の期限は11/20(金)です',
      date: '2026-11-17',
      link: `/constructions/${construction.id}/filings`,
    }
    expect(await told()).toEqual([information])
    world.setNow('2026-11-25T10:00:00+09:00')
    expect(await told()).toEqual([information])
    await change(id, { done_on: '2026-11-25' })
    expect(await told()).toEqual([])
  })
})

describe(`PATCH ${path}/:id`, () => {
  it('moves an item, says that it was done, and takes that back', async () => {
    const { id } = await added()
    expect((await change(id, { due_on: '2026-11-19', until_on: '2026-11-18' })).status).toBe(422)
    await change(id, { due_on: '2026-11-19' })
    await change(id, { done_on: '2026-11-16' })
    expect((await list()).filings).toMatchObject([{ due_on: '2026-11-19', done_on: '2026-11-16', title: '着工届の提出' }])
    await change(id, { done_on: null })
    expect((await list()).filings).toMatchObject([{ done_on: null }])
    expect(await kinds()).toEqual(['filings.added', 'filings.updated', 'filings.done', 'filings.updated'])
    const said = await world.call(staff, 'GET /api/constructions/:construction_id/history', { params: params(), query: {} })
    expect(said.body.history.map(({ what, notes }) => [what, notes])).toEqual([
      ['届出・連絡を変更しました（着工届）', ['「着工届の提出」']],
      ['届出・連絡を済ませました（着工届）', ['「着工届の提出」']],
      ['届出・連絡を変更しました（着工届）', ['「着工届の提出」']],
      ['届出・連絡を登録しました（着工届）', ['「着工届の提出」']],
    ])
    expect((await change(id, { done_on: null }, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await change(id, { done_on: null }, await buildPlatformPerson(world, 'operator', client))).status).toBe(403)
  })
})

describe(`DELETE ${path}/:id`, () => {
  it('takes an item away, and all of them with a construction that was deleted long ago', async () => {
    const { id } = await added()
    await added({ title: '消防署 田中様へ連絡', kind: 'other' })
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
    const left = () => world.inClient(client.id, db => db.selectFrom('filings').select('title').execute())
    expect(await left()).toHaveLength(1)
    await world.inClient(client.id, db => db.updateTable('constructions').set({ discarded_at: new Date() }).execute())
    world.setNow('2046-11-16T10:00:00+09:00')
    await erasePeople(world.platform)
    expect(await left()).toEqual([])
  })
})
