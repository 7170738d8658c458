import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { RoundingRule } from '@toguchi/domain/money/tax'
import type { NotificationEvent } from '@toguchi/domain/clients/events'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { clientValue } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** What can be found by a public uuid: rows of letters, payments that their service tells of, and what a household is told on the way. */
type PublicIdKind = 'construction' | 'room' | 'payment' | 'visit_notice'

export const insertPublicIds = (db: Db, rows: { uuid: string; client_id: ClientId; kind: PublicIdKind; row_id: number }[]) =>
  db.insertInto('public_ids').values(rows).execute()

/** Where the public uuid of a letter leads. */
export const findPublicId = (db: Db, kind: PublicIdKind, uuid: string) =>
  db.selectFrom('public_ids').where('uuid', '=', uuid).where('kind', '=', kind).select(['client_id', 'row_id']).executeTakeFirst()

export const deletePublicIds = (db: Db, clientId: ClientId, kind: PublicIdKind, rowIds: number[]) =>
  db.deleteFrom('public_ids').where('client_id', '=', clientId).where('kind', '=', kind).where('row_id', 'in', rowIds).execute()

/** The company itself, by id: every signed-in person of a client may know its name. */
export const findClient = (db: Db, id: number) =>
  db.selectFrom('clients').where('id', '=', clientValue(id)).where('discarded_at', 'is', null).selectAll().executeTakeFirst()

/** The last of the next values of a numbered code, kept per client; the row lock makes repeats impossible. */
export const drawNextNumbers = async (db: Db, clientId: ClientId, kind: string, count: number): Promise<number> => {
  const { last_value } = await db
    .insertInto('code_counters')
    .values({ client_id: clientId, kind, last_value: count })
    .onConflict(conflict =>
      conflict.columns(['client_id', 'kind']).doUpdateSet(eb => ({ last_value: eb('code_counters.last_value', '+', count) })),
    )
    .returning('last_value')
    .executeTakeFirstOrThrow()
  return last_value
}

/** CC and BCC that the client set for an event (G-NOT-02). */
export const findNotificationSetting = async (
  db: Db,
  clientId: ClientId,
  event: NotificationEvent,
): Promise<{ cc: string[]; bcc: string[] }> =>
  (await db
    .selectFrom('notification_settings')
    .where('client_id', '=', clientId)
    .where('event', '=', event)
    .select(['cc', 'bcc'])
    .executeTakeFirst()) ?? {
    cc: [],
    bcc: [],
  }

/** 「はじめに」 was put away; the first time counts. */
export const endFirstSteps = (db: Db, clientId: ClientId, at: Date) =>
  db.updateTable('clients').set({ first_steps_ended_at: at }).where('id', '=', clientId).where('first_steps_ended_at', 'is', null).execute()

/** From here on the transaction works inside this client; before, it was bound to none (D-13). */
export const enterClient = (db: Db, clientId: ClientId) =>
  // Not set_config, which a coordinator does not send on to its nodes; a ClientId is a number.
  sql`set local app.client_id = ${sql.lit(clientId)}`.execute(db)

/** Outside of clients again, where the transaction began. */
const leaveClient = (db: Db) => sql`set local app.client_id = ''`.execute(db)

interface ClientCounts {
  client_id: ClientId
  buildings_count: number
  rooms_count: number
  users_count: number
  craftsmen_count: number
  residents_count: number
}

/** Of every client, where a list is sorted by it. */
const countsOfAll = sql<ClientCounts>`client_counts()`.as('counts')

const named = ['cl.id', 'cl.uuid', 'cl.cd', 'cl.name', 'cl.name_abbreviation', 'cl.logo_path', 'cl.status'] as const
const counted = [
  'counts.buildings_count',
  'counts.rooms_count',
  'counts.users_count',
  'counts.craftsmen_count',
  'counts.residents_count',
] as const

export interface ClientList {
  page: number
  perPage: number | null
  sortBy?: 'cd' | 'name' | 'status' | 'buildings_count' | 'rooms_count' | 'users_count' | 'craftsmen_count' | 'residents_count' | undefined
  sortDesc: boolean
  name?: string | undefined
  status?: 'contracted' | 'terminated' | undefined
}

const living = (db: Db) => db.selectFrom('clients as cl').where('cl.discarded_at', 'is', null)

