import pg from 'pg'
import { functionsOverClients } from './functions-over-clients.ts'
import {
  type DistributionPlan,
  type ForeignKey,
  type TableFacts,
  functionsOfClient,
  planDistribution,
  triggersOfOneServer,
} from './distribution-plan.ts'

/** The database is the coordinator of a cluster of Citus with nodes that may hold rows. */
export const isCoordinator = async (owner: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await owner.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return false
  const nodes = await owner.query(`select from pg_dist_node where isactive and shouldhaveshards`)
  return nodes.rowCount !== 0
}

/**
 * How a migration is carried to the workers: triggers that touch rows of their own client go with their table (each looks only at shards
 * that lie beside its own), and a key to a table of every node does not draw the one that has it to the coordinator.
 */
export const prepareForNodes = (owner: pg.ClientBase) =>
  owner.query(`set citus.enable_unsafe_triggers = on; set citus.enable_local_reference_table_foreign_keys = off;
    set citus.multi_shard_modify_mode = 'sequential'`)

/**
 * Gives every table that has none yet its place in the cluster (`placeOf`), in one transaction: a table of a later migration, too.
 * Answers with the tables that were placed. Whoever may use a table must be able to log in to the workers, and to count its identities.
 * Functions that look over all clients ask otherwise there (`functionsOverClients`).
 */
export const distribute = async (owner: pg.ClientBase, appRole: string): Promise<string[]> => {
  const placed = await placeTables(owner, appRole)
  await replaceFunctions(owner)
  return placed
}

const placeTables = async (owner: pg.ClientBase, appRole: string): Promise<string[]> => {
  const { tables, moved, dropped } = await readPlan(owner, await readPlaced(owner))
  const triggers = await readTriggers(
    owner,
    tables.map(({ name }) => name),
  )
  const functions = await readFunctions(owner)
  if (tables.length === 0 && dropped.length === 0 && functions.length === 0 && triggers.length === 0) return []
  await owner.query('begin')
  try {
    for (const key of [...moved, ...dropped]) await owner.query(`alter table ${quote(key.table)} drop constraint ${quote(key.name)}`)
    for (const { name, table } of triggers) await owner.query(`drop trigger ${quote(name)} on ${quote(table)}`)
    for (const { name, place, isUnlogged } of tables) {
      // A shard without a log cannot be moved while it is used.
      if (isUnlogged) await owner.query(`alter table ${quote(name)} set logged`)
      await owner.query(place === 'everywhere' ? referenceTable : tenantTable, [name])
      await owner.query(emptyAtCoordinator, [name])
    }
    for (const key of moved) await owner.query(`alter table ${quote(key.table)} add constraint ${quote(key.name)} ${key.definition}`)
    for (const { name, definition } of triggers) if (!triggersOfOneServer.has(name)) await owner.query(definition)
    for (const { signature, client } of functions) await owner.query(functionOfClient, [signature, client])
    // A view goes to the nodes with what it reads, and without its rights.
    for (const grant of await readGrantsOfViews(owner)) await owner.query(grant)
    // INSERT … SELECT takes the identities itself, as whoever inserts.
    await owner.query(`grant usage on all sequences in schema public to ${quote(appRole)}`)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
  return tables.map(({ name }) => name)
}

const replaceFunctions = async (owner: pg.ClientBase): Promise<void> => {
  for (const { signature, language, body } of functionsOverClients) {
    const { rows } = await owner.query<{ definition: string; prosrc: string }>(
      'select pg_get_functiondef(p.oid) as definition, p.prosrc from pg_proc p where p.oid = to_regprocedure($1)',
      [signature],
    )
    const [plain] = rows
    if (!plain || plain.prosrc === body) continue
    // Its name, its answer and its rights stay.
    const head = plain.definition.slice(0, plain.definition.indexOf('AS $function$')).replace(/^ LANGUAGE \w+$/m, ` LANGUAGE ${language}`)
    await owner.query(`${head}AS $function$${body}$function$`)
  }
}

/** What remains to be done for a migrated database of whatever engine, whose tables in `placed` have their place. */
export const readPlan = async (owner: pg.ClientBase, placed: ReadonlySet<string>): Promise<DistributionPlan> =>
  planDistribution(await readTables(owner), await readForeignKeys(owner), placed)

const tenantTable = `select create_distributed_table($1::regclass, 'client_id', colocate_with => coalesce(
  (select min(logicalrelid::text) from pg_dist_partition where partmethod = 'h' and repmodel = 's'), 'default'))`
const functionOfClient = `select create_distributed_function($1::regprocedure, $2, colocate_with := 'rooms', force_delegation := true)`
const referenceTable = 'select create_reference_table($1::regclass)'

/** Rows that were there before have been copied, and would lie at the coordinator where nobody reads, erases or counts them any more. */
const emptyAtCoordinator = 'select truncate_local_data_after_distributing_table($1::regclass) where pg_relation_size($1::regclass) > 0'

const quote = pg.escapeIdentifier

const readTables = async (owner: pg.ClientBase): Promise<TableFacts[]> =>
  (
    await owner.query<TableFacts>(
      `select c.relname::text as name, c.relpersistence = 'u' as "isUnlogged", array(
          select a.attname::text from pg_constraint k cross join lateral unnest(k.conkey) with ordinality as part (attnum, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = part.attnum
          where k.conrelid = c.oid and k.contype = 'p' order by part.at) as "primaryKey"
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        order by c.relname`,
    )
  ).rows

const readForeignKeys = async (owner: pg.ClientBase): Promise<ForeignKey[]> =>
  (
    await owner.query<ForeignKey>(
      `select k.conname::text as name, c.relname::text as table, target.relname::text as target, pg_get_constraintdef(k.oid) as definition
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class target on target.oid = k.confrelid
        where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
        order by c.relname, k.conname`,
    )
  ).rows

const readPlaced = async (owner: pg.ClientBase): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await owner.query<{ name: string }>(
        // Tables of the coordinator that Citus keeps a list of, because they point at one of every node, are none that was placed.
        `select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
          where p.partmethod = 'h' or (p.partmethod = 'n' and p.repmodel = 't')`,
      )
    ).rows.map(({ name }) => name),
  )

