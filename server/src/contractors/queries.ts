import type { UsedBy } from '@toguchi/domain/masters/used-by-contract'
import type { WorkerActor, ClientId } from '@toguchi/domain/access/actor'
import type { LinkChannel } from '@toguchi/domain/accounts/craftsman-links'
import type { Contractor } from '@toguchi/domain/contractors/contract'
import { sql } from 'kysely'
import { openedOf } from '../accounts/accounts.ts'
import type { Db } from '../platform/database/database.ts'
import { constructionsUsing, isUsed, usageOf } from '../masters/masters.ts'
import { containing, listing, type ListQuery } from '../platform/database/listing.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

/** Assigned to a construction that still has an open room (G-CRA-14): the condition, and the tables that lead there. */
const openRoom = 'exists (select from rooms r where r.client_id = $1 and r.construction_id = c.id and r.closed_at is null)'
const assignment = 'join assigned_contractors ac on ac.client_id = c.client_id and ac.construction_id = c.id and ac.discarded_at is null'
const contractorUses = `${constructionsUsing(`ac.contractor_id = ct.id and ${openRoom}`, assignment)}
  union all select 'craftsmans', u.id, u.name, u.contractor_id from users u
    where u.client_id = $1 and u.contractor_id = ct.id and u.discarded_at is null
  union all select 'contractors', subcontractor.id, subcontractor.name, null from contractors subcontractor
    where subcontractor.client_id = $1 and subcontractor.primary_contractor_id = ct.id and subcontractor.discarded_at is null`
const craftsmanUses = constructionsUsing(
  `am.craftsman_id = u.id and ${openRoom}`,
  `${assignment} join assigned_craftsmans am on am.client_id = ac.client_id and am.assigned_contractor_id = ac.id`,
)

/** Everybody's contractors of the client; a craftsman's are the own company and those under it (spec §6). $2 is that company. */
const accessibleText = (
  more = '',
) => `select ct.id, ct.name, ct.representative_name, ct.address, ct.primary_contractor_id, first_tier.name as primary_contractor_name,
    people.count as craftsmans_count, children.count as subcontract_contractors_count, not ${isUsed(contractorUses)} as can_delete${more}
  from contractors ct
  left join contractors first_tier on first_tier.client_id = ct.client_id and first_tier.id = ct.primary_contractor_id
  cross join lateral (select count(*)::int from users u
    where u.client_id = $1 and u.contractor_id = ct.id and u.discarded_at is null) people
  cross join lateral (select count(*)::int from contractors subcontractor
    where subcontractor.client_id = $1 and subcontractor.primary_contractor_id = ct.id and subcontractor.discarded_at is null) children
  where ct.client_id = $1 and ct.discarded_at is null and ($2::bigint is null or ct.id = $2 or ct.primary_contractor_id = $2)`

const accessibleContractors = accessibleText()

const boundary = (actor: WorkerActor) => [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.contractorId : null]

export const listContractors = (
  db: Db,
  actor: WorkerActor,
  query: ListQuery,
  filter: { name?: string | undefined; primary_contractor_id?: number | undefined } | undefined,
) =>
  listing<Contractor>(
    db,
    `${accessibleContractors} and ($3::text is null or ct.name ilike $3) and ($4::bigint is null or ct.primary_contractor_id = $4)`,
    [...boundary(actor), containing(filter?.name), filter?.primary_contractor_id ?? null],
    query,
  )

/** A contractor within reach: with its client everything else of it may be read and written. */
export type ReachedContractor = Contractor & { client_id: ClientId }
export const findContractor = async (db: Db, actor: WorkerActor, id: number) =>
  (
    await rowsOf<ReachedContractor>(db, `${accessibleText(`, ct.client_id, ${usageOf(contractorUses)}`)} and ct.id = $3`, [
      ...boundary(actor),
      id,
    ])
  )[0]

/** Holds a contractor, so that nobody makes it a primary one or fills it with people while it changes. */
export const lockContractor = (db: Db, clientId: ClientId, id: number) =>
  db
    .selectFrom('contractors')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(['id', 'name', 'representative_name', 'address', 'primary_contractor_id'])
    .forUpdate()
    .executeTakeFirst()

export interface ContractorColumns {
  name?: string
  representative_name?: string | null
  address?: string | null
  primary_contractor_id?: number | null
}
export const insertContractor = (db: Db, clientId: ClientId, contractor: ContractorColumns & { name: string }) =>
  db
    .insertInto('contractors')
    .values({ client_id: clientId, ...contractor })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateContractor = async (db: Db, clientId: ClientId, id: number, change: ContractorColumns & { discarded_at?: Date }) => {
  if (Object.keys(change).length > 0)
    await db.updateTable('contractors').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
}

