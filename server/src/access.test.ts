import type { Actor } from '@toguchi/domain/access/actor'
import type { Endpoint } from '@toguchi/domain/http/endpoint'
import { contracts } from '@toguchi/domain/routes'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
} from '../test/build.ts'
import { severalAtOnce } from '../test/several-at-once.ts'
import { guest, openWorld, type Caller, type World } from '../test/world.ts'
import { appRole } from './migrate/app-role.ts'
import { rowsOf } from './platform/database/rows.ts'

const endpoints: [key: string, endpoint: Endpoint][] = Object.values(contracts).flatMap(slice => Object.entries<Endpoint>(slice))

/** One of everybody whom an endpoint can tell apart. */
const everyone = {
  guest: { kind: 'guest' },
  admin: { kind: 'admin', id: 1 },
  operator: { kind: 'operator', id: 1 },
  staffAdmin: { kind: 'staffAdmin', id: 1 },
  staff: { kind: 'staff', id: 1, canRegisterStaff: false },
  registrar: { kind: 'staff', id: 1, canRegisterStaff: true },
  craftsman: { kind: 'craftsman', id: 1, contractorId: 1, primaryContractorId: null },
  secondTier: { kind: 'craftsman', id: 1, contractorId: 2, primaryContractorId: 1 },
  resident: { kind: 'resident', id: 1, constructionId: 1, roomId: 1 },
} as const satisfies Record<string, Actor>
type Who = keyof typeof everyone
const people = Object.keys(everyone) as Who[]

const strategyOf = (who: Who) => (who === 'admin' || who === 'operator' || who === 'resident' ? who : 'user')
/** Whether the endpoint looks at this person's token at all (D-14). */
const isKnown = (endpoint: Endpoint, who: Who) => who !== 'guest' && (endpoint.strategies?.includes(strategyOf(who)) ?? true)
const mayKnock = (endpoint: Endpoint, who: Who) => endpoint.access(isKnown(endpoint, who) ? everyone[who] : everyone.guest)