/** Functions of one client that are not called on its node yet. A folder of migrations that makes none of them has nothing to do here. */
const readFunctions = async (owner: pg.ClientBase): Promise<{ signature: string; client: string }[]> =>
  (
    await owner.query<{ signature: string; client: string }>(
      `select given.signature, given.client from unnest($1::text[], $2::text[]) as given (signature, client)
        where to_regprocedure(given.signature) is not null and not exists (
          select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = to_regprocedure(given.signature)
            and o.distribution_argument_index is not null)`,
      [functionsOfClient.map(({ signature }) => signature), functionsOfClient.map(({ client }) => client)],
    )
  ).rows

/** Those of the tables that are moved now, and those that are of one server, wherever a migration laid them. */
const readTriggers = async (
  owner: pg.ClientBase,
  tables: readonly string[],
): Promise<{ name: string; table: string; definition: string }[]> =>
  (
    await owner.query<{ name: string; table: string; definition: string }>(
      `select g.tgname::text as name, c.relname::text as table, pg_get_triggerdef(g.oid) as definition
        from pg_trigger g join pg_class c on c.oid = g.tgrelid
        where c.relnamespace = 'public'::regnamespace and (c.relname = any($1) or g.tgname = any($2)) and not g.tgisinternal
        order by c.relname, g.tgname`,
      [tables, [...triggersOfOneServer]],
    )
  ).rows

const readGrantsOfViews = async (owner: pg.ClientBase): Promise<string[]> =>
  (
    await owner.query<{ statement: string }>(
      `select format('grant %s on %I to %s', granted.privilege_type, c.relname, granted.grantee::regrole) as statement
        from pg_class c cross join lateral aclexplode(c.relacl) as granted
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and granted.grantee not in (0, c.relowner)`,
    )
  ).rows.map(({ statement }) => statement)
