import { Refusal } from '../../platform/refusal.ts'

/** What the catalog says of a table of ours, as far as its place in a cluster hangs on it. */
export interface TableFacts {
  name: string
  /** Columns of the primary key, in their order. */
  primaryKey: readonly string[]
  isUnlogged: boolean
}

/** A foreign key: the table that has it, the one it points at, and PostgreSQL's own words for it. */
export interface ForeignKey {
  name: string
  table: string
  target: string
  definition: string
}

/**
 * Where a table lies in a cluster: `client`: on the node of its client, by `client_id`; `everywhere`: whole on every node, which all take
 * part in a write to it; `coordinator`: on the coordinator alone.
 */
export type Place = 'client' | 'everywhere' | 'coordinator'

/** Read beside rows of a client or pointed at by them, and written seldom. */
const everywhere: ReadonlySet<string> = new Set(['clients', 'admins', 'operators'])

/** What is looked at before a client is known, and what belongs to the platform. */
const coordinator: ReadonlySet<string> = new Set([
  'attempt_counters',
  'join_requests',
  'joined_accounts',
  'logins',
  'one_time_tokens',
  'platform_events',
  'platform_informations',
  'platform_messages',
  'public_ids',
  'recovery_codes',
  'room_addresses',
  'sandbox_payments',
  'sandbox_refunds',
  'schema_migrations',
  'second_factors',
  'secret_key_mark',
  'sessions',
])

/**
 * Triggers whose work would be done on a worker, where nobody hears it, and a transaction that has notified cannot be prepared for the
 * second phase of a commit. The statement that writes does the same, on every engine (D-38).
 */
export const triggersOfOneServer: ReadonlySet<string> = new Set(['events_tell_watchers'])

/**
 * Functions that one client is given to, with the argument that says which: they are called on the client's node, within the caller's
 * transaction. On the coordinator those that go round row-level security would reach the node as somebody else, who does not see what the
 * transaction has written, and is kept waiting by it.
 */
export const functionsOfClient: readonly { signature: string; client: string }[] = [
  { signature: 'detach_client_rows(bigint)', client: 'client' },
  { signature: 'erasable_files(bigint, boolean, boolean, integer)', client: 'client' },
  { signature: 'erase_client_rows(bigint, text, boolean, boolean, integer, bigint[])', client: 'client' },
  { signature: 'erase_support_entries(bigint, bigint[])', client: 'client' },
  { signature: 'erase_support_versions(bigint, bigint[])', client: 'client' },
  { signature: 'judge_constraints(bigint, text[], text)', client: 'given_client_id' },
  { signature: 'sum_client_counts(bigint)', client: 'given_client_id' },
  { signature: 'sum_order_months(bigint)', client: 'given_client_id' },
]

/** Where a table lies. A tenant table says so by its key; any other has to be named here, else a Refusal. */
export const placeOf = ({ name, primaryKey }: Pick<TableFacts, 'name' | 'primaryKey'>): Place => {
  if (everywhere.has(name)) return 'everywhere'
  if (coordinator.has(name)) return 'coordinator'
  if (primaryKey[0] === 'client_id') return 'client'
  throw new Refusal(
    `テーブル ${name} を分散データベースのどこに置くかが決まっていません。(No place for ${name}: let its primary key begin with client_id, or name it in distribution-plan.ts.)`,
  )
}

/** No cluster sets columns of a key of which the client is a part; who removes the row does it (`leaveFilings`). */
const withoutSetting = (key: ForeignKey): ForeignKey => ({
  ...key,
  definition: key.definition.replace(/ ON DELETE SET (?:NULL|DEFAULT)(?: \([^)]*\))?/, ''),
})

/** What remains to be done for a database whose tables in `placed` have their place already. */
export interface DistributionPlan {
  /** Tables that get their place now, in the order of their names. */
  tables: { name: string; place: Exclude<Place, 'coordinator'>; isUnlogged: boolean }[]
  /**
   * Keys that are laid anew once the tables have their places: of and to those that move. A table that is copied to every node would
   * otherwise draw the ones that point at it to the coordinator.
   */
  moved: ForeignKey[]
  /**
   * Keys from the coordinator's own tables to others. Of rows of a client none can be held: they lie on another node. Of clients, which are
   * never removed, each would be looked for on every node, and two that sign in at once would wait for each other.
   */
  dropped: ForeignKey[]
}

/** Plans the distribution; nothing is left to do when every list is empty. */
export const planDistribution = (
  tables: readonly TableFacts[],
  keys: readonly ForeignKey[],
  placed: ReadonlySet<string>,
): DistributionPlan => {
  const places = new Map(tables.map(table => [table.name, placeOf(table)]))
  const moving = tables.flatMap(({ name, isUnlogged }) => {
    const place = places.get(name)
    return placed.has(name) || place === undefined || place === 'coordinator' ? [] : [{ name, place, isUnlogged }]
  })
  const names = new Set(moving.map(({ name }) => name))
  const isImpossible = ({ table, target }: ForeignKey) => places.get(table) === 'coordinator' && places.get(target) !== 'coordinator'
  return {
    tables: moving,
    moved: keys.filter(key => !isImpossible(key) && (names.has(key.table) || names.has(key.target))).map(withoutSetting),
    dropped: keys.filter(isImpossible),
  }
}
