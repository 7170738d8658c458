import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import type { UsedBy } from '@toguchi/domain/masters/used-by-contract'
import type { RoundingRule } from '@toguchi/domain/money/tax'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { constructionsUsing, isUsed, usageOf } from '../masters/masters.ts'
import { containing, listing, type ListQuery } from '../platform/database/listing.ts'
import { clientNumberOf, clientValueOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

export interface OptionRow {
  client_id: ClientId
  id: number
  name: string
  price: number
  description: string | null
  duration: string | null
  cancellation_note: string | null
  picture_file_id: number | null
  pdf_file_id: number | null
  pdf_file_name: string | null
  can_delete: boolean
  used_by?: UsedBy[]
  used_by_count?: number
}

/** Used: offered on a construction that still stands (G-MAS-05). */
const uses = constructionsUsing(
  'co.option_id = opt.id and co.discarded_at is null',
  'join constructions_options co on co.client_id = c.client_id and co.construction_id = c.id',
)
const accessibleText = (
  more = '',
) => `select opt.client_id, opt.id, opt.name, opt.price, opt.description, opt.duration, opt.cancellation_note, opt.picture_file_id, opt.pdf_file_id, fi.file_name as pdf_file_name, not ${isUsed(uses)} as can_delete${more}
  from options opt left join files fi on fi.client_id = opt.client_id and fi.id = opt.pdf_file_id
  where opt.client_id = $1 and opt.discarded_at is null`

const accessibleOptions = accessibleText()

export const listOptions = (db: Db, actor: WorkerActor, query: ListQuery, filter: { name?: string | undefined } | undefined) =>
  listing<OptionRow>(
    db,
    `${accessibleOptions} and ($2::text is null or opt.name ilike $2)`,
    [clientNumberOf(actor), containing(filter?.name)],
    query,
  )

/** One option with what uses it. */
export const findOption = async (db: Db, clientId: ClientId, id: number) =>
  (await rowsOf<OptionRow>(db, `${accessibleText(`, ${usageOf(uses)}`)} and opt.id = $2`, [clientId, id]))[0]

export const lockOption = (db: Db, clientId: ClientId, id: number) =>
  db
    .selectFrom('options')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(['name', 'price', 'description', 'duration', 'cancellation_note', 'picture_file_id', 'pdf_file_id'])
    .forUpdate()
    .executeTakeFirst()

/** All options by name, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryOption = (db: Db, clientId: ClientId, lock: boolean) =>
  db
    .selectFrom('options')
    .where('client_id', '=', clientId)
    .where('discarded_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'price'])
    .$if(lock, rows => rows.forNoKeyUpdate())
    .execute()

/** New options in one statement; their ids by name, which is unique among the living. */
export const insertOptions = async (db: Db, clientId: ClientId, options: readonly { name: string; price: number }[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into options (client_id, name, price)
    select ${clientId}, given.* from ${rowsAsTable(options, { name: 'text', price: 'integer' })} returning id, name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export const updateOptions = (db: Db, clientId: ClientId, options: readonly { id: number; name: string; price: number }[]) =>
  sql`
    update options opt set name = given.name, price = given.price
    from ${rowsAsTable(options, { id: 'bigint', name: 'text', price: 'integer' })} where opt.client_id = ${clientId} and opt.id = given.id`.execute(
    db,
  )

/** What residents read before they order (R8). */
export interface OptionTexts {
  description: string | null
  duration: string | null
  cancellation_note: string | null
}

interface NewOption extends OptionTexts {
  name: string
  price: number
  picture_file_id: number | null
  pdf_file_id: number | null
}

export const insertOption = (db: Db, clientId: ClientId, option: NewOption) =>
  db
    .insertInto('options')
    .values({ client_id: clientId, ...option })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateOption = (db: Db, clientId: ClientId, id: number, option: Partial<NewOption> & { discarded_at?: Date }) =>
  db.updateTable('options').set(option).where('client_id', '=', clientId).where('id', '=', id).execute()

export const roundingRuleOf = async (db: Db, actor: WorkerActor): Promise<RoundingRule> => {
  const { rounding_rule } = await db
    .selectFrom('clients')
    .where('id', '=', clientValueOf(actor))
    .select('rounding_rule')
    .executeTakeFirstOrThrow()
  return rounding_rule
}
