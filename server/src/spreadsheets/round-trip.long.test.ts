import { displayFormats } from '@toguchi/domain/accounts/labels'
import { genders, ownOrRent } from '@toguchi/domain/residents/labels'
import { type SpreadsheetFormat, spreadsheetFormats, type SpreadsheetKind, spreadsheetKinds } from '@toguchi/domain/spreadsheets/labels'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

/** What people write, and what breaks programs that read it. */
const letters = ['髙', '﨑', '𠮷', '①', '㈱', 'ﾐﾅﾄ', 'ﾊﾞ', 'ミナト', '１', '0', '９', 'Ａ', '　', ' ', 'é', 'ヶ', '〜', '－', '葛\u{E0100}']
const signs = [',', '"', "'", "'=", '=1+1', '+81', '-1', '@x', '＝', '、', ';', '\n', '\t', '\r\n', '&', '<b>', '%']
const formats = ['_x0041_', '_x0041_x0042_', '#N/A', 'TRUE', '1-2', '12/1', '1e5', '090', '号室', '\u0001', '\uE000', '(株)', 'エラー']
const awkward = [...letters, ...signs, ...formats]
const words = fc.string({ unit: fc.constantFrom(...awkward), minLength: 1, maxLength: 8 })
/** As the forms keep it: trimmed and composed. */
const text = words.map(word => word.trim().normalize()).filter(word => word !== '')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`))
const phone = optional(digits(10, 11))
const email = fc.nat().map(at => `p${at}@example.jp`)
const flag = fc.boolean()

const loginId = (at: number) => `l${Date.now().toString(36)}.${Math.random().toString(36).slice(2, 8)}${at}`
const insert = (client: BuiltClient, table: string, rows: readonly object[]) =>
  world.inClient(client.id, async db => {
    const made = rows.map((row, at) => ({ client_id: client.id, ...row, ...('login_id' in row ? { login_id: loginId(at) } : {}) }))
    const ids =
      made.length === 0
        ? []
        : await db
            .insertInto(table as 'suppliers')
            .values(made as never)
            .returning('id')
            .execute()
    if (table === 'users')
      await db
        .insertInto('logins')
        .values(
          made.map((row, at) => ({
            login_id: (row as unknown as { login_id: string }).login_id,
            client_id: client.id,
            user_id: ids[at]?.id ?? 0,
          })),
        )
        .execute()
    return ids.map(({ id }) => id)
  })
/** Names that are unique and awkward all the same. */
const distinct = <R extends { name: string }>(rows: readonly R[]): R[] => rows.map((row, at) => ({ ...row, name: `${row.name}・${at}` }))

/** Fills a client with a list of random rows; the number of rows, and what the export is asked for. */
type Fill = (client: BuiltClient, seed: fc.GeneratorValue) => Promise<{ count: number; query?: string }>
const lists = <R>(row: fc.Arbitrary<R>, gen: fc.GeneratorValue): R[] => gen(() => fc.array(row, { minLength: 1, maxLength: 12 }))

const fills: Readonly<Record<SpreadsheetKind, Fill>> = {
  buildings: async (client, gen) => {
    const rows = lists(
      fc.record({
        name: text,
        name_kana: optional(fc.constantFrom('ミナトザカ', 'ヴィラ　ヶ・ー')),
        zipcode: optional(digits(7, 7)),
        address: text,
        management_company: optional(text),
        manager: optional(text),
        phone,
      }),
      gen,
    )
    await insert(
      client,
      'buildings',
      rows.map((row, at) => ({ ...row, cd: `${gen(() => text)}・${at}` })),
    )
    return { count: rows.length }
  },
  suppliers: async (client, gen) => {
    const rows = distinct(lists(fc.record({ name: text, address: optional(text), representative_phone: phone }), gen))
    const ids = await insert(client, 'suppliers', rows)
    const people = ids.flatMap(supplier_id => lists(text, gen).map((name, position) => ({ supplier_id, name, position })))
    await insert(client, 'supplier_staffs', people)
    return { count: rows.length }
  },
  options: async (client, gen) => {
    const rows = distinct(lists(fc.record({ name: text, price: fc.nat(99_999_999) }), gen))
    await insert(client, 'options', rows)
    return { count: rows.length }
  },
  contractors: async (client, gen) => {
    const rows = distinct(lists(fc.record({ name: text, representative_name: optional(text), address: optional(text) }), gen))
    const [primary] = await insert(client, 'contractors', rows)
    await insert(
      client,
      'contractors',
      rows.map(row => ({ ...row, name: `${row.name}二`, primary_contractor_id: primary })),
    )
    return { count: rows.length * 2 }
  },
  craftsmans: async (client, gen) => {
    const companies = await insert(client, 'contractors', distinct(lists(fc.record({ name: text }), gen)))
    const rows = lists(fc.record({ name: text, email, phone }), gen)
    await insert(
      client,
      'users',
      rows.map(row => ({ ...row, type: 'Craftsman', login_id: '', contractor_id: gen(() => fc.constantFrom(...companies)) })),
    )
    return { count: rows.length }
  },
  staffs: async (client, gen) => {
    const departments = await insert(client, 'departments', distinct(lists(fc.record({ name: text }), gen)))
    const rows = lists(
      fc.record({
        name: text,
        email,
        phone,
        default_display_format: fc.constantFrom(...displayFormats),
        can_register_staff: flag,
        admin: flag,
      }),
      gen,
    )
    await insert(
      client,
      'users',
      rows.map(({ admin, can_register_staff, ...row }) => ({
        ...row,
        type: admin ? 'Staff_Admin' : 'Staff',
        can_register_staff: !admin && can_register_staff,
        login_id: '',
        department_id: gen(() => optional(fc.constantFrom(...departments))),
      })),
    )
    // The one who asks is staff as well.
    return { count: rows.length + 1 }
  },
  rooms: async (client, gen) => {
    const { id, rooms } = await buildConstruction(world, client, { floors: 3, perFloor: 4 })
    await rename(client, rooms, gen)
    return { count: rooms.length, query: `&construction_id=${id}` }
  },
  residents: async (client, gen) => {
    const { id, rooms } = await buildConstruction(world, client, { floors: 3, perFloor: 4 })
    await rename(client, rooms, gen)
    const people = fc.record({
      name: optional(text),
      name_kana: optional(fc.stringMatching(/^[ァ-ヶ][ァ-ヶー・]{0,20}$/)),
      phone,
      email: optional(email),
      gender: optional(fc.constantFrom(...genders)),
      own_or_rent: optional(fc.constantFrom(...ownOrRent)),
    })
    await insert(
      client,
      'residents',
      rooms.slice(0, 7).map(room => ({ ...gen(() => people), room_id: room.id })),
    )
    return { count: rooms.length, query: `&construction_id=${id}` }
  },
}

const rename = (client: BuiltClient, rooms: readonly { id: number }[], gen: fc.GeneratorValue) =>
  world.inClient(client.id, async db => {
    for (const [at, { id }] of rooms.entries()) {
      const name = `${gen(() => text).slice(0, 14)}・${at}`
      await db
        .updateTable('rooms')
        .set({ name, name_key: name.normalize('NFKC').trim() })
        .where('client_id', '=', client.id)
        .where('id', '=', id)
        .execute()
    }
  })

const exportAndRehearse = async (as: BuiltPerson, kind: SpreadsheetKind, format: SpreadsheetFormat, query: string) => {
  const exported = await world.send(as, 'POST', `/api/spreadsheets/${kind}/file?${query.slice(1)}`, JSON.stringify({ format }), {
    'content-type': 'application/json',
  })
  expect(exported.status).toBe(200)
  const { body, headers } = multipart({}, { name: 'spreadsheet[file]', fileName: `一覧.${format}`, bytes: exported.raw })
  const { body: answer } = await world.send(as, 'POST', `/api/spreadsheets/${kind}/rehearsal?${query.slice(1)}`, body, headers)
  return answer['preview']
}

describe.each(spreadsheetKinds)('%s', kind => {
  it.each(spreadsheetFormats)('comes back from %s as it went out', async format => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async gen => {
        const client = await buildClient(world)
        const staff = await buildUser(world, client, 'Staff_Admin')
        const { count, query = '' } = await fills[kind](client, gen)
        expect(await exportAndRehearse(staff, kind, format, query)).toMatchObject({
          counts: { created: 0, changed: 0, unchanged: count, refused: 0 },
          ignored_headings: [],
          read_as: [],
        })
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
