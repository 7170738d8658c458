import { foldedCharacters, foldName } from '@toguchi/domain/text/person-names'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
world.setNow('2026-12-02T10:00:00+09:00')

/** What somebody says, and whom it finds (D-36): 101 清水 健一（シミズ ケンイチ）, 102 髙橋 花子, 103 渡邉 ﾏｻﾙ, A203 without a name. */
const heard: [keyword: string, rooms: string[]][] = [
  ['清水健一', ['101']],
  ['清水　健一', ['101']],
  ['しみず', ['101']],
  ['ｼﾐｽﾞ ｹﾝｲﾁ', ['101']],
  ['高橋', ['102']],
  ['髙橋花子', ['102']],
  ['渡辺まさる', ['103']],
  ['鈴木', []],
  ['・', []],
]

let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeAll(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await live(client)
  // Another company's people are never found.
  await live(await buildClient(world))
})

const live = async (company: BuiltClient) => {
  const built = await buildConstruction(world, company, { floors: 1, perFloor: 4 })
  const people = ['清水 健一', '髙橋 花子', '渡邉 ﾏｻﾙ'] as const
  for (const [at, name] of people.entries()) {
    const room = built.rooms[at]!
    const resident = await buildResident(world, company, room.id, { name })
    await world.inClient(company.id, async db => {
      if (at === 0) await db.updateTable('residents').set({ name_kana: 'シミズ ケンイチ' }).where('id', '=', resident.id).execute()
      const about = { client_id: company.id, construction_id: built.id, room_id: room.id, resident_id: resident.id }
      await db
        .insertInto('orders')
        .values({ ...about, resident_name: name, pay_method: 'cash', status: 'unpaid', total_price_in_tax: 1100 })
        .execute()
      const mail = {
        transport: 'mail' as const,
        kind: 'date_confirmed',
        recipients: [`${room.name}@example.jp`],
        subject: '工事日',
        body: '',
      }
      await db
        .insertInto('outbox_messages')
        .values({ ...about, ...mail })
        .execute()
    })
  }
  await rename(company, built, 3, 'A203')
  return built
}
const rename = (company: BuiltClient, built: BuiltConstruction, at: number, name: string) =>
  world.inClient(company.id, db =>
    db
      .updateTable('rooms')
      .set({ name, name_key: name })
      .where('client_id', '=', company.id)
      .where('id', '=', built.rooms[at]!.id)
      .execute(),
  )

describe('a person is found as they are heard', () => {
  const of = () => ({ params: { construction_id: construction.id } })

  it.each(heard)('%s at the desk', async (keyword, rooms) => {
    const { body } = await world.call(staff, 'GET /api/desk', { query: { keyword } })
    expect(body.dwellings.map(({ room_name }) => room_name)).toEqual(rooms)
  })

  it.each(heard)('%s among the dwellings', async (keyword, rooms) => {
    const { body } = await world.call(staff, 'GET /api/rooms', { query: { room: { keyword } } })
    expect(body.rooms.map(({ name }) => name)).toEqual(rooms)
  })

  it.each(heard)('%s among the orders', async (keyword, rooms) => {
    const { body } = await world.call(staff, 'GET /api/orders', { query: { order: { keyword } } })
    expect(body.orders.map(order => order.room_name)).toEqual(rooms)
  })

  it.each(heard)('%s among the messages', async (keyword, rooms) => {
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/messages', {
      ...of(),
      query: { message: { keyword } },
    })
    expect(body.messages.map(({ room }) => room?.name)).toEqual(rooms)
  })

  it.each(heard)('%s among the residents', async (keyword, rooms) => {
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/residents', {
      ...of(),
      query: { resident: { keyword } },
    })
    expect(body.residents.map(({ room }) => room.name)).toEqual(rooms)
  })
})

describe('a dwelling is found by its digits', () => {
  it('itself first, then what begins with them, then what has them', async () => {
    const own = await buildClient(world)
    const built = await buildConstruction(world, own, { floors: 1, perFloor: 5 })
    const names = ['A203', '2031', '1203', '2-203', '203']
    for (const [at, name] of names.entries()) await rename(own, built, at, name)
    const reader = await buildPlatformPerson(world, 'operator', own)
    const found = ['203', '2031', '2-203', 'A203']
    const desk = await world.call(reader, 'GET /api/desk', { query: { keyword: '２０３' } })
    const rooms = await world.call(reader, 'GET /api/rooms', { query: { room: { keyword: '203号室' } } })
    const residents = await world.call(reader, 'GET /api/constructions/:construction_id/residents', {
      params: { construction_id: built.id },
      query: { resident: { keyword: '203' } },
    })
    expect(desk.body.dwellings.map(({ room_name }) => room_name)).toEqual(found)
    expect(rooms.body.rooms.map(({ name }) => name)).toEqual(found)
    expect(residents.body.residents.map(({ room }) => room.name)).toEqual(['203', '2031', 'A203', '2-203'])
  })
})

describe('the folding of names', () => {
  it('is the same in the database', async () => {
    const names = [
      ...foldedCharacters,
      '清水　健一',
      'ﾀｶﾊｼ ﾊﾅｺ',
      '渡邊\u{E0101}',
      'は\u3099',
      'Maria・ＤＥ Souza',
      '﨑',
      '\u{2FBC}',
      'ゔゐゑゎヷ',
      '㈱髙',
      '',
      '  ',
      'É',
      '𠮷\uFE00',
      'A\tB\u200B',
      '清\u1680\u2028\u2029\u2003水\uFEFF\u200D\u2060一·二\r\n',
    ]
    const { rows } = await world.inClient(null, db =>
      sql<{
        folded: string
      }>`select fold_name(given.name) as folded from unnest(${names}::text[]) with ordinality as given (name, at) order by at`.execute(db),
    )
    expect(rows.map(({ folded }) => folded)).toEqual(names.map(foldName))
  })
})