const matching = (db: Db, list: ClientList) => {
  let rows = living(db)
  if (list.name) {
    const namePattern = `%${list.name.replaceAll(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(eb =>
      eb.or([eb('cl.name', 'ilike', namePattern), eb('cl.name_abbreviation', 'ilike', namePattern), eb('cl.cd', 'ilike', namePattern)]),
    )
  }
  return list.status ? rows.where('cl.status', '=', list.status) : rows
}

/** One page of companies with their live counts (G-ADM-07): those of the page alone are counted, unless it is sorted by a count. */
export const listClients = async (db: Db, list: ClientList) => {
  const direction = list.sortDesc ? 'desc' : 'asc'
  const { sortBy } = list
  const tie = sortBy === undefined ? direction : 'asc'
  const limit = list.perPage
  const offset = list.perPage === null ? 0 : (list.page - 1) * list.perPage
  const total = (
    await matching(db, list)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total
  if (sortBy !== undefined && isCount(sortBy)) {
    const clients = await matching(db, list)
      .innerJoin(countsOfAll, join => join.onRef('counts.client_id', '=', 'cl.id'))
      .select([...named, ...counted])
      .orderBy(sortBy, direction)
      .orderBy('cl.id', tie)
      .limit(limit)
      .offset(offset)
      .execute()
    return { clients, total_count: total }
  }
  let sorted = matching(db, list).select(named)
  if (sortBy !== undefined) sorted = sorted.orderBy(sortBy, direction)
  const page = await sorted.orderBy('cl.id', tie).limit(limit).offset(offset).execute()
  const clients = await countEach(db, page)
  return { clients, total_count: total }
}

type SortKey = NonNullable<ClientList['sortBy']>
const isCount = (sortBy: SortKey): sortBy is Extract<SortKey, `${string}_count`> => sortBy.endsWith('_count')

const countEach = async <C extends { id: ClientId }>(db: Db, page: readonly C[]) => {
  const counts = await rowsOf<ClientCounts>(db, 'select counts.* from client_counts($1::bigint[]) counts', [page.map(({ id }) => id)])
  return page.map(client => {
    const { client_id: _client, ...own } = counts.find(each => each.client_id === client.id) ?? nothingCounted(client.id)
    return { ...client, ...own }
  })
}

/** Of a client that came between two statements. */
const nothingCounted = (client_id: ClientId): ClientCounts => ({
  client_id,
  buildings_count: 0,
  rooms_count: 0,
  users_count: 0,
  craftsmen_count: 0,
  residents_count: 0,
})

/**
 * The same of one company, as it stands in this transaction. Asked within the company: the function above looks as somebody else, who on a
 * distributed engine does not see what the transaction has just written.
 */
const countWithin = async (db: Db, clientId: ClientId): Promise<Omit<ClientCounts, 'client_id'>> => {
  const [setting] = await rowsOf<{ is_outside: boolean }>(
    db,
    `select coalesce(current_setting('app.client_id', true), '') = '' as is_outside`,
    [],
  )
  if (setting?.is_outside) await enterClient(db, clientId)
  const [counts] = await rowsOf<Omit<ClientCounts, 'client_id'>>(
    db,
    `select coalesce(sum(ccc.buildings_count), 0)::bigint as buildings_count, coalesce(sum(ccc.rooms_count), 0)::bigint as rooms_count,
       coalesce(sum(ccc.users_count), 0)::bigint as users_count, coalesce(sum(ccc.craftsmen_count), 0)::bigint as craftsmen_count,
       coalesce(sum(ccc.residents_count), 0)::bigint as residents_count
     from client_count_changes ccc where ccc.client_id = $1`,
    [clientId],
  )
  if (setting?.is_outside) await leaveClient(db)
  if (!counts) throw new Error('a query without a table answers one row')
  return counts
}

export const findListedClient = async (db: Db, id: number) => {
  const client = await living(db)
    .leftJoin('admins as ad', 'ad.id', 'cl.admin_id')
    .where('cl.id', '=', clientValue(id))
    .select([
      ...named,
      'cl.address',
      'cl.representative_name',
      'cl.representative_email',
      'cl.representative_phone',
      'cl.use_optional_construction',
      'cl.use_cash_payment',
      'cl.rounding_rule',
      'cl.construction_staff_default_display_name',
      'cl.contact_phone',
      'cl.contact_hours',
      'cl.second_factor_required',
      'ad.id as admin_id',
      'ad.name as admin_name',
      'ad.discarded_at as admin_discarded_at',
    ])
    .executeTakeFirst()
  return client && { ...client, ...(await countWithin(db, client.id)) }
}

const anyClient = (db: Db, id: number) =>
  db
    .selectFrom('clients')
    .where('id', '=', clientValue(id))
    .select(['id', 'cd', 'name', 'status', 'logo_path', 'second_factor_required', 'admin_id'])

const livingClient = (db: Db, id: number) => anyClient(db, id).where('discarded_at', 'is', null)

/** A company that ends, deleted or not. */
export const findEndingClient = (db: Db, id: number) => anyClient(db, id).executeTakeFirst()

/** Holds a company that ends, deleted or not. */
export const lockEndingClient = (db: Db, id: number) => anyClient(db, id).forNoKeyUpdate().executeTakeFirst()

/** Holds a company while its own fields change; every insert of the client points to the row, and goes on. */
export const lockClient = (db: Db, id: number) => livingClient(db, id).forNoKeyUpdate().executeTakeFirst()

/** Holds a company and whatever would begin to point to it, so that it can be seen to have nothing. */
export const lockClientForUpdate = (db: Db, id: number) => livingClient(db, id).forUpdate().executeTakeFirst()

export type ClientColumns = Partial<{
  name: string
  name_abbreviation: string | null
  logo_path: string | null
  logo_content_type: 'image/png' | 'image/jpeg' | null
  address: string | null
  representative_name: string | null
  representative_email: string | null
  representative_phone: string | null
  admin_id: number | null
  use_optional_construction: boolean
  use_cash_payment: boolean
  rounding_rule: RoundingRule
  construction_staff_default_display_name: string | null
  contact_phone: string | null
  contact_hours: string | null
  second_factor_required: boolean
  status: ClientStatus
  terminated_at: Date | null
  discarded_at: Date | null
  updated_at: Date
}>

export const insertClient = (db: Db, client: ClientColumns & { cd: string; name: string }) =>
  db.insertInto('clients').values(client).returning('id').executeTakeFirstOrThrow()

export const updateClient = (db: Db, id: ClientId, change: ClientColumns) =>
  db.updateTable('clients').set(change).where('id', '=', id).execute()

export const listNotificationSettings = (db: Db, clientId: ClientId) =>
  db.selectFrom('notification_settings').where('client_id', '=', clientId).select(['event', 'cc', 'bcc']).execute()

export const saveNotificationSetting = (db: Db, clientId: ClientId, event: NotificationEvent, change: { cc?: string[]; bcc?: string[] }) =>
  db
    .insertInto('notification_settings')
    .values({ client_id: clientId, event, cc: change.cc ?? [], bcc: change.bcc ?? [] })
    .onConflict(conflict => conflict.columns(['client_id', 'event']).doUpdateSet(change))
    .execute()

export const adminExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('admins').where('id', '=', id).where('discarded_at', 'is', null).select('id').executeTakeFirst()) !== undefined

/** What kind of picture a logo's path leads to; nothing once it was replaced. */
export const findLogo = (db: Db, logo_path: string) =>
  db
    .selectFrom('clients')
    .where('logo_path', '=', logo_path)
    .where('discarded_at', 'is', null)
    .select('logo_content_type')
    .executeTakeFirst()

/** Which of these logos no company has. */
export const listUnknownLogos = async (db: Db, logoPaths: readonly string[]): Promise<string[]> =>
  (
    await rowsOf<{ logo_path: string }>(
      db,
      `select given.logo_path from unnest($1::text[]) as given (logo_path)
       where not exists (select from clients cl where cl.logo_path = given.logo_path)`,
      [logoPaths],
    )
  ).map(({ logo_path }) => logo_path)

/** The companies that the daily work goes through. */
export const listEveryClientId = async (db: Db): Promise<ClientId[]> =>
  (await db.selectFrom('clients').where('discarded_at', 'is', null).orderBy('id').select('id').execute()).map(({ id }) => id)

/** Work that is looked for over all companies at once, and done in those alone that may have some (decision 089). */
export type WorkOfClients = 'dates' | 'orders' | 'payments' | 'earlier' | 'keys' | 'counts' | 'months'

export const listClientsWithWork = async (db: Db, kind: WorkOfClients, today: string): Promise<ClientId[]> =>
  (await rowsOf<{ client_id: ClientId }>(db, `select work.client_id from clients_with_work($1, $2::date) work`, [kind, today])).map(
    ({ client_id }) => client_id,
  )

/** What a night takes away: people, results of jobs, links of board reports (`db/migrations/0144_platform.sql`). */
export type ForgottenOfClients = 'people' | 'results' | 'links'

/**
 * The companies of which something is to be forgotten that is older than a moment, deleted ones with them; of `results` those of these kinds
 * of jobs. Of `people` the moment is now, for each company says itself how long they are kept.
 */
export const listClientsToForget = async (
  db: Db,
  kind: ForgottenOfClients,
  moment: Date,
  jobKinds: readonly string[] = [],
): Promise<ClientId[]> =>
  (
    await rowsOf<{ client_id: ClientId }>(db, `select due.client_id from clients_to_forget($1, $2, $3) as due (client_id)`, [
      kind,
      moment,
      jobKinds,
    ])
  ).map(({ client_id }) => client_id)

/** `db` is bound to the company. */
export const sumClientCounts = (db: Db, clientId: ClientId) => sql`select sum_client_counts(${clientId})`.execute(db)

/** Whether the erasing of a company has begun since its contract ended: from then on there is no way back. `db` is bound to it. */
export const isErasing = async (db: Db, clientId: ClientId): Promise<boolean> =>
  (await db
    .selectFrom('client_terms')
    .where('client_id', '=', clientId)
    .where('erasure_began_at', 'is not', null)
    .select('client_id')
    .executeTakeFirst()) !== undefined

/** By what a client is addressed in letters and links. */
export const findClientByUuid = (db: Db, uuid: string) =>
  db
    .selectFrom('clients')
    .where('uuid', '=', uuid)
    .where('discarded_at', 'is', null)
    .select(['id', 'uuid', 'cd', 'name', 'logo_path', 'status'])
    .executeTakeFirst()

/** Whether the contract lets somebody go on reading: admins settle what is left when it has ended. */
export const isOpenTo = async (db: Db, { clientId, kind }: ReachedActor): Promise<boolean> => {
  const { rows } = await sql`
    select from clients where id = ${clientId} and discarded_at is null and (status = 'contracted' or ${kind} = 'admin')`.execute(db)
  return rows.length > 0
}
