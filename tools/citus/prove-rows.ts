import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { applicationUrlOf } from '../../server/src/migrate/app-login.ts'
import { withClient } from '../../server/src/migrate/with-client.ts'
import { migrate } from '../../server/src/migrate/migrate.ts'
import { readPlan } from '../../server/src/migrate/distribution/distribute.ts'
import { triggersOfOneServer } from '../../server/src/migrate/distribution/distribution-plan.ts'
import { coordinator, databaseOf, dropEverywhere, joinNodes, makeAnew, nodes, say } from './nodes.ts'
import { ensureTown, town } from './town.ts'

/*
 * A database that has rows becomes a cluster (docs/scale.md): node tools/citus/prove-rows.ts, with the nodes of engine.sh up. The demo town's
 * tables are moved by the migration, after two attempts that break off in the middle; rows, keys, triggers and policies are compared.
 */
const name = 'toguchi_grown'
const url = databaseOf(coordinator, name)
const problems: string[] = []
const expectSame = (what: string, before: unknown, after: unknown): void => {
  const same = isDeepStrictEqual(before, after)
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}`)
  if (same) return
  problems.push(what)
  for (const [mark, some, others] of [
    ['-', before, after],
    ['+', after, before],
  ] as const) {
    const known = new Set(Object.entries(others as object).map(entry => JSON.stringify(entry[1])))
    for (const [, value] of Object.entries(some as object))
      if (!known.has(JSON.stringify(value))) console.log(`     ${mark} ${JSON.stringify(value)}`)
  }
}

const read = async <R extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<R[]> => (await client.query<R>(text)).rows

/** Of every table how many rows it has, and a sum over the text of all of them. */
const readRows = async (client: pg.Client) => {
  const tables = await read<{ name: string }>(
    client,
    `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^citus_' order by 1`,
  )
  const counted: { name: string; rows: string; sum: string | null }[] = []
  for (const table of tables)
    counted.push({
      name: table.name,
      ...((
        await read<{ rows: string; sum: string | null }>(
          client,
          `select count(*) as rows, sum(hashtextextended(t::text, 0)::numeric) as sum from ${table.name} t`,
        )
      )[0] ?? { rows: '', sum: '' }),
    })
  return counted
}

const ours = `c.relnamespace = 'public'::regnamespace and c.relname !~ '^citus_'`
const catalog = {
  triggers: `select c.relname::text as table, g.tgname::text as name, pg_get_triggerdef(g.oid) as definition, g.tgenabled as enabled
    from pg_trigger g join pg_class c on c.oid = g.tgrelid where ${ours} and not g.tgisinternal and g.tgname !~ '^truncate_trigger_' order by 1, 2`,
  constraints: `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition, k.convalidated as valid
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ours} order by 1, 2`,
  indexes: `select c.relname::text as table, pg_get_indexdef(i.indexrelid) as definition, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indrelid where ${ours} order by 1, 2`,
  policies: `select tablename::text as table, policyname::text as name, permissive, roles::text, cmd, qual, with_check from pg_policies where schemaname = 'public' order by 1, 2`,
  'row-level security': `select c.relname::text as table, c.relrowsecurity as on, c.relforcerowsecurity as forced, c.relacl::text as rights
    from pg_class c where ${ours} and c.relkind in ('r', 'v') order by 1`,
  columns: `select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, a.attidentity as identity,
      pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ours} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`,
  functions: `select p.oid::regprocedure::text as name, md5(p.prosrc) as body from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
  identities: `select s.sequencename::text as name, s.last_value::text as last from pg_sequences s where s.schemaname = 'public' order by 1`,
} as const
const readCatalog = async (client: pg.Client) => {
  const facts: Record<string, Record<string, unknown>[]> = {}
  for (const [kind, text] of Object.entries(catalog)) facts[kind] = await read(client, text)
  return facts
}

/** Lets the migration fail at a statement of this kind, once the rooms have moved. */
const breakOffAt = async (tag: string): Promise<string> => {
  await say(
    url,
    `create function break_off() returns event_trigger language plpgsql as $$ begin
       if exists (select from pg_dist_partition where logicalrelid = 'public.rooms'::regclass) then raise exception 'broken off'; end if; end $$`,
    `create event trigger break_off on ddl_command_start when tag in ('${tag}') execute function break_off()`,
  )
  const error = await migrate(url).then(
    () => 'nothing failed',
    (thrown: unknown) => String(thrown),
  )
  await say(url, 'drop event trigger break_off', 'drop function break_off')
  return error
}

const leftOnWorkers = async (): Promise<unknown[]> => {
  const left: unknown[] = []
  for (const node of nodes.slice(1))
    left.push(
      ...(await withClient(databaseOf(node, name), client =>
        read(
          client,
          `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^citus_'`,
        ),
      )),
      ...(await withClient(databaseOf(node, name), client => read(client, 'select gid from pg_prepared_xacts'))),
    )
  return left
}

const viewRights = `select c.relname::text as name, c.relacl::text as rights from pg_class c where ${ours} and c.relkind = 'v' order by 1`

