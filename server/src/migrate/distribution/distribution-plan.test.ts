import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { readPlan } from './distribute.ts'
import { type DistributionPlan, type ForeignKey, placeOf, planDistribution, triggersOfOneServer } from './distribution-plan.ts'

const tenant = (name: string) => ({ name, primaryKey: ['client_id', 'id'], isUnlogged: false })
const key = (table: string, target: string): ForeignKey => ({ name: `${table}_${target}_fkey`, table, target, definition: '' })
const namesOf = (keys: readonly ForeignKey[]) => keys.map(({ name }) => name)

describe('placeOf', () => {
  it('puts what has its client first in its key beside the client', () => expect(placeOf(tenant('boilers'))).toBe('client'))
  it('puts clients on every node', () => expect(placeOf({ name: 'clients', primaryKey: ['id'] })).toBe('everywhere'))
  it('leaves sessions at the coordinator', () => expect(placeOf({ name: 'sessions', primaryKey: ['id'] })).toBe('coordinator'))
  it('refuses a table of which nobody said where it lies', () => {
    expect(() => placeOf({ name: 'boilers', primaryKey: ['id'] })).toThrow('boilers')
    expect(() => placeOf({ name: 'boilers', primaryKey: ['id', 'client_id'] })).toThrow('boilers')
  })
})

describe('planDistribution', () => {
  const tables = [
    tenant('rooms'),
    tenant('boilers'),
    { name: 'clients', primaryKey: ['id'], isUnlogged: false },
    { name: 'logins', primaryKey: ['login_id'], isUnlogged: false },
  ]
  const keys = [key('rooms', 'clients'), key('boilers', 'rooms'), key('logins', 'rooms'), key('logins', 'clients')]

  it('lays keys of and to what moves anew, and takes away those from the coordinator to a node', () => {
    const plan = planDistribution(tables, keys, new Set())
    expect(plan.tables.map(({ name, place }) => `${name} ${place}`)).toEqual(['rooms client', 'boilers client', 'clients everywhere'])
    expect(namesOf(plan.moved)).toEqual(['rooms_clients_fkey', 'boilers_rooms_fkey'])
    expect(namesOf(plan.dropped)).toEqual(['logins_rooms_fkey', 'logins_clients_fkey'])
  })

  it('places the new table of a later migration, and touches no other', () => {
    const plan = planDistribution(tables, keys.slice(0, 2), new Set(['rooms', 'clients']))
    expect(plan.tables.map(({ name }) => name)).toEqual(['boilers'])
    expect(namesOf(plan.moved)).toEqual(['boilers_rooms_fkey'])
    expect(plan.dropped).toEqual([])
  })

  it('leaves out what a key would set, which the program does itself', () => {
    const definition = 'FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id) ON DELETE SET NULL (room_id)'
    const [moved] = planDistribution(tables, [{ ...key('boilers', 'rooms'), definition }], new Set()).moved
    expect(moved?.definition).toBe('FOREIGN KEY (client_id, room_id) REFERENCES rooms(client_id, id)')
  })

  it('has nothing left to do afterwards', () =>
    expect(planDistribution(tables, keys.slice(0, 2), new Set(['rooms', 'clients', 'boilers']))).toEqual({
      tables: [],
      moved: [],
      dropped: [],
    }))
})

// The migrated schema, whatever the engine: what no cluster could hold is seen here and not at somebody's migration.
describe('the schema', () => {
  let database: FreshDatabase
  let owner: pg.Client
  let plan: DistributionPlan
  beforeAll(async () => {
    database = await freshDatabase()
    owner = new pg.Client(database.url)
    await owner.connect()
    plan = await readPlan(owner, new Set())
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })
  const placedBy = (place: string) => plan.tables.flatMap(table => (table.place === place ? [table.name] : []))
  const ask = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => (await owner.query<R>(text, [placedBy('client')])).rows

  it('has a place for every table', () => {
    expect(placedBy('everywhere')).toEqual(['admins', 'clients', 'operators'])
    expect(placedBy('client')).toContain('rooms')
    expect(placedBy('client')).toContain('jobs')
    expect(placedBy('client')).not.toContain('sessions')
  })

  it('gives up only keys from the coordinator’s tables', () =>
    // Nothing else removes what they point at, or it is read together with it. Of a cluster they were taken away when it was migrated.
    expect([
      'join_requests_client_id_fkey',
      'join_requests_client_id_user_id_fkey',
      'joined_accounts_client_id_fkey',
      'joined_accounts_client_id_user_id_fkey',
      'logins_client_id_user_id_fkey',
      'one_time_tokens_client_id_fkey',
      'public_ids_client_id_fkey',
      'room_addresses_client_id_fkey',
      'room_addresses_client_id_room_id_fkey',
      'second_factors_client_id_fkey',
      'sessions_client_id_fkey',
    ]).toEqual(expect.arrayContaining(namesOf(plan.dropped))))

  it('has the client in whatever is unique among rows of clients', async () =>
    expect(
      await ask(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and (i.indisunique or i.indisexclusion)
          and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and a.attnum = any(i.indkey::int2[]))`),
    ).toEqual([]))

  it('points from rows of a client only at rows of the same, or at what every node has', async () =>
    expect(
      await ask(`select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class target on target.oid = k.confrelid
        where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1) and target.relname not in ('clients', 'admins', 'operators')
          and pg_get_constraintdef(k.oid) !~ '^FOREIGN KEY \\(client_id, .* REFERENCES \\w+\\(client_id, '`),
    ).toEqual([]))

  it('has triggers on rows of clients only where they touch rows of the same client, which lie beside them', async () => {
    const rows = await ask<{ name: string }>(`select distinct g.tgname::text as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not g.tgisinternal and g.tgname !~ '^truncate_trigger_' order by 1`)
    // A new one is looked at by somebody: does it say `x.client_id = …` of every table, and speak to nobody?
    expect(rows.map(({ name }) => name).filter(name => !triggersOfOneServer.has(name))).toEqual([
      'buildings_note_come',
      'buildings_note_gone',
      'construction_counts_note_changed',
      'construction_counts_note_come',
      'construction_counts_note_gone',
      'constructions_count_listed',
      'events_unmark_rooms',
      'files_note_come',
      'files_note_gone',
      'ledger_entries_sum',
      'orders_sum_changed',
      'orders_sum_come_and_gone',
      'refunds_sum_changed',
      'refunds_sum_come_and_gone',
      'residents_note_changed',
      'residents_note_come',
      'residents_note_gone',
      'rooms_count_changed',
      'rooms_count_come_and_gone',
      'rooms_note_new_numbers',
      'rooms_note_numbers',
      'users_note_changed',
      'users_note_come',
      'users_note_gone',
    ])
  })
})