it('opens every endpoint to the reviewed roles and to nobody else', async () => {
  const width = Math.max(...endpoints.map(([key]) => key.length))
  const lines = endpoints.map(
    ([key, endpoint]) => `${key.padEnd(width)}  ${people.map(who => (mayKnock(endpoint, who) ? who : '·'.repeat(who.length))).join(' ')}`,
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('access.snapshot.txt')
})

describe('at the door of every endpoint', () => {
  let world: World
  let client: BuiltClient

  const enter = async (): Promise<Record<Who, Caller>> => {
    const primary = await buildContractor(world, client)
    const second = await buildContractor(world, client, { primaryContractorId: primary.id })
    const { rooms } = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    return {
      guest,
      admin: await buildPlatformPerson(world, 'admin', client),
      operator: await buildPlatformPerson(world, 'operator', client),
      staffAdmin: await buildUser(world, client, 'Staff_Admin'),
      staff: await buildUser(world, client, 'Staff'),
      registrar: await buildUser(world, client, 'Staff', { canRegisterStaff: true }),
      craftsman: await buildUser(world, client, 'Craftsman', { contractorId: primary.id }),
      secondTier: await buildUser(world, client, 'Craftsman', { contractorId: second.id }),
      resident: await buildResident(world, client, rooms[0]?.id ?? 0, { name: '居住 者' }),
    }
  }
  const nowhere = (path: string) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => (name.endsWith('uuid') ? '00000000-0000-4000-8000-00000000dead' : '999999999'))
  const knock = (caller: Caller, key: string) => {
    const [method = '', path = ''] = key.split(' ')
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
    return world.send(caller, method, nowhere(path), body, body === undefined ? {} : { 'content-type': 'application/json' })
  }

  beforeAll(async () => {
    world = await openWorld()
    client = await buildClient(world, { cd: '001' })
  })

  it('guests are asked to sign in, and other roles are refused', async () => {
    const callers = await enter()
    const wrong: string[] = []
    await severalAtOnce(endpoints, async ([key, endpoint]) => {
      for (const who of people) {
        if (mayKnock(endpoint, who)) continue
        const { status, body } = await knock(callers[who], key)
        const expected = isKnown(endpoint, who) ? 403 : 401
        const code = expected === 403 ? 'forbidden' : undefined
        if (status !== expected || body.code !== code) wrong.push(`${key} as ${who}: ${status} ${JSON.stringify(body)}`)
      }
    })
    expect(wrong).toEqual([])
  })

  it('those who may enter are neither sent away nor met by a 500', async () => {
    const wrong: string[] = []
    const ends = ([key]: (typeof endpoints)[number]) => /sign_out|logout/.test(key)
    // Whoever is let in hears on and on: what it opens to whom is tested beside it.
    const goesOn = ([key]: (typeof endpoints)[number]) => key === 'GET /api/live'
    const see = async ([key, endpoint]: (typeof endpoints)[number], callers: Record<Who, Caller>) => {
      for (const who of people) {
        if (!mayKnock(endpoint, who)) continue
        const { status, body } = await knock(callers[who], key)
        // A guest's door may still refuse what was brought, but never for want of a session.
        const sentAway = who !== 'guest' && (status === 401 || (status === 403 && body.code === 'forbidden'))
        if (sentAway || status >= 500) wrong.push(`${key} as ${who}: ${status} ${JSON.stringify(body)}`)
      }
    }
    const callers = await enter()
    await severalAtOnce(
      endpoints.filter(one => !ends(one) && !goesOn(one)),
      one => see(one, callers),
    )
    for (const one of endpoints.filter(ends)) await see(one, await enter())
    expect(wrong).toEqual([])
  })

  it('admins and operators choose a client before anything inside one', async () => {
    const wrong: string[] = []
    for (const kind of ['admin', 'operator'] as const) {
      const caller = await buildPlatformPerson(world, kind)
      for (const [key, endpoint] of endpoints) {
        if (endpoint.scope === 'platform' || !mayKnock(endpoint, kind)) continue
        const { status, body } = await knock(caller, key)
        if (status !== 422 || body.code !== 'no_selected_schema') wrong.push(`${key} as ${kind}: ${status} ${body.code ?? ''}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('in the database', () => {
  /**
   * Looked at before the client is known: by token, login id, link or public id. Their rows name a client, but they are no tenant's tables.
   */
  const beforeTheClient = [
    'join_requests',
    'joined_accounts',
    'logins',
    'one_time_tokens',
    'public_ids',
    'room_addresses',
    'second_factors',
    'sessions',
  ]
  let read: <R>(text: string) => Promise<R[]>
  let tenantTables: string[]

  beforeAll(async () => {
    const world = await openWorld()
    read = text => world.inClient(null, db => rowsOf(db, text, []))
    const found = await read<{ relname: string }>(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)`)
    tenantTables = found.map(({ relname }) => relname).filter(name => !beforeTheClient.includes(name))
    expect(tenantTables.length).toBeGreaterThan(30)
  })

  it('every tenant table has row-level security on, with a policy', async () => {
    const bound = await read<{ relname: string }>(`
      select c.relname from pg_class c
      where c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid)`)
    const names = new Set(bound.map(({ relname }) => relname))
    expect(tenantTables.filter(name => !names.has(name))).toEqual([])
  })

  it('every primary key and every index of a tenant table begins with the client', async () => {
    const indexes = await read<{ table: string; index: string; first: string; primary: boolean }>(`
      select t.relname as table, i.relname as index, x.indisprimary as primary,
        (select attname from pg_attribute a where a.attrelid = t.oid and a.attnum = x.indkey[0]) as first
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public'`)
    const own = indexes.filter(({ table }) => tenantTables.includes(table))
    expect(own.filter(({ first }) => first !== 'client_id').map(({ index }) => index)).toEqual([])
    const keyed = new Set(own.filter(({ primary }) => primary).map(({ table }) => table))
    expect(tenantTables.filter(name => !keyed.has(name))).toEqual([])
  })

  it('every foreign key between tenant tables carries the client', async () => {
    const keys = await read<{ name: string; from: string; to: string; columns: string[]; targets: string[] }>(`
      select k.conname as name, f.relname as from, t.relname as to,
        (select json_agg(a.attname) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns,
        (select json_agg(a.attname) from pg_attribute a where a.attrelid = k.confrelid and a.attnum = any(k.confkey)) as targets
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f'`)
    const between = keys.filter(({ from, to }) => tenantTables.includes(from) && tenantTables.includes(to))
    expect(between.length).toBeGreaterThan(30)
    expect(between.filter(({ columns, targets }) => !columns.includes('client_id') || !targets.includes('client_id'))).toEqual([])
  })

  it('the role of the application is no superuser, cannot bypass row-level security and owns nothing', async () => {
    expect(await read(`select pg_has_role(session_user, '${appRole}', 'USAGE') as member, session_user = current_user as own`)).toEqual([
      { member: true, own: true },
    ])
    for (const role of [`'${appRole}'`, 'current_user']) {
      expect(
        await read(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = ${role}`),
      ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false }])
      expect(await read(`select relname from pg_class where relowner = (select oid from pg_roles where rolname = ${role})`)).toEqual([])
      expect(await read(`select proname from pg_proc where proowner = (select oid from pg_roles where rolname = ${role})`)).toEqual([])
    }
  })

  it("without a client there are no tenant's rows, and with one only its own", async () => {
    const world = await openWorld()
    const [one, other] = [await buildClient(world), await buildClient(world)]
    for (const client of [one, other]) await buildConstruction(world, client)
    for (const table of ['buildings', 'constructions', 'rooms', 'room_blocks']) {
      const ownersFor = (clientId: number | null) =>
        world.inClient(clientId, db => rowsOf<{ client_id: number }>(db, `select distinct client_id from ${table}`, []))
      expect(await ownersFor(null)).toEqual([])
      expect(await ownersFor(one.id)).toEqual([{ client_id: one.id }])
    }
    await expect(
      world.inClient(one.id, db => rowsOf(db, `insert into departments (client_id, name) values ($1, '他社')`, [other.id])),
    ).rejects.toThrow(/row-level security/)
  })
})
