import type { Endpoint } from '@toguchi/domain/http/endpoint'
import { contracts } from '@toguchi/domain/routes'
import qs from 'qs'
import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  buildBuilding,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
} from '../test/build.ts'
import { severalAtOnce } from '../test/several-at-once.ts'
import { type Answer, guest, openWorld, type Caller, type World } from '../test/world.ts'
import { rowsOf } from './platform/database/rows.ts'

const endpoints: [key: string, endpoint: Endpoint][] = Object.values(contracts).flatMap(slice => Object.entries<Endpoint>(slice))
const withBody = endpoints.filter(([, { body }]) => body !== undefined)
const withQuery = endpoints.filter(([, { query }]) => query !== undefined)
const json = { 'content-type': 'application/json' }
const someUuid = '00000000-0000-4000-8000-00000000dead'

let world: World
/** The company whose rows have the first ids of every table: whoever sends 1 means its row. */
let others: BuiltClient
let client: BuiltClient
let own: { constructionId: number; roomId: number; buildingId: number; contractorId: number }
let callers: Record<'admin' | 'operator' | 'staffAdmin' | 'craftsman' | 'resident', Caller>
let before: string

/** What the tables hold, as each client sees them and as nobody does. Counters of attempts are there to change. */
const readTables = async (): Promise<string> => {
  const tables = await world.inClient(null, db =>
    rowsOf<{ relname: string }>(
      db,
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'attempt_counters'
         and has_table_privilege(c.oid, 'select') order by 1`,
      [],
    ),
  )
  const text = tables
    .map(
      ({ relname }) =>
        `select '${relname}' as name, count(*)::int as rows, md5(string_agg(r::text, '' order by r::text)) as content from ${relname} r`,
    )
    .join(' union all ')
  const counts = []
  for (const clientId of [null, others.id, client.id]) counts.push(await world.inClient(clientId, db => rowsOf(db, text, [])))
  return JSON.stringify(counts)
}

const buildRows = async (of: BuiltClient) => {
  const contractor = await buildContractor(world, of)
  const craftsman = await buildUser(world, of, 'Craftsman', { contractorId: contractor.id })
  const staffAdmin = await buildUser(world, of, 'Staff_Admin')
  const construction = await buildConstruction(world, of, {
    buildingId: (await buildBuilding(world, of)).id,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  const roomId = construction.rooms[0]?.id ?? 0
  const resident = await buildResident(world, of, roomId, { name: '居住 者' })
  await world.call(staffAdmin, 'POST /api/suppliers', {
    body: { supplier: { name: '青葉商事', supplier_staffs_attributes: [{ name: '青木' }] } },
  })
  await world.call(staffAdmin, 'POST /api/departments', { body: { department: { name: '営業部' } } })
  await world.call(staffAdmin, 'POST /api/incomplete_reasons', { body: { incomplete_reason: { name: '不在' } } })
  return { contractor, craftsman, staffAdmin, construction, resident, roomId }
}

beforeAll(async () => {
  world = await openWorld()
  others = await buildClient(world)
  await buildRows(others)
  client = await buildClient(world)
  const rows = await buildRows(client)
  own = {
    constructionId: rows.construction.id,
    buildingId: rows.construction.buildingId,
    roomId: rows.roomId,
    contractorId: rows.contractor.id,
  }
  callers = {
    admin: await buildPlatformPerson(world, 'admin', client),
    operator: await buildPlatformPerson(world, 'operator', client),
    staffAdmin: rows.staffAdmin,
    craftsman: rows.craftsman,
    resident: rows.resident,
  }
  // The first request of a session is noted in its row.
  for (const caller of Object.values(callers)) await world.call(caller, 'GET /api/configurations')
})
beforeEach(async () => {
  before = await readTables()
})
afterEach(async () => expect(await readTables()).toBe(before))

/** Somebody whom the endpoint lets in. */
const callerFor = ({ access, strategies }: Endpoint): Caller => {
  if (access({ kind: 'guest' })) return guest
  const may = (strategy: 'user' | 'admin' | 'operator' | 'resident') => strategies?.includes(strategy) ?? true
  const id = 1
  if (may('user') && access({ kind: 'staffAdmin', id })) return callers.staffAdmin
  if (may('user') && access({ kind: 'craftsman', id, contractorId: 1, primaryContractorId: null })) return callers.craftsman
  if (may('admin') && access({ kind: 'admin', id })) return callers.admin
  if (may('operator') && access({ kind: 'operator', id })) return callers.operator
  return callers.resident
}

const ownIds: Readonly<Record<string, () => number>> = {
  construction_id: () => own.constructionId,
  room_id: () => own.roomId,
  building_id: () => own.buildingId,
  contractor_id: () => own.contractorId,
}
/** The path with parameters that lead somewhere; `:id` to the caller's own row where there is one. */
const pathOf = (key: string): string => {
  const path = key.split(' ')[1] ?? ''
  const resource = /^\/api\/(\w+?)s?\/:id$/.exec(path)?.[1] ?? ''
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name.endsWith('uuid') ? someUuid : String(ownIds[name === 'id' ? `${resource}_id` : name]?.() ?? 999_999),
  )
}

const send = (key: string, endpoint: Endpoint, body: unknown, query = '') =>
  world.send(
    callerFor(endpoint),
    key.split(' ')[0] ?? '',
    `${pathOf(key)}${query}`,
    body === undefined ? undefined : JSON.stringify(body),
    body === undefined ? {} : json,
  )

/** 「schedule_settingsを入力してください」 says nothing to anybody. */
const namesAField = /^[a-z]|[a-z]_[a-z]/

/** What is wrong with an answer that had to be a refusal in the specification's shape; null when nothing is. */
const faultOf = ({ status, body }: Answer<Record<string, unknown>>): string | null => {
  const said = `${status} ${JSON.stringify(body)}`
  if (status < 400 || status > 499) return said
  if (status === 401) return typeof body.message === 'string' || Array.isArray(body.errors) ? null : said
  const sentences = body.errors?.full_messages
  const shaped =
    typeof body.code === 'string' &&
    Array.isArray(sentences) &&
    sentences.length > 0 &&
    sentences.every(text => typeof text === 'string' && !namesAField.test(text))
  return shaped ? null : said
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minItems?: number
}
const schemaOf = (schema: NonNullable<Endpoint['body']>) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** A schema's first alternative that says something. */
const plain = (schema: JsonSchema): JsonSchema => {
  const meaning = schema.anyOf?.find(each => each.type !== 'null')
  return meaning === undefined ? schema : plain(meaning)
}

/** Something that the schema's shape takes, every field filled; every id is 1, another company's. */
const sampleOf = (given: JsonSchema, name = ''): unknown => {
  const schema = plain(given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, sampleOf(each, key)]))
  if (schema.type === 'array') return schema.items === undefined ? [] : [sampleOf(schema.items, name)]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return false
  if (schema.format === 'date' || name.endsWith('_on')) return '2026-12-01'
  if (schema.format === 'date-time' || name.endsWith('_at')) return '2026-12-01T09:00:00+09:00'
  if (/uuid|guid/.test(schema.format ?? '') || name.endsWith('uuid')) return someUuid
  if (name.includes('email')) return 'x@example.jp'
  return 'text'
}

const wrongFor = (schema: JsonSchema): unknown[] => {
  const strange = [{ nested: { deep: 1 } }, 'nul\0inside', 'lone\uD800surrogate']
  // Other types take no text, long or short.
  if (schema.type === 'string')
    return schema.enum ? ['nothing of the kind', ...strange] : [['a', 'list'], true, 'x'.repeat(100_000), ...strange]
  if (schema.type === 'integer' || schema.type === 'number') return ['text', 1.5, 1e300, [1], true, ...strange]
  if (schema.type === 'boolean') return ['maybe', 7, [true], ...strange]
  if (schema.type === 'array') return ['text', 7, ...strange]
  if (schema.type === 'object') return ['text', 7, [], ...strange]
  return strange
}

/** The sample with one place changed, for every place of the schema and everything that does not belong there. */
const spoiled = function* (given: JsonSchema, sample: unknown, at: string): Generator<{ at: string; body: unknown }> {
  const schema = plain(given)
  for (const wrong of wrongFor(schema)) yield { at: `${at} = ${JSON.stringify(wrong).slice(0, 40)}`, body: wrong }
  if (schema.type === 'object' && typeof sample === 'object' && sample !== null) {
    yield { at: `${at}.unknown_field`, body: { ...sample, unknown_field: 1 } }
    for (const [key, each] of Object.entries(schema.properties ?? {}))
      for (const inner of spoiled(each, (sample as Record<string, unknown>)[key], `${at}.${key}`))
        yield { at: inner.at, body: { ...sample, [key]: inner.body } }
  }
  if (schema.type === 'array' && schema.items && Array.isArray(sample))
    for (const inner of spoiled(schema.items, sample[0], `${at}[]`)) yield { at: inner.at, body: [inner.body] }
}

/** Without a body there is nothing wrong: every field may be left out. */
const takesNothing = ({ body }: Endpoint): boolean => body !== undefined && z.core.safeParse(body, {}).success

describe('bad input is refused in the shape of the specification and changes nothing', { timeout: 240_000 }, () => {
  it('bodies with unknown fields, wrong types, NUL and lone surrogates', { timeout: 600_000 }, async () => {
    const wrong: string[] = []
    await severalAtOnce(withBody, async ([key, endpoint]) => {
      const schema = schemaOf(endpoint.body!)
      for (const { at, body } of spoiled(schema, sampleOf(schema), 'body')) {
        const fault = faultOf(await send(key, endpoint, body))
        if (fault !== null) wrong.push(`${key} ${at}: ${fault.slice(0, 200)}`)
      }
    })
    expect(wrong).toEqual([])
  })

  it('bodies that are no JSON, no object, empty, too big or of another kind', { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    const tooBig = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })
    await severalAtOnce(withBody, async ([key, endpoint]) => {
      const [method = ''] = key.split(' ')
      const attempts: (readonly [what: string, status: number | null, body: string | undefined, headers: Record<string, string>])[] = [
        ['broken JSON', 400, '{"a":', json],
        ['a prototype', 400, '{"__proto__":{"x":1}}', json],
        ['an empty body', 400, '', json],
        ['too big', 413, tooBig, json],
        ['a list', 422, '[]', json],
        ...(takesNothing(endpoint) ? [] : [['null', 422, 'null', json] as const]),
        ['text', 415, 'name=x', { 'content-type': 'text/plain' }],
        ['no type', null, '{}', {}],
        ['a file', endpoint.upload ? null : 415, '--x\r\n\r\n--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
      ]
      for (const [what, status, body, headers] of attempts) {
        const answer = await world.send(callerFor(endpoint), method, pathOf(key), body, headers)
        const fault = faultOf(answer)
        if (fault !== null || (status !== null && answer.status !== status)) wrong.push(`${key} ${what}: ${answer.status} ${fault ?? ''}`)
      }
    })
    expect(wrong).toEqual([])
  })

  it('queries with unknown fields, lists and objects for texts, NUL and broken escapes', async () => {
    const wrong: string[] = []
    await severalAtOnce(withQuery, async ([key, endpoint]) => {
      const names = Object.keys(plain(schemaOf(endpoint.query!)).properties ?? {})
      const queries = ['?unknown_field=1', ...names.flatMap(name => [`?${name}[a][b][c]=1`, `?${name}=%00`, `?${name}[]=%00&${name}[]=x`])]
      for (const query of queries) {
        const fault = faultOf(await send(key, endpoint, undefined, query))
        if (fault !== null) wrong.push(`${key} ${query}: ${fault.slice(0, 200)}`)
      }
      // Neither is UTF-8; the server may read it as some text, but never falls over it.
      for (const query of names.flatMap(name => [`?${name}=%ff`, `?${name}=%ED%A0%80`, `?${name}=%`])) {
        const { status } = await send(key, endpoint, undefined, query)
        if (status >= 500) wrong.push(`${key} ${query}: ${status}`)
      }
    })
    expect(wrong).toEqual([])
  })

  it('NUL inside what otherwise looks right: addresses, keywords, names of fields (review F1)', async () => {
    const sent: [key: string, body: object | undefined, query: string][] = [
      ['POST /api/auth/login_id_reminder', { email: 'a\u0000b@example.jp' }, ''],
      ['POST /api/staffs', { staff: { name: '山田', login_id: 'yamada9', email: 'a\u0000b@example.jp', type: 'Staff' } }, ''],
      ['GET /api/constructions/:construction_id/rooms', undefined, '?room[keyword]=a%00b'],
      ['GET /api/desk', undefined, '?keyword=a%00b'],
      ['GET /api/desk', undefined, '?keyword=a&x%00y=1'],
    ]
    for (const [key, body, query] of sent) {
      const endpoint = endpoints.find(([each]) => each === key)?.[1]
      if (!endpoint) throw new Error(`there is no ${key}`)
      expect(await send(key, endpoint, body, query)).toMatchObject({
        status: 422,
        body: { errors: { full_messages: [expect.stringMatching(/使用できない文字を含んでいます|^送信された内容に誤りがあります/)] } },
      })
    }
  })

  it('malformed ids lead nowhere', async () => {
    const wrong: string[] = []
    await severalAtOnce(
      endpoints.filter(([each]) => each.includes(':')),
      async ([key, endpoint]) => {
        const [method = '', path = ''] = key.split(' ')
        const body = endpoint.body === undefined ? undefined : JSON.stringify(sampleOf(schemaOf(endpoint.body)))
        for (const id of ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%00', '%F0%9F', "1'--", '١', 'null']) {
          const at = path.replaceAll(/:\w+/g, () => id)
          const fault = faultOf(await world.send(callerFor(endpoint), method, at, body, body === undefined ? {} : json))
          if (fault !== null) wrong.push(`${key} ${at}: ${fault.slice(0, 200)}`)
        }
      },
    )
    expect(wrong).toEqual([])
  })

  it("another company's ids in the path are not found", async () => {
    const wrong: string[] = []
    for (const [key, endpoint] of endpoints.filter(([each, { scope }]) => /:(id|\w+_id)\b/.test(each) && scope !== 'platform')) {
      const [method = '', path = ''] = key.split(' ')
      const body = endpoint.body === undefined ? undefined : JSON.stringify(sampleOf(schemaOf(endpoint.body)))
      const at = path.replaceAll(/:(\w+)/g, (_, name: string) => (name.endsWith('uuid') ? someUuid : name.endsWith('id') ? '1' : 'x'))
      // What a change must say in its address; lists need nothing.
      const query = method === 'GET' || endpoint.query === undefined ? '' : `?${qs.stringify(sampleOf(schemaOf(endpoint.query)))}`
      const answer = await world.send(callerFor(endpoint), method, `${at}${query}`, body, body === undefined ? {} : json)
      // A list narrowed to another company's row is an empty list.
      const isEmpty =
        answer.status === 200 && method === 'GET' && Object.values(answer.body).every(value => !Array.isArray(value) || value.length === 0)
      const fault = isEmpty ? null : faultOf(answer)
      if (fault !== null) wrong.push(`${key} ${at}: ${fault.slice(0, 200)}`)
      else if (body === undefined && !isEmpty && ![404, 403].includes(answer.status)) wrong.push(`${key}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })

  it("another company's ids in the body are refused", async () => {
    const constructionOf = (over: object) => ({ form_type: 'edit' as const, construction: over })
    const { constructionId: id, roomId: room_id, contractorId } = own
    const theirs: [string, string, unknown][] = [
      ['PATCH', `/api/constructions/${id}`, constructionOf({ supplier_id: 1 })],
      ['PATCH', `/api/constructions/${id}`, constructionOf({ sales_staff_id: 2 })],
      ['PATCH', `/api/constructions/${id}`, constructionOf({ assigned_contractors_attributes: [{ contractor_id: 1, craftsman_ids: [] }] })],
      [
        'PATCH',
        `/api/constructions/${id}`,
        constructionOf({ assigned_contractors_attributes: [{ contractor_id: contractorId, craftsman_ids: [1] }] }),
      ],
      ['POST', '/api/constructions', { form_type: 'overall_schedule', construction: { building_id: 1 } }],
      ['POST', '/api/staffs', { staff: { type: 'Staff', name: '他', email: 'x@example.jp', login_id: 'foreign1', department_id: 1 } }],
      ['POST', '/api/craftsmans', { craftsman: { contractor_id: 1, name: '他', email: 'x@example.jp', login_id: 'foreign2' } }],
      ['POST', '/api/contractors', { contractor: { name: '他', primary_contractor_id: 1 } }],
      ['POST', `/api/constructions/${id}/rooms/${room_id}/reschedule`, { room: { incomplete_reason_id: 1, revisit_at: null } }],
      ['PATCH', `/api/constructions/${id}/rooms/${room_id}/assign`, { assign: { date: '2026-12-02', construction_time_frame_id: 1 } }],
    ]
    const answers = []
    for (const [method, url, body] of theirs) {
      const { status, body: said } = await world.send(callers.staffAdmin, method, url, JSON.stringify(body), json)
      answers.push(`${method} ${url} ${status} ${[404, 409, 422].includes(status) ? '' : JSON.stringify(said)}`.trimEnd())
    }
    expect(answers).toEqual(theirs.map(([method, url]) => expect.stringMatching(new RegExp(`^${method} ${url} (404|409|422)$`))))
  })

  it('headers that are missing, doubled or nonsense make a guest of the caller', async () => {
    const good = callers.staffAdmin.headers
    for (const headers of [
      {},
      { client: good['client'] ?? '', uid: good['uid'] ?? '' },
      { ...good, 'access-token': '' },
      { ...good, 'access-token': 'x'.repeat(5_000) },
      { ...good, uid: '%00' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'%00'.repeat(20)}` },
    ] as Record<string, string>[]) {
      const { status, body } = await world.send({ headers }, 'GET', '/api/buildings')
      expect([status, body]).toEqual([401, { errors: ['ログインもしくはアカウント登録してください。'] }])
    }
  })

  it('an address of the API that does not exist is a 404 in the same shape', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/buildings/1/nothing'],
      ['DELETE', '/api'],
      ['PUT', '/api/buildings/1'],
    ] as const)
      expect(await world.send(callers.staffAdmin, method, url)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