/** What each part of a table has on its node is what the table has. */
const expectSameParts = async (client: pg.Client): Promise<void> => {
  const factsOf = (relation: string) =>
    `select concat_ws(' ', (select count(*) from pg_trigger g where g.tgrelid = ${relation} and not g.tgisinternal and g.tgname !~ '^truncate_trigger_'),
      (select string_agg(y.polname || coalesce(pg_get_expr(y.polqual, y.polrelid), '') || coalesce(pg_get_expr(y.polwithcheck, y.polrelid), ''), ' ' order by y.polname)
        from pg_policy y where y.polrelid = ${relation}),
      (select c.relrowsecurity::text || c.relforcerowsecurity || c.relacl::text from pg_class c where c.oid = ${relation}),
      (select count(*) from pg_constraint k where k.conrelid = ${relation} and k.contype <> 'n')) as facts`
  const tables = await read<{ name: string }>(
    client,
    `select p.logicalrelid::text as name from pg_dist_partition p where p.partmethod = 'h' or p.repmodel = 't'`,
  )
  const different: string[] = []
  let parts = 0
  for (const { name: table } of tables) {
    const [whole] = await read<{ facts: string }>(client, factsOf(`'${table}'::regclass`))
    const placed = await client.query<{ success: boolean; result: string }>(
      'select success, result from run_command_on_placements($1::regclass, $2)',
      [table, factsOf(`'%1$s'::regclass`)],
    )
    parts += placed.rows.length
    for (const { success, result } of placed.rows)
      if (!success || result !== whole?.facts) different.push(`${table}: ${result} (${whole?.facts})`)
  }
  expectSame(`each of the ${parts} parts on the nodes has the triggers, policies, rights and keys of its table`, [], different)
}

/** A trigger that was laid again works where the rows are now: put off to the end of the transaction, for the application. */
const expectCountedRooms = async (client: pg.Client): Promise<void> => {
  const counts = () =>
    read<{ id: number; counted: string; are: string }>(
      client,
      `select cn.construction_id as id, cn.completed_count::text as counted, r.n::text as are from construction_counts cn
       join (select client_id, construction_id, count(*) filter (where status = 'completed') as n from rooms group by 1, 2) r
         on r.client_id = cn.client_id and r.construction_id = cn.construction_id order by 1`,
    )
  const before = await counts()
  const [room] = await read<{ client_id: number; id: number }>(
    client,
    `select client_id, id from rooms where status = 'waiting' order by id limit 1`,
  )
  await withClient(applicationUrlOf(url), async application => {
    await application.query('set citus.propagate_set_commands = local')
    await application.query('begin')
    await application.query(`set local app.client_id = '${room?.client_id}'`)
    await application.query(`update rooms set status = 'completed', completed_at = now() where client_id = $1 and id = $2`, [
      room?.client_id,
      room?.id,
    ])
    await application.query('commit')
  })
  const after = await counts()
  expectSame(
    'a room that is completed is counted',
    after.map(row => row.are),
    after.map(row => row.counted),
  )
  expectSame(
    '… once',
    before.reduce((sum, row) => sum + Number(row.counted), 1),
    after.reduce((sum, row) => sum + Number(row.counted), 0),
  )
}

await ensureTown()
await makeAnew(name, town)
await joinNodes(name)
const [rows, facts, plan] = await withClient(
  url,
  async client => [await readRows(client), await readCatalog(client), await readPlan(client, new Set())] as const,
)
console.log(`${rows.length} tables, ${rows.reduce((sum, table) => sum + Number(table.rows), 0)} rows`)

for (const tag of ['ALTER TABLE', 'CREATE TRIGGER']) {
  expectSame(`the migration fails at ${tag}, in the middle`, ['error: broken off'], [await breakOffAt(tag)])
  await withClient(url, async client => {
    expectSame('… and left every row', rows, await readRows(client))
    expectSame('… and the catalog', facts, await readCatalog(client))
    expectSame('… and no table of a cluster', [], await read(client, 'select logicalrelid::text from pg_dist_partition'))
  })
  expectSame('… and nothing on the workers', [], await leftOnWorkers())
}

const start = performance.now()
await migrate(url)
console.log(`moved in ${((performance.now() - start) / 1000).toFixed(1)} s`)
await withClient(url, async client => {
  expectSame('every row is there', rows, await readRows(client))
  const after = await readCatalog(client)
  const kept = (kind: keyof typeof catalog, keep: (row: Record<string, unknown>) => Record<string, unknown> | null = row => row) =>
    expectSame(
      kind,
      (facts[kind] ?? []).map(keep).filter(row => row !== null),
      after[kind],
    )
  // What decision 101 says of a cluster, and nothing else, is another than before.
  kept('triggers', row => (triggersOfOneServer.has(String(row.name)) ? null : row))
  const isDropped = new Set(plan.dropped.map(key => `${key.table} ${key.name}`))
  const definitions = new Map(plan.moved.map(key => [`${key.table} ${key.name}`, key.definition]))
  kept('constraints', row => {
    const key = `${String(row.table)} ${String(row.name)}`
    return isDropped.has(key) ? null : { ...row, definition: definitions.get(key) ?? row.definition }
  })
  for (const kind of ['indexes', 'policies', 'columns', 'identities'] as const) kept(kind)
  kept('row-level security')
  expectSame(
    'nothing is kept twice: the coordinator’s own tables are empty',
    [],
    await read(
      client,
      `
    select p.logicalrelid::text as name from pg_dist_partition p where pg_relation_size(p.logicalrelid) > 0
      and (p.partmethod = 'h' or p.repmodel = 't')`,
    ),
  )
  await expectSameParts(client)
  for (const node of nodes.slice(1))
    expectSame(
      'views have the same rights on a worker',
      await read(client, viewRights),
      await withClient(databaseOf(node, name), worker => read(worker, viewRights)),
    )
  await expectCountedRooms(client)
})
if (problems.length > 0) process.exitCode = 1
else await dropEverywhere(name)
