import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../../test/build.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client, { floors: 1, perFloor: 4 })
  await live(0, {
    name: '渡邉 勝',
    name_kana: 'ワタナベ マサル',
    phone: '09011112222',
    phone_unproven: true,
    registered_at: new Date(),
  })
  await live(1, { name: '赤井 花', name_kana: 'アカイ ハナ', email: 'hana@example.jp' })
  await live(3, { name: '無連絡 太郎' })
  await world.inClient(client.id, db =>
    db.updateTable('rooms').set({ reception_status: 'tel' }).where('id', '=', construction.rooms[1]!.id).execute(),
  )
})

const live = async (at: number, change: Record<string, string | boolean | Date>) => {
  const { id } = await buildResident(world, client, construction.rooms[at]!.id)
  await world.inClient(client.id, db =>
    db
      .updateTable('residents')
      .set({ registered_at: null, ...change })
      .where('id', '=', id)
      .execute(),
  )
}

describe('GET /api/constructions/:construction_id/residents', () => {
  const list = (as: BuiltPerson, query: object = {}, construction_id = construction.id) =>
    world.call(as, 'GET /api/constructions/:construction_id/residents', { params: { construction_id }, query })
  const names = async (query: object) => (await list(staff, query)).body.residents.map(({ room }) => room.name)

  it('has every dwelling in its place, with who lives there and how they are reached', async () => {
    const { body } = await list(staff)
    expect(body.total_count).toBe(4)
    expect(body.residents).toMatchObject([
      {
        room: { id: construction.rooms[0]?.id, name: '101' },
        name: '渡邉 勝',
        name_kana: 'ワタナベ マサル',
        phone: '09011112222',
        phone_unproven: true,
        email: null,
        reception_status_en: 'not_yet',
        uses_page: true,
      },
      { room: { name: '102' }, phone: null, email: 'proven', reception_status_en: 'tel', uses_page: false },
      { room: { name: '103' }, resident_id: null, name: null, phone_unproven: false, email: null, uses_page: false },
      { room: { name: '104' }, name: '無連絡 太郎', phone: null },
    ])
    expect(JSON.stringify(body)).not.toContain('hana@example.jp')
  })

  it('finds by name, telephone and number, and filters by answer and by who cannot be reached', async () => {
    expect(await names({ resident: { keyword: '渡辺勝' } })).toEqual(['101'])
    expect(await names({ resident: { keyword: '090-1111' } })).toEqual(['101'])
    expect(await names({ resident: { keyword: '10' } })).toEqual(['101', '102', '103', '104'])
    expect(await names({ resident: { keyword: '%' } })).toEqual([])
    expect(await names({ resident: { reception_status: 'tel' } })).toEqual(['102'])
    expect(await names({ resident: { contact: 'none' } })).toEqual(['103', '104'])
    expect(await names({ resident: { contact: 'some' } })).toEqual(['101', '102'])
  })

  it('is sorted and paged by the database', async () => {
    expect(await names({ sort_by: 'name_kana' })).toEqual(['102', '101', '103', '104'])
    expect(await names({ sort_by: 'place', sort_desc: true })).toEqual(['104', '103', '102', '101'])
    const { body } = await list(staff, { page: 2, per_page: 3 })
    expect(body.residents.map(({ room }) => room.name)).toEqual(['104'])
    expect(body.total_count).toBe(4)
    expect((await list(staff, { sort_by: 'phone_unproven' })).status).toBe(422)
  })

  it('is the office’s, and the own client’s; a craftsman who is named for the construction reads no list of people', async () => {
    expect((await list(await buildPlatformPerson(world, 'operator', client))).status).toBe(200)
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const named = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
    expect((await list(craftsman, {}, named.id)).status).toBe(403)
    expect((await list(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await list(staff, {}, 999_999)).status).toBe(404)
  })
})