export interface ContractorFields {
  name: string
  representative_name: string | null
  address: string | null
  primary_contractor_id: number | null
}
const sentContractor = { name: 'text', representative_name: 'text', address: 'text', primary_contractor_id: 'bigint' } as const

/** All contractors of the client by name, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryContractor = (db: Db, clientId: ClientId, lock: boolean) =>
  db
    .selectFrom('contractors')
    .where('client_id', '=', clientId)
    .where('discarded_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'representative_name', 'address', 'primary_contractor_id'])
    .$if(lock, rows => rows.forNoKeyUpdate())
    .execute()

/** New contractors in one statement; their ids by name, which is unique among the living. */
export const insertContractors = async (db: Db, clientId: ClientId, contractors: readonly ContractorFields[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into contractors (client_id, name, representative_name, address, primary_contractor_id)
    select ${clientId}, given.* from ${rowsAsTable(contractors, sentContractor)} returning id, name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export const updateContractors = (db: Db, clientId: ClientId, contractors: readonly (ContractorFields & { id: number })[]) =>
  sql`
    update contractors ct set name = given.name, representative_name = given.representative_name, address = given.address,
      primary_contractor_id = given.primary_contractor_id
    from ${rowsAsTable(contractors, { id: 'bigint', ...sentContractor })} where ct.client_id = ${clientId} and ct.id = given.id`.execute(db)

export const hasSubcontractors = async (db: Db, clientId: ClientId, id: number): Promise<boolean> =>
  (await db
    .selectFrom('contractors')
    .where('client_id', '=', clientId)
    .where('primary_contractor_id', '=', id)
    .where('discarded_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface CraftsmanRow {
  client_id: ClientId
  id: number
  contractor_id: number
  contractor_name: string
  name: string
  email: string | null
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: Date | null
  is_opened: boolean
  invited_by: LinkChannel | null
  invited_at: Date | null
  phone: string | null
  login_id: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  can_delete: boolean
  used_by?: UsedBy[]
  used_by_count?: number
}

const accessibleCraftsmenText = (
  more = '',
) => `select u.client_id, u.id, u.contractor_id, ct.name as contractor_name, u.name, u.email, u.unconfirmed_email,
    u.email_needs_consent, u.email_changes_at,
    ${openedOf('u')} as is_opened, u.invited_by, u.invited_at,
    u.phone, u.login_id, u.last_sign_in_at, u.created_at, u.updated_at, not ${isUsed(craftsmanUses)} as can_delete${more}
  from users u join contractors ct on ct.client_id = u.client_id and ct.id = u.contractor_id
  where u.client_id = $1 and u.discarded_at is null and ($2::bigint is null or ct.id = $2 or ct.primary_contractor_id = $2)`

const listedCraftsmen = accessibleCraftsmenText()
/** With what uses each. */
const accessibleCraftsmen = accessibleCraftsmenText(`, ${usageOf(craftsmanUses)}`)

export const listCraftsmen = (
  db: Db,
  actor: WorkerActor,
  query: ListQuery,
  filter: { contractor_id?: number | undefined; name?: string | undefined } | undefined,
) =>
  listing<CraftsmanRow>(
    db,
    `${listedCraftsmen} and ($3::bigint is null or u.contractor_id = $3) and ($4::text is null or u.name ilike $4)`,
    [...boundary(actor), filter?.contractor_id ?? null, containing(filter?.name)],
    query,
  )

export const findCraftsman = async (db: Db, actor: WorkerActor, id: number) =>
  (await rowsOf<CraftsmanRow>(db, `${accessibleCraftsmen} and u.id = $3`, [...boundary(actor), id]))[0]

/** All craftsmen of the client by company and name, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryCraftsman = (db: Db, clientId: ClientId, lock: boolean) =>
  rowsOf<{ id: number; contractor_id: number; name: string; email: string | null; phone: string | null; login_id: string }>(
    db,
    `select u.id, u.contractor_id, u.name, u.email, u.phone, u.login_id
      from users u join contractors ct on ct.client_id = u.client_id and ct.id = u.contractor_id
      where u.client_id = $1 and u.discarded_at is null order by ct.name, u.name, u.id ${lock ? 'for no key update of u' : ''}`,
    [clientId],
  )

/** Those among these craftsmen who stand on a construction with an open room. */
export const listAssignedCraftsmen = async (db: Db, actor: WorkerActor, ids: readonly number[]) =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select id from (${accessibleCraftsmen}) craftsman where not craftsman.can_delete and craftsman.id = any($3)`,
      [...boundary(actor), ids],
    )
  ).map(({ id }) => id)
